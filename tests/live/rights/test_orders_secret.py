"""Sockets reveal nothing about planned turns while the game runs."""

from __future__ import annotations

import json

import pytest
from asgiref.sync import sync_to_async

from accounts.models import User
from games.events import public_by
from games.lobby.services import NewGame
from games.models import Game, Move
from games.play.seats.resign import seat_resign
from games.play.standing_orders import Order, OrderKind, order_play, orders_cancel, orders_set
from games.play.turn import turn_play
from tests.factories import state_of
from tests.games_laid import lay_game
from tests.games_laid.cards import lay
from tests.live.pages import Message, Page, are_quiet, cookie_of, game_page

pytestmark = [pytest.mark.asyncio, pytest.mark.usefixtures("async_database")]

ROUND = Order(OrderKind.ROUND, hand=1, round=1)
ORDERS = (
    ROUND,
    Order(OrderKind.STUCK),
    Order(OrderKind.GO_OUT),
    Order(OrderKind.PICKUP, pickup="best"),
    Order(OrderKind.SET, hand=1, cards="G3", pickup="high"),
    Order(OrderKind.SET, hand=1, cards="B7R7", pickup="bot"),
    Order(OrderKind.OTHERWISE),
)
# No message has a word about orders, whatever its receiver's cards.
WORDS = ("auto", "order", "sets_", "else_", "stuck", "go_out", "pass_")


def laid_game(people: list[User]) -> Game:
    """The first is to beat the third's 5; the second could too."""
    game = lay_game(people, NewGame(seats=3, target=30))
    lay(game, "R6 B6 K9", "R7 B7 G3", "O1 O2", to_act=0, table="R5", table_seat=2)
    return game


def order_all(game: Game, user: User) -> None:
    for order in ORDERS:
        orders_set(public_id=game.public_id, user=user, order=order)


def pass_by_order(game: Game, alice: User, bob: User) -> None:
    """Let Alice play, and Bob's planned turn pass."""
    orders_cancel(public_id=game.public_id, user=bob, kind=OrderKind.SET)
    turn_play(public_id=game.public_id, user=alice, version=game.version, text="B6")
    assert order_play(game_id=game.pk, version=game.version + 1) is not None
    assert list(Move.objects.order_by("number").values_list("by", flat=True)) == ["player", "auto"]
    game.refresh_from_db()


def is_silent(text: str) -> bool:
    shown = {name: value for name, value in json.loads(text).items() if name not in ("id", "anchor", "name")}
    return not any(word in json.dumps(shown) for word in WORDS)


async def hear_two_turns(page: Page) -> tuple[Message, Message]:
    played, passed = await page.hear(), await page.hear()
    assert (played["turn"], passed["turn"]) == ("B6<R5", "pass")
    return played, passed


async def test_no_socket_reveals_an_order_when_it_is_set_or_acts(alice: User, bob: User, charlie: User) -> None:
    game = await sync_to_async(laid_game)([alice, bob, charlie])
    pages = [await game_page(game.public_id, user) for user in (alice, bob, charlie, None)]
    for page in pages:
        await page.__aenter__()
        await page.hear()
    await sync_to_async(order_all)(game, bob)
    assert await are_quiet(*pages)
    await sync_to_async(pass_by_order)(game, alice, bob)
    for page in pages:
        played, passed = await hear_two_turns(page)
        assert (played["by"], passed["by"]) == ("player", "player")
        assert played.keys() == passed.keys()
        assert all(is_silent(text) for text in page.texts)
        await page.__aexit__(None)


async def test_catching_up_tells_no_more(alice: User, bob: User, charlie: User) -> None:
    game = await sync_to_async(laid_game)([alice, bob, charlie])
    # The stored cards are not the dealt ones, so the view is sent instead of the turns.
    before = game.version
    await sync_to_async(order_all)(game, bob)
    await sync_to_async(pass_by_order)(game, alice, bob)
    for user in (alice, bob, charlie, None):
        for since in ("", f"?since={before - 1}"):
            async with await game_page(game.public_id, user, since) as page:
                told = await page.hear()
                assert told["type"] == "view"
                assert [turn["turn"] for turn in told["history"]] == ["B6<R5", "pass"]
                assert is_silent(page.texts[0])


def lead_and_pass(game: Game, people: list[User]) -> int:
    """A lead with the dealt cards, passed on by an order; returns the version before."""
    before = game.version
    assert game.to_act is not None
    leader, follower = game.to_act, (game.to_act + 1) % len(people)
    card = str(state_of(game).hands[leader][-1])
    orders_set(public_id=game.public_id, user=people[follower], order=ROUND)
    turn_play(public_id=game.public_id, user=people[leader], version=before, text=card)
    assert order_play(game_id=game.pk, version=before + 1) is not None
    return before


async def test_missed_turns_show_public_facts(alice: User, bob: User) -> None:
    game = await sync_to_async(lay_game)([alice, bob], NewGame(seats=2, target=30))
    before = await sync_to_async(lead_and_pass)(game, [alice, bob])
    for user in (alice, bob, None):
        async with await game_page(game.public_id, user, f"?since={before}") as page:
            played, passed = await page.hear(), await page.hear()
            assert (played["type"], passed["type"]) == ("turn", "turn")
            assert (passed["turn"], passed["by"]) == ("pass", "player")


async def test_a_persons_own_socket_hears_of_the_others_turns_alone(alice: User, bob: User, charlie: User) -> None:
    game = await sync_to_async(laid_game)([alice, bob, charlie])
    async with Page("/ws/me/", await sync_to_async(cookie_of)(charlie)) as page:
        while not await page.is_quiet():
            await page.hear()
        await sync_to_async(order_all)(game, bob)
        assert await page.is_quiet()
        await sync_to_async(pass_by_order)(game, alice, bob)
        assert (await page.hear())["type"] == "your_turn"
        assert all(is_silent(text) for text in page.texts)


async def test_the_end_of_the_game_opens_what_acted(alice: User, bob: User) -> None:
    def ended() -> tuple[str, str]:
        game = lay_game([alice, bob], NewGame(seats=2, target=30))
        running = public_by(game, "auto")
        seat_resign(public_id=game.public_id, user=bob)
        game.refresh_from_db()
        return running, public_by(game, "auto")

    assert await sync_to_async(ended)() == ("player", "auto")
