"""What a look at the figures brings up."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from games.models import Signal


@dataclass(frozen=True)
class Finding:
    """`people` are ids in order; `weight` is -log10 of the share of such cases that chance would bring.

    `evidence` holds numbers, and public ids of games under "tables".
    """

    kind: Signal.Kind
    people: tuple[int, ...]
    weight: float
    evidence: dict[str, Any]
