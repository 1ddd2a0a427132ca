"""The short cuts of the wire: whatever bytes come, in whatever pieces, it hears and answers as the general way does."""

import asyncio
import random
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest
import uvicorn
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.frames import Frame, Opcode

from hexagora.server.wire import FEW, MOST_FRAMES, PIECE, TOO_MANY, WRITE, Outgoing, Wire, framed

HANDSHAKE = (b"GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
             b"Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\nSec-WebSocket-Version: 13\r\n\r\n")
STREAMS = 150
HOURS = 3600.0


class Line(asyncio.Transport):
    """A transport that keeps what is written to it."""

    def __init__(self) -> None:
        super().__init__()
        self.written, self.closed, self.paused, self.writes = b"", False, 0, 0

    def write(self, data: Any) -> None:
        self.written += bytes(data)
        self.writes += 1

    def is_closing(self) -> bool:
        return self.closed

    def close(self) -> None:
        self.closed = True

    abort = close

    def pause_reading(self) -> None:
        self.paused = 1

    def resume_reading(self) -> None:
        self.paused = 0


async def heard(kind: type[WebSocketsSansIOProtocol], pieces: list[bytes]) -> tuple[list[Any], bytes, bool]:
    """The messages that an application hears, what is written meanwhile, and whether the line is closed."""
    messages: list[Any] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        while messages[-1:] != ["end"]:
            message = await receive()
            messages.append(message.get("text") or message.get("bytes") or "end")

    config = uvicorn.Config(app, log_config=None, ws_ping_interval=None, ws_per_message_deflate=False, lifespan="off")
    config.load()
    line, wire = Line(), kind(config=config, server_state=ServerState(), app_state={})
    wire.connection_made(line)
    for piece in (HANDSHAKE, *pieces):
        wire.data_received(piece)
        for _ in range(6):
            await asyncio.sleep(0)
        while getattr(wire, "_come", b"") and not line.closed:
            await asyncio.sleep(0)
        if line.closed:
            break
    closed = line.closed
    if not closed:
        wire.connection_lost(None)
    await asyncio.gather(*wire.tasks)
    return messages, line.written, closed


def cut(pieces: list[bytes]) -> Iterator[bytes]:
    """As the wire takes them apart."""
    for piece in pieces:
        for k in range(0, len(piece), PIECE):
            yield piece[k : k + PIECE]


async def open_wire(app: Any) -> tuple[Line, Wire]:
    """A wire whose other end has been accepted."""
    config = uvicorn.Config(app, log_config=None, ws_ping_interval=None, ws_per_message_deflate=False, lifespan="off")
    config.load()
    line, wire = Line(), Wire(config=config, server_state=ServerState(), app_state={})
    wire.connection_made(line)
    wire.data_received(HANDSHAKE)
    for _ in range(6):
        await asyncio.sleep(0)
    return line, wire


def masked(opcode: Opcode, data: bytes, fin: bool = True) -> bytes:
    return Frame(opcode, data, fin).serialize(mask=True)


def stream(rng: random.Random) -> bytes:
    """Frames of every kind, mostly whole texts; now and then something that is not allowed."""
    made = b""
    for _ in range(rng.randrange(1, 9)):
        text = rng.choice(["a", "b" * 125, "c" * 126, "⬡⬡", '{"type":"ping"}', "d" * 500]).encode()
        made += rng.choice([
            lambda t=text: masked(Opcode.TEXT, t), lambda t=text: masked(Opcode.TEXT, t),
            lambda t=text: masked(Opcode.TEXT, t[:3], False) + masked(Opcode.PING, b"p") + masked(Opcode.CONT, t[3:]),
            lambda t=text: masked(Opcode.BINARY, t), lambda: masked(Opcode.PING, b"?"),
            lambda: masked(Opcode.PONG, b""),
            lambda: rng.choice([masked(Opcode.TEXT, b"\xff\xfe"), b"\x81\x02ab", masked(Opcode.CONT, b"x"), b"\xc1",
                                masked(Opcode.CLOSE, b"\x03\xe8")]) if rng.random() < 0.3 else b""])()
    return made


