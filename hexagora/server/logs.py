"""Structured logs: one JSON object a line, or short lines for a person at a terminal."""

import json
import logging
import logging.config
import re
from datetime import UTC, datetime
from typing import Any

from hexagora.engine.errors import HexagoraError

STANDARD = set(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName", "color_message"}

OURS = ("hexagora", "uvicorn")
OTHERS = ("asyncio", "redis", "sqlalchemy", "websockets")  # what we use tells only what is wrong
CONNECTIONS = "sqlalchemy.pool"
LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")


# Strangers write into the log (the address that they ask for), so both look at each character a few times at most: a
# word that is looked at again from each of its letters makes a long line stop the server.
SECRETS = re.compile(
    r"(?P<link>/s/|/mail/confirm/|/mail/stop/)\s*[^\s\"']+"  # links of seats and in mails
    r"|(?P<cookie>hexagora_guest=)[^;,\s\"']+")
LOGINS = re.compile(r"(?P<login>(?<!\w)\w+://[^\s/:@\"']*:)[^\s@\"']+(?P<at>@?)")  # passwords of a database or a bus
HIDDEN = "…"


def extras(record: logging.LogRecord) -> dict[str, Any]:
    return {k: v for k, v in vars(record).items() if k not in STANDARD}


def without_secrets(text: str) -> str:
    """A line with what opens a seat, signs somebody in or opens the database struck out.

    >>> without_secrets("/t/t12/s/AbC-_9 cookie: hexagora_guest=anna.00ff; postgresql://me:word@host/x")
    '/t/t12/s/… cookie: hexagora_guest=…; postgresql://me:…@host/x'
    """
    text = SECRETS.sub(lambda found: (found["link"] or found["cookie"]) + HIDDEN, text)
    return LOGINS.sub(lambda found: f"{found['login']}{HIDDEN}@" if found["at"] else found[0], text)


class JsonLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(), "from": record.name, "what": record.getMessage()}
        for name, value in extras(record).items():
            line[f"{name}_" if name in line else name] = value  # what belongs to a line never overwrites the line
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return without_secrets(json.dumps(line, default=str, ensure_ascii=False))


class ShortLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        told = " ".join(f"{k}={v}" for k, v in extras(record).items())
        text = f"{record.levelname.lower()}: {record.getMessage()}" + (f" ({told})" if told else "")
        return without_secrets(text + ("\n" + self.formatException(record.exc_info) if record.exc_info else ""))


class Reason(logging.Filter):
    """Says in a word why, where a traceback would tell of no error of ours: a connection that is given up because the
    database does not answer cannot say goodbye to it either."""

    def filter(self, record: logging.LogRecord) -> bool:
        if record.exc_info:
            record.why, record.exc_info = repr(record.exc_info[1]), None
        return True


def set_up(level: str, as_json: bool) -> None:
    if level.upper() not in LEVELS:
        raise HexagoraError(f"log level '{level}': allowed are {', '.join(LEVELS).lower()}")
    for name in OURS:
        _write(name, level.upper(), as_json)
    for name in (*OTHERS, CONNECTIONS):
        _write(name, "WARNING", as_json)
    for handler in logging.getLogger(CONNECTIONS).handlers:
        handler.addFilter(Reason())
    logging.getLogger("uvicorn.access").disabled = True
    logging.getLogger("uvicorn.error").setLevel(max(logging.WARNING, logging.getLogger("uvicorn").level))


def _write(name: str, level: str, as_json: bool) -> None:
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines() if as_json else ShortLines())
    logger = logging.getLogger(name)
    logger.handlers, logger.propagate = [handler], False
    logger.setLevel(level)
