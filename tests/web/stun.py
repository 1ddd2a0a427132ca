"""A STUN server for tests: tells whoever asks an address of its own choice (RFC 8489, the Binding method alone)."""

import socket
import struct
import threading

COOKIE = 0x2112A442
REQUEST, SUCCESS, MAPPED = 0x0001, 0x0101, 0x0020
IPV4 = 1
HEAD = struct.Struct(">HHI12s")  # what is said, how long, the cookie, the name of the question


class StunServer:
    def __init__(self, address: str, port: int):
        self.told = (address, port)
        self.asked = 0
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._socket.bind(("127.0.0.1", 0))
        self.address = f"stun:127.0.0.1:{self._socket.getsockname()[1]}"
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        while True:
            try:
                data, sender = self._socket.recvfrom(2048)
            except OSError:  # closed
                return
            kind, _, _, question = HEAD.unpack_from(data)
            if kind == REQUEST:
                self.asked += 1
                self._socket.sendto(self._answer(question), sender)

    def _answer(self, question: bytes) -> bytes:
        address, port = self.told
        number = struct.unpack(">I", socket.inet_aton(address))[0] ^ COOKIE
        mapped = struct.pack(">HHBBHI", MAPPED, 8, 0, IPV4, port ^ COOKIE >> 16, number)
        return HEAD.pack(SUCCESS, len(mapped), COOKIE, question) + mapped

    def close(self) -> None:
        self._socket.close()
