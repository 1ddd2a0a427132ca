"""Who somebody is: a signed guest cookie; and what opens a seat: a long secret of which only the hash is kept."""

import hashlib
import hmac
import secrets

COOKIE = "hexagora_guest"
COOKIE_SECONDS = 400 * 24 * 3600  # the longest that browsers keep one
GUEST_BYTES = 16
SECRET_BYTES = 32
TABLE_BYTES = 12
LINE_BYTES = 12


def new_guest() -> str:
    return secrets.token_urlsafe(GUEST_BYTES)


def new_table_id() -> str:
    """Long enough that nobody finds a private table by guessing; never begins with a sign."""
    return "t" + secrets.token_hex(TABLE_BYTES)


def new_seat_secret() -> str:
    return secrets.token_urlsafe(SECRET_BYTES)


def new_line_key() -> str:
    """Tells one line of talk from another that says the same."""
    return secrets.token_hex(LINE_BYTES)


def hashed(secret: str) -> str:
    """What is kept of a seat secret. It has 256 random bits, so a plain hash cannot be searched back."""
    return hashlib.sha256(secret.encode()).hexdigest()


def opens(secret: str, kept: str) -> bool:
    """Whether the secret is the one whose hash is kept, in constant time."""
    return hmac.compare_digest(hashed(secret), kept)


class Signer:
    """Signs guest cookies.

    >>> s = Signer("key")
    >>> s.read(s.write("anna")), s.read("anna.00"), s.read("anna"), s.read("")
    ('anna', None, None, None)
    """

    def __init__(self, key: str):
        self._key = key.encode()

    def _sign(self, guest: str) -> str:
        return hmac.new(self._key, guest.encode(), hashlib.sha256).hexdigest()

    def write(self, guest: str) -> str:
        return f"{guest}.{self._sign(guest)}"

    def seat_pass(self, table: str, seat: int, kept: str) -> str:
        """What opens a seat on another device of whoever has it; void as soon as the seat gets another secret."""
        return self._sign(f"seat {seat} of {table}: {kept}")

    def passes(self, secret: str, table: str, seat: int, kept: str) -> bool:
        return secret.isascii() and hmac.compare_digest(secret, self.seat_pass(table, seat, kept))

    def read(self, cookie: str) -> str | None:
        """The guest, or None for a cookie that this server did not write."""
        guest, dot, signature = cookie.rpartition(".")
        if not dot or not guest or not cookie.isascii():
            return None
        return guest if hmac.compare_digest(self._sign(guest), signature) else None