def pieces_of(data: bytes, rng: random.Random) -> list[bytes]:
    """As they may arrive: cut anywhere, or frame by frame."""
    cuts = sorted({0, len(data), *(rng.randrange(len(data) + 1) for _ in range(rng.randrange(4)))})
    return [data[a:b] for a, b in pairwise(cuts)]


def test_whatever_comes_is_heard_as_the_general_way_hears_it():
    rng = random.Random(3)

    async def compare() -> int:
        several = 0
        for _ in range(STREAMS):
            made = stream(rng)
            pieces = pieces_of(made, rng) if rng.random() < 0.7 else [made]
            ours = await heard(Wire, pieces)
            assert ours == await heard(WebSocketsSansIOProtocol, [*cut(pieces)]), pieces
            several += len(ours[0]) > 2
        return several

    assert asyncio.run(compare()) > STREAMS // 3


@pytest.mark.parametrize("nonsense", [masked(Opcode.TEXT, b"\xff"),
                                      masked(Opcode.TEXT, b"\xff", False) + masked(Opcode.CONT, b"\xff")],
                         ids=["whole", "in parts"])
def test_a_goodbye_right_behind_what_is_no_text_is_heard(nonsense: bytes):
    stream = masked(Opcode.PING, b"?") + nonsense + masked(Opcode.CLOSE, b"\x03\xe8")
    messages, _, closed = asyncio.run(heard(Wire, [stream]))
    assert (messages, closed) == (["end"], True)


@pytest.mark.parametrize(("messages", "pauses"), [(8, False), (9, True)])
def test_reading_pauses_when_more_than_a_few_messages_wait(messages: int, pauses: bool):
    async def go() -> bool:
        async def app(scope: Any, receive: Any, send: Any) -> None:
            await receive()
            await send({"type": "websocket.accept"})
            await asyncio.Event().wait()

        line, wire = await open_wire(app)
        for _ in range(messages):
            wire.data_received(masked(Opcode.TEXT, b"a"))
        assert WRITE in wire.scope["extensions"]
        for task in wire.tasks:
            task.cancel()
        return line.paused > 0

    assert asyncio.run(go()) == pauses


async def _accept(scope: Any, receive: Any, send: Any) -> None:
    await receive()
    await send({"type": "websocket.accept"})
    while (await receive())["type"] != "websocket.disconnect":
        pass


@pytest.mark.parametrize("closed", [False, True])
def test_texts_that_are_written_together_go_out_together_in_order_and_to_no_closed_line(closed: bool):
    async def go() -> None:
        line, wire = await open_wire(_accept)
        before, writes = len(line.written), line.writes
        assert all(wire.write_now(text) for text in (b"one", b"two"))
        assert line.writes == writes
        line.closed = closed
        await asyncio.sleep(0)
        assert line.written[before:] == (b"" if closed else framed(b"one") + framed(b"two"))
        assert line.writes == writes + (not closed)
        wire.connection_lost(None)
        await asyncio.gather(*wire.tasks)

    asyncio.run(go())


def test_a_line_that_cannot_be_written_to_holds_up_no_other():
    async def go() -> None:
        opened = [await open_wire(_accept) for _ in range(3)]
        together = Outgoing()
        told: list[Any] = []
        asyncio.get_running_loop().set_exception_handler(lambda _, context: told.append(context["exception"]))
        for _, wire in opened:
            wire._outgoing = together
            assert wire.write_now(b"one")
        opened[1][0].write = None  # type: ignore[method-assign,assignment]
        await turns(3)
        assert opened[0][0].written.endswith(framed(b"one"))
        assert opened[2][0].written.endswith(framed(b"one"))
        assert len(told) == 1
        for _, wire in opened:
            wire.connection_lost(None)
            await asyncio.gather(*wire.tasks)

    asyncio.run(go())


def test_only_who_has_said_nothing_is_asked_whether_anybody_is_there():
    async def go() -> None:
        line, wire = await open_wire(_accept)
        wire.ping_interval, wire.ping_timeout = HOURS, HOURS
        before = line.writes
        wire.data_received(masked(Opcode.TEXT, b"a"))
        wire.send_keepalive_ping()
        assert line.writes == before
        wire.send_keepalive_ping()
        assert line.writes == before + 1
        wire.connection_lost(None)
        await asyncio.gather(*wire.tasks)

    asyncio.run(go())


