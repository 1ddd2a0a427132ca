"""Migrations of the database, run by Alembic when the server starts with an older one."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

from hexagora.engine.errors import HexagoraError


def config() -> Config:
    """Alembic without a file of its own: the server runs the migrations itself."""
    chosen = Config()
    chosen.set_main_option("script_location", str(Path(__file__).parent))
    return chosen


def upgrade(connection: Connection, revision: str = "head") -> None:
    for found in MigrationContext.configure(connection).get_current_heads():
        must_know(found)
    chosen = config()
    chosen.attributes["connection"] = connection
    command.upgrade(chosen, revision)


def must_know(revision: str) -> None:
    """What a newer version has made is left alone."""
    scripts = ScriptDirectory.from_config(config())
    if revision not in {script.revision for script in scripts.walk_revisions()}:
        raise HexagoraError(f"the data have revision {revision}, this version of Hexagora knows only up to "
                            f"{scripts.get_current_head()}: they were made by a newer version. Use that one, or "
                            "restore a backup made by this one into another database (`hexagora restore`)")
