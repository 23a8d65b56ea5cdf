"""Turns in games whose latest turn this process stored: what it remembers is used only while it holds."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import DatabaseError, transaction
from django.utils import timezone

from accounts.models import User
from games.engine import Refusal, legal_turns
from games.errors import NoSuchGame
from games.lobby.services import NewGame
from games.models import Deadline, Game, Hand, Move, Preferences, Seat, StandingOrders
from games.play.errors import TurnRefused
from games.play.known_games import KnownGames, known_games
from games.play.presence import presence_save
from games.play.turn import turn_follow, turn_play
from tests.factories import make_person, seat_to_act, state_of
from tests.games_laid import lay_game
from tests.play.round_trips import round_trips
from tests.threads import at_once

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def game(alice: User, bob: User) -> Game:
    """A game whose latest turn this process stored. No notice is due."""
    laid = lay_game([alice, bob], NewGame(seats=2, pace="1d"))
    for person in (alice, bob):
        presence_save(public_id=laid.public_id, user=person)
    follow(laid)
    return laid


def due(game: Game) -> tuple[Seat, str]:
    """Who acts, and a legal turn of theirs, in the game as it is now."""
    game.refresh_from_db()
    return seat_to_act(game), str(legal_turns(state_of(game))[0])


def follow(game: Game) -> int:
    """Take the next turn; return its round trips."""
    seat, text = due(game)
    with round_trips() as made:
        turn_follow(public_id=game.public_id, user=seat.user, version=game.version, text=text)
    return made.count


# The next player's secrets are read, the transaction begins, the turn is stored, and committed.
KNOWN = 4


def test_a_turn_after_the_first_makes_four_round_trips(game: Game) -> None:
    assert [follow(game), follow(game)] == [KNOWN, KNOWN]
    assert list(Move.objects.filter(hand__game=game).values_list("number", flat=True)) == [1, 2, 3]


def test_it_leaves_the_same_rows_as_a_turn_for_which_they_were_read(alice: User, bob: User) -> None:
    games = [lay_game([alice, bob], NewGame(seats=2, pace="1d")) for _game in range(2)]
    states = []
    for game, play in zip(games, (turn_follow, turn_play), strict=True):
        for _turn in range(3):
            seat, text = due(game)
            play(public_id=game.public_id, user=seat.user, version=game.version, text=text)
        game.refresh_from_db()
        clock, seats = Deadline.objects.get(pk=game.pk), game.seats.order_by("number")
        states.append(
            [
                (game.version, game.to_act, game.bot_acts, game.waiting_since == clock.since),
                (clock.seat, clock.version, clock.left, clock.zone, clock.due_at and clock.due_at - clock.since),
                list(seats.values_list("timeouts", "turns_in_time")),
                Hand.objects.get(game=game).turns_count,
            ]
        )
    assert states[0] == states[1]


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


CHANGES = (new_zone, first_preferences, orders, late, extra_time, touched, touched_hand)


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
def test_what_has_changed_since_is_read_again(game: Game, change: Callable[[Game], None]) -> None:
    change(game)
    assert follow(game) > KNOWN
    assert Move.objects.filter(hand__game=game).count() == 2


def test_another_players_stand_in_is_noticed(alice: User, bob: User, charlie: User) -> None:
    game = lay_game([alice, bob, charlie], NewGame(seats=3, pace="1d"))
    follow(game)
    acts = due(game)[0].number
    game.seats.filter(number=(acts + 2) % 3).update(held_by=make_person("dora"))
    assert follow(game) > KNOWN


def others_plan(game: Game) -> None:
    seat = game.seats.exclude(pk=due(game)[0].pk).get()
    StandingOrders.objects.create(seat=seat, changed_at=timezone.now(), pickup="high")


def others_settings(game: Game) -> None:
    seat = game.seats.exclude(pk=due(game)[0].pk).get()
    Preferences.objects.update_or_create(user=seat.user, defaults={"pass_if_stuck": True})
    User.objects.filter(pk=seat.user_id).update(last_login=timezone.now())


def others_cards(game: Game) -> None:
    game.seats.exclude(pk=due(game)[0].pk).update(hand_order="1:B1", chat_read=5)


def looks(game: Game) -> None:
    for seat in game.seats.select_related("user"):
        presence_save(public_id=game.public_id, user=seat.user, version=game.version)


SECRETS = (others_plan, others_settings, others_cards, looks)


@pytest.mark.parametrize("change", SECRETS, ids=lambda change: change.__name__)
def test_what_the_player_cannot_see_makes_the_turn_no_slower(game: Game, change: Callable[[Game], None]) -> None:
    """Else its time would tell of a secret plan."""
    change(game)
    assert [follow(game), follow(game) >= KNOWN] == [KNOWN, True]


def test_a_third_players_secrets_neither(alice: User, bob: User, charlie: User) -> None:
    game = lay_game([alice, bob, charlie], NewGame(seats=3, pace="1d"))
    for person in (alice, bob, charlie):
        presence_save(public_id=game.public_id, user=person)
    follow(game)
    for seat in game.seats.exclude(pk=due(game)[0].pk):
        StandingOrders.objects.create(seat=seat, changed_at=timezone.now(), pickup="low")
        Preferences.objects.update_or_create(user=seat.user, defaults={"sound": True})
    assert follow(game) == KNOWN


def test_a_turn_elsewhere_is_not_repeated(game: Game) -> None:
    seat, text = due(game)
    turn_play(public_id=game.public_id, user=seat.user, version=game.version, text=text)
    with pytest.raises(TurnRefused) as refused:
        turn_follow(public_id=game.public_id, user=seat.user, version=game.version, text=text)
    assert refused.value.reason == Refusal.STALE_VERSION
    assert Move.objects.filter(hand__game=game).count() == 2


def test_an_order_given_since_is_obeyed(game: Game) -> None:
    acts, _text = due(game)
    following, hand = game.seats.exclude(pk=acts.pk).get(), Hand.objects.get(game=game)
    StandingOrders.objects.create(seat=following, changed_at=timezone.now(), pass_hand=hand.number, pass_round=1)
    follow(game)
    assert Deadline.objects.get(pk=game.pk).order_at is not None


def test_refusals_are_decided_by_the_rows(game: Game) -> None:
    seat, _text = due(game)
    with pytest.raises(NoSuchGame):
        turn_follow(public_id=game.public_id, user=make_person("eve"), version=game.version, text="pass")
    with pytest.raises(TurnRefused):
        turn_follow(public_id=game.public_id, user=seat.user, version=game.version, text="nonsense")
    assert follow(game) >= KNOWN


def test_what_only_the_commit_refuses_is_not_stored(game: Game) -> None:
    """The database checks that the mover's account is there at the end of the transaction."""
    seat, text = due(game)
    locked = known_games.take(game.public_id, game.version)
    assert locked is not None
    ghost = User(pk=1 << 40, handle="ghost", time_zone="UTC", is_bot=True)
    taken = locked.seats[seat.number]
    taken.held_by = ghost
    # The row's own value still fits.
    vars(taken)["held_by_id"] = seat.user_id
    known_games.keep(locked)
    with pytest.raises(DatabaseError):
        turn_follow(public_id=game.public_id, user=seat.user, version=game.version, text=text)
    assert Move.objects.filter(hand__game=game).count() == 1
    assert follow(game) >= KNOWN


