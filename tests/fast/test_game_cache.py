"""Turns in games whose latest turn this process stored: the cached game is used only while it is current."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.db import DatabaseError, connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.fast.caches import clear_all
from accounts.models import User
from games.engine import Refusal, legal_turns, parse_turn
from games.errors import NoSuchGame
from games.lobby.services import NewGame
from games.models import Deadline, Game, Hand, Move, Preferences, Seat, StandingOrders
from games.play.bot_accounts import bot_user
from games.play.errors import TurnRefused
from games.play.locking import lock_for_turn
from games.play.presence import presence_save
from games.play.storing.game_cache import game_cache
from games.play.turn import turn_apply, turn_play
from tests.factories import make_person, seat_to_act, state_of
from tests.games_laid import Place, game_at, lay_game, turn_next
from tests.games_laid.test_as_played import rows
from tests.play.round_trips import round_trips
from tests.threads import at_once

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.fast]
# The transaction's begin; lock and seats; the statement; the commit.
ROUND_TRIPS = 3


@pytest.fixture
def game(alice: User, bob: User) -> Game:
    return followed(alice, bob)


def followed(*people: User) -> Game:
    """A game whose latest turn this process stored. No notice is due."""
    laid = lay_game(people, NewGame(seats=len(people), pace="1d"))
    for person in people:
        presence_save(public_id=laid.public_id, user=person)
    follow(laid)
    return laid


def due(game: Game) -> tuple[Seat, str]:
    """The player to act, and a legal turn of theirs, in the game as it is now."""
    game.refresh_from_db()
    return seat_to_act(game), str(legal_turns(state_of(game))[0])


def follow(game: Game) -> None:
    """Take the next turn."""
    seat, text = due(game)
    turn_play(public_id=game.public_id, user=seat.user, version=game.version, text=text)


def from_cache(game: Game) -> bool:
    """Take the next turn; return whether it came without reading the game's row."""
    seat, text = due(game)
    with CaptureQueriesContext(connection) as asked:
        turn_play(public_id=game.public_id, user=seat.user, version=game.version, text=text)
    return not any('"games_game"."anchor"' in query["sql"] for query in asked)


def test_the_turn_after_one_that_was_stored_here_comes_from_the_cache(game: Game) -> None:
    assert [from_cache(game), from_cache(game)] == [True, True]
    assert list(Move.objects.filter(hand__game=game).values_list("number", flat=True)) == [1, 2, 3]
    clear_all()
    assert not from_cache(game)


@pytest.mark.parametrize("version", [-1, 1], ids=["earlier", "later"])
def test_a_click_on_another_version_leaves_the_game_cached(game: Game, version: int) -> None:
    seat, text = due(game)
    with pytest.raises(TurnRefused):
        turn_play(public_id=game.public_id, user=seat.user, version=game.version + version, text=text)
    assert from_cache(game)


def new_zone(game: Game) -> None:
    User.objects.filter(pk=due(game)[0].user_id).update(time_zone="Asia/Tokyo")


def first_preferences(game: Game) -> None:
    for seat in game.seats.all():
        Preferences.objects.get_or_create(user_id=seat.user_id)


def orders(game: Game) -> None:
    StandingOrders.objects.create(seat=due(game)[0], changed_at=timezone.now(), go_out=True)


def late(game: Game) -> None:
    Seat.objects.filter(pk=due(game)[0].pk).update(timeouts=2)


def extra_time(game: Game) -> None:
    Deadline.objects.filter(pk=game.pk).update(left=timedelta(days=2))


def touched(game: Game) -> None:
    Game.objects.filter(pk=game.pk).update(name="Another")


def touched_hand(game: Game) -> None:
    Hand.objects.filter(game=game).update(points=None)


def others_plan(game: Game) -> None:
    seat = game.seats.exclude(pk=due(game)[0].pk).get()
    StandingOrders.objects.create(seat=seat, changed_at=timezone.now(), pickup="high")


def others_sets(game: Game) -> None:
    """Plans that act after the turn; the strongest bot would choose the card to pick up."""
    seat = game.seats.exclude(pk=due(game)[0].pk).get()
    sets = [f"{card}<bot" for card in state_of(game).hands[seat.number]]
    StandingOrders.objects.create(
        seat=seat, changed_at=timezone.now(), sets_hand=Hand.objects.get(game=game).number, sets=sets, else_pass=True
    )


def others_settings(game: Game) -> None:
    seat = game.seats.exclude(pk=due(game)[0].pk).get()
    Preferences.objects.update_or_create(user=seat.user, defaults={"pass_if_stuck": True})
    User.objects.filter(pk=seat.user_id).update(last_login=timezone.now())


def others_cards(game: Game) -> None:
    game.seats.exclude(pk=due(game)[0].pk).update(hand_order="1:B1", chat_read=5)


def looks(game: Game) -> None:
    for seat in game.seats.select_related("user"):
        presence_save(public_id=game.public_id, user=seat.user, version=game.version)


ROWS = (extra_time, touched, touched_hand)
PEOPLE = (new_zone, first_preferences, orders, late, others_plan, others_sets, others_settings, others_cards, looks)


@pytest.mark.parametrize("change", ROWS, ids=lambda change: change.__name__)
def test_rows_that_have_changed_since_are_read_again(game: Game, change: Callable[[Game], None]) -> None:
    change(game)
    assert not from_cache(game)
    assert Move.objects.filter(hand__game=game).count() == 2


