"""Who somebody is: a signed guest cookie, and a code that brings it back; and what opens a seat: a long secret. Of
codes and secrets only the hashes are kept."""

import hashlib
import hmac
import secrets
import time

COOKIE = "hexagora_guest"
COOKIE_SECONDS = 400 * 24 * 3600  # the longest that browsers keep one
GUEST_BYTES = 16
SECRET_BYTES = 32
TABLE_BYTES = 12
LINE_BYTES = 12
CODE_LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # five bits each, none like another
CODE_LENGTH, CODE_GROUP = 20, 4
READ_AS = str.maketrans("OIL", "011")  # what is easily mistaken when it is typed
TICKET_SECONDS = 600.0


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


def new_code() -> str:
    """A recovery code with a hundred random bits, to be written down and typed."""
    letters = "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
    return "-".join(letters[k:k + CODE_GROUP] for k in range(0, CODE_LENGTH, CODE_GROUP))


def read_code(typed: str) -> str:
    """A recovery code however it was typed.

    >>> read_code(" abcd-0o1i efgh "), read_code("")
    ('ABCD0011EFGH', '')
    """
    return "".join(c for c in typed.upper() if c.isalnum()).translate(READ_AS)


def hashed(secret: str) -> str:
    """What is kept of a seat secret or a code. They have a hundred random bits and more, so a plain hash cannot be
    searched back."""
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

    def ticket(self, guest: str, becomes: str) -> str:
        """Lets a browser that is one guest become another one, for a while."""
        until = int(time.time() + TICKET_SECONDS)
        return f"{becomes}.{until}.{self._sign(f'{guest} becomes {becomes} until {until}')}"

    def read_ticket(self, ticket: str, guest: str) -> str | None:
        """Who the browser of a guest may become; None when the ticket is another's, too old or not ours."""
        becomes, _, rest = ticket.partition(".")
        until, _, signature = rest.partition(".")
        if not (ticket.isascii() and until.isdigit() and int(until) >= time.time()):
            return None
        wanted = self._sign(f"{guest} becomes {becomes} until {until}")
        return becomes if hmac.compare_digest(wanted, signature) else None

    def cookie(self, guest: str | None, secure: bool) -> str:
        """The header that makes a browser this guest; without one, nobody."""
        value, seconds = (self.write(guest), COOKIE_SECONDS) if guest else ("", 0)
        return f"{COOKIE}={value}; Path=/; HttpOnly; SameSite=Lax; Max-Age={seconds}{'; Secure' if secure else ''}"

    def read(self, cookie: str) -> str | None:
        """The guest, or None for a cookie that this server did not write."""
        guest, dot, signature = cookie.rpartition(".")
        if not dot or not guest or not cookie.isascii():
            return None
        return guest if hmac.compare_digest(self._sign(guest), signature) else None
