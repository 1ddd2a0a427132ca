"""The application: puts the parts together."""

import contextlib
import logging
from collections.abc import AsyncIterator
from typing import Any

import orjson
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, Response
from starlette.exceptions import HTTPException

from hexagora import __version__
from hexagora.engine.errors import HexagoraError
from hexagora.server import api, archive, invitations, languages, lending, mailing, notices, pages, socket
from hexagora.server.errors import Refusal, internal
from hexagora.server.gate import CODES, Gate
from hexagora.server.hall import Hall
from hexagora.server.identity import Signer
from hexagora.server.messages import VALUE_ERROR
from hexagora.server.metrics import Metrics
from hexagora.server.rooms import Closed
from hexagora.server.settings import Settings
from hexagora.server.storage import Storage
from hexagora.server.supervision import Supervisor
from hexagora.server.texts import printable
from hexagora.server.thinkers import Thinkers
from hexagora.server.watch import Watch

log = logging.getLogger("hexagora.app")


class House(FastAPI):
    rooms: Closed

    def openapi(self) -> dict[str, Any]:
        """Tells of the rooms behind the lobby too."""
        self.rooms.open_at_once()
        return super().openapi()


def create_app(settings: Settings) -> House:
    mailing.must_be_whole(settings)
    lending.must_be_whole(settings)
    metrics = Metrics()
    hall = Hall(settings, metrics, Storage(settings, Supervisor(metrics)), Thinkers(settings, metrics))

    async def sign() -> None:
        app.state.signer = Signer(await hall.storage.cookie_key())

    @contextlib.asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        await hall.open()
        hall.renew = sign
        await sign()
        hall.spawn(archive.find_results(hall), "results")
        hall.spawn(rooms.open_soon(), "rooms")
        hall.tasks.keep(lambda: notices.go_round_forever(hall), "notices")
        log.info("ready", extra={"database": hall.storage.database.name, "bus": type(hall.bus).__name__})
        try:
            yield
        finally:
            await hall.close()
            if app.state.lab:
                app.state.lab.close()
            log.info("stopped")

    app = House(title="Hexagora", version=__version__, lifespan=life, docs_url=None, redoc_url=None,
                openapi_url=None)  # api.py tells it, beside the event loop
    app.state.hall = hall
    app.state.settings = settings
    app.state.limiter = hall.limiter
    app.state.lab = None  # until somebody comes in
    for router in (languages.router, api.router, invitations.router):
        app.router.routes += router.routes  # `include_router` would build each once more
    pages.mount(app, settings.site)
    rooms = app.rooms = Closed(app)
    app.router.routes.append(rooms)
    app.add_exception_handler(HexagoraError, _refused)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http_error)
    app.add_exception_handler(Exception, _unexpected)
    app.add_middleware(socket.Sockets)
    app.add_middleware(Gate, settings=settings, metrics=hall.metrics, limiter=app.state.limiter, state=app.state)
    app.add_middleware(Watch, hall=hall, settings=settings)
    return app


def _answer(request: Request, code: str, text: str, status: int) -> Response:
    """JSON for programs, a page for people."""
    request.app.state.hall.metrics.refusals.labels(code).inc()
    text = printable(text)
    if request.url.path.startswith(("/api", "/static")):
        return Response(orjson.dumps({"error": text, "code": code}), status, media_type="application/json")
    language = languages.wanted(request)
    title, said, lobby = (languages.told(language, one) for one in ("That did not work", text, pages.TO_LOBBY))
    return HTMLResponse(pages.message_page(title, said, lobby, language), status)


async def _refused(request: Request, e: Any) -> Response:
    if isinstance(e, Refusal):
        return _answer(request, e.code, str(e), e.status)
    return _answer(request, "bad-request", str(e), 422)


async def _invalid(request: Request, e: Any) -> Response:
    first = e.errors()[0]
    where = ".".join(str(part) for part in first["loc"] if part != "body")
    return _answer(request, "bad-request", f"{where or 'the request'}: {first['msg'].removeprefix(VALUE_ERROR)}", 422)


async def _http_error(request: Request, e: Any) -> Response:
    texts = {404: "There is nothing at this address.", 405: "This address does not understand that method."}
    code = CODES.get(e.status_code, "http")
    response = _answer(request, code, texts.get(e.status_code, str(e.detail)), e.status_code)
    response.headers.update(e.headers or {})
    return response


async def _unexpected(request: Request, e: Any) -> Response:
    request.app.state.hall.metrics.errors.inc()
    log.error("unexpected error", extra={"path": request.url.path}, exc_info=e)
    return _answer(request, "internal", str(internal()), 500)
