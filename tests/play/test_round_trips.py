"""Round trips of a turn to PostgreSQL, commit included."""

import pytest

from accounts.models import User
from games.engine import legal_turns
from games.lobby.services import NewGame
from games.models import Game, Notice, Preferences
from games.play.presence import presence_save
from games.play.turn import turn_play
from tests.factories import seat_to_act, state_of
from tests.games_laid import lay_game
from tests.play.round_trips import round_trips

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.fast]


def trips_of_a_turn(game: Game) -> int:
    seat, text = seat_to_act(game), str(legal_turns(state_of(game))[0])
    with round_trips() as made:
        turn_play(public_id=game.public_id, user=seat.user, version=game.version, text=text)
    return made.count


def test_a_plain_turn_makes_four_and_a_notice_one_more(alice: User, bob: User) -> None:
    at_the_game, away = lay_game([alice, bob]), lay_game([alice, bob], NewGame(seats=2, undo=False))
    for person in (alice, bob):
        presence_save(public_id=at_the_game.public_id, user=person)
    assert trips_of_a_turn(at_the_game) <= 4
    assert not Notice.objects.filter(game=at_the_game, version=at_the_game.version + 1).exists()
    assert trips_of_a_turn(away) <= 5
    assert Notice.objects.filter(game=away, version=away.version + 1).exists()


def test_a_persons_order_for_all_games_costs_none(alice: User, bob: User) -> None:
    made = []
    for always in (False, True):
        for person in (alice, bob):
            Preferences.objects.update_or_create(user=person, defaults={"pass_if_stuck": always})
        made.append(trips_of_a_turn(lay_game([alice, bob])))
    assert made[0] == made[1]
