"""No one is sent cards that a bot holds for them: not in a record, and nowhere else. Only the table shows a player the
cards that a stand-in bot plays, as they may take the seat back at any time; after resigning nobody may.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from functools import partial

import pytest
import time_machine

from accounts.models import User
from accounts.privacy.export import export_json
from games.engine import verify_record
from games.history.record import game_record
from games.history.replay import hand_replay
from games.lobby.services import NewGame
from games.models import Game
from games.moderation.acts import seat_to_person
from games.play.locking import LockedGame
from games.play.seats.resign import seat_resign
from games.play.seats.services import seat_hand_over, seat_return
from tests.attack.comparing import Watcher, seen_after
from tests.factories import make_person, make_staff, play_until, state_of, take_turn
from tests.games_laid import lay_game
from tests.games_laid.cards import lay_deck
from tests.moderation.moderator_acts import hand_of

pytestmark = pytest.mark.django_db

NOW = "2027-03-01T09:00:00.123456Z"


def hand_over(game: Game, user: User) -> None:
    """Give the seat to a stand-in bot, as when its time has run out too often."""
    locked = LockedGame(game, game.changed_at)
    seat_hand_over(locked, locked.admit(user))
    game.refresh_from_db()


def resign(game: Game, user: User) -> None:
    seat_resign(public_id=game.public_id, user=user)
    game.refresh_from_db()


def come_back(game: Game, user: User) -> None:
    seat_return(public_id=game.public_id, user=user)
    game.refresh_from_db()


def next_hand(game: Game) -> None:
    """Turns until another hand is dealt."""
    number = hand_of(game).number
    play_until(game, random.Random(4), lambda _game: hand_of(game).number > number)


def dealt(game: Game, viewer: User | None) -> list[list[str]]:
    """The deals of the newest hand in the record that is sent to the viewer, which is sound."""
    record = game_record(Game.objects.get(pk=game.pk), viewer)
    assert verify_record(json.loads(json.dumps(record))) == []
    deals: list[list[str]] = record["hands"][-1]["deals"]
    return deals


def shown_by_replay(game: Game, viewer: User | None) -> list[list[str]]:
    """The cards of each seat in the first frame of the replay that is sent to the viewer."""
    frame = hand_replay(Game.objects.get(pk=game.pk), viewer).frames[0]
    return [[] if seat.cards is None else sorted(seat.cards) for seat in frame.seats]


@pytest.fixture
def game(alice: User, bob: User, charlie: User) -> Game:
    return lay_game([alice, bob, charlie], NewGame(seats=3, target=30))


@pytest.mark.parametrize("leave", [resign, hand_over])
def test_the_record_hides_hands_that_were_dealt_to_the_bot(
    game: Game, bob: User, leave: Callable[[Game, User], None]
) -> None:
    leave(game, bob)
    deck = hand_of(game).deck
    assert dealt(game, bob) == [[], deck[9:18], []], "these were seen"
    next_hand(game)
    assert dealt(game, bob) == [[], [], []]


def test_a_player_who_is_back_for_the_deal_sees_it(game: Game, bob: User) -> None:
    hand_over(game, bob)
    come_back(game, bob)
    next_hand(game)
    assert dealt(game, bob)[1] == hand_of(game).deck[9:18]


def test_a_player_who_is_back_before_the_first_turn_sees_the_deal_and_later_not(game: Game, bob: User) -> None:
    hand_over(game, bob)
    next_hand(game)
    before = hand_of(game).number
    take_turn(game, random.Random(1))
    assert hand_of(game).number == before
    come_back(game, bob)
    assert dealt(game, bob)[1] == []
    next_hand(game)
    hand_over(game, bob)
    come_back(game, bob)
    assert dealt(game, bob)[1] == hand_of(game).deck[9:18]


@pytest.mark.whole
def test_a_record_tells_of_cards_what_the_replay_tells(game: Game, alice: User, bob: User, charlie: User) -> None:
    dora, judge = make_person("dora"), make_staff("mona", "moderator")
    viewers = (alice, bob, charlie, dora, judge, None)

    def check() -> None:
        for viewer in viewers:
            assert [sorted(cards) for cards in dealt(game, viewer)] == shown_by_replay(game, viewer), viewer

    def give_seat() -> None:
        seat_to_person(actor=judge, public_id=game.public_id, seat=1, handle="dora", reason="Ill.")
        game.refresh_from_db()

    steps: tuple[Callable[[], object], ...] = (
        partial(hand_over, game, bob),
        partial(next_hand, game),
        partial(come_back, game, bob),
        partial(take_turn, game, random.Random(2)),
        partial(resign, game, charlie),
        partial(next_hand, game),
        give_seat,
        partial(next_hand, game),
    )
    for step in steps:
        step()
        check()


def test_nothing_they_are_sent_depends_on_the_cards_of_a_seat_they_gave_up(game: Game, bob: User) -> None:
    one, other = sent_after(resign, game, bob, [bob, None], decks)
    assert one == other


def test_a_stand_ins_cards_are_sent_to_their_player_alone_and_no_others(game: Game, bob: User) -> None:
    one, other = sent_after(hand_over, game, bob, [bob, None], decks_of_others)
    assert one == other


def test_nobody_else_is_sent_what_depends_on_a_stand_ins_cards(game: Game, bob: User) -> None:
    one, other = sent_after(hand_over, game, bob, [None], decks)
    assert one == other


def sent_after(
    leave: Callable[[Game, User], None],
    game: Game,
    bob: User,
    viewers: list[User | None],
    dealt_as: Callable[[list[str]], tuple[list[str], list[str]]],
) -> list[list[object]]:
    """The messages to the viewers, and the contents of bob's export, after each of two deals."""
    with time_machine.travel(NOW, tick=False):
        leave(game, bob)
        next_hand(game)
        hand = hand_of(game)
        watchers = [Watcher.of(viewer) for viewer in viewers]

        def see() -> list[object]:
            # The lists that a game is in are the same in both cases.
            around = leave is resign
            return [*(watcher.sent(game, around=around) for watcher in watchers), "".join(export_json(bob))]

        courses = [partial(lay_deck, game, " ".join(deck), leader=hand.leader) for deck in dealt_as(hand.deck)]
        sent = seen_after(courses, see)
    assert state_of(game).sizes == (9, 9, 9)
    return sent


def decks(deck: list[str]) -> tuple[list[str], list[str]]:
    """The deck, and one that gives each seat other cards."""
    return deck, deck[::-1]


def decks_of_others(deck: list[str]) -> tuple[list[str], list[str]]:
    """The deck, and one that gives each seat but bob's other cards."""
    return deck, [*deck[18:27], *deck[9:18], *deck[:9], *deck[27:]]
