"""The gate: every request passes it. It knows the guest, refuses strangers' pages, huge bodies and floods, and adds
the headers that keep browsers careful."""

import asyncio
import contextlib
import logging
import time
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Any
from urllib.parse import SplitResult, unquote, urlsplit

import orjson
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from hexagora.server import texts
from hexagora.server.addresses import LOOPBACK, is_loopback
from hexagora.server.errors import Refusal, ending, too_large
from hexagora.server.identity import COOKIE, Signer, new_guest
from hexagora.server.limiting import Limiter
from hexagora.server.metrics import Metrics
from hexagora.server.settings import Settings

log = logging.getLogger("hexagora.http")
POLICY = ("default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; "
          "media-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; "
          "form-action 'self'; frame-ancestors 'none'")
IN_OTHER_PAGES = POLICY.replace("frame-ancestors 'none'", "frame-ancestors *")  # goes before `x-frame-options`
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
SECURITY_HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
YEAR = 31536000
HOUSEHOLD = 64  # bits of an IPv6 address that belong to one household
NO_ADDRESS = SplitResult("", "", "", "", "")
REFUSED, TOO_LARGE, TOO_FAST = 400, 413, 429  # statuses from the first on are refusals
CODES = {TOO_LARGE: "too-large", TOO_FAST: "rate"}  # of refusals that come up while a body is read
OUR_SITES = ("same-origin", "same-site", "none")  # as browsers tell where a request comes from
QUIET = ("/static/",)
NOT_KEPT = "no-store"
LONGEST_ADDRESS = 4096  # characters; to take a long query apart takes some forty milliseconds
PATH_LOGGED = 200  # characters of an address that are worth keeping
ONLY_HEAD = "hexagora.only_head"  # in a scope: somebody asks what an answer would be
NEWCOMER = "hexagora.newcomer"  # in a scope: nobody we know
COOKIES = b"cookie"
CUT = "hexagora.cut"  # in the extensions of a scope: what ends the line at once, in the middle of an answer


class Gate:
    def __init__(self, app: ASGIApp, settings: Settings, metrics: Metrics, limiter: Limiter, state: Any):
        self.app, self.settings, self.metrics, self.limiter, self.state = app, settings, metrics, limiter, state
        self.hosts = _allowed_hosts(settings)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        guest, new = self._guest(headers)
        scope["guest"], scope[NEWCOMER] = guest, new
        scope["headers"] = [header for header in scope["headers"] if header[0] != COOKIES]  # read here and nowhere else
        scope["address"] = network(client_address(scope, headers, self.settings.proxies))
        scope["origin_fits"] = self._origin_fits(headers)
        if scope["type"] == "websocket":
            await self.app(scope, receive, send)
            return
        makes_guest = new and scope["origin_fits"] and comes_from_us(scope["method"], headers)
        answered = self._http(scope, receive, send, headers, guest if makes_guest else None)
        await self.state.hall.pacing.do(scope["address"], answered)

    def _guest(self, headers: Headers) -> tuple[str, bool]:
        """The guest of the cookie; a cookie that is missing, broken or not ours makes a new guest."""
        signer: Signer = self.state.signer
        known = signer.read(_cookie(headers.get("cookie", "")))
        return (known, False) if known else (new_guest(), True)

    def _origin_fits(self, headers: Headers) -> bool:
        """Whether the request comes from our own pages, or from no page at all; and is meant for us."""
        host = headers.get("host", "")
        if not self._answers_to(host):
            return False
        origin = headers.get("origin")
        if origin is None or origin in self.settings.origins:
            return True
        return origin != "null" and _split(origin).netloc == host

    def _answers_to(self, host: str) -> bool:
        return not self.hosts or (_split(f"//{host}").hostname or "") in self.hosts

    async def _http(self, scope: Scope, receive: Receive, send: Send, headers: Headers, new: str | None) -> None:
        began, status, begun = time.perf_counter(), 500, False

        async def answer(message: Message) -> None:
            nonlocal status, begun
            if message["type"] == "http.response.start":
                status, begun = message["status"], True
                self._add_headers(MutableHeaders(scope=message), new if status < REFUSED else None)
            await send(message)

        try:
            self._admit(scope, headers)
            await self.app(_read(scope), self._bounded(scope, receive), answer)
        except Refusal as e:
            self.metrics.refusals.labels(e.code).inc()
            await _refuse(e, answer)
        except asyncio.CancelledError:  # the server ends and gives up whoever still waits
            await _give_up(scope, answer, begun)
        finally:
            self.metrics.requests.labels(str(status)).inc()
            if not scope["path"].startswith(QUIET):
                log.info("request", extra={"method": scope["method"], "path": scope["path"][:PATH_LOGGED],
                                           "status": status,
                                           "ms": round((time.perf_counter() - began) * 1000, 1)})

    def _admit(self, scope: Scope, headers: Headers) -> None:
        if not scope["path"].startswith(QUIET):
            self.limiter.check("request", scope["address"])
        if not scope["origin_fits"]:
            if scope["method"] not in SAFE_METHODS:
                raise Refusal("origin", "This request comes from another site and is refused.", 403)
            if not self._answers_to(headers.get("host", "")):
                raise Refusal("host", "This server does not answer to that name.", 421)
        if len(scope["path"]) + len(scope["query_string"]) > LONGEST_ADDRESS:
            raise Refusal("too-large", f"The address is longer than {LONGEST_ADDRESS} characters.", 414)
        if not texts.is_line(scope["path"]) or not texts.is_line(unquote(scope["query_string"].decode("latin-1"))):
            raise Refusal("bad-request", "The address holds a control character.", 400)
        length = headers.get("content-length", "0")
        if not length.isdigit() or int(length) > self.settings.limits.body_bytes:
            raise too_large(self.settings.limits.body_bytes)

    def _bounded(self, scope: Scope, receive: Receive) -> Receive:
        """Counts what arrives, also of bodies that do not say how long they are. To understand a large one costs what
        some smaller ones do, so it counts as several requests."""
        seen, counts = 0, self.settings.limits.request_bytes

        async def counted() -> Message:
            nonlocal seen
            message = await receive()
            before, seen = seen, seen + len(message.get("body", b""))
            if seen > self.settings.limits.body_bytes:
                raise HTTPException(TOO_LARGE, str(too_large(self.settings.limits.body_bytes)))
            if seen // counts > before // counts:
                try:
                    self.limiter.check("request", scope["address"], seen // counts - before // counts)
                except Refusal as e:  # within the framework, which would take one for a body that is no JSON
                    raise HTTPException(TOO_FAST, str(e)) from None
            return message

        return counted

    def _add_headers(self, headers: MutableHeaders, new: str | None) -> None:
        for name, value in SECURITY_HEADERS.items():
            headers.setdefault(name, value)
        headers.setdefault("cache-control", NOT_KEPT)
        if self.settings.secure_cookie:
            headers.setdefault("strict-transport-security", f"max-age={YEAR}")
        if new is not None and "set-cookie" not in headers:  # whoever has just signed in is known already
            headers.append("set-cookie", self.state.signer.cookie(new, self.settings.secure_cookie))
        if "set-cookie" in headers and headers["cache-control"] != NOT_KEPT:  # or the next would be the same guest
            headers["cache-control"] = f"private, {headers['cache-control']}"


def _cookie(header: str) -> str:
    """Our own cookie; the last one where there are several. Others are not looked at: the library's reader of cookies
    takes seconds for some of them.

    >>> _cookie("theme=dark; hexagora_guest=anna.00ff; other"), _cookie("theme=dark")
    ('anna.00ff', '')
    """
    pairs = (part.partition("=") for part in header.split(";"))
    return next((value.strip() for name, _, value in reversed([*pairs]) if name.strip() == COOKIE), "")


def network(address: str) -> str:
    """What counts as one address: of IPv6 the prefix that one household or machine is given.

    >>> network("192.0.2.7"), network("2001:db8:1:2:3::4"), network("::ffff:192.0.2.7"), network("unknown")
    ('192.0.2.7', '2001:db8:1:2::/64', '192.0.2.7', 'unknown')
    """
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, IPv6Address) and found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ip_network((found, HOUSEHOLD), strict=False)) if isinstance(found, IPv6Address) else str(found)


