"""The ladder: rated games that the site begins among bots."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from games.ladder import services
from games.ladder.services import MOST_LATE, ladder_sweep
from games.lobby.services import NewGame, game_create
from games.models import Game, LimitedAct, OutsideBot, Seat
from tests.api.programs import program_of
from tests.outside_bots.conftest import make_bot

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


def test_a_bot_with_its_most_games_gets_none(mimir: User, huginn: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.lobby.limits.MAX_GAMES_OF_BOT", 1)
    ready(mimir)
    ready(huginn)
    game_create(host=mimir, new=NewGame(seats=2))
    assert ladder_sweep() == 1
    assert ladder_games() == [["Skald", "huginn"]]


def test_bots_of_one_author_do_not_meet(mimir: User, huginn: User) -> None:
    for bot in (mimir, muninn := make_bot("muninn", author="ADA"), huginn):
        ready(bot)
    assert ladder_sweep() == 2
    assert ladder_games() == [["huginn", "mimir"], ["Skald", "muninn"]]
    ready(huginn, ready=False)
    over()
    assert ladder_sweep() == 2
    assert ladder_games()[2:] == [["Skald", "mimir"], ["Seidmadr", muninn.handle]]


def test_bots_that_wait_longest_come_first(mimir: User, huginn: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "BATCH", 1)
    ready(mimir)
    ladder_sweep()
    over()
    ready(huginn)
    ready(make_bot("muninn", author="Eve"))
    ladder_sweep()
    assert ladder_games()[1:] == [["huginn", "muninn"]]


def test_more_bots_cost_no_more_queries(mimir: User, huginn: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "BATCH", 1)
    ready(mimir)
    ready(huginn)

    def queries() -> int:
        with CaptureQueriesContext(connection) as sent:
            assert ladder_sweep() == 1
        return len(sent)

    few = queries()
    over()
    for number in range(3):
        ready(make_bot(f"three{number}", author="Eve"), seats=[3])
        ready(make_bot(f"pair{number}", author=f"Eve {number}"))
        at_most = make_bot(f"most{number}", author="Eve")
        ready(at_most)
        acts = [LimitedAct(user=at_most, kind=LimitedAct.Kind.GAME, at=timezone.now()) for _act in range(20)]
        LimitedAct.objects.bulk_create(acts)
    assert queries() == few
    assert ladder_games() == [["huginn", "mimir"], ["pair0", "pair1"]]
