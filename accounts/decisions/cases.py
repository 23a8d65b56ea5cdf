"""What staff reads before it answers an appeal, or lifts or shortens a decision."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from accounts.models import Appeal, Sanction, User

SHOWN = 10


@dataclass(frozen=True)
class Evidence:
    """Something that led to a decision: a template, and what it calls `case`."""

    template: str
    case: Any


Finder = Callable[[Sanction, User], Sequence[Evidence]]
_finders: list[Finder] = []


def evidence_add(finder: Finder) -> None:
    """Ask this from now on for what led to a decision; it is told who of the staff reads."""
    _finders.append(finder)


@dataclass(frozen=True)
class DecisionCase:
    """A decision with what bears on it."""

    sanction: Sanction
    appeal: Appeal | None
    # About the same person, the newest first.
    others: list[Sanction]
    evidence: list[Evidence]


def decision_case_of(sanction_id: int, reader: User) -> DecisionCase:
    """A fixed number of queries, beside those for the evidence."""
    sanction = Sanction.objects.select_related("user", "by", "lifted_by", "appeal__answered_by").get(pk=sanction_id)
    others = Sanction.objects.filter(user=sanction.user_id).exclude(pk=sanction_id).select_related("by", "appeal")
    return DecisionCase(
        sanction=sanction,
        appeal=getattr(sanction, "appeal", None),
        others=list(others.order_by("-pk")[:SHOWN]),
        evidence=[part for finder in _finders for part in finder(sanction, reader)],
    )
