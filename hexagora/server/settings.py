"""What an operator can choose, by environment variables or arguments. Every value has a name and a default."""

import os
import re
from collections.abc import Iterable
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from hexagora.engine.errors import HexagoraError
from hexagora.engine.files import make_folder

PREFIX = "HEXAGORA_"
LIMIT_PREFIX = "HEXAGORA_LIMIT_"
DATABASE_FILE = "tables.sqlite3"
LAB_FOLDER = "lab"  # beside it
LAB_ON, LAB_OFF, LAB_AUTO = LAB_OPEN = ("on", "off", "auto")  # who may use it: all, nobody, all if nobody can come here
RENAMED = {"HEXAGORA_TRUST_PROXY": "HEXAGORA_PROXIES, the number of proxies before the server"}
MOST_WORKERS = 4  # processes for bots unless more are asked for
ENGINES_APART, ENGINE_NAME = ";", r"\w[\w .-]{0,39}"
MOVE_PAUSE = 0.4  # seconds between moves of bots, so that people can follow


@dataclass(frozen=True)
class Limits:
    """Nobody needs more than this; whoever asks for more gets a clear refusal."""

    message_bytes: int = 16 * 1024
    frame_bytes: int = 1024 * 1024
    body_bytes: int = 256 * 1024
    request_bytes: int = 32 * 1024  # for each of which a request counts once more
    messages_per_second: float = 20
    message_burst: float = 60
    requests_per_second: float = 20
    request_burst: float = 120
    tables_per_minute: float = 20
    table_burst: float = 40
    link_tries_per_minute: float = 30
    link_burst: float = 60
    previews_per_second: float = 5
    preview_burst: float = 30
    edits_per_second: float = 12
    edit_burst: float = 100
    trials_per_minute: float = 60
    trial_burst: float = 25
    hints_per_minute: float = 20
    hint_burst: float = 10
    sign_ins_per_minute: float = 6
    sign_in_burst: float = 12
    passkeys_per_guest: int = 20
    subscriptions_per_guest: int = 10
    mails_asked_per_hour: float = 6
    mail_ask_burst: float = 4
    opinions_per_minute: float = 40
    opinion_burst: float = 20
    chats_per_minute: float = 60
    chat_burst: float = 10
    chat_characters: int = 500
    chats_kept: int = 100
    name_characters: int = 40
    action_characters: int = 200
    seed_characters: int = 100
    options_bytes: int = 64 * 1024
    written_characters: int = 64 * 1024
    viewers_per_table: int = 200
    sockets_per_guest: int = 40
    onlookers_per_address: int = 60
    windows_per_address: int = 400  # beside the first one of each guest who plays
    work_at_once: float = 0.02  # seconds of the processor, for one address; beyond them others have their turn
    effort_share: float = 0.2  # of a core, for what is dear, of one address
    effort_burst: float = 2.0  # seconds of it at once
    questions_per_address: int = 30  # that cost processor time and wait for their turn
    lines_per_address: int = 200  # for requests; a browser holds six
    outbox_messages: int = 256
    outbox_bytes: int = 1024 * 1024  # a table with the largest map is told in less
    unread_bytes: int = 32 * 1024 * 1024  # that wait for all windows of one address
    listed_tables: int = 100
    tables_waiting: int = 20  # public ones of one address
    idle_tables: int = 100
    lab_matches: int = 20_000
    lab_matches_thought: int = 100
    lab_arms: int = 10
    clock_seconds: int = 14 * 24 * 3600
    trackers: int = 100_000


Engine = tuple[str, str]  # the name that people see, and the command


