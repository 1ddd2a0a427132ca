"""Where people reach the server: this machine alone, everybody in the local network, or a public address."""

import io
import ipaddress
import queue
import socket
import sys
import threading
from typing import TextIO

from hexagora.engine.errors import HexagoraError
from hexagora.server.settings import Settings

ANY = ("0.0.0.0", "::", "")
LOOPBACK = ("127.0.0.1", "localhost", "::1")
ELSEWHERE = ("192.0.2.1", 9)  # an address for examples (RFC 5737): choosing the way there sends nothing
QR_BORDER = 2
WHITE_ON_BLACK, PLAIN = "\x1b[97;40m", "\x1b[0m"  # in a terminal with light colours the code would be a negative
LOOK_UP = 2.0  # seconds that the name of a machine may take: its own is known at once, others' only elsewhere
ADVICE = "give an address of this machine, such as 127.0.0.1, or 0.0.0.0 for all of them"


def is_loopback(host: str) -> bool:
    """Whether only this machine reaches a server that listens there.

    >>> is_loopback("127.0.0.1"), is_loopback("localhost"), is_loopback("192.168.1.7"), is_loopback("0.0.0.0")
    (True, True, False, False)
    """
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def found(host: str) -> str:
    """The address that a host stands for. A name that nobody knows is looked up for ten seconds where there is a
    network but no answer; nobody waits as long before anything is said.

    >>> found("127.0.0.1"), found("::1"), found("localhost"), found("")
    ('127.0.0.1', '::1', '127.0.0.1', '')
    """
    try:
        ipaddress.ip_address(host or "0.0.0.0")
        return host
    except ValueError:
        pass
    answers = queue.SimpleQueue[str | None]()
    threading.Thread(target=lambda: answers.put(_looked_up(host)), daemon=True).start()
    try:
        address = answers.get(timeout=LOOK_UP)
    except queue.Empty:
        address = None
    if address is None:
        raise HexagoraError(f"cannot listen at {host}: no machine of this name was found; {ADVICE}")
    return address


def _looked_up(host: str) -> str | None:
    try:
        return str(socket.getaddrinfo(host, None, socket.AF_INET, socket.SOCK_STREAM)[0][4][0])
    except (OSError, UnicodeError):
        return None


def in_local_network() -> str | None:
    """The address of this machine in the local network, if it is in one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as s:
        try:
            s.connect(ELSEWHERE)
            found = str(s.getsockname()[0])
        except OSError:
            return None
    return None if is_loopback(found) or found in ANY else found


def url(host: str, port: int) -> str:
    return f"http://{f'[{host}]' if ':' in host else host}:{port}"


def own(settings: Settings, port: int) -> str:
    """The address for whoever sits at this machine."""
    if settings.public_url:
        return settings.public_url.rstrip("/")
    return url("localhost" if settings.host in ANY else settings.host, port)


def invitation(settings: Settings, port: int) -> str | None:
    """The address that others can use; None when nobody else can reach the server, or nobody here knows how."""
    if settings.public_url:
        return settings.public_url.rstrip("/")
    if is_loopback(settings.host):
        return None
    host = in_local_network() if settings.host in ANY else settings.host
    return url(host, port) if host else None


def tell(settings: Settings, port: int, out: TextIO = sys.stdout) -> None:
    """Says where the server is; for others in the network also as a picture that a phone can read."""
    print(f"Hexagora is at {own(settings, port)}/  (Ctrl+C stops it)", file=out)
    others = None if settings.public_url else invitation(settings, port)
    if others:
        print(f"Others in your network: {others}/", file=out)
        _draw(others + "/", out)
    elif settings.host in ANY and not settings.public_url:
        print("This machine seems to be in no network; others cannot reach it.", file=out)
    out.flush()


def _draw(address: str, out: TextIO) -> None:
    """A QR code, where the terminal can show it."""
    import segno

    try:
        "█▀▄".encode(out.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return
    picture = io.StringIO()
    segno.make(address, micro=False).terminal(out=picture, border=QR_BORDER, compact=True)
    for line in picture.getvalue().splitlines():
        print(f"{WHITE_ON_BLACK}{line}{PLAIN}" if out.isatty() else line, file=out)
