"""After a short pause a turn is not notified again; after a long one it is."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine

from accounts.models import User
from games.models import Game, Notice
from games.notices.links.turn import link_issue, link_open
from games.play.waits.pauses import pause_want
from tests.games_laid import lay_slow_game
from tests.notices.links.turn_links import token_of
from tests.notices.mail_server import Server
from tests.notices.outbox import send, turn_mail
from tests.play.slow_games import DAY, HOUR

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("travel")]


@pytest.fixture
def game(alice: User, bob: User) -> Game:
    return lay_slow_game([alice, bob], "3d")


def all_want(game: Game) -> None:
    for seat in game.seats.select_related("user"):
        pause_want(public_id=game.public_id, user=seat.user, want=True)
    game.refresh_from_db()


@pytest.mark.parametrize(("pause", "mails"), [(HOUR, 1), (2 * DAY, 2)])
def test_the_turn_is_notified_again_after_long_pauses_only(
    server: Server, game: Game, travel: time_machine.Traveller, pause: timedelta, mails: int
) -> None:
    travel.shift(HOUR)
    assert send(turn_mail(game)).status == Notice.Status.SENT
    all_want(game)
    assert game.status == Game.Status.PAUSED
    travel.shift(pause)
    all_want(game)
    assert game.status == Game.Status.RUNNING
    travel.shift(HOUR)
    row = send(turn_mail(game))
    assert row.version == game.version
    assert row.reason == ("" if mails == 2 else "an earlier notification covers it")
    assert len(server.mails) == mails


def test_an_unannounced_turn_is_mailed_after_the_pause(
    server: Server, game: Game, travel: time_machine.Traveller
) -> None:
    first = turn_mail(game)
    all_want(game)
    assert send(first).reason == "the game is paused"
    all_want(game)
    travel.shift(HOUR)
    assert send(turn_mail(game)).status == Notice.Status.SENT


def test_the_link_of_before_the_pause_is_good_after_it(game: Game) -> None:
    link = link_issue(turn_mail(game))
    all_want(game)
    all_want(game)
    assert link_open(token=token_of(link)).game == game
