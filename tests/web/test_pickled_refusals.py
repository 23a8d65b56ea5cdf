"""A refusal may be pickled, as Celery does with what a task raises."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from importlib import import_module
from pkgutil import walk_packages

import pytest
from django.conf import settings

import accounts
import games
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


def load_all_kinds() -> None:
    """Import all modules named `errors`, and all views: some of the API's define refusals themselves."""
    import_module(settings.ROOT_URLCONF)
    for package in (accounts, games):
        for module in walk_packages(package.__path__, f"{package.__name__}."):
            if module.name.endswith(".errors"):
                import_module(module.name)


def test_no_kind_has_a_way_of_its_own() -> None:
    load_all_kinds()
    own = {kind for kind in kinds() if "__init__" in vars(kind)}
    assert own <= {type(refusal) for refusal in REFUSED}
