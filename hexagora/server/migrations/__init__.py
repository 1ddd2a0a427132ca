"""Migrations of the database, run by Alembic when the server starts with an older or an empty one."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text

from hexagora.engine.errors import HexagoraError

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
    _must_be_known(connection, ScriptDirectory.from_config(chosen))
    chosen.attributes["connection"] = connection
    command.upgrade(chosen, "head")


def _must_be_known(connection: Connection, scripts: ScriptDirectory) -> None:
    """A database that a newer version has brought further is left alone."""
    known = {script.revision for script in scripts.walk_revisions()}
    for revision in MigrationContext.configure(connection).get_current_heads():
        if revision not in known:
            raise HexagoraError(f"the database has revision {revision}, this version of Hexagora knows only up to "
                                f"{scripts.get_current_head()}: it was used by a newer version. Start that one, or "
                                "restore a backup of this one into another database (`hexagora restore`)")
