"""Requests to addresses that strangers chose: only to machines that everybody can reach, and only the plain way.

Whoever subscribes to pushes names the address that this server will send to. It must be https at the usual port of a
machine with a name; what the name stands for is looked at when the connection is made, so that no second answer of a
name server can lead elsewhere; nothing that is answered is followed.
"""

import asyncio
import errno
import ipaddress
import socket
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

if TYPE_CHECKING:
    import aiohttp

HTTPS, PORT = "https", 443
LONGEST = 1000  # characters of an address
# last parts of names that only a network of its own knows
INSIDE = ("localhost", "local", "internal", "lan", "home", "corp", "intranet", "arpa")
CONNECTIONS = 8  # at a time
# A name server that a stranger chose may take its time: in threads of their own, or whatever else the server does in a
# thread would wait behind it.
_LOOKING_UP = ThreadPoolExecutor(CONNECTIONS, "lookup")


def problem(address: str) -> str | None:
    """What is wrong with an address to send to; nothing if it may be tried.

    >>> problem("https://push.example.org/abc"), problem("http://push.example.org/abc")
    (None, 'it must begin with https://')
    >>> problem("https://10.0.0.1/abc"), problem("https://push.example.org:22/")
    ('it must name a machine, not give its number', 'it must use the usual port')
    """
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError:
        return "it is no address"
    host = (parts.hostname or "").rstrip(".")
    if len(address) > LONGEST or not address.isascii() or not address.isprintable() or " " in address:
        return f"it must have up to {LONGEST} plain characters"
    if parts.scheme != HTTPS:
        return "it must begin with https://"
    if parts.username is not None or parts.password is not None:
        return "it must hold no name and no password"
    if port not in (None, PORT):
        return "it must use the usual port"
    last = host.rpartition(".")[2]
    if ":" in host or last.isdigit() or last.startswith("0x"):
        return "it must name a machine, not give its number"
    if "." not in host or last in INSIDE:
        return "it must name a machine that everybody can reach"
    return None


def is_public(number: str) -> bool:
    """Whether everybody can reach a machine; one inside a network of its own, this one included, is none of those.

    >>> [is_public(n) for n in ("93.184.215.14", "2606:2800:21f::1")]
    [True, True]
    >>> [is_public(n) for n in ("127.0.0.1", "10.1.2.3", "169.254.169.254", "100.64.0.1", "::1", "fe80::1", "fd00::1")]
    [False, False, False, False, False, False, False]
    >>> [is_public(n) for n in ("::ffff:10.0.0.1", "64:ff9b::a00:1", "2002:a00:1::", "224.0.0.1", "0.0.0.0", "nobody")]
    [False, False, False, False, False, False]
    >>> [is_public(n) for n in ("64:ff9b:1::a00:1", "::10.0.0.1", "::ffff:0:a00:1", "fec0::1")]
    [False, False, False, False]
    """
    try:
        found = ipaddress.ip_address(number.partition("%")[0])
    except ValueError:
        return False
    if isinstance(found, ipaddress.IPv6Address):
        inner = found.ipv4_mapped or found.sixtofour or _translated(found)
        if inner is not None:
            return is_public(str(inner))
        if found not in UNICAST:
            return False
    return found.is_global and not found.is_multicast


UNICAST = ipaddress.ip_network("2000::/3")  # what is given out (RFC 4291); the library calls more than that global
TRANSLATED = ipaddress.ip_network("64:ff9b::/96")  # IPv4 behind a translator (RFC 6052)


def _translated(found: ipaddress.IPv6Address) -> ipaddress.IPv4Address | None:
    return ipaddress.IPv4Address(int(found) & 0xFFFFFFFF) if found in TRANSLATED else None


def connector() -> "aiohttp.TCPConnector":
    """The way out: names are looked up here, and only numbers that everybody can reach are tried."""
    import aiohttp

    class PublicOnly(aiohttp.abc.AbstractResolver):
        async def resolve(self, host: str, port: int = 0, family: Any = socket.AF_INET) -> list[Any]:
            asked = partial(socket.getaddrinfo, host, port, type=socket.SOCK_STREAM, family=family,
                            flags=socket.AI_ADDRCONFIG)
            numbers = await asyncio.get_running_loop().run_in_executor(_LOOKING_UP, asked)
            found = [{"hostname": host, "host": number, "port": port, "family": kind, "proto": protocol,
                      "flags": socket.AI_NUMERICHOST | socket.AI_NUMERICSERV}
                     for kind, _, protocol, _, (number, *_) in numbers if is_public(str(number))]
            if not found:
                raise OSError(errno.EHOSTUNREACH, f"{host} is no machine that everybody can reach")
            return found

        async def close(self) -> None:
            """Nothing is held."""

    return aiohttp.TCPConnector(resolver=PublicOnly(), use_dns_cache=False, limit=CONNECTIONS)