def test_of_two_at_once_one_is_accepted(game: Game) -> None:
    for _round in range(5):
        seat, text = due(game)

        def call(seat: Seat = seat, text: str = text) -> object:
            return turn_follow(public_id=game.public_id, user=seat.user, version=game.version, text=text)

        assert sorted(at_once(call, call)) == ["accepted", Refusal.STALE_VERSION]


def test_a_writer_that_holds_the_game_is_waited_for(game: Game) -> None:
    """Its change, made before the turn gets the lock, makes the turn read the rows."""
    seat, text = due(game)
    outcomes: list[str] = []

    def call() -> object:
        return turn_follow(public_id=game.public_id, user=seat.user, version=game.version, text=text)

    with transaction.atomic():
        list(Game.objects.select_for_update(of=("self",)).filter(pk=game.pk))
        Game.objects.filter(pk=game.pk).update(version=game.version + 1)
        # Meanwhile the turn waits for the lock.
        thread = threading.Thread(target=lambda: outcomes.extend(at_once(call)))
        thread.start()
        thread.join(timeout=0.5)
        assert outcomes == []
    thread.join()
    assert outcomes == [Refusal.STALE_VERSION]


def test_a_games_rows_are_given_to_one_at_a_time_and_the_oldest_forgotten(alice: User, bob: User) -> None:
    games = [lay_game([alice, bob], NewGame(seats=2, pace="1d")) for _game in range(3)]
    kept = KnownGames(most=2)
    for game in games:
        follow(game)
        locked = known_games.take(game.public_id, game.version + 1)
        assert locked is not None
        kept.keep(locked)
    versions = [(game.public_id, game.version + 1) for game in games]
    assert [kept.take(*version) is None for version in versions] == [True, False, False]
    assert [kept.take(*version) for version in versions] == [None, None, None]
