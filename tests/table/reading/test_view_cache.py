"""A view is built once while nothing that it shows changes. Outside a transaction, as pages are."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.engine import state_from_json
from games.models import Absence, Game, Preferences, Seat
from games.play.hand_order import hand_order_save
from games.play.presence import presence_save
from games.play.selectors import visible_game
from games.play.standing_orders import Order, OrderKind, orders_cancel, orders_set
from games.play.turn import turn_play
from games.table import TableView, table_view
from games.table.missed import GAME_BEGINNING
from games.table.reading.view_cache import view_cache
from tests.clients import ClientOf
from tests.factories import seat_to_act
from tests.games_laid import Place, game_at, lay_game, lay_slow_game
from tests.table.tables import game_url

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.fast]
NOON = datetime(2027, 3, 1, 12, tzinfo=UTC)
Change = Callable[[Game, User], object]


def view(game: Game, user: User | None) -> TableView:
    """The view, which has to be the same whether it is built now or cached."""
    found = table_view(visible_game(game.public_id, user), user)
    known = table_view(visible_game(game.public_id, user), user)
    view_cache.clear()
    assert table_view(visible_game(game.public_id, user), user) == known == found
    return found


def test_each_viewer_has_their_own_and_it_is_the_same_object_until_something_changes(alice: User, bob: User) -> None:
    game = lay_game([alice, bob])
    # From now on alice may know that bob is here; more looks change nothing.
    presence_save(public_id=game.public_id, user=bob)
    views = [view(game, user) for user in (alice, bob, None)]
    assert len({one.me for one in views}) == 3
    assert views[0].choices != views[1].choices
    assert views[2].choices is None
    assert table_view(visible_game(game.public_id, alice), alice) is table_view(
        visible_game(game.public_id, alice), alice
    )
    known = table_view(visible_game(game.public_id, alice), alice)
    presence_save(public_id=game.public_id, user=bob)
    assert table_view(visible_game(game.public_id, alice), alice) is known


def test_what_changes_shows_at_once(alice: User, bob: User) -> None:
    game = lay_game([alice, bob])
    acts = game.to_act or 0
    player, other = (alice, bob) if game.seats.get(number=acts).user_id == alice.pk else (bob, alice)
    cards = state_from_json(game.hands.get().state).hands[acts]
    shown = [view(game, player)]
    hand_order_save(public_id=game.public_id, user=player, cards=[str(card) for card in reversed(cards)])
    shown.append(view(game, player))
    User.objects.filter(pk=other.pk).update(handle="someone")
    shown.append(view(game, player))
    assert "someone" in {seat.player.name for seat in shown[-1].seats}
    Preferences.objects.filter(user=player).update(sound=not shown[-1].sound)
    shown.append(view(game, player))
    turn_play(public_id=game.public_id, user=player, version=game.version, text=str(cards[0]))
    shown.append(view(game, player))
    assert shown[-1].to_act != shown[0].to_act
    assert all(before != after for before, after in pairwise(shown))


def plan(kind: OrderKind, pickup: str = "") -> Change:
    return lambda game, owner: orders_set(public_id=game.public_id, user=owner, order=Order(kind, pickup=pickup))


def plan_round(game: Game, owner: User) -> None:
    hand = game.hands.get()
    order = Order(OrderKind.ROUND, hand=hand.number, round=state_from_json(hand.state).round)
    orders_set(public_id=game.public_id, user=owner, order=order)


def plan_set(rule: str) -> Change:
    def change(game: Game, owner: User) -> None:
        hand = game.hands.get()
        held = state_from_json(hand.state).hands[game.seats.get(user=owner).number]
        order = Order(OrderKind.SET, hand=hand.number, cards=str(held[0]), pickup=rule)
        orders_set(public_id=game.public_id, user=owner, order=order)

    return change


def no_plan(kind: OrderKind) -> Change:
    return lambda game, owner: orders_cancel(public_id=game.public_id, user=owner, kind=kind)


def plan_everywhere(_game: Game, owner: User) -> None:
    Preferences.objects.update_or_create(user=owner, defaults={"pass_if_stuck": True})


def sort_cards(game: Game, owner: User) -> None:
    seat = game.seats.get(user=owner)
    cards = state_from_json(game.hands.get().state).hands[seat.number]
    hand_order_save(public_id=game.public_id, user=owner, cards=[str(card) for card in reversed(cards)])


def log_in_again(_game: Game, owner: User) -> None:
    User.objects.filter(pk=owner.pk).update(last_login=timezone.now(), email="new@example.org", language="de")


def look(game: Game, owner: User) -> None:
    presence_save(public_id=game.public_id, user=owner, version=game.version)
    Seat.objects.filter(game=game, user=owner).update(chat_read=3)


SECRETS: dict[str, tuple[Change, ...]] = {
    "a pick-up": (plan(OrderKind.PICKUP, "high"), plan(OrderKind.PICKUP, "B"), no_plan(OrderKind.PICKUP)),
    "passing if stuck": (plan(OrderKind.STUCK), no_plan(OrderKind.STUCK)),
    "going out": (plan(OrderKind.GO_OUT), no_plan(OrderKind.GO_OUT)),
    "a planned set": (plan_set("high"), plan_set("bot"), plan(OrderKind.OTHERWISE), no_plan(OrderKind.SET)),
    "passing this round": (plan_round, no_plan(OrderKind.ROUND)),
    "passing in all games": (plan_everywhere,),
    "an order of cards": (sort_cards,),
}


@time_machine.travel(NOON, tick=False)
@pytest.mark.parametrize("secret", [*SECRETS, "a login", "a look"])
def test_what_only_its_owner_sees_leaves_all_others_with_what_they_know(
    alice: User, bob: User, charlie: User, client_of: ClientOf, secret: str
) -> None:
    """Else the time that their pages take would tell of it."""
    game = lay_game([alice, bob, charlie])
    owner = next(seat.user for seat in game.seats.select_related("user") if seat.number != game.to_act)
    others = [None, *(user for user in (alice, bob, charlie) if user != owner)]
    known = [table_view(visible_game(game.public_id, user), user) for user in others]
    clients = [Client() if user is None else client_of(user) for user in others]
    etags = [client.get(game_url("table_part", game)).headers["ETag"] for client in clients]
    for change in SECRETS.get(secret, (log_in_again, look)):
        change(game, owner)
        for user, before, client, etag in zip(others, known, clients, etags, strict=True):
            assert table_view(visible_game(game.public_id, user), user) is before
            assert client.get(game_url("table_part", game), headers={"If-None-Match": etag}).status_code == 304
            assert client.get(game_url("table_part", game)).headers["ETag"] == etag


@time_machine.travel(NOON, tick=False)
@pytest.mark.parametrize("secret", SECRETS)
def test_its_owner_sees_it_at_once(alice: User, bob: User, charlie: User, secret: str) -> None:
    game = lay_game([alice, bob, charlie])
    owner = next(seat.user for seat in game.seats.select_related("user") if seat.number != game.to_act)
    shown = [view(game, owner)]
    for change in SECRETS[secret]:
        change(game, owner)
        shown.append(view(game, owner))
    assert all(before != after for before, after in pairwise(shown))


def test_what_a_player_missed_is_told_once_the_game_has_begun(alice: User, bob: User, charlie: User) -> None:
    with time_machine.travel(NOON, tick=False) as clock:
        game = game_at([alice, bob, charlie], Place(1, 1), recorded="three_with_goat")
        late = seat_to_act(game).user
        Game.objects.filter(pk=game.pk).update(started_at=NOON + timedelta(seconds=30))
        told = []
        # Within one minute.
        for seconds in (GAME_BEGINNING.seconds + 29, GAME_BEGINNING.seconds + 31):
            clock.move_to(NOON + timedelta(seconds=seconds))
            told.append(table_view(visible_game(game.public_id, late), late, missed_from=0).missed)
        assert [missed is None for missed in told] == [True, False]


def test_clocks_stop_in_time(alice: User, bob: User) -> None:
    with time_machine.travel(NOON, tick=False) as clock:
        game = lay_slow_game([alice, bob], weekends_off=True)
        assert view(game, alice).clock.halt is None
        clock.move_to(NOON + timedelta(days=5))
        halt = view(game, alice).clock.halt
        assert halt is not None
        assert halt.reason == "weekend"
        clock.move_to(NOON + timedelta(hours=1))
        person = game.seats.get(number=game.to_act or 0).user
        Preferences.objects.update_or_create(user=person, defaults={"vacation_counted_at": NOON})
        assert view(game, alice).clock.halt is None
        Absence.objects.create(user=person, first=NOON.date(), last=(NOON + timedelta(days=1)).date(), created_at=NOON)
        assert any(seat.away_until for seat in view(game, alice).seats)
