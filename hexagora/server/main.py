"""Starting the server: `run` for people at their own machine, and for operators."""

import asyncio
import contextlib
import errno
import gc
import socket
import threading
import webbrowser
from collections.abc import Iterator
from functools import partial
from typing import Any

from hexagora.engine.errors import HexagoraError
from hexagora.server import addresses, logs
from hexagora.server.settings import Settings, from_environment

BACKLOG = 2048
HIGHEST_PORT = 65535
GOODBYE_SECONDS = 5
PING_EVERY = 20  # seconds between two looks whether the other end of a socket is there; clients ask more often
PING_PATIENCE = 20


def run(host: str | None = None, port: int | None = None, database_url: str | None = None,
        open_browser: bool = False, **settings: Any) -> None:
    """Serves until stopped. What is not given comes from the environment (HEXAGORA_…), else from the defaults."""
    serve(from_environment(host=host, port=port, database_url=database_url, **settings), open_browser)


def serve(chosen: Settings, open_browser: bool = False) -> None:
    """Serves with these settings until stopped."""
    logs.set_up(chosen.log_level, chosen.log_json)
    listeners = listen(chosen)
    try:
        with _uncollected():
            asyncio.run(prepare(chosen))
            port = listeners[0].getsockname()[1]
            addresses.tell(chosen, port)
            if open_browser:  # it takes a while to start and so does the server; its question waits at the door
                threading.Thread(target=_open, args=(addresses.own(chosen, port),), daemon=True).start()
            server = _server(chosen)
    except BaseException:
        for listener in listeners:
            listener.close()
        raise
    server.run(listeners)


@contextlib.contextmanager
def _uncollected() -> Iterator[None]:
    """Nothing that a start makes is garbage, and looking for some among all that is imported takes a tenth of it."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


async def prepare(settings: Settings) -> None:
    """Opens the database once and brings it up to date, and looks for the bus, so that what is wrong with them is told
    in one sentence."""
    from hexagora.server import bus as buses
    from hexagora.server.database import GOES_WRONG
    from hexagora.server.metrics import Metrics
    from hexagora.server.storage import Storage
    from hexagora.server.supervision import Supervisor

    tasks = Supervisor(Metrics())
    bus = buses.make(settings.redis_url, tasks)
    if not await bus.alive():
        raise HexagoraError(f"the bus {settings.redis_url.rpartition('@')[2]} cannot be reached; is Redis running?")
    await bus.close()
    storage = Storage(settings, tasks)
    try:
        await storage.upgrade()
    except GOES_WRONG as e:
        why = str(getattr(e, "orig", None) or e)
        raise HexagoraError(f"the database {storage.database.url.render_as_string()} cannot be used: {why}") from None
    finally:
        await storage.dispose()


def listen(settings: Settings) -> list[socket.socket]:
    """The listening sockets: that for people, and that for the machines that watch the server if they have their own;
    errors are told before anything else is started."""
    listeners = [bind(settings.host, settings.port)]
    if settings.watch_port:
        try:
            listeners.append(bind(settings.watch_host, settings.watch_port))
        except HexagoraError:
            listeners[0].close()
            raise
    return listeners


def bind(host: str, port: int) -> socket.socket:
    if not host:  # to the system that is every address there is
        raise HexagoraError(f"no address to listen on is given; {addresses.ADVICE}")
    if not 0 <= port <= HIGHEST_PORT:
        raise HexagoraError(f"port {port}: allowed are 0 (any free one) to {HIGHEST_PORT}")
    address = addresses.found(host)
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((address, port))
    except OSError as e:
        listener.close()
        advice = (addresses.ADVICE if e.errno == errno.EADDRNOTAVAIL else
                  "choose another port, or stop what is running there")
        raise HexagoraError(f"cannot listen at {host} port {port}: {e.strerror}; {advice}") from None
    listener.listen(BACKLOG)
    return listener


def _server(settings: Settings) -> Any:
    import uvicorn

    from hexagora.server.app import create_app
    from hexagora.server.cycles import Looks
    from hexagora.server.lines import allow_many
    from hexagora.server.memory import keep_large

    allow_many()
    app = create_app(settings)

    class Server(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            hall = app.state.hall
            hall.tasks.keep(Looks(lambda: hall.metrics.actions).go_on, "cycles")
            hall.tasks.keep(keep_large, "memory")

    return Server(configuration(app, settings))


def configuration(app: Any, settings: Settings) -> Any:
    """How uvicorn serves the application."""
    import uvicorn

    from hexagora.server.lines import Line, Switchboard
    from hexagora.server.wire import Outgoing, Wire

    switchboard = Switchboard(None if settings.proxies else settings.limits.lines_per_address,
                              app.state.hall.metrics)
    line: Any = partial(Line, switchboard)
    wire: Any = partial(Wire, outgoing=Outgoing(),
                        refused=lambda code: app.state.hall.metrics.refusals.labels(code).inc())
    return uvicorn.Config(
        app, log_config=None, access_log=False, server_header=False, http=line, ws=wire,
        ws_max_size=settings.limits.frame_bytes, ws_per_message_deflate=settings.compress,
        ws_ping_interval=PING_EVERY, ws_ping_timeout=PING_PATIENCE,
        proxy_headers=False,  # the gate counts proxies itself
        timeout_graceful_shutdown=GOODBYE_SECONDS, timeout_keep_alive=30, backlog=BACKLOG)


def _open(address: str) -> None:
    try:
        webbrowser.open(address)
    except webbrowser.Error:
        return
