"""Planning sets for the next turn, in order, and playing the first that beats the table."""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import timedelta
from functools import partial

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pytest_django.fixtures import DjangoCaptureOnCommitCallbacks

from accounts.models import User
from games import on_commit
from games.bots import strongest_estimator
from games.engine import Refusal, legal_turns
from games.errors import NoSuchGame, Reason, Refused
from games.events import user_group
from games.models import Deadline, Game, Move, Notice, StandingOrders
from games.play.errors import OrderReason, PlayReason, TurnRefused
from games.play.orders.bot_pickup import BUDGET_MS
from games.play.orders.pickup_choice import preferred_pickup
from games.play.selectors import seat_view
from games.play.standing_orders import Order, OrderKind, order_play, orders_cancel, orders_set, planned_set_raise
from games.play.timeouts import wait_attend
from games.play.undo.services import turn_undo
from tests.attack.comparing import seen_after
from tests.factories import make_person, state_of
from tests.games_laid import lay_game
from tests.games_laid.cards import lay
from tests.play.orders.ordered import give, take, wait_out

pytestmark = pytest.mark.django_db
ELSE_PASS = Order(OrderKind.OTHERWISE)


def plan(cards: str, pickup: str = "high", hand: int = 1) -> Order:
    return Order(OrderKind.SET, hand=hand, cards=cards, pickup=pickup)


def row_of(user: User) -> tuple[int | None, list[str], bool] | None:
    row = StandingOrders.objects.filter(seat__user=user).first()
    return None if row is None else (row.sets_hand, row.sets, row.else_pass)


def last_move(game: Game) -> tuple[int, str, str]:
    move = Move.objects.filter(hand__game=game).order_by("-version")[0]
    return move.seat, move.turn, move.by


def refusal(game: Game, user: User, order: Order) -> Refusal | Reason:
    with pytest.raises((TurnRefused, Refused)) as caught:
        orders_set(public_id=game.public_id, user=user, order=order)
    assert isinstance(caught.value, TurnRefused | Refused)
    return caught.value.reason


def waits_for_plan(game: Game) -> bool:
    return Deadline.objects.get(pk=game.pk).order_at is not None


def charlie_leads(game: Game) -> None:
    """The bot asks for turns from the lead on."""
    lay(game, "P4 P5 K9 G1", "K8 O8 P1 P2 P3", "O1 O2", to_act=2)
    take(game, game.seats.get(number=2).user, "O1")


def test_it_plays_the_set_over_another_table_than_the_one_planned_for(
    game: Game, alice: User, bob: User, travel: time_machine.Traveller
) -> None:
    give(game, bob, plan("b7", "low"))
    assert row_of(bob) == (1, ["B7<low"], False)
    take(game, alice, "R6<R5")
    wait_out(game, travel)
    assert last_move(game) == (1, "B7<R6", "auto")
    assert row_of(bob) == (None, [], False)


def test_it_plays_the_first_of_the_list_that_beats_the_table(
    game: Game, alice: User, bob: User, travel: time_machine.Traveller
) -> None:
    lay(game, "R6 B6 K9 G1", "R7 B7 G9 G3", "O1 O2", to_act=0, table="R5", table_seat=2)
    for cards in ("G3", "R7B7", "G9"):
        give(game, bob, plan(cards))
    take(game, alice, "R6B6<R5")
    wait_out(game, travel)
    assert last_move(game) == (1, "B7R7<B6", "auto")


def test_it_waits_for_the_player_where_nothing_fits(game: Game, alice: User, bob: User) -> None:
    give(game, bob, plan("G2"))
    take(game, alice, "R6<R5")
    assert not waits_for_plan(game)
    assert Notice.objects.filter(user=bob, kind="turn", version=game.version).exists()


def test_it_passes_where_nothing_fits_if_the_list_ends_so(
    game: Game, alice: User, bob: User, travel: time_machine.Traveller
) -> None:
    give(game, bob, plan("G2"))
    give(game, bob, ELSE_PASS)
    take(game, alice, "R6<R5")
    wait_out(game, travel)
    assert last_move(game) == (1, "pass", "auto")
    assert row_of(bob) == (None, [], False)