@dataclass(frozen=True)
class Settings:
    host: str = "127.0.0.1"
    port: int = 8000
    database_url: str = ""
    redis_url: str = ""
    public_url: str = ""
    origins: tuple[str, ...] = ()
    secret: str = ""
    proxies: int = 0
    watch_host: str = "127.0.0.1"
    watch_port: int = 0
    secure_cookie: bool = False
    bot_workers: int = 0
    bot_seconds: float = 30.0
    bot_pause: float = MOVE_PAUSE
    engines: tuple[Engine, ...] = ()
    engine_seconds: float = 5.0
    site: str = ""
    browser_bots: bool = False
    lab: str = LAB_AUTO
    lab_workers: int = 0
    lab_nice: int = 15
    lab_folder: str = ""
    sweep_seconds: float = 15.0
    log_level: str = "info"
    log_json: bool = True
    push: bool = True
    push_after: float = 60.0
    contact: str = ""
    smtp_host: str = ""
    smtp_port: int = 0
    smtp_tls: str = "starttls"
    smtp_ca: str = ""
    smtp_user: str = ""
    smtp_password: str = ""
    smtp_from: str = ""
    mail_after: float = 600.0
    mail_every: float = 3600.0
    sqlite_synchronous: str = "FULL"
    compress: bool = False
    editor_files: bool = True
    limits: Limits = field(default_factory=Limits)

    def __post_init__(self) -> None:
        if self.lab not in LAB_OPEN:
            raise HexagoraError(f"HEXAGORA_LAB = {self.lab!r}: must be {LAB_ON}, {LAB_OFF} or {LAB_AUTO}")

    def thinking_processes(self) -> int:
        """As many as were asked for; else one core stays free for the tables, and a few are enough."""
        return self.bot_workers or min(MOST_WORKERS, max(1, (os.cpu_count() or 1) - 1))

    def lab_place(self) -> Path:
        """Where runs of the lab are kept."""
        return Path(self.lab_folder) if self.lab_folder else _data_folder() / LAB_FOLDER

    def database(self) -> str:
        """The URL for SQLAlchemy with its driver; by default one file in the user's data folder."""
        url = self.database_url or f"sqlite:///{_data_folder() / DATABASE_FILE}"
        for plain, driver in (("sqlite://", "sqlite+pysqlite://"), ("postgresql://", "postgresql+asyncpg://"),
                              ("postgres://", "postgresql+asyncpg://")):
            if url.startswith(plain):
                return driver + url.removeprefix(plain)
        if not url.startswith(("sqlite+pysqlite:", "postgresql+asyncpg:")):
            raise HexagoraError(f"the database address '{url.partition('://')[0]}://…' is not understood; "
                                "allowed: sqlite:///<file>, postgresql://<user>:<password>@<host>/<name>")
        return url


def _data_folder() -> Path:
    import platformdirs

    folder = Path(os.environ.get("HEXAGORA_DATA") or platformdirs.user_data_dir("hexagora"))
    make_folder(folder)
    return folder


def from_environment(environment: dict[str, str] | None = None, **given: Any) -> Settings:
    """Arguments win over the environment, the environment over the defaults."""
    source = dict(os.environ) if environment is None else environment
    for old, new in RENAMED.items():
        if old in source:
            raise HexagoraError(f"{old} is no longer understood; set {new}")
    chosen = {k: v for k, v in given.items() if v is not None}
    for f in fields(Settings):
        text = source.get(PREFIX + f.name.upper())
        if f.name not in chosen and f.name != "limits" and text is not None:
            chosen[f.name] = _understood(PREFIX + f.name.upper(), text, f.type)
    if "limits" not in chosen:
        chosen["limits"] = _limits(source)
    return Settings(**chosen)


def for_people(environment: dict[str, str] | None = None, **given: Any) -> Settings:
    """For somebody at a terminal: as above, but the log is short and quiet unless the environment says otherwise."""
    source = dict(os.environ) if environment is None else environment
    return from_environment({PREFIX + "LOG_LEVEL": "warning", PREFIX + "LOG_JSON": "false", **source}, **given)


def _limits(source: dict[str, str]) -> Limits:
    chosen = {}
    for f in fields(Limits):
        name = LIMIT_PREFIX + f.name.upper()
        if name in source:
            chosen[f.name] = _understood(name, source[name], f.type)
    return Limits(**chosen)


def engines(texts: Iterable[str]) -> tuple[Engine, ...]:
    """Programs that can take seats, each written as NAME=COMMAND."""
    found: dict[str, str] = {}
    for text in filter(None, map(str.strip, texts)):
        name, _, command = (part.strip() for part in text.partition("="))
        if not re.fullmatch(ENGINE_NAME, name) or not command:
            raise HexagoraError(f"the engine {text!r}: must be NAME=COMMAND, as in 'Dice=python dice.py'; a name has "
                                "up to 40 letters, digits, spaces, dots, hyphens")
        if name in found:
            raise HexagoraError(f"two engines have the name {name!r}")
        found[name] = command
    return tuple(found.items())


def _understood(name: str, text: str, kind: Any) -> Any:
    """The text as a value of that kind."""
    if kind == tuple[Engine, ...]:
        return engines(text.split(ENGINES_APART))
    try:
        if kind is bool:
            return {"1": True, "true": True, "yes": True, "0": False, "false": False, "no": False}[text.lower()]
        if kind in (int, float, str):
            return kind(text)
        return tuple(part.strip() for part in text.split(",") if part.strip())
    except (ValueError, KeyError):
        wanted = {bool: "true or false", int: "a whole number", float: "a number"}[kind]
        raise HexagoraError(f"{name} = {text!r}: must be {wanted}") from None
