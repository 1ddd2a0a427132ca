"""Lines of talk have a key, so that one that is sent again after a broken connection is kept once."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.add_column("chats", sa.Column("line_key", sa.String(40), nullable=False, server_default=""))
    op.execute("UPDATE chats SET line_key = 'line-' || id")
    op.create_index("chats_by_key", "chats", ["table_id", "line_key"], unique=True)
