"""Whether turns at a table may take long, so that those to be told are found among any number of fast ones."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
LONG_TURN = 3600  # seconds


def upgrade() -> None:
    op.add_column("tables", sa.Column("long_turns", sa.Boolean, nullable=False, server_default=sa.true()))
    tables = sa.table("tables", sa.column("clock", sa.Text), sa.column("long_turns", sa.Boolean))
    for clock in op.get_bind().execute(sa.select(tables.c.clock).distinct()).scalars().all():
        if clock is not None and _seconds(json.loads(clock)) < LONG_TURN:
            op.execute(tables.update().where(tables.c.clock == clock).values(long_turns=False))


def _seconds(plan: dict[str, float | None]) -> float:
    return (plan.get("per_move") or 0) + (plan.get("bank") or 0)
