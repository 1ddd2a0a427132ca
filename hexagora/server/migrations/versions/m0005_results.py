"""The result of a match stands with its table; a guest can put a table away."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.add_column("tables", sa.Column("result", sa.Text))
    op.add_column("holders", sa.Column("put_away", sa.Boolean, nullable=False, server_default=sa.false()))
