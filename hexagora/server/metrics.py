"""Figures for Prometheus. Each server has its own registry, so that several can live in one test process. What is
counted with every action is a plain number, told when somebody asks."""

from bisect import bisect_left
from collections.abc import Iterable
from itertools import accumulate

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

LATENCY_BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1, 2.5)
THINKING_BUCKETS = (0.01, 0.05, 0.1, 0.5, 1, 2, 5, 10, 30, 60)


class Metrics(Collector):
    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        r = self.registry
        self.actions = self.received = self.sent = 0
        self.refusals = Counter("hexagora_refusals", "messages and requests refused", ["code"], registry=r)
        self.requests = Counter("hexagora_requests", "HTTP requests answered", ["status"], registry=r)
        self.sockets = Gauge("hexagora_sockets", "open sockets", registry=r)
        self.live_tables = Gauge("hexagora_live_tables", "tables in memory", registry=r)
        self._acted = [0] * (len(LATENCY_BUCKETS) + 1)  # by the bucket that their time falls into
        self._acted_seconds = 0.0
        self.bot_seconds = Histogram("hexagora_bot_seconds", "how long bots think", buckets=THINKING_BUCKETS,
                                     registry=r)
        self.bot_failures = Counter("hexagora_bot_failures", "bots that did not answer", registry=r)
        self.lent = Counter("hexagora_lent", "decisions of bots asked of browsers", ["outcome"], registry=r)
        self.commits = Gauge("hexagora_commits", "transactions of the writer", registry=r)
        self.jobs = Gauge("hexagora_jobs", "writes in those transactions", registry=r)
        self.errors = Counter("hexagora_errors", "errors that nobody expected", registry=r)
        self.notices = Counter("hexagora_notices", "people told that it is their turn", ["way", "outcome"], registry=r)
        self.task_failures = Counter("hexagora_task_failures", "failures of what runs beside the requests", ["task"],
                                     registry=r)
        r.register(self)

    def acted(self, seconds: float) -> None:
        """An action was told so long after it had arrived."""
        self._acted[bisect_left(LATENCY_BUCKETS, seconds)] += 1
        self._acted_seconds += seconds

    def collect(self) -> Iterable[Metric]:
        yield CounterMetricFamily("hexagora_actions", "actions committed by this process", self.actions)
        bounds = (*map(float, LATENCY_BUCKETS), "+Inf")
        counts = zip(map(str, bounds), accumulate(self._acted), strict=True)
        yield HistogramMetricFamily("hexagora_act_seconds", "from an action's arrival to its being told",
                                    buckets=list(counts), sum_value=self._acted_seconds)
        messages = CounterMetricFamily("hexagora_messages", "socket messages", labels=["direction"])
        messages.add_metric(["in"], self.received)
        messages.add_metric(["out"], self.sent)
        yield messages

    def text(self) -> bytes:
        return generate_latest(self.registry)
