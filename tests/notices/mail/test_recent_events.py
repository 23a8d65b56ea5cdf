"""What an email lists as done since its reader last looked or acted."""

from __future__ import annotations

import pytest
import time_machine

from accounts.models import User
from games.models import Game
from games.moderation.acts import chat_lock, chat_unlock, game_pause
from games.notices.mail.facts import game_mail
from games.play.seats.resign import seat_resign
from tests.factories import make_staff, seat_to_act
from tests.games_laid import lay_slow_game
from tests.moderation.moderator_acts import act
from tests.notices.mail_texts import Kind, row_of
from tests.play.slow_games import DAY, person_acts

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("travel")]


@pytest.fixture
def game(alice: User, bob: User, charlie: User) -> Game:
    return lay_slow_game([alice, bob, charlie])


def listed(game: Game, user: User) -> list[str]:
    return [line.act or line.kind for line in game_mail(row_of(Kind.TURN, game, user)).since.lines]


def test_an_act_on_the_chat_follows_what_led_to_its_version(game: Game, travel: time_machine.Traveller) -> None:
    reader = seat_to_act(game).user
    person_acts(game)
    travel.shift(DAY)
    moderator = make_staff("moderator", "moderator")
    seat_resign(public_id=game.public_id, user=seat_to_act(game).user)
    for service in (chat_lock, chat_unlock, game_pause):
        act(game, service, actor=moderator)
    assert listed(game, reader) == ["resign", "lock_chat", "unlock_chat", "pause"]
