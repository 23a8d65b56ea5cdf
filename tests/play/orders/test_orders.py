"""Planning turns, cancelling plans, and planned turns."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django.fixtures import DjangoCaptureOnCommitCallbacks

from accounts.models import User
from games.engine import Refusal
from games.errors import NoSuchGame, Reason, Refused
from games.models import Deadline, Game, Move, Notice, StandingOrders
from games.notices.claim import outbox_claim
from games.play.errors import OrderReason, PlayReason, TurnRefused
from games.play.seats.resign import seat_resign
from games.play.standing_orders import Order, OrderKind, order_play, orders_cancel, orders_set, planned_set_raise
from games.play.timeouts import wait_attend
from tests.factories import make_person
from tests.games_laid.cards import lay
from tests.play.orders.ordered import START, STUCK, give, take, wait_out

pytestmark = pytest.mark.django_db

GO_OUT = Order(OrderKind.GO_OUT)
# The longest wait of an order.
WHILE = timedelta(minutes=25)


def this_round() -> Order:
    return Order(OrderKind.ROUND, hand=1, round=1)


def last_move(game: Game) -> tuple[int, str, str]:
    move = Move.objects.filter(hand__game=game).order_by("-version")[0]
    return move.seat, move.turn, move.by


def row_of(game: Game, user: User) -> StandingOrders | None:
    return StandingOrders.objects.filter(seat__game=game, seat__user=user).first()


def refusal(game: Game, user: User, order: Order) -> Refusal | Reason:
    with pytest.raises((TurnRefused, Refused)) as caught:
        orders_set(public_id=game.public_id, user=user, order=order)
    assert isinstance(caught.value, TurnRefused | Refused)
    return caught.value.reason


def test_it_passes_for_the_rest_of_the_round_after_a_random_while(
    game: Game, alice: User, bob: User, charlie: User, travel: time_machine.Traveller
) -> None:
    give(game, bob, this_round())
    take(game, alice, "R6<R5")
    wait = Deadline.objects.get(pk=game.pk)
    assert wait.order_at is not None
    assert START < wait.order_at - WHILE <= wait.since < wait.order_at
    # As for every turn, so that a missing row tells staff nothing.
    notice = Notice.objects.get(user=bob, kind="turn")
    wait_out(game, travel)
    assert last_move(game) == (1, "pass", "auto")
    assert game.to_act == 2
    assert Move.objects.get(by="auto").actor == bob
    travel.move_to(max(notice.due_at, timezone.now()))
    assert outbox_claim(notice_id=notice.pk) is None
    notice.refresh_from_db()
    assert notice.status == Notice.Status.DROPPED


def test_it_passes_for_that_round_alone(
    game: Game, alice: User, bob: User, charlie: User, travel: time_machine.Traveller
) -> None:
    give(game, bob, this_round())
    take(game, alice, "R6<R5")
    wait_out(game, travel)
    take(game, charlie, "pass")
    take(game, alice, "G1")
    assert game.to_act == 1
    assert Deadline.objects.get(pk=game.pk).order_at is None
    assert Notice.objects.filter(user=bob, kind="turn", version=game.version).exists()


def test_what_all_can_count_is_done_at_once(game: Game, alice: User, bob: User, travel: time_machine.Traveller) -> None:
    lay(game, "R6 B6 K9 G1", "R9", "O1 O2", to_act=0, table="R5 B5", table_seat=2)
    give(game, bob, STUCK)
    take(game, alice, "B6R6<R5")
    wait = Deadline.objects.get(pk=game.pk)
    assert wait.order_at == wait.since
    wait_attend(game_id=game.pk)
    assert last_move(game) == (1, "pass", "auto")


def test_it_goes_out_and_the_next_hand_is_dealt(
    game: Game, alice: User, bob: User, travel: time_machine.Traveller
) -> None:
    lay(game, "R6 B6 K9 G1", "R7 B7", "O1 O2", to_act=0, table="R5", table_seat=2)
    give(game, bob, GO_OUT)
    take(game, alice, "R6<R5")
    wait_out(game, travel)
    assert Move.objects.get(by="auto").turn == "B7R7"
    assert game.hands.count() == 2


def test_an_order_is_asked_again_before_it_acts(
    game: Game, alice: User, bob: User, travel: time_machine.Traveller
) -> None:
    give(game, bob, this_round())
    take(game, alice, "R6<R5")
    orders_cancel(public_id=game.public_id, user=bob, kind=OrderKind.ROUND)
    wait_out(game, travel)
    assert last_move(game) == (0, "R6<R5", "player")
    assert Notice.objects.filter(user=bob, kind="turn", version=game.version).exists()
    assert Deadline.objects.get(pk=game.pk).order_at is None


def test_it_takes_a_turn_once_and_at_its_version_alone(game: Game, alice: User, bob: User) -> None:
    give(game, bob, this_round())
    assert order_play(game_id=game.pk, version=game.version) is None
    take(game, alice, "R6<R5")
    assert order_play(game_id=game.pk, version=game.version - 1) is None
    assert order_play(game_id=game.pk + 1, version=game.version) is None
    made = order_play(game_id=game.pk, version=game.version)
    assert made is not None
    assert made.move.turn == "pass"
    assert order_play(game_id=game.pk, version=game.version) is None
    assert Move.objects.count() == 2


def test_passing_for_the_round_on_ones_own_turn_is_the_click_on_pass_too(game: Game, alice: User) -> None:
    made = orders_set(public_id=game.public_id, user=alice, order=this_round())
    assert made is not None
    assert last_move(game) == (0, "pass", "player")
    assert row_of(game, alice) is not None


@pytest.mark.parametrize("order", [STUCK, GO_OUT, Order(OrderKind.PICKUP, pickup="best")])
def test_other_orders_wait_for_the_next_turn(game: Game, alice: User, order: Order) -> None:
    lay(game, "R6", "R7 B7", "O1 O2", to_act=0, table="R5", table_seat=2)
    assert orders_set(public_id=game.public_id, user=alice, order=order) is None
    assert not Move.objects.exists()
    assert Deadline.objects.get(pk=game.pk).order_at is None


def test_an_order_changes_nothing_that_others_see(
    game: Game,
    bob: User,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
    caplog: pytest.LogCaptureFixture,
) -> None:
    before = Game.objects.values().get(pk=game.pk), list(game.seats.order_by("number").values())
    wait = Deadline.objects.values().get(pk=game.pk)
    with caplog.at_level("DEBUG"), django_capture_on_commit_callbacks() as sent:
        sets = [Order(OrderKind.SET, hand=1, cards=cards, pickup="bot") for cards in ("B7", "R7B7")]
        plans = (this_round(), STUCK, GO_OUT, Order(OrderKind.PICKUP, pickup="R"), *sets, Order(OrderKind.OTHERWISE))
        for order in plans:
            orders_set(public_id=game.public_id, user=bob, order=order)
        planned_set_raise(public_id=game.public_id, user=bob, cards="B7R7")
        for kind in OrderKind:
            orders_cancel(public_id=game.public_id, user=bob, kind=kind)
    assert sent == []
    assert [record for record in caplog.records if not record.name.startswith("django.db")] == []
    assert (Game.objects.values().get(pk=game.pk), list(game.seats.order_by("number").values())) == before
    assert Deadline.objects.values().get(pk=game.pk) == wait
    assert not Notice.objects.exists()
    assert row_of(game, bob) is None


def test_an_old_page_passes_no_other_round(game: Game, bob: User) -> None:
    assert refusal(game, bob, Order(OrderKind.ROUND, hand=1, round=2)) == PlayReason.STALE_VERSION
    assert refusal(game, bob, Order(OrderKind.ROUND)) == PlayReason.STALE_VERSION
    lay(game, "R6 K9", "B7 R7 G1", "O1 O2", to_act=1)
    assert refusal(game, bob, this_round()) == Refusal.MUST_LEAD


def test_it_refuses_unknown_orders(game: Game, bob: User) -> None:
    assert refusal(game, bob, Order(OrderKind.PICKUP, pickup="X")) == OrderReason.BAD_ORDER
    assert refusal(game, bob, Order(OrderKind.PICKUP)) == OrderReason.BAD_ORDER


def test_only_the_seats_holder_may_order(game: Game, bob: User, charlie: User, alice: User) -> None:
    give(game, bob, STUCK)
    mallory = make_person("mallory")
    with pytest.raises(NoSuchGame):
        orders_set(public_id=game.public_id, user=mallory, order=STUCK)
    with pytest.raises(NoSuchGame):
        orders_cancel(public_id=game.public_id, user=mallory, kind=OrderKind.STUCK)
    seat_resign(public_id=game.public_id, user=bob)
    assert row_of(game, bob) is None
    with pytest.raises(NoSuchGame):
        orders_set(public_id=game.public_id, user=bob, order=STUCK)
    seat_resign(public_id=game.public_id, user=alice)
    assert refusal(game, charlie, STUCK) == PlayReason.NOT_RUNNING


def test_the_caretaker_takes_over_without_any_order(
    game: Game, alice: User, bob: User, travel: time_machine.Traveller
) -> None:
    give(game, alice, GO_OUT)
    game.seats.filter(user=alice).update(timeouts=2)
    due = Deadline.objects.get(pk=game.pk).due_at
    assert due is not None
    travel.move_to(due)
    wait_attend(game_id=game.pk)
    assert game.seats.get(user=alice).held_by.is_bot
    assert row_of(game, alice) is None


def test_what_has_lapsed_goes_with_the_next_change(game: Game, alice: User, bob: User) -> None:
    give(game, bob, this_round())
    give(game, bob, Order(OrderKind.SET, hand=1, cards="B7", pickup="high"))
    give(game, bob, Order(OrderKind.OTHERWISE))
    StandingOrders.objects.update(pass_round=7, sets_hand=7)
    give(game, bob, STUCK)
    row = row_of(game, bob)
    assert row is not None
    assert (row.pass_hand, row.pass_round, row.sets_hand, row.sets, row.else_pass) == (None, None, None, [], False)
    assert row.pass_if_stuck


def test_a_turn_without_a_pickup_takes_the_preferred_card(game: Game, alice: User) -> None:
    lay(game, "R6 B6 K9 G5", "R7", "O1 O2", to_act=0, table="R5 B5", table_seat=2)
    with pytest.raises(TurnRefused) as caught:
        take(game, alice, "R6B6")
    assert caught.value.reason == Refusal.PICKUP_MISSING
    give(game, alice, Order(OrderKind.PICKUP, pickup="R"))
    take(game, alice, "R6B6")
    assert last_move(game) == (0, "B6R6<R5", "player")


def test_a_named_pickup_overrules_the_preferred_card(game: Game, alice: User) -> None:
    lay(game, "R6 B6 K9 G5", "R7", "O1 O2", to_act=0, table="R5 B5", table_seat=2)
    give(game, alice, Order(OrderKind.PICKUP, pickup="R"))
    take(game, alice, "R6B6<B5")
    assert last_move(game) == (0, "B6R6<B5", "player")


def test_orders_cost_nothing_where_none_are_set(game: Game, alice: User) -> None:
    with CaptureQueriesContext(connection) as captured:
        take(game, alice, "pass")
    asked = [query["sql"] for query in captured if 'FROM "games_standingorders"' in query["sql"]]
    assert asked == []


def test_an_orders_turn_ends_a_row_of_time_outs_as_a_players_does(game: Game, alice: User, bob: User) -> None:
    """If it did not, three time-outs that look unconnected to others would hand the seat over."""
    game.seats.filter(user=bob).update(timeouts=2)
    acted_at = game.seats.get(user=bob).acted_at
    give(game, bob, this_round())
    take(game, alice, "R6<R5")
    assert order_play(game_id=game.pk, version=game.version) is not None
    seat = game.seats.get(user=bob)
    assert (seat.timeouts, seat.acted_at) == (0, acted_at)
