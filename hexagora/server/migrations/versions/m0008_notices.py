"""Telling somebody who is elsewhere whose turn it is: push subscriptions, mail addresses, which turns were told."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.add_column("tables", sa.Column("turn_from", sa.Integer, nullable=False, server_default="0"))
    for name in ("pushed", "mailed"):
        op.add_column("holders", sa.Column(name, sa.Integer, nullable=False, server_default="-1"))
    op.create_table(
        "subscriptions",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("guest", sa.String(64), nullable=False),
        sa.Column("endpoint", sa.Text, nullable=False),
        sa.Column("p256dh", sa.String(100), nullable=False),
        sa.Column("auth", sa.String(40), nullable=False),
        sa.Column("language", sa.String(8), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("failures", sa.Integer, nullable=False),
    )
    op.create_index("subscriptions_by_guest", "subscriptions", ["guest"])
    op.create_table(
        "mails",
        sa.Column("guest", sa.String(64), primary_key=True),
        sa.Column("address", sa.String(254), nullable=False),
        sa.Column("language", sa.String(8), nullable=False),
        sa.Column("confirmed", sa.Boolean, nullable=False),
        sa.Column("token", sa.String(64), nullable=False, unique=True),
        sa.Column("until", sa.Float, nullable=False),
        sa.Column("stop", sa.String(64), nullable=False, unique=True),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("sent", sa.Float, nullable=False),
    )