def comes_from_us(method: str, headers: Headers) -> bool:
    """Whether a new guest may be made: by our own pages, by somebody who opens an address, or by a program. A page of
    another site can let a browser send a request without our cookie; a new one would wipe out the visitor's."""
    site = headers.get("sec-fetch-site", "none")
    opened = method == "GET" and headers.get("sec-fetch-dest") == "document"
    return site in OUR_SITES or (site == "cross-site" and opened)


def _allowed_hosts(settings: Settings) -> set[str]:
    """On loopback only its own names, so that no other site can reach it through a name of its own; else any."""
    hosts = {urlsplit(url).hostname or "" for url in (settings.public_url, *settings.origins) if url}
    if is_loopback(settings.host):
        return hosts | set(LOOPBACK)
    return hosts if settings.public_url else set()


def _split(url: str) -> SplitResult:
    """The parts of an address; an address that is none has none."""
    try:
        return urlsplit(url)
    except ValueError:
        return NO_ADDRESS


def client_address(scope: Scope, headers: Headers, proxies: int) -> str:
    """Who asks. Each proxy appends the address that it was asked from, so with n proxies of our own the n-th entry
    from the right is the first that none of them took from somebody else; what stands left of it anybody may have
    written."""
    peer = str((scope.get("client") or ("unknown", 0))[0])
    entries = ",".join(headers.getlist("x-forwarded-for")).split(",") if proxies else []
    chain = [entry.strip() for entry in entries if entry.strip()][-proxies:]
    return (chain and _address(chain[0])) or peer


def _address(text: str) -> str:
    """An address as proxies write it, perhaps with brackets and a port; nothing when it is none.

    >>> _address("192.0.2.7"), _address("192.0.2.7:4711"), _address("[2001:DB8::1]:443"), _address("nobody")
    ('192.0.2.7', '192.0.2.7', '2001:db8::1', '')
    """
    bare = text.rpartition("]")[0].removeprefix("[") if text.startswith("[") else text
    if bare.count(":") == 1:
        bare = bare.partition(":")[0]
    try:
        return str(ip_address(bare))
    except ValueError:
        return ""


def _read(scope: Scope) -> Scope:
    """Whoever asks for the head of an answer is answered as somebody who reads; the line leaves out the body. What
    reading would do besides must not happen then: see `ONLY_HEAD`."""
    is_head = scope["method"] == "HEAD"
    return {**scope, "method": "GET", ONLY_HEAD: True} if is_head else scope


async def _refuse(e: Refusal, send: Send) -> None:
    body = orjson.dumps({"error": str(e), "code": e.code})
    await send({"type": "http.response.start", "status": e.status,
                "headers": [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]})
    await send({"type": "http.response.body", "body": body})


async def _give_up(scope: Scope, send: Send, begun: bool) -> None:
    """Says that the server ends, where nothing was said yet; half an answer is cut off, so that nobody takes it for a
    whole one."""
    with contextlib.suppress(asyncio.CancelledError):  # nobody reads, and the server does not wait any longer
        if not begun:
            await _refuse(ending(), send)
            return
    cut = scope.get("extensions", {}).get(CUT)
    if cut:
        cut["now"]()
        await asyncio.sleep(0)  # the line learns of its end
