"""The ladder: rated games that the site begins among bots."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from games.ladder.services import MOST_LATE, ladder_sweep
from games.models import Game, OutsideBot, Seat
from tests.api.programs import program_of

pytestmark = pytest.mark.django_db


def ready(user: User, **changed: Any) -> None:
    program = program_of(user)
    program.post("bot/games", {"ready": True, **changed})
    assert program.status == 200


def ladder_games() -> list[list[str]]:
    """The players of each game of the ladder, oldest first."""
    games = Game.objects.filter(from_queue=True).order_by("pk")
    return [sorted(game.seats.values_list("user__handle", flat=True)) for game in games]


def over() -> None:
    Game.objects.filter(ended_at=None).update(
        status=Game.Status.FINISHED, ended_at=timezone.now(), started_at=timezone.now(), ending="single_hand"
    )


def test_bots_play_each_other_and_then_those_of_the_site(mimir: User, huginn: User) -> None:
    assert ladder_sweep() == 0
    ready(mimir)
    ready(huginn)
    assert ladder_sweep() == 1
    assert ladder_sweep() == 0
    assert ladder_games() == [["huginn", "mimir"]]
    game = Game.objects.get()
    assert (game.rated, game.visibility, game.pace, game.target) == (True, "public", "3m", 15)
    over()
    assert ladder_sweep() == 2
    assert ladder_games()[1:] == [["Skald", "mimir"], ["Skald", "huginn"]]
    over()
    ladder_sweep()
    assert ladder_games()[3:] == [["Seidmadr", "mimir"], ["Seidmadr", "huginn"]]


def test_the_bots_hear_of_their_game_and_contribute(mimir: User) -> None:
    ready(mimir)
    ladder_sweep()
    program = program_of(mimir)
    [found] = program.get("games", mine="true")["games"]
    assert program.post(f"games/{found['id']}/contribution", {"contribution": "00"})["status"] == "running"


def test_only_games_that_both_take_begin(mimir: User, huginn: User) -> None:
    ready(mimir, paces=["1h"], targets=[None])
    ready(huginn, paces=["3m"])
    ladder_sweep()
    assert ladder_games() == [["Skald", "mimir"], ["Skald", "huginn"]]
    assert list(Game.objects.order_by("pk").values_list("pace", "target")) == [("1h", None), ("3m", 15)]


def test_bots_that_take_no_such_game_get_none(mimir: User, huginn: User) -> None:
    ready(mimir, seats=[3])
    ready(huginn, paces=["none"])
    assert ladder_sweep() == 0


def test_a_bot_that_misses_turns_is_no_longer_ready(mimir: User) -> None:
    ready(mimir)
    ladder_sweep()
    Seat.objects.filter(user=mimir).update(timeouts=MOST_LATE)
    over()
    Game.objects.update(status=Game.Status.RUNNING, ended_at=None, ending="", to_act=0)
    assert ladder_sweep() == 0
    assert not OutsideBot.objects.get().ready


@pytest.mark.parametrize("stopped", [{"is_active": False}, {"suspended_until": True}, {"barred_until": True}])
def test_stopped_bots_get_no_games(mimir: User, stopped: dict[str, Any]) -> None:
    ready(mimir)
    later = timezone.now() + timedelta(days=1)
    User.objects.filter(pk=mimir.pk).update(
        **{name: later if value is True else value for name, value in stopped.items()}
    )
    assert ladder_sweep() == 0
