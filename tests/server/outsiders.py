"""Services that a server talks to on its own: a push service of browsers, and a mail server. Both speak TLS with a
certificate made for the test."""

import base64
import contextlib
import json
import os
import socketserver
import ssl
import threading
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from email import message_from_bytes
from email.message import Message
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import http_ece
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

PUSH_HOST, MAIL_HOST = "push.example.org", "localhost"


def certificate(folder: Path, host: str) -> Path:
    """A key and a certificate for a host, in one file."""
    key, now = ec.generate_private_key(ec.SECP256R1()), datetime.now(UTC)
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, host)])
    made = (x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
            .serial_number(1).not_valid_before(now - timedelta(days=1)).not_valid_after(now + timedelta(days=1))
            .add_extension(x509.SubjectAlternativeName([x509.DNSName(host)]), critical=False)
            .sign(key, hashes.SHA256()))
    path = folder / f"{host}.pem"
    path.write_bytes(key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8,
                                       serialization.NoEncryption()) + made.public_bytes(serialization.Encoding.PEM))
    return path


def _tls(file: Path) -> ssl.SSLContext:
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(file)
    return context


# pushes


class Browser:
    """A browser that can be pushed to: its keys, and the address that its push service gave it."""

    def __init__(self, name: str):
        self._key, self._auth = ec.generate_private_key(ec.SECP256R1()), os.urandom(16)
        self.path = f"/to/{name}"
        point = self._key.public_key().public_bytes(serialization.Encoding.X962,
                                                    serialization.PublicFormat.UncompressedPoint)
        self.subscription = {"endpoint": f"https://{PUSH_HOST}{self.path}", "p256dh": _text(point),
                             "auth": _text(self._auth)}

    def read(self, body: bytes) -> dict[str, str]:
        found: dict[str, str] = json.loads(http_ece.decrypt(body, private_key=self._key, auth_secret=self._auth,
                                                            version="aes128gcm"))
        return found


def _text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


class PushService:
    """What came, and with what it is answered."""

    def __init__(self, file: Path):
        self.requests: list[tuple[str, dict[str, str], bytes]] = []
        self.answers: list[int] = []  # the statuses of the next answers; 201 after them
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                status = service.answers.pop(0) if service.answers else 201
                service.requests.append((self.path, {k.lower(): v for k, v in self.headers.items()}, body))
                self.send_response(status)
                if status in range(300, 400):
                    self.send_header("location", f"https://{PUSH_HOST}/elsewhere")
                self.send_header("content-length", "0")
                self.end_headers()

            def log_message(self, *_: Any) -> None:
                """Says nothing."""

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.socket = _tls(file).wrap_socket(self.server.socket, server_side=True)
        self.port = self.server.server_address[1]

    def told(self, browser: Browser) -> list[dict[str, str]]:
        """What a browser was told so far."""
        return [browser.read(body) for path, _, body in list(self.requests) if path == browser.path]


@contextlib.contextmanager
def push_service(folder: Path) -> Iterator[PushService]:
    service = PushService(certificate(folder, PUSH_HOST))
    thread = threading.Thread(target=service.server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield service
    finally:
        service.server.shutdown()
        service.server.server_close()


# mails


class MailServer:
    """Takes mails from who signs in over TLS; what came, and whether it takes any."""

    def __init__(self, file: Path, starttls: bool):
        self.mails: list[tuple[str, Message]] = []
        self.said: list[str] = []
        self.refuses = False
        context, outer = _tls(file), self

        class Handler(socketserver.StreamRequestHandler):
            def handle(self) -> None:
                if not starttls:
                    self._secure()
                self._say("220 ready")
                receiver = ""
                while line := self.rfile.readline().decode().strip():
                    word = line.upper()
                    outer.said.append(line)
                    if word.startswith("EHLO"):
                        self._say("250-here\r\n250-STARTTLS\r\n250 AUTH PLAIN")
                    elif word == "STARTTLS":
                        self._say("220 go on")
                        self._secure()
                    elif word.startswith("RCPT"):
                        receiver = line.partition("<")[2].partition(">")[0]
                        self._say("550 no" if outer.refuses else "250 ok")
                    elif word == "DATA":
                        self._say("354 go on")
                        outer.mails.append((receiver, message_from_bytes(self._text())))
                        self._say("250 ok")
                    elif word == "QUIT":
                        self._say("221 bye")
                        return
                    else:
                        self._say("235 ok" if word.startswith("AUTH") else "250 ok")

            def _say(self, text: str) -> None:
                self.wfile.write(f"{text}\r\n".encode())

            def _text(self) -> bytes:
                lines = []
                while (line := self.rfile.readline()) != b".\r\n":
                    lines.append(line.removeprefix(b"."))
                return b"".join(lines)

            def _secure(self) -> None:
                self.connection = context.wrap_socket(self.connection, server_side=True)
                self.setup_files()

            def setup_files(self) -> None:
                self.rfile, self.wfile = self.connection.makefile("rb"), self.connection.makefile("wb", 0)

        class Server(socketserver.ThreadingTCPServer):
            daemon_threads, allow_reuse_address = True, True

        self.server = Server(("127.0.0.1", 0), Handler)
        self.port = self.server.server_address[1]


@contextlib.contextmanager
def mail_server(folder: Path, starttls: bool = True) -> Iterator[MailServer]:
    service = MailServer(certificate(folder, MAIL_HOST), starttls)
    threading.Thread(target=service.server.serve_forever, args=(0.05,), daemon=True).start()
    try:
        yield service
    finally:
        service.server.shutdown()
        service.server.server_close()
