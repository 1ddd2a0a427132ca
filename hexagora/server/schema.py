"""What is kept: the state of record of every table. Times are seconds since 1970, UTC; documents are JSON texts."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Connection,
    Float,
    ForeignKeyConstraint,
    Index,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    false,
    insert,
    inspect,
    text,
    true,
)

HEAD = "0009"  # the newest migration; a test compares it with the migrations folder
UPGRADE_LOCK = 0x4E7A60  # any number; keeps two servers that start at once from upgrading twice

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
    Column("result", Text, doc="each seat's share of the win, written with the end of the match"),
    Column("rated", String(8), doc="what the match counts for within its game, or nothing"),
    Column("turn_from", Integer, nullable=False, server_default="0", doc="the event with which the present turn began"),
    Column("long_turns", Boolean, nullable=False, server_default=true(),
           doc="whether a turn may take so long that people are elsewhere"),
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
    Column("put_away", Boolean, nullable=False, server_default=false(), doc="the guest wants to see the table no more"),
    Column("pushed", Integer, nullable=False, server_default="-1", doc="the turn that was told by a push last"),
    Column("mailed", Integer, nullable=False, server_default="-1", doc="the turn that was told by a mail last"),
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
    Column("line_key", String(40), nullable=False, server_default="",
           doc="made by who says it: the same line is kept once"),
    Column("guest", String(64), doc="who said it, to be able to forget it; lines of old have none"),
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

contents = Table(
    "contents", metadata,
    Column("digest", String(64), primary_key=True, doc="as the rows of tables name it"),
    Column("game", String(64), nullable=False),
    Column("text", Text, nullable=False, doc="everything that the game has in numbers, as JSON"),
)

keys = Table(
    "keys", metadata,
    Column("name", String(64), primary_key=True),
    Column("value", String(200), nullable=False),
)

codes = Table(
    "codes", metadata,
    Column("guest", String(64), primary_key=True),
    Column("hash", String(64), nullable=False, unique=True, doc="of the recovery code"),
    Column("created", Float, nullable=False),
)

passkeys = Table(
    "passkeys", metadata,
    Column("id", String(1400), primary_key=True, doc="of the credential, as the authenticator gave it"),
    Column("guest", String(64), nullable=False),
    Column("public_key", Text, nullable=False),
    Column("sign_count", BigInteger, nullable=False),
    Column("name", String(200), nullable=False),
    Column("created", Float, nullable=False),
    Column("used", Float, nullable=False),
    Index("passkeys_by_guest", "guest"),
)

challenges = Table(
    "challenges", metadata,
    Column("value", String(64), primary_key=True, doc="what an authenticator has to sign, once"),
    Column("guest", String(64), nullable=False),
    Column("until", Float, nullable=False),
)

ratings = Table(
    "ratings", metadata,
    Column("guest", String(64), primary_key=True),
    Column("game", String(64), primary_key=True),
    Column("category", String(8), primary_key=True, doc="the number of players, with a t for teams"),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("matches", Integer, nullable=False),
    Column("at", Float, nullable=False),
    Index("ratings_by_mu", "game", "category", "mu"),
)

rating_changes = Table(
    "rating_changes", metadata,
    Column("table_id", String(40), primary_key=True),
    Column("seat", Integer, primary_key=True, doc="nobody can count the same match twice"),
    Column("guest", String(64), nullable=False),
    Column("mu_before", Float, nullable=False),
    Column("sigma_before", Float, nullable=False),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("at", Float, nullable=False),
    ForeignKeyConstraint(["table_id"], ["tables.id"], ondelete="CASCADE"),
    Index("rating_changes_by_guest", "guest"),
)

subscriptions = Table(
    "subscriptions", metadata,
    Column("id", String(64), primary_key=True, doc="hash of the endpoint: a browser is told once"),
    Column("guest", String(64), nullable=False),
    Column("endpoint", Text, nullable=False, doc="where the browser's push service takes what it shall be told"),
    Column("p256dh", String(100), nullable=False, doc="the browser's public key"),
    Column("auth", String(40), nullable=False, doc="the secret that the browser shares with us"),
    Column("language", String(8), nullable=False),
    Column("created", Float, nullable=False),
    Column("failures", Integer, nullable=False, doc="how often in a row its service did not take anything"),
    Index("subscriptions_by_guest", "guest"),
)

mails = Table(
    "mails", metadata,
    Column("guest", String(64), primary_key=True),
    Column("address", String(254), nullable=False),
    Column("language", String(8), nullable=False),
    Column("confirmed", Boolean, nullable=False),
    Column("token", String(64), nullable=False, unique=True, doc="hash of what confirms it; of nothing afterwards"),
    Column("until", Float, nullable=False, doc="until when it can be confirmed"),
    Column("stop", String(64), nullable=False, unique=True, doc="what ends the mails; it stands in each of them"),
    Column("created", Float, nullable=False),
    Column("sent", Float, nullable=False, doc="when the last mail about turns went out"),
)


revisions = Table(
    "alembic_version", MetaData(),
    Column("version_num", String(32), nullable=False, doc="the newest migration that was made, as Alembic keeps it"),
    PrimaryKeyConstraint("version_num", name="alembic_version_pkc"),
)


def bring_up_to_date(connection: Connection) -> None:
    """An empty database gets everything at once, as it is declared here; an older one is led here by the migrations.
    Whole or not at all, and by one server at a time."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": UPGRADE_LOCK})
    else:
        connection.exec_driver_sql("BEGIN IMMEDIATE")
    if inspect(connection).has_table(revisions.name):
        from hexagora.server.migrations import upgrade

        upgrade(connection)
    else:
        metadata.create_all(connection, checkfirst=False)
        revisions.create(connection, checkfirst=False)
        connection.execute(insert(revisions).values(version_num=HEAD))
