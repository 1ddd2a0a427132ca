"""Rate limits: buckets that fill at a steady rate, one for each kind of thing and each who."""

import time
from collections import OrderedDict

from hexagora.server.errors import too_fast
from hexagora.server.settings import Limits

MINUTE, HOUR = 60.0, 3600.0
LEAST_WAIT = 0.001  # seconds; after them there is something in a bucket that was just empty


class Bucket:
    """Holds up to `burst` tokens and gains `rate` a second; each thing done takes one.

    >>> b = Bucket(rate=1.0, burst=2.0, now=0.0)
    >>> b.take(0.0), b.take(0.0), b.take(0.0), b.take(1.0)
    (True, True, False, True)
    """

    __slots__ = ("at", "burst", "level", "rate")

    def __init__(self, rate: float, burst: float, now: float):
        self.rate, self.burst, self.level, self.at = rate, burst, burst, now

    def fill(self, now: float) -> None:
        self.level = min(self.burst, self.level + (now - self.at) * self.rate)
        self.at = now

    def take(self, now: float, tokens: float = 1.0) -> bool:
        """Takes the tokens of one thing if there is one; those that are missing have to come before the next."""
        self.fill(now)
        if self.level < 1:
            return False
        self.level -= tokens
        return True

    def pay(self, amount: float) -> bool:
        """Takes an amount as long as there is anything; what is missing has to be filled up before the next."""
        if self.level <= 0:
            return False
        self.level -= amount
        return True

    @property
    def seconds_until_some(self) -> float:
        return max(0.0, -self.level / self.rate) + LEAST_WAIT


class Limiter:
    """The buckets of one process; those unused for longest are forgotten first."""

    def __init__(self, limits: Limits):
        self.limits = limits
        self._rates = {
            "message": (limits.messages_per_second, limits.message_burst),
            "request": (limits.requests_per_second, limits.request_burst),
            "table": (limits.tables_per_minute / MINUTE, limits.table_burst),
            "link": (limits.link_tries_per_minute / MINUTE, limits.link_burst),
            "preview": (limits.previews_per_second, limits.preview_burst),
            "edit": (limits.edits_per_second, limits.edit_burst),
            "trial": (limits.trials_per_minute / MINUTE, limits.trial_burst),
            "hint": (limits.hints_per_minute / MINUTE, limits.hint_burst),
            "sign-in": (limits.sign_ins_per_minute / MINUTE, limits.sign_in_burst),
            "mail": (limits.mails_asked_per_hour / HOUR, limits.mail_ask_burst),
            "opinion": (limits.opinions_per_minute / MINUTE, limits.opinion_burst),
            "chat": (limits.chats_per_minute / MINUTE, limits.chat_burst),
            "effort": (limits.effort_share, limits.effort_burst),
        }
        self._buckets: OrderedDict[tuple[str, str], Bucket] = OrderedDict()

    def bucket(self, kind: str) -> Bucket:
        """A bucket of its own, for one connection."""
        return Bucket(*self._rates[kind], time.monotonic())

    def bucket_of(self, kind: str, who: str) -> Bucket:
        """The bucket of that kind of whoever it is."""
        key = (kind, who)
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = self.bucket(kind)
            if len(self._buckets) > self.limits.trackers:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(key)
        return bucket

    def check(self, kind: str, who: str, tokens: float = 1.0) -> None:
        """Takes a token of that kind from whoever it is, or more for what is large, or refuses."""
        if not self.bucket_of(kind, who).take(time.monotonic(), tokens):
            raise too_fast()
