"""Figures for Prometheus. Each server has its own registry, so that several can live in one test process. What is
counted with every action is a plain number, told when somebody asks."""

from collections.abc import Iterable

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily, Metric
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
        self.act_seconds = Histogram("hexagora_act_seconds", "from an action's arrival to its being told",
                                     buckets=LATENCY_BUCKETS, registry=r)
        self.bot_seconds = Histogram("hexagora_bot_seconds", "how long bots think", buckets=THINKING_BUCKETS,
                                     registry=r)
        self.bot_failures = Counter("hexagora_bot_failures", "bots that did not answer", registry=r)
        self.commits = Gauge("hexagora_commits", "transactions of the writer", registry=r)
        self.jobs = Gauge("hexagora_jobs", "writes in those transactions", registry=r)
        self.errors = Counter("hexagora_errors", "errors that nobody expected", registry=r)
        self.task_failures = Counter("hexagora_task_failures", "failures of what runs beside the requests", ["task"],
                                     registry=r)
        r.register(self)

    def collect(self) -> Iterable[Metric]:
        yield CounterMetricFamily("hexagora_actions", "actions committed by this process", self.actions)
        messages = CounterMetricFamily("hexagora_messages", "socket messages", labels=["direction"])
        messages.add_metric(["in"], self.received)
        messages.add_metric(["out"], self.sent)
        yield messages

    def text(self) -> bytes:
        return generate_latest(self.registry)
