"""How people ended a match that the rules did not end, an open offer to end one, how long somebody may be absent."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("tables", sa.Column("ending", sa.Text))
    op.add_column("tables", sa.Column("offer", sa.Text))
    op.add_column("tables", sa.Column("patience", sa.Integer))
