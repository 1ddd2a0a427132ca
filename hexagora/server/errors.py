"""Refusals: a code for programs, a sentence for people, a status for HTTP."""

from hexagora.engine.errors import HexagoraError


class Refusal(HexagoraError):
    """Something the server does not do, and why. Never says what the person may not know."""

    def __init__(self, code: str, text: str, status: int = 400):
        self.code, self.status = code, status
        super().__init__(text)


def no_such_table() -> Refusal:
    return Refusal("no-table", "There is no such table. Check the link, or look for the table in the lobby.", 404)


def not_begun() -> Refusal:
    return Refusal("not-begun", "The match begins when all seats are taken.", 409)


def paused() -> Refusal:
    return Refusal("paused", "The match is paused; whoever sits here may let it go on.", 409)


def stale() -> Refusal:
    return Refusal("stale", "The table has moved on since; this is how it stands now.", 409)


def long_enough() -> Refusal:
    return Refusal("too-long", "So much has happened at this table that it only goes on: nothing more is taken back, "
                   "and there are no more pauses.", 409)


def no_return() -> Refusal:
    return Refusal("rated", "This match is rated: a seat that a bot took over stays with the bot.", 409)


def newer() -> Refusal:
    return Refusal("cannot-resume", "This match is played by a newer version already. This server is being brought "
                   "up to it; please try again in a moment.", 503)


def storage_failed() -> Refusal:
    return Refusal("storage", "The server cannot reach or write its database just now. Nothing that you saw is lost; "
                   "please try again in a moment.", 503)


def ending() -> Refusal:
    return Refusal("ending", "The server is just being stopped. Nothing that you saw is lost; please try again in a "
                   "moment.", 503)


def internal() -> Refusal:
    return Refusal("internal", "Something went wrong on the server. Nothing that you saw is lost.", 500)


def too_fast() -> Refusal:
    return Refusal("rate", "That was too much at once; please wait a moment.", 429)


def too_large(limit: int) -> Refusal:
    return Refusal("too-large", f"The request is larger than {limit} bytes.", 413)
