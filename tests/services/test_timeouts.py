"""When nobody comes: the seat passes or the caretaker plays, in the end the caretaker stays, and every game ends."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine

from accounts.models import User
from games.engine import verify_record
from games.models import Deadline, Game, GameEvent, Move
from games.selectors.records import record_of
from games.services.bots import bot_turn_play
from games.services.lobby import NewGame
from games.services.timeouts import wait_attend
from tests.factories import make_game

START = datetime(2027, 3, 1, 9, 0, tzinfo=UTC)
HOUR = timedelta(hours=1)


def clock_of(game: Game) -> Deadline:
    return Deadline.objects.get(pk=game.pk)


def attend(game: Game) -> None:
    wait_attend(game_id=game.pk)
    game.refresh_from_db()


def wait_out(game: Game, travel: time_machine.Traveller) -> None:
    """To the next instant at which the game's wait has something due, and let it happen."""
    due = clock_of(game).next_at
    assert due is not None
    travel.move_to(due)
    attend(game)


def last_move(game: Game) -> Move:
    return Move.objects.filter(hand__game=game).order_by("-version")[0]


@pytest.fixture
def travel() -> time_machine.Traveller:
    with time_machine.travel(START, tick=False) as traveller:
        yield traveller


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("pace", ["60s", "8h", "1d", "none"])
@pytest.mark.parametrize("action", ["pass", "caretaker"])
def test_a_game_whose_people_all_vanish_ends_by_itself(
    alice: User, bob: User, charlie: User, travel: time_machine.Traveller, pace: str, action: str
) -> None:
    game = make_game([alice, bob, charlie], NewGame(seats=3, target=10, pace=pace, timeout_action=action))
    for _step in range(3000):
        if game.status != Game.Status.RUNNING:
            break
        if game.bot_acts:
            bot_turn_play(game_id=game.pk, version=game.version)
            game.refresh_from_db()
        else:
            wait_out(game, travel)
    assert game.status == Game.Status.FINISHED
    assert verify_record(record_of(game, None)) == []
    assert clock_of(game).next_at is None
    assert game.events.filter(kind=GameEvent.Kind.HANDOVER).count() == 3
