"""Migrations of the database, run by Alembic when the server starts with an older or an empty one."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, text

UPGRADE_LOCK = 0x4E7A60  # any number; keeps two servers that start at once from upgrading twice


def config() -> Config:
    """Alembic without a file of its own: the server runs the migrations itself."""
    chosen = Config()
    chosen.set_main_option("script_location", str(Path(__file__).parent))
    return chosen


def upgrade(connection: Connection) -> None:
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": UPGRADE_LOCK})
    chosen = config()
    chosen.attributes["connection"] = connection
    command.upgrade(chosen, "head")
