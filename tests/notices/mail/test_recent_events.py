"""What an email lists as done since its reader last looked or acted."""

from __future__ import annotations

import pytest
import time_machine

from accounts.models import User
from games.models import Game
from games.moderation.acts import chat_lock, chat_unlock, game_pause
from games.notices.mail.facts import game_mail
from games.play.seats.resign import seat_resign
from tests.factories import make_staff, play_until, rng_of, seat_to_act
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


def test_it_lists_all_since_the_own_turn_though_the_clock_went_back(game: Game, travel: time_machine.Traveller) -> None:
    """Entries then have the time of the own turn, and acts an earlier one."""
    reader = seat_to_act(game).user
    person_acts(game)
    resigns = seat_to_act(game).user
    travel.shift(-2 * DAY)
    moderator = make_staff("moderator", "moderator")
    act(game, chat_lock, actor=moderator)
    seat_resign(public_id=game.public_id, user=resigns)
    for service in (chat_unlock, chat_lock, game_pause):
        act(game, service, actor=moderator)
    assert listed(game, reader) == ["lock_chat", "resign", "unlock_chat", "lock_chat", "pause"]


def test_it_lists_the_end_of_a_hand_though_the_clock_went_back(game: Game, travel: time_machine.Traveller) -> None:
    play_until(game, rng_of(3), lambda game: game.hands.get().moves.count() == 1, brisk=False)
    travel.shift(-2 * DAY)
    play_until(game, rng_of(3), lambda game: game.hands.count() > 1)
    ended = game.hands.get(number=1)
    last = ended.moves.get(number=ended.turns_count)
    for seat in game.seats.all():
        lines = listed(game, seat.user)
        assert lines.count("hand") == (seat.number != last.seat)
