"""What a turn costs in round trips to PostgreSQL, commit included."""

import pytest

from accounts.models import User
from games.engine import legal_turns
from games.play.turn import turn_play
from tests.factories import seat_to_act, state_of
from tests.games_laid import lay_game
from tests.play.round_trips import round_trips

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_plain_turn_makes_five(alice: User, bob: User) -> None:
    game = lay_game([alice, bob])
    seat, text = seat_to_act(game), str(legal_turns(state_of(game))[0])
    with round_trips() as made:
        turn_play(public_id=game.public_id, user=seat.user, version=game.version, text=text)
    assert made.count <= 5
