"""Evidence that staff read before they answer an appeal, or change a decision."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from accounts.models import Appeal, Sanction, User

SHOWN = 10


@dataclass(frozen=True)
class CaseEvidence:
    template: str
    case: Any


Finder = Callable[[Sanction, User], Sequence[CaseEvidence]]
_finders: list[Finder] = []


def evidence_add(finder: Finder) -> None:
    """Register a finder of evidence, which is called with the reader."""
    _finders.append(finder)


@dataclass(frozen=True)
class DecisionCase:
    sanction: Sanction
    appeal: Appeal | None
    # About the same person, newest first.
    others: list[Sanction]
    evidence: list[CaseEvidence]


def decision_case(sanction_id: int, reader: User) -> DecisionCase:
    """The evidence about a decision. A fixed number of queries, and the evidence's own."""
    sanction = Sanction.objects.select_related("user", "by", "lifted_by", "appeal__answered_by").get(pk=sanction_id)
    others = Sanction.objects.filter(user=sanction.user_id).exclude(pk=sanction_id).select_related("by", "appeal")
    return DecisionCase(
        sanction=sanction,
        appeal=getattr(sanction, "appeal", None),
        others=list(others.order_by("-pk")[:SHOWN]),
        evidence=[part for finder in _finders for part in finder(sanction, reader)],
    )
