"""Each limit of the interface answers 429 and says when to try again, which is neither too early nor too late."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import timedelta
from itertools import chain, repeat
from typing import Any, Final

import pytest
from django.core.cache import cache
from django.utils import timezone
from time_machine import travel

from games.errors import Reason, Refused
from games.lobby.errors import GameLimitReason
from tests.api.programs import Program, program_of
from tests.factories import make_game, make_person
from tests.outside_bots.conftest import make_bot
from tests.records.played_elsewhere import one_record

pytestmark = pytest.mark.django_db

MOST: Final = 2


@dataclass(frozen=True, slots=True)
class Limited:
    """A limit on what `program` posts to `path`, lowered to MOST. It is named `setting`, and refuses with `error`."""

    setting: str
    error: str
    span_s: int
    requests: Callable[[], tuple[Program, str, Iterator[object]]]


def requests() -> tuple[Program, str, Iterator[object]]:
    return program_of(make_person("dora")), "games", repeat({})


def new_games() -> tuple[Program, str, Iterator[object]]:
    return program_of(make_person("dora")), "games", repeat({"seats": 2})


def challenges() -> tuple[Program, str, Iterator[object]]:
    return program_of(make_person("dora")), f"challenges/{make_person('emma').handle}", repeat({})


def messages() -> tuple[Program, str, Iterator[object]]:
    dora = make_person("dora")
    path = f"games/{make_game([dora, make_person('emma')]).public_id}/chat"
    return program_of(dora), path, ({"text": str(number)} for number in range(10))


def imports() -> tuple[Program, str, Iterator[object]]:
    return program_of(make_person("dora")), "records", (one_record(seed) for seed in range(90, 100))


def turns_of_bots() -> tuple[Program, str, Iterator[object]]:
    program = program_of(make_bot("mimir"))
    game = program.post("games", {"seats": 2, "bots": ["skald"], "target": None})["id"]
    return program, f"games/{game}/turns", repeat({"version": 0, "turn": "B1"})


MINUTE, DAY = 60, 86_400
LIMITS: Final = [
    Limited("games.api.limits.OF_TOKEN", "too_many_requests", MINUTE, requests),
    Limited("games.api.limits.OF_ACCOUNT", "too_many_requests", MINUTE, requests),
    Limited("games.outside_bots.limits.TURNS", "bot_too_fast", MINUTE, turns_of_bots),
    Limited("games.chat.services.MAX_LINES", "chat_too_fast", MINUTE, messages),
    Limited("games.lobby.limits.MAX_NEW", "too_many_new", 10 * MINUTE, new_games),
    Limited("games.lobby.limits.MAX_NEW_A_DAY", "too_many_new_today", DAY, new_games),
    Limited("games.lobby.invitations.MAX_A_DAY", "too_many_today", DAY, challenges),
    Limited("games.lobby.invitations.MAX_A_DAY_TO_ONE", "too_many_today", DAY, challenges),
    Limited("games.records.services.MOST_A_DAY", "record_too_often", DAY, imports),
]


@pytest.mark.parametrize("limited", LIMITS, ids=lambda limited: limited.setting)
def test_a_limit_says_when_it_is_over(limited: Limited, monkeypatch: pytest.MonkeyPatch) -> None:
    cache.clear()
    monkeypatch.setattr(limited.setting, MOST)
    # 40 seconds before a full minute, as counters have fixed spans.
    at = timezone.now().replace(second=20, microsecond=0)
    with travel(at, tick=False) as clock:
        program, path, bodies = limited.requests()
        first = at + timedelta(seconds=15)
        for number, body in zip(range(MOST), bodies, strict=False):
            clock.move_to(first + timedelta(seconds=number))
            program.post(path, body)
            assert program.status != 429
        body = next(bodies)
        assert program.post(path, body)["error"] == limited.error
        retry_s = refused_for_s(program, limited.span_s)
        clock.shift(timedelta(seconds=retry_s - 1))
        program.post(path, body)
        assert refused_for_s(program, limited.span_s) == 1
        clock.shift(timedelta(seconds=1))
        program.post(path, body)
        assert program.status != 429


def refused_for_s(program: Program, most: int) -> int:
    """The seconds until the program may try again."""
    headers: Any = program.last.headers
    assert (program.status, headers["Content-Type"]) == (429, "application/problem+json")
    assert "RateLimit" in headers
    assert "RateLimit-Policy" in headers
    seconds = int(headers["Retry-After"])
    assert 0 < seconds <= most
    return seconds


def reasons(kind: type[Reason] = Reason) -> Iterator[Reason]:
    """All reasons of all rooms."""
    return chain(kind, *(reasons(each) for each in kind.__subclasses__()))


def test_no_limit_refuses_without_saying_for_how_long() -> None:
    passing = [reason for reason in reasons() if reason.status == 429]
    assert GameLimitReason.TOO_MANY_NEW in passing
    for reason in passing:
        with pytest.raises(AssertionError):
            Refused(reason)
        assert Refused(reason, retry_s=5).retry_s == 5
