"""A refusal may be pickled, as Celery does with what a task raises."""

from __future__ import annotations

import pickle
from collections.abc import Iterator

import pytest

from accounts.errors import AccountReason, AccountRefused
from accounts.metrics.counters import ProcessCounter
from accounts.metrics.refusals import CountedRefusal
from games.chat.errors import ChatReason
from games.engine import Refusal
from games.errors import NoSuchGame, Refused
from games.notices.errors import LinkRefused, TurnLinkReason
from games.play.errors import TurnRefused

REFUSED = [
    AccountRefused(AccountReason.OWN_ACCOUNT),
    NoSuchGame("a game"),
    Refused(ChatReason.TOO_FAST, retry_s=5),
    TurnRefused(Refusal.TOO_LOW),
    LinkRefused(TurnLinkReason.SPENT, "a game"),
]


def kinds(of: type[CountedRefusal] = CountedRefusal) -> Iterator[type[CountedRefusal]]:
    for kind in of.__subclasses__():
        yield kind
        yield from kinds(kind)


@pytest.mark.parametrize("refusal", REFUSED, ids=lambda refusal: type(refusal).__name__)
def test_it_says_the_same_and_is_counted_once(refusal: CountedRefusal) -> None:
    ProcessCounter.take_all()
    again = pickle.loads(pickle.dumps(refusal))
    assert type(again) is type(refusal)
    assert (again.args, vars(again)) == (refusal.args, vars(refusal))
    assert ProcessCounter.take_all() == {}


def test_no_kind_has_a_way_of_its_own() -> None:
    own = {kind for kind in kinds() if "__init__" in vars(kind)}
    assert own <= {type(refusal) for refusal in REFUSED}
