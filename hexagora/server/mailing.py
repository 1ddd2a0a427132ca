"""Mails: only where the operator names a mail server. Plain texts, one receiver each, made by the library's own parts:
nothing that a person wrote can become a header."""

import asyncio
import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from hexagora.engine.errors import HexagoraError
from hexagora.server.settings import Settings

if TYPE_CHECKING:
    from email.message import EmailMessage

_SENDING = ThreadPoolExecutor(4, "mail")  # where nothing else waits behind a mail server that does not answer
SECONDS = 20.0  # for everything that a mail server is asked
PORTS = {"starttls": 587, "tls": 465, "none": 25}
LINE = 900  # characters of a header: a link that is broken into two lines is none
LONGEST = 254  # characters of an address
_ADDRESS = re.compile(r"(?P<name>[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*)"
                      r"@(?P<host>([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63})")

Told = Callable[[str], str]  # a text in the reader's language


def is_address(text: str) -> bool:
    """Whether a text can be the address of somebody.

    >>> is_address("anna@example.org"), is_address("anna.b+hex@mail.example.org")
    (True, True)
    >>> [is_address(t) for t in ("anna", "anna@localhost", "a@b.org\\nBcc: c@d.org", "a..b@c.org", "a@b.org,c@d.org")]
    [False, False, False, False, False]
    """
    return len(text) <= LONGEST and _ADDRESS.fullmatch(text) is not None


def must_be_whole(settings: Settings) -> None:
    """What the operator chose for mails fits together."""
    from email.utils import parseaddr

    if not settings.smtp_host:
        return
    if settings.smtp_tls not in PORTS:
        raise HexagoraError(f"HEXAGORA_SMTP_TLS = {settings.smtp_tls!r}: allowed are {', '.join(PORTS)}")
    if not is_address(parseaddr(settings.smtp_from)[1]) or not settings.smtp_from.isprintable():
        raise HexagoraError("HEXAGORA_SMTP_FROM must be the address that mails come from, as in "
                            "'Hexagora <hexagora@example.org>'")
    if not settings.public_url:
        raise HexagoraError("mails hold links: with HEXAGORA_SMTP_HOST set HEXAGORA_PUBLIC_URL too")


def made(settings: Settings, to: str, subject: str, text: str, stop: str | None = None) -> "EmailMessage":
    """A mail; with the address that ends such mails, as mail programs understand it (RFC 8058)."""
    from email.headerregistry import Address
    from email.message import EmailMessage
    from email.policy import SMTP
    from email.utils import formatdate, make_msgid, parseaddr

    name, sender = parseaddr(settings.smtp_from)
    mail = EmailMessage(policy=SMTP.clone(max_line_length=LINE))
    mail["From"] = Address(name or "Hexagora", addr_spec=sender)
    mail["To"] = Address(addr_spec=to)
    mail["Subject"] = subject
    mail["Date"] = formatdate()
    mail["Message-ID"] = make_msgid(domain=sender.rpartition("@")[2])
    mail["Auto-Submitted"] = "auto-generated"
    if stop:
        mail["List-Unsubscribe"] = f"<{stop}>"
        mail["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    mail.set_content(text, cte="base64" if not text.isascii() else None)
    return mail


async def send(settings: Settings, mail: "EmailMessage") -> None:
    """Hands a mail to the operator's mail server, or says why not."""
    import smtplib

    try:
        await asyncio.get_running_loop().run_in_executor(_SENDING, _send, settings, mail)
    except (smtplib.SMTPException, OSError) as e:
        raise MailFailed(f"{type(e).__name__}: {getattr(e, 'smtp_code', '')}") from None


class MailFailed(Exception):
    """The mail server did not take a mail. Says nothing about the receiver."""


def _send(settings: Settings, mail: "EmailMessage") -> None:
    import smtplib
    import ssl

    port = settings.smtp_port or PORTS[settings.smtp_tls]
    context = ssl.create_default_context(cafile=settings.smtp_ca or None)
    opened = (smtplib.SMTP_SSL(settings.smtp_host, port, timeout=SECONDS, context=context)
              if settings.smtp_tls == "tls" else smtplib.SMTP(settings.smtp_host, port, timeout=SECONDS))
    with opened as server:
        if settings.smtp_tls == "starttls":
            server.starttls(context=context)
        if settings.smtp_user:
            server.login(settings.smtp_user, settings.smtp_password)
        server.send_message(mail)


def confirmation(told: Told, home: str, link: str) -> tuple[str, str]:
    """Subject and text of the mail that asks whether the address is right; nobody's words but ours."""
    return told("Confirm your mail address"), "\n\n".join((
        told("Somebody asked for mails to this address when it is their turn in a game at {home}.").format(home=home),
        told("If that was you, confirm it within a day:") + f"\n{link}",
        told("If not, do nothing: no more mails will come.")))


def turns(told: Told, waiting: list[tuple[str, str, str]], home: str, stop: str) -> tuple[str, str]:
    """Subject and text of the mail about some tables: of each the title, with whom, and where."""
    titles = sorted({title for title, _, _ in waiting})
    subject = (told("Your turn: {title}").format(title=titles[0]) if len(waiting) == 1
               else told("Your turn at {count} tables").format(count=len(waiting)))
    lines = [(told("{title}, with {names}").format(title=title, names=names) if names else title) + f"\n{url}"
             for title, names, url in waiting]
    return subject, "\n\n".join((told("It is your turn:"), *lines, "-- \n" + told(
        "You asked for these mails at {home}. To get no more of them:").format(home=home) + f"\n{stop}"))
