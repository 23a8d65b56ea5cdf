"""The state of the site that the database knows."""

from __future__ import annotations

import re

from django.db import DatabaseError, connections
from django.utils import timezone
from prometheus_client.core import Metric

from games.moderation.dashboard import CappedCount, delays
from odinsite.health import database_lacks, hasty_connection
from odinsite.metrics.families import Row, gauge


def late_work() -> list[Metric] | None:
    """The counts of work that is late; None without a database. They are read by a connection of its own, as all
    others may be in use.
    """
    with hasty_connection() as hasty:
        if database_lacks(hasty):
            return None
        former = connections["default"]
        connections["default"] = hasty
        try:
            late = delays()
        except DatabaseError:
            return None
        finally:
            connections["default"] = former
    names = {_label(words): figure for words, figure in late.items()}
    counts: list[Row] = [([name], float(figure.count)) for name, figure in names.items()]
    ages: list[Row] = [([name], _age_s(figure)) for name, figure in names.items()]
    return [
        gauge("odin_late_work", "What the site should have done two minutes ago, or fails to do.", ["work"], counts),
        gauge("odin_late_work_oldest_seconds", "How long the oldest of it has waited.", ["work"], ages),
    ]


def _label(words: str) -> str:
    return re.sub("[^a-z]+", "_", words)


def _age_s(figure: CappedCount) -> float:
    return 0.0 if figure.oldest is None else (timezone.now() - figure.oldest).total_seconds()