# floods


async def never_listens(scope: Any, receive: Any, send: Any) -> None:
    await receive()
    await send({"type": "websocket.accept"})
    await asyncio.Event().wait()


async def turns(count: int = 50) -> None:
    for _ in range(count):
        await asyncio.sleep(0)


async def end(wire: Wire) -> None:
    for task in wire.tasks:
        task.cancel()
    await asyncio.gather(*wire.tasks, return_exceptions=True)


def test_of_many_frames_at_once_a_few_are_taken_and_the_rest_waits_for_who_listens():
    async def go() -> None:
        line, wire = await open_wire(never_listens)
        wire.data_received(masked(Opcode.BINARY, b"") * 40_000)
        await turns()
        assert line.paused
        assert wire.queue.qsize() <= FEW + PIECE // len(masked(Opcode.BINARY, b"")) + 1
        await end(wire)

    asyncio.run(go())


def test_whoever_does_not_read_is_not_answered_for_ever():
    async def go() -> None:
        line, wire = await open_wire(never_listens)
        wire.pause_writing()
        before = len(line.written)
        wire.data_received(masked(Opcode.PING, b"?") * 50)
        await turns()
        assert line.paused
        assert len(line.written) == before
        wire.resume_writing()
        await turns()
        assert not line.paused
        assert len(line.written) > before
        await end(wire)

    asyncio.run(go())


def test_whoever_does_not_read_is_not_heard_before_it_does():
    async def go() -> None:
        line, wire = await open_wire(never_listens)
        wire.data_received(masked(Opcode.PING, b"?"))  # from here on messages take the short way
        await turns()
        wire.data_received(masked(Opcode.TEXT, b"heard"))
        assert wire.queue.qsize() == 1
        wire.pause_writing()
        wire.data_received(masked(Opcode.TEXT, b"waits"))
        await turns()
        assert line.paused
        assert wire.queue.qsize() == 1
        wire.resume_writing()
        await turns()
        assert wire.queue.qsize() == 2
        await end(wire)

    asyncio.run(go())


@pytest.mark.parametrize("frame", [masked(Opcode.PING, b"?"), masked(Opcode.PONG, b""),
                                   masked(Opcode.CONT, b"", False)], ids=["ping", "pong", "part"])
def test_whoever_sends_too_many_frames_that_are_no_messages_is_cut_off(frame: bytes):
    async def go() -> bytes:
        line, wire = await open_wire(never_listens)
        wire.data_received(masked(Opcode.TEXT, b"a", False) + frame * 3 * MOST_FRAMES)
        while not line.closed:
            await asyncio.sleep(0)
        await end(wire)
        return line.written

    assert TOO_MANY.to_bytes(2, "big") + b"too many frames" in asyncio.run(go())


def test_a_goodbye_is_heard_behind_what_nobody_listens_to_any_more():
    async def go() -> None:
        enough = asyncio.Event()

        async def app(scope: Any, receive: Any, send: Any) -> None:
            await receive()
            await send({"type": "websocket.accept"})
            await enough.wait()
            await send({"type": "websocket.close", "code": 4429})

        line, wire = await open_wire(app)
        for _ in range(FEW + 1):
            wire.data_received(masked(Opcode.TEXT, b"{}"))
        wire.data_received(masked(Opcode.TEXT, b"{}") * 20 + masked(Opcode.CLOSE, (4429).to_bytes(2, "big")))
        await turns()
        assert not line.closed
        enough.set()
        await turns()
        assert line.closed
        await end(wire)

    asyncio.run(go())


def test_whoever_talks_on_after_the_end_is_cut_off():
    async def go() -> None:
        async def app(scope: Any, receive: Any, send: Any) -> None:
            await receive()
            await send({"type": "websocket.accept"})
            await send({"type": "websocket.close", "code": 4429})

        line, wire = await open_wire(app)
        wire.data_received(masked(Opcode.TEXT, b"{}") * 3 * MOST_FRAMES)
        while not line.closed:
            await asyncio.sleep(0)

    asyncio.run(go())
