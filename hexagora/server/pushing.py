"""Web Push: telling a browser something although no page of ours is open there. What is sent is encrypted for the
browser alone (RFC 8291) and signed with the key of this server (RFC 8292); a push service takes it (RFC 8030)."""

import asyncio
import base64
import logging
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import orjson

from hexagora.server import outside
from hexagora.server.settings import Settings

if TYPE_CHECKING:
    import aiohttp

log = logging.getLogger("hexagora.push")
VAPID_KEY = "vapid"  # the name of the key that signs pushes
SECONDS = 10.0  # for one request
TRIES, PAUSE = 3, 2.0  # how often a service is asked that does not take it, and the seconds in between
KEPT_BY_SERVICE = 24 * 3600  # seconds for which a service keeps what it cannot deliver yet
SIGNED_FOR = 12 * 3600
SILENT = -1  # in place of a status: no answer came, and asking again would only take as long again
TAKEN, AGAIN_FROM = range(200, 300), 500
GONE, TOO_MANY = (404, 410), 429
NOWHERE = "mailto:operator@localhost"  # who runs a server that says nothing about it


def new_key() -> str:
    """A private key for signing, as a text."""
    from cryptography.hazmat.primitives.asymmetric import ec

    number = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
    return _text(number.to_bytes(32, "big"))


def public_key(private: str) -> str:
    """What browsers are told, so that only we can send to their subscriptions."""
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    key = ec.derive_private_key(int.from_bytes(_bytes(private), "big"), ec.SECP256R1())
    return _text(key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))


def fits(p256dh: str, auth: str) -> bool:
    """Whether these can be the keys of a subscription: a point of the curve, and sixteen bytes."""
    from cryptography.hazmat.primitives.asymmetric import ec

    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), _bytes(p256dh))
        return len(_bytes(auth)) == 16
    except ValueError:
        return False


def _text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def _bytes(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


@dataclass(frozen=True)
class Request:
    """What goes to a push service."""

    address: str
    body: bytes
    headers: dict[str, str]


def sealed(to: Any, told: dict[str, str], private: str, contact: str) -> Request:
    """Something for one subscription, encrypted and signed."""
    from py_vapid import Vapid02
    from pywebpush import WebPusher

    about = {"endpoint": to.endpoint, "keys": {"p256dh": to.p256dh, "auth": to.auth}}
    body = WebPusher(about).encode(orjson.dumps(told), "aes128gcm")["body"]
    parts = urlsplit(to.endpoint)
    signed = Vapid02.from_raw(private.encode()).sign(
        {"aud": f"{parts.scheme}://{parts.netloc}", "exp": int(time.time()) + SIGNED_FOR, "sub": contact})
    return Request(to.endpoint, body, {
        **signed, "Content-Encoding": "aes128gcm", "Content-Type": "application/octet-stream", "Urgency": "normal",
        "TTL": str(KEPT_BY_SERVICE), "Topic": told["topic"]})


def contact_of(settings: Settings) -> str:
    """Whom push services may ask about us."""
    return settings.contact or (settings.public_url if settings.public_url.startswith("https://") else NOWHERE)


async def deliver(session: "aiohttp.ClientSession", request: Request) -> str:
    """Hands something to a push service: `taken`, `gone` when nobody is there any more, else `failed`."""
    for left in range(TRIES - 1, -1, -1):
        status = await _post(session, request)
        if status in TAKEN:
            return "taken"
        if status in GONE:
            return "gone"
        log.info("a push was not taken", extra={"host": urlsplit(request.address).hostname, "status": status})
        if status == SILENT or (status and status != TOO_MANY and status < AGAIN_FROM):
            break
        if left:
            await asyncio.sleep(PAUSE)
    return "failed"


async def _post(session: "aiohttp.ClientSession", request: Request) -> int:
    """The status; 0 where nobody can be asked. What is answered beyond it is not read, and not followed."""
    import aiohttp

    try:
        async with session.post(request.address, data=request.body, headers=request.headers,
                                allow_redirects=False, timeout=aiohttp.ClientTimeout(total=SECONDS)) as answer:
            return int(answer.status)
    except TimeoutError:
        return SILENT
    except (aiohttp.ClientError, OSError):
        return 0


async def session() -> "aiohttp.ClientSession":
    """What carries requests out. Loading the library takes a while, so it is loaded beside the event loop."""
    def load() -> Any:
        import aiohttp
        import pywebpush  # noqa: F401

        return aiohttp

    library = await asyncio.to_thread(load)
    opened: aiohttp.ClientSession = library.ClientSession(connector=outside.connector(),
                                                          cookie_jar=library.DummyCookieJar(), trust_env=False)
    return opened
