"""A finding of one of the signals."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from games.models import Signal


@dataclass(frozen=True)
class Finding:
    """A finding. `people`: sorted ids. `weight`: -log10 of the share of such cases expected by chance. `evidence`:
    numbers, and public ids of games under "tables".
    """

    kind: Signal.Kind
    people: tuple[int, ...]
    weight: float
    evidence: dict[str, Any]