@pytest.mark.parametrize("change", [*ROWS, *PEOPLE], ids=lambda change: change.__name__)
def test_a_cached_game_gets_the_rows_of_one_that_was_read(
    alice: User, bob: User, change: Callable[[Game], None], travel: time_machine.Traveller
) -> None:
    left = []
    for uncached in (False, True):
        game = game_at([alice, bob], Place(1, 2), recorded="target_10_of_two")
        follow(game)
        change(game)
        if uncached:
            clear_all()
        follow(game)
        left.append(without_chance(rows(game)))
        for table in (StandingOrders, Preferences):
            table.objects.all().delete()
        User.objects.update(time_zone="UTC")
        # The next one gets its public id.
        Game.objects.filter(pk=game.pk).update(public_id=f"was{game.pk}", anchor=f"{game.pk:064}")
    assert left[0] == left[1]


def without_chance(found: dict[str, list[dict[str, Any]]]) -> dict[str, list[dict[str, Any]]]:
    """An order's time is drawn. The orders themselves are not a turn's."""
    (clock,) = found["Deadline"]
    clock["order_at"] = clock["order_at"] is not None
    return {name: own for name, own in found.items() if name != "StandingOrders"}


@pytest.mark.parametrize("change", PEOPLE, ids=lambda change: change.__name__)
def test_what_people_change_makes_the_turn_no_slower(alice: User, bob: User, change: Callable[[Game], None]) -> None:
    """Else its time would tell of a secret plan."""
    made = []
    for changed in (False, True):
        game = followed(alice, bob)
        if changed:
            change(game)
        seat, text = due(game)
        with round_trips() as trips:
            turn_play(public_id=game.public_id, user=seat.user, version=game.version, text=text)
        made.append(trips.count)
    assert made[0] == made[1] == ROUND_TRIPS


def test_another_players_stand_in_is_noticed(alice: User, bob: User) -> None:
    game = followed(alice, bob)
    acts = due(game)[0]
    game.seats.exclude(pk=acts.pk).update(held_by=bot_user("berserker"))
    follow(game)
    game.refresh_from_db()
    assert game.bot_acts


def test_a_turn_that_ends_the_hand_is_not_cached(alice: User, bob: User) -> None:
    game = game_at([alice, bob], Place(1, -2), recorded="target_30_of_two")
    for _turn in range(2):
        turn_next(game)
    assert game.hands.count() == 2
    assert not from_cache(game)


def test_a_turn_elsewhere_is_not_repeated(game: Game) -> None:
    seat, text = due(game)
    follow(game)
    with pytest.raises(TurnRefused) as refused:
        turn_play(public_id=game.public_id, user=seat.user, version=game.version - 1, text=text)
    assert refused.value.reason == Refusal.STALE_VERSION
    assert Move.objects.filter(hand__game=game).count() == 2


def test_an_order_given_since_is_obeyed(game: Game) -> None:
    acts, _text = due(game)
    following, hand = game.seats.exclude(pk=acts.pk).get(), Hand.objects.get(game=game)
    StandingOrders.objects.create(seat=following, changed_at=timezone.now(), pass_hand=hand.number, pass_round=1)
    assert from_cache(game)
    assert Deadline.objects.get(pk=game.pk).order_at is not None


def test_a_refused_turn_leaves_nothing_of_itself_in_the_cache(game: Game) -> None:
    seat, _text = due(game)
    with pytest.raises(NoSuchGame):
        turn_play(public_id=game.public_id, user=make_person("eve"), version=game.version, text="pass")
    with pytest.raises(TurnRefused):
        turn_play(public_id=game.public_id, user=seat.user, version=game.version, text="nonsense")
    assert not from_cache(game)
    assert Move.objects.filter(hand__game=game).count() == 2


def test_a_turn_that_the_commit_refuses_leaves_nothing_of_itself_in_the_cache(game: Game) -> None:
    """The database checks at the transaction's end that the mover's account exists."""
    seat, text = due(game)
    ghost = User(pk=1 << 40, handle="ghost", time_zone="UTC")

    @transaction.atomic
    def play() -> None:
        locked = lock_for_turn(game.public_id, seat.user)
        made = turn_apply(locked, locked.seat, parse_turn(text), by=Move.By.PLAYER, actor=ghost)
        game_cache(locked, made.row_version)

    with pytest.raises(DatabaseError):
        play()
    assert Move.objects.filter(hand__game=game).count() == 1
    assert not from_cache(game)


def test_of_two_at_once_one_is_accepted(game: Game) -> None:
    for _round in range(5):
        seat, text = due(game)

        def call(seat: Seat = seat, text: str = text) -> object:
            return turn_play(public_id=game.public_id, user=seat.user, version=game.version, text=text)

        assert sorted(at_once(call, call)) == ["accepted", Refusal.STALE_VERSION]


def test_a_writer_that_holds_the_game_is_waited_for(game: Game) -> None:
    """Its change, made before the turn gets the lock, makes the turn read the rows."""
    seat, text = due(game)
    outcomes: list[str] = []

    def call() -> object:
        return turn_play(public_id=game.public_id, user=seat.user, version=game.version, text=text)

    with transaction.atomic():
        list(Game.objects.select_for_update(of=("self",)).filter(pk=game.pk))
        Game.objects.filter(pk=game.pk).update(version=game.version + 1)
        # The turn waits for the lock until the block ends.
        thread = threading.Thread(target=lambda: outcomes.extend(at_once(call)))
        thread.start()
        thread.join(timeout=0.5)
        assert outcomes == []
    thread.join()
    assert outcomes == [Refusal.STALE_VERSION]
