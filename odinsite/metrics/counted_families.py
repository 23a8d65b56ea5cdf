"""The counts of all processes, as Prometheus's counters and histograms."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate

from prometheus_client.core import CounterMetricFamily, HistogramMetricFamily, Metric

from accounts.metrics.counters import SUM, Counts, Histogram, ProcessCounter
from odinsite.metrics.stored_counts import counts_push, counts_read


def counted_families() -> Iterator[Metric]:
    """All counters, with what this process counted until now. Rows that an earlier version counted with other labels
    are left out. Raises RedisError.
    """
    counts_push()
    counts = counts_read()
    for counter in ProcessCounter.registry.values():
        rows = {key[1:]: count for key, count in counts.items() if key[0] == counter.name}
        yield _histogram(counter, rows) if isinstance(counter, Histogram) else _counter(counter, rows)


def _counter(counter: ProcessCounter, rows: Counts) -> Metric:
    family = CounterMetricFamily(counter.name, counter.words, labels=counter.labels)
    for values in sorted({*counter.expected, *rows}):
        if len(values) == len(counter.labels):
            family.add_metric(values, rows.get(values, 0.0))
    return family


def _histogram(counter: Histogram, rows: Counts) -> Metric:
    family = HistogramMetricFamily(counter.name, counter.words, labels=counter.labels)
    for values in sorted({*counter.expected, *(key[:-1] for key in rows)}):
        if len(values) != len(counter.labels):
            continue
        buckets = accumulate(rows.get((*values, bound), 0.0) for bound in counter.bounds)
        named = list(zip(counter.bounds, buckets, strict=True))
        family.add_metric(values, named, rows.get((*values, SUM), 0.0))
    return family
