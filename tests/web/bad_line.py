"""A bad line between browser and server: it can fall silent without a word and come back, as networks do."""

import socket
import threading
from typing import Any
from urllib.parse import urlsplit

CHUNK = 65536


class BadLine:
    """Passes bytes on in both directions. While it is silent nothing passes and nobody is told; what was sent meanwhile
    arrives when it is back."""

    def __init__(self, address: str):
        self._goal = (urlsplit(address).hostname, urlsplit(address).port)
        self._speaks = threading.Event()
        self._speaks.set()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        self._ends: list[socket.socket] = []
        threading.Thread(target=self._accept, daemon=True).start()

    def __enter__(self) -> "BadLine":
        return self

    def __exit__(self, *_: Any) -> None:
        self.return_()
        self._listener.close()
        for end in self._ends:
            end.close()

    def fall_silent(self) -> None:
        self._speaks.clear()

    def return_(self) -> None:
        self._speaks.set()

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self._listener.accept()
            except OSError:
                return
            threading.Thread(target=self._join, args=(near,), daemon=True).start()

    def _join(self, near: socket.socket) -> None:
        self._speaks.wait()
        try:
            far = socket.create_connection(self._goal)
        except OSError:
            near.close()
            return
        self._ends += [near, far]
        for a, b in ((near, far), (far, near)):
            threading.Thread(target=self._pass_on, args=(a, b), daemon=True).start()

    def _pass_on(self, from_: socket.socket, to: socket.socket) -> None:
        try:
            while data := from_.recv(CHUNK):
                self._speaks.wait()
                to.sendall(data)
            self._speaks.wait()
            to.shutdown(socket.SHUT_WR)
        except OSError:
            return
