"""The metrics as Prometheus reads them."""

from __future__ import annotations

from collections.abc import Iterator

from prometheus_client.core import Metric
from prometheus_client.exposition import choose_encoder
from prometheus_client.registry import Collector, CollectorRegistry
from redis.exceptions import RedisError

from odinsite.health import disk_lacks, redis_lacks
from odinsite.metrics.counted_families import counted_families
from odinsite.metrics.database_families import late_work
from odinsite.metrics.families import gauge
from odinsite.metrics.redis_families import redis_families
from odinsite.version import REVISION, VERSION


class SiteCollector(Collector):
    def collect(self) -> Iterator[Metric]:
        """Ask Redis and the database, and wait once for each. Metrics of a server that is away are left out."""
        known: list[Metric] = []
        works = {"database": True, "disk": not disk_lacks(), "redis": True}
        try:
            known += [*redis_families(), *counted_families()]
            works["redis"] = not redis_lacks()
        except RedisError:
            works["redis"] = False
        late = late_work()
        if late is None:
            works["database"] = False
        yield gauge("odin_build_info", "The version that answers.", ["version", "revision"], [((VERSION, REVISION), 1)])
        yield gauge(
            "odin_ok",
            "1 if the part works: the database with current tables, Redis, and enough room on this machine's disks.",
            ["part"],
            [([part], float(fine)) for part, fine in works.items()],
        )
        yield from [*known, *(late or ())]


def metrics_text(accepted: str) -> tuple[bytes, str]:
    """The metrics, and their media type by an Accept header."""
    registry = CollectorRegistry(auto_describe=False)
    registry.register(SiteCollector())
    encode, kind = choose_encoder(accepted)
    return encode(registry), kind
