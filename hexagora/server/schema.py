"""What is kept: the state of record of every table. Times are seconds since 1970, UTC; documents are JSON texts."""

from sqlalchemy import (
    Boolean,
    Column,
    Float,
    ForeignKeyConstraint,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
)

HEAD = "0003"  # the newest migration; a test compares it with the migrations folder

ERA_KEY = "era"  # the key whose value changes when everything that was known must be read again

metadata = MetaData()

tables = Table(
    "tables", metadata,
    Column("id", String(40), primary_key=True),
    Column("game", String(64), nullable=False),
    Column("game_version", Integer, nullable=False),
    Column("content", String(64), nullable=False, doc="digest of the content that the match is played with"),
    Column("options", Text, nullable=False),
    Column("start", Text, doc="the position to start from, or nothing"),
    Column("seed", String(200), nullable=False, doc="decides chance; never leaves the server before the end"),
    Column("clock", Text, doc="per_move and bank in seconds, or nothing"),
    Column("public", Boolean, nullable=False),
    Column("creator", String(64), nullable=False),
    Column("status", String(16), nullable=False, doc="open, running or over"),
    Column("turn", Integer, nullable=False, doc="the seat to act, 0 for none"),
    Column("created", Float, nullable=False),
    Column("updated", Float, nullable=False),
    Column("clock_from", Float, nullable=False, doc="since when the clock of the seat to act is running"),
    Column("takeback", Text, doc="the open question whether a move may be taken back"),
    Column("rematch", String(40), doc="the table that follows this one"),
    Column("ending", Text, doc="how people ended a match that the rules did not end"),
    Column("offer", Text, doc="the open offer to end the match without a result"),
    Column("patience", Integer, doc="seconds after which the others may go on without somebody absent"),
    Index("tables_by_status", "status", "updated"),
)

seats = Table(
    "seats", metadata,
    Column("table_id", String(40), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("kind", String(16), nullable=False, doc="person or bot"),
    Column("name", String(200), nullable=False),
    Column("level", String(64), nullable=False, doc="of the bot that sits here or would take over"),
    Column("secret", String(64), nullable=False, doc="hash of the secret of the seat link"),
    Column("taken", Boolean, nullable=False),
    Column("away", Boolean, nullable=False, doc="a bot plays until the person comes back"),
    ForeignKeyConstraint(["table_id"], ["tables.id"], ondelete="CASCADE"),
)

holders = Table(
    "holders", metadata,
    Column("table_id", String(40), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("guest", String(64), primary_key=True),
    ForeignKeyConstraint(["table_id", "seat"], ["seats.table_id", "seats.seat"], ondelete="CASCADE"),
    Index("holders_by_guest", "guest"),
)

events = Table(
    "events", metadata,
    Column("table_id", String(40), primary_key=True),
    Column("n", Integer, primary_key=True, doc="from 0, without gaps: nobody can write the same one twice"),
    Column("kind", String(8), nullable=False, doc="start, act or back"),
    Column("seat", Integer, nullable=False),
    Column("texts", Text, nullable=False, doc="act: the decision and the chance after it; back: the ply gone back to"),
    Column("at", Float, nullable=False),
    Column("spent", Integer, nullable=False, doc="milliseconds that the seat thought"),
    ForeignKeyConstraint(["table_id"], ["tables.id"], ondelete="CASCADE"),
)

chats = Table(
    "chats", metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("table_id", String(40), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("name", String(200), nullable=False),
    Column("text", Text, nullable=False),
    Column("at", Float, nullable=False),
    Column("line_key", String(40), nullable=False, doc="made by who says it: the same line is kept once"),
    ForeignKeyConstraint(["table_id"], ["tables.id"], ondelete="CASCADE"),
    Index("chats_by_table", "table_id", "id"),
    Index("chats_by_key", "table_id", "line_key", unique=True),
)

guests = Table(
    "guests", metadata,
    Column("id", String(64), primary_key=True),
    Column("name", String(200), nullable=False),
    Column("at", Float, nullable=False),
)

keys = Table(
    "keys", metadata,
    Column("name", String(64), primary_key=True),
    Column("value", String(200), nullable=False),
)