def test_the_strongest_bot_chooses_what_to_pick_up_when_the_turn_is_played(
    game: Game, alice: User, bob: User, travel: time_machine.Traveller
) -> None:
    charlie_leads(game)
    give(game, bob, plan("K8O8", "bot"))
    take(game, alice, "P5P4<O1")
    state, hand = state_of(game), game.hands.get()
    turns = [turn for turn in legal_turns(state) if str(turn).startswith("K8O8<")]
    assert len(turns) == 2
    view = seat_view(game, hand, state, 1)
    rng = random.Random(f"{game.public_id} {game.version}")
    best = strongest_estimator()[1](view, turns, BUDGET_MS, rng)[0].turn
    wait_out(game, travel)
    assert last_move(game) == (1, str(best), "auto")


def test_a_bot_that_fails_leaves_the_choice_to_the_rule_for_the_best_set(
    game: Game,
    alice: User,
    bob: User,
    travel: time_machine.Traveller,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """A planned turn that raised would be tried again by each sweep, until the time is up."""

    def failing() -> object:
        raise RuntimeError("out of order")

    charlie_leads(game)
    give(game, bob, plan("K8O8", "bot"))
    take(game, alice, "P5P4<O1")
    state = state_of(game)
    kept = [card for card in state.hands[1] if str(card) not in ("K8", "O8")]
    monkeypatch.setattr("games.play.orders.bot_pickup.strongest_estimator", failing)
    wait_out(game, travel)
    assert last_move(game) == (1, f"K8O8<{preferred_pickup('best', state.table, kept)}", "auto")
    assert [record.message for record in caplog.records if record.exc_info] == ["the strongest bot chose no card"]


def test_two_worlds_that_differ_in_plans_alone_differ_in_no_row_or_message(
    game: Game, alice: User, bob: User, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    """But in the secret time at which the plan acts. The turn takes as many queries."""
    lists: list[list[Order]] = [
        [],
        [plan("G2"), ELSE_PASS],
        [plan("G2"), plan("R7B7", "bot"), plan("B7")],
        [plan("G2")],
    ]

    def course(orders: list[Order]) -> None:
        game.refresh_from_db()
        for order in orders:
            give(game, bob, order)
        with django_capture_on_commit_callbacks() as sent, CaptureQueriesContext(connection) as queries:
            take(game, alice, "R6<R5")
        seen.append((told(sent), [query["sql"].split()[0] for query in queries], *rows_of(game)))

    def told(sent: list[Callable[[], None]]) -> list[object]:
        """The messages to others than Bob."""
        calls = [call.args for call in sent if isinstance(call, partial) and call.func is on_commit._send]
        return [told for (events,) in calls for told in events if told[0] != user_group(bob.pk)]

    seen: list[tuple[object, ...]] = []
    seen_after([partial(course, orders) for orders in lists], lambda: None)
    assert len(seen) == len(lists)
    for world in seen[1:]:
        for one, other in zip(world, seen[0], strict=True):
            assert one == other


def rows_of(game: Game) -> list[object]:
    clock = Deadline.objects.values_list("seat", "user", "version", "since", "left", "due_at", "remind_at", "notice_at")
    kept = [game.seats.order_by("number"), Game.objects.filter(pk=game.pk), game.hands.all()]
    made = [Move.objects.filter(hand__game=game), Notice.objects.filter(game=game)]
    return [
        clock.get(pk=game.pk),
        *(list(rows.values()) for rows in kept),
        *([without_id(row) for row in rows.order_by("pk").values()] for rows in made),
    ]


def without_id(row: dict[str, object]) -> dict[str, object]:
    return {name: value for name, value in row.items() if name != "id"}


def test_no_bot_thinks_in_the_turn_before(game: Game, alice: User, bob: User, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its time would reveal the plan."""
    charlie_leads(game)
    give(game, bob, plan("K8O8", "bot"))
    asked: list[object] = []

    def estimator() -> object:
        asked.append("once")
        return strongest_estimator()

    monkeypatch.setattr("games.play.orders.bot_pickup.strongest_estimator", estimator)
    take(game, alice, "P5P4<O1")
    assert waits_for_plan(game)
    assert asked == []
    assert order_play(game_id=game.pk, version=game.version) is not None
    assert asked == ["once"]


def test_a_plan_that_changes_while_the_bot_thinks_is_obeyed(
    game: Game, alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    charlie_leads(game)
    give(game, bob, plan("K8O8", "bot"))
    give(game, bob, ELSE_PASS)
    take(game, alice, "P5P4<O1")
    name, estimate = strongest_estimator()

    def cancelled_while_asked(*asked: object) -> object:
        orders_cancel(public_id=game.public_id, user=bob, kind=OrderKind.SET)
        return estimate(*asked)  # type: ignore[arg-type]

    monkeypatch.setattr("games.play.orders.bot_pickup.strongest_estimator", lambda: (name, cancelled_while_asked))
    assert order_play(game_id=game.pk, version=game.version) is None
    assert last_move(game) == (0, "P5P4<O1", "player")


def test_it_refuses_what_cannot_be_planned(game: Game, alice: User, bob: User, charlie: User) -> None:
    assert refusal(game, bob, plan("nonsense")) == Refusal.MALFORMED
    assert refusal(game, bob, plan("")) == Refusal.MALFORMED
    assert refusal(game, bob, plan("B7B7")) == Refusal.DUPLICATE_CARD
    assert refusal(game, bob, plan("R6")) == Refusal.NOT_YOUR_CARD
    assert refusal(game, bob, plan("R7G2")) == Refusal.NOT_A_SET
    assert refusal(game, bob, plan("pass")) == Refusal.MALFORMED
    for rule in ("", "best", "X", "0", "R5", "highest"):
        assert refusal(game, bob, plan("R7", rule)) == OrderReason.BAD_ORDER
    assert refusal(game, bob, plan("R7", hand=2)) == PlayReason.STALE_VERSION
    assert refusal(game, alice, plan("R6")) == OrderReason.YOUR_TURN
    assert refusal(game, bob, ELSE_PASS) == OrderReason.NOT_PLANNED
    with pytest.raises(NoSuchGame):
        orders_set(public_id=game.public_id, user=make_person("mallory"), order=plan("R7"))
    assert not StandingOrders.objects.exists()


def test_sets_can_be_planned_over_ones_own_set_and_before_anothers_lead(game: Game, bob: User, charlie: User) -> None:
    give(game, charlie, plan("O2"))
    lay(game, "R6 K9", "B7 R7 G1", "O1 O2", to_act=0)
    give(game, bob, plan("R7B7"))
    assert row_of(charlie) == (1, ["O2<high"], False)
    assert row_of(bob) == (1, ["B7R7<high"], False)


def test_five_sets_are_enough(game: Game, bob: User) -> None:
    lay(game, "R6 K9", "B1 B2 B3 B4 B5 B6", "O1 O2", to_act=0, table="R5", table_seat=2)
    for number in range(1, 6):
        give(game, bob, plan(f"B{number}"))
    assert refusal(game, bob, plan("B6")) == OrderReason.TOO_MANY_SETS
    give(game, bob, plan("B1", "low"))
    assert row_of(bob) == (1, ["B1<low", *(f"B{number}<high" for number in range(2, 6))], False)


def test_sets_are_moved_up_and_cancelled_one_by_one(game: Game, bob: User) -> None:
    for cards in ("B7", "G2", "R7"):
        give(game, bob, plan(cards))
    give(game, bob, ELSE_PASS)
    planned_set_raise(public_id=game.public_id, user=bob, cards="R7")
    assert row_of(bob) == (1, ["B7<high", "R7<high", "G2<high"], True)
    orders_cancel(public_id=game.public_id, user=bob, kind=OrderKind.SET, cards="B7")
    orders_cancel(public_id=game.public_id, user=bob, kind=OrderKind.SET, cards="B9")
    assert row_of(bob) == (1, ["R7<high", "G2<high"], True)
    with pytest.raises(Refused) as caught:
        planned_set_raise(public_id=game.public_id, user=bob, cards="B7")
    assert caught.value.reason == OrderReason.NOT_PLANNED
    orders_cancel(public_id=game.public_id, user=bob, kind=OrderKind.OTHERWISE)
    assert row_of(bob) == (1, ["R7<high", "G2<high"], False)
    orders_cancel(public_id=game.public_id, user=bob, kind=OrderKind.SET, cards="R7")
    orders_cancel(public_id=game.public_id, user=bob, kind=OrderKind.SET, cards="G2")
    assert row_of(bob) is None


def test_an_own_turn_ends_the_list(
    game: Game, alice: User, bob: User, charlie: User, travel: time_machine.Traveller
) -> None:
    give(game, bob, plan("G2"))
    travel.shift(timedelta(seconds=1))
    take(game, alice, "R6<R5")
    take(game, bob, "pass")
    take(game, charlie, "pass")
    take(game, alice, "G1")
    assert not waits_for_plan(game)


def test_a_turn_that_time_takes_ends_the_list(
    game: Game, alice: User, bob: User, charlie: User, travel: time_machine.Traveller
) -> None:
    give(game, bob, plan("G2"))
    take(game, alice, "R6<R5")
    due = Deadline.objects.get(pk=game.pk).due_at
    assert due is not None
    travel.move_to(due)
    wait_attend(game_id=game.pk)
    game.refresh_from_db()
    assert last_move(game) == (1, "pass", "timeout")
    assert row_of(bob) == (None, [], False)


def test_a_planned_turn_of_another_kind_ends_the_list(
    game: Game, alice: User, bob: User, travel: time_machine.Traveller
) -> None:
    give(game, bob, plan("G2"))
    give(game, bob, Order(OrderKind.ROUND, hand=1, round=1))
    take(game, alice, "R6<R5")
    wait_out(game, travel)
    assert last_move(game) == (1, "pass", "auto")
    assert row_of(bob) == (None, [], False)


def test_a_turn_taken_back_takes_the_list_along(alice: User, bob: User) -> None:
    """A card that it names may leave the hand with the turn."""
    game = lay_game([alice, bob])
    lay(game, "R6 B6 K9 G1", "R7 B7 G3", to_act=0, table="R5", table_seat=1)
    take(game, alice, "R6<R5")
    give(game, alice, plan("R5"))
    turn_undo(public_id=game.public_id, user=alice)
    assert row_of(alice) is None


def test_anothers_turn_taken_back_leaves_the_list(alice: User, bob: User) -> None:
    game = lay_game([alice, bob])
    lay(game, "R6 B6 K9 G1", "R7 B7 G3", to_act=0, table="R5", table_seat=1)
    give(game, bob, plan("R7"))
    take(game, alice, "R6<R5")
    assert waits_for_plan(game)
    turn_undo(public_id=game.public_id, user=alice)
    assert row_of(bob) == (1, ["R7<high"], False)
    assert not waits_for_plan(game)


def test_a_new_hand_ends_the_list(game: Game, alice: User, bob: User) -> None:
    lay(game, "R6", "R7 B7 G2", "O1 O2", to_act=0, table="R5", table_seat=2)
    give(game, bob, plan("R7"))
    take(game, alice, "R6")
    assert game.hands.count() == 2
    lay(game, "R6 K9", "R7 B7 G2", "O1 O2", to_act=0, table="R5", table_seat=2)
    take(game, alice, "R6<R5")
    assert not waits_for_plan(game)


def test_a_leader_chooses(game: Game, alice: User, bob: User, charlie: User) -> None:
    lay(game, "G1 K9", "R7 B7 G2", "O1 O2", to_act=2, table="R5", table_seat=1)
    give(game, bob, plan("R7"))
    give(game, bob, ELSE_PASS)
    take(game, charlie, "pass")
    take(game, alice, "pass")
    assert game.to_act == 1
    assert not waits_for_plan(game)
