"""Makes gauges for Prometheus."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from prometheus_client.core import GaugeMetricFamily, Metric

# Label values, and the figure.
Row = tuple[Sequence[str], float]


def gauge(name: str, words: str, labels: Sequence[str], rows: Iterable[Row]) -> Metric:
    family = GaugeMetricFamily(name, words, labels=labels)
    for values, value in rows:
        family.add_metric(values, value)
    return family
