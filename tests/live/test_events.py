"""Messages to a page as the game goes on."""

from __future__ import annotations

import random
import threading
from asyncio import Queue, sleep
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.layers import get_channel_layer
from django.db.backends.signals import connection_created

from accounts.models import User
from games.events import game_group
from games.lobby.invitations import invitation_decline, person_invite
from games.lobby.rematch import game_rematch
from games.lobby.services import NewGame, game_contribute, game_join, game_leave, game_start
from games.models import Game, Hand, Seat
from games.play.seats.resign import seat_resign
from games.ratings.settlement import game_settle
from games.sweeps import live_sweep
from tests.factories import seat_to_act, state_of, take_turn
from tests.games_laid import Place, finished_game, game_at, game_before_end, lay_game, turn_next
from tests.live.pages import Message, Page, game_page

pytestmark = [pytest.mark.asyncio, pytest.mark.usefixtures("async_database")]

play = sync_to_async(take_turn)


async def group_hears(game: Game, *events: Message) -> None:
    await get_channel_layer().group_send(game_group(game.public_id), {"type": "odin.events", "events": list(events)})


@asynccontextmanager
async def deaf(game: Game) -> AsyncIterator[None]:
    """Unsubscribe all sockets from the game during the block."""
    layer, group = get_channel_layer(), game_group(game.public_id)
    listeners = layer.listeners(group)
    assert listeners
    for listener in listeners:
        await layer.leave(group, listener)
    yield
    probe = Queue[Any]()
    for listener in [*listeners, probe.put_nowait]:
        await layer.join(group, listener)
    # Redis answers to a subscription by no certain time.
    while probe.empty():
        await group_hears(game)
        await sleep(0.02)
    await layer.leave(group, probe.put_nowait)


async def hear_end_of_hand(page: Page, game: Game) -> tuple[Message, Message]:
    """Play a hand's last turn; that turn's message and the end's."""
    # The view before it; a page that reads later gets no turn.
    await page.hear()
    await sync_to_async(turn_next)(game)
    while (await page.hear())["type"] != "hand":
        pass
    return page.heard[-2], page.heard[-1]


@contextmanager
def socket_queries() -> Iterator[list[str]]:
    """Database connections that sockets open in the block, one for each read."""
    opened: list[str] = []

    def note(**_: Any) -> None:
        if threading.current_thread().name.startswith("socket"):
            opened.append(threading.current_thread().name)

    connection_created.connect(note)
    try:
        yield opened
    finally:
        connection_created.disconnect(note)


async def test_all_hear_a_turn_and_each_player_their_own_part(
    game: Game, alice: User, bob: User, rng: random.Random
) -> None:
    async with (
        await game_page(game.public_id) as visitor,
        await game_page(game.public_id, alice) as alices,
        await game_page(game.public_id, bob) as bobs,
    ):
        for page in (visitor, alices, bobs):
            await page.hear()
        actor = game.to_act
        await play(game, rng)
        told, to_alice, to_bob = [await page.hear() for page in (visitor, alices, bobs)]
    state = await sync_to_async(state_of)(game)
    assert (told["type"], told["version"], told["seat"], told["by"]) == ("turn", game.version, actor, "player")
    assert (told["to_act"], told["sizes"], told["points"]) == (game.to_act, list(state.sizes), [0, 0])
    assert told["table"] == [str(card) for card in state.table]
    assert "you" not in told
    for seat, message in enumerate((to_alice, to_bob)):
        you = message.pop("you")
        assert message == told
        assert you["cards"] == [str(card) for card in state.hands[seat]]
        assert bool(you["legal"]) == (seat == game.to_act)


async def test_a_turn_makes_no_watching_connection_read(game: Game, alice: User, rng: random.Random) -> None:
    with socket_queries() as read:
        async with await game_page(game.public_id, alice) as page:
            await page.hear()
            at_start = len(read)
            for _turn in range(3):
                await play(game, rng)
                assert "you" in await page.hear()
    # The person's account, and the view.
    assert len(read) == at_start == 2


async def test_the_end_of_a_hand_shows_what_was_left_and_deals_the_next(alice: User, bob: User) -> None:
    game = await sync_to_async(game_at)([alice, bob], Place(1, -1), recorded="target_of_two")
    async with await game_page(game.public_id, bob) as page:
        turn, hand = await hear_end_of_hand(page, game)
    first, second = [await sync_to_async(Hand.objects.get)(game=game, number=number) for number in (1, 2)]
    assert hand["version"] == turn["version"] == game.version
    assert (hand["number"], hand["scored"], hand["points"], hand["seed"]) == (1, first.points, first.points, first.seed)
    assert turn["you"] == {"cards": hand["left"][1], "legal": []}
    assert sorted(hand["you"]["cards"]) == sorted(second.deck[9:18])
    assert bool(hand["you"]["legal"]) == (game.to_act == 1)


async def test_the_next_hand_goes_on_without_reading(alice: User, bob: User, rng: random.Random) -> None:
    game = await sync_to_async(game_at)([alice, bob], Place(1, -1), recorded="target_of_two")
    async with await game_page(game.public_id, bob) as page:
        await hear_end_of_hand(page, game)
        with socket_queries() as read:
            await play(game, rng)
            event = await page.hear()
        assert not read
    state = await sync_to_async(state_of)(game)
    assert event["you"]["cards"] == [str(card) for card in state.hands[1]]


async def test_the_end_of_a_game_is_told(alice: User, bob: User) -> None:
    game = await sync_to_async(game_before_end)([alice, bob], recorded="single_hand_of_two")
    async with await game_page(game.public_id, alice) as page:
        await page.hear()
        await sync_to_async(turn_next)(game)
        while (await page.hear())["type"] != "game":
            pass
    assert [event["type"] for event in page.heard[-3:]] == ["turn", "hand", "game"]
    assert page.heard[-1] == {
        "type": "game",
        "version": game.version,
        "status": "finished",
        "to_act": None,
        "deadline_at": None,
        "pause_ends_at": None,
        "end": "single_hand",
        "you": {"cards": [], "legal": []},
    }


async def test_sitting_down_contributing_and_the_start_are_told(alice: User, bob: User) -> None:
    game = await sync_to_async(lay_game)([alice], NewGame(seats=2), contribute=False)
    async with await game_page(game.public_id, alice) as page:
        await page.hear()
        await sync_to_async(game_join)(public_id=game.public_id, user=bob)
        sat = await page.hear()
        assert (sat["type"], sat["seat"], sat["status"]) == ("seat", 1, "open")
        await sync_to_async(game_contribute)(public_id=game.public_id, user=alice, contribution=b"odin")
        gave = await page.hear()
        assert (gave["type"], gave["seat"], gave["version"]) == ("seat", 0, sat["version"])
        await sync_to_async(game_contribute)(public_id=game.public_id, user=bob, contribution=None)
        began = await page.hear()
        assert (began["type"], began["status"]) == ("game", "running")
        assert len(began["you"]["cards"]) == 9
        assert bool(began["you"]["legal"]) == (began["to_act"] == 0)
        view = await page.hear()
        assert (view["type"], view["version"], view["my_cards"]) == ("view", began["version"], began["you"]["cards"])


async def test_a_declined_invitation_is_announced_at_the_same_version(alice: User, bob: User) -> None:
    game = await sync_to_async(lay_game)([alice], NewGame(seats=2), contribute=False)
    await sync_to_async(person_invite)(public_id=game.public_id, host=alice, handle="bob")
    async with await game_page(game.public_id, alice) as page:
        known = await page.hear()
        await sync_to_async(invitation_decline)(public_id=game.public_id, user=bob)
        told = await page.hear()
    assert (told["type"], told["status"], told["version"]) == ("seat", "open", known["version"])


async def test_a_start_with_bots_is_announced_and_then_followed(alice: User, rng: random.Random) -> None:
    game = await sync_to_async(lay_game)([alice], NewGame(seats=2))
    async with await game_page(game.public_id, alice) as page:
        await page.hear()
        await sync_to_async(game_start)(public_id=game.public_id, host=alice, bots=["skald"])
        await sync_to_async(game.refresh_from_db)()
        begun = await page.hear()
        assert (begun["type"], begun["version"], begun["status"]) == ("view", game.version, "running")
        await play(game, rng)
        assert (await page.hear())["you"]["cards"]


async def test_a_visitor_who_joins_gets_their_cards(alice: User, bob: User) -> None:
    game = await sync_to_async(lay_game)([alice], NewGame(seats=2))
    async with await game_page(game.public_id, bob) as page:
        assert "my_cards" not in await page.hear()
        await sync_to_async(game_join)(public_id=game.public_id, user=bob)
        assert (await page.hear())["you"] == {"cards": [], "legal": []}
        await sync_to_async(game_contribute)(public_id=game.public_id, user=bob, contribution=b"b")
        assert len((await page.hear())["you"]["cards"]) == 9


async def test_players_hear_of_no_cards_after_resigning(
    alice: User, bob: User, charlie: User, rng: random.Random
) -> None:
    game = await sync_to_async(lay_game)([alice, bob, charlie])
    async with await game_page(game.public_id, bob) as page:
        await page.hear()
        await sync_to_async(seat_resign)(public_id=game.public_id, user=bob)
        resigned = await page.hear()
        assert (resigned["type"], resigned["seat"]) == ("seat", 1)
        assert "you" not in resigned
        await sync_to_async(game.refresh_from_db)()
        await play(game, rng)
        assert "you" not in await page.hear()


async def test_a_page_that_missed_a_message_catches_up_with_the_next(
    game: Game, alice: User, rng: random.Random
) -> None:
    """It missed the message as it would with Redis down: the channel layer stores nothing for absent pages."""
    async with await game_page(game.public_id, alice) as page:
        known = (await page.hear())["version"]
        async with deaf(game):
            await play(game, rng)
            assert await page.is_quiet()
        await play(game, rng)
        assert [(await page.hear())["version"] for _ in range(2)] == [known + 1, known + 2]
        assert await page.is_quiet()


async def test_messages_late_twice_or_out_of_order_do_no_harm(game: Game, alice: User, rng: random.Random) -> None:
    known = game.version
    async with await game_page(game.public_id) as page:
        await page.hear()
        for _turn in range(2):
            await play(game, rng)
        first, second = [await page.hear() for _ in range(2)]
    async with await game_page(game.public_id, alice, f"?since={known}") as page:
        told = [await page.hear() for _ in range(2)]
        await group_hears(game, second)
        await group_hears(game, first)
        await group_hears(game, second)
        assert await page.is_quiet()
    assert [event["version"] for event in told] == [known + 1, known + 2]


async def test_a_message_that_does_not_fit_makes_the_page_read(game: Game, alice: User, rng: random.Random) -> None:
    """A turn that does not follow the seat's state is never sent on with cards made from it."""
    async with await game_page(game.public_id, alice) as page:
        await page.hear()
        async with deaf(game):
            await play(game, rng)
        await group_hears(game, {"type": "turn", "version": game.version, "turn": "pass", "sizes": [9, 9]})
        event = await page.hear()
    state = await sync_to_async(state_of)(game)
    assert (event["turn"], event["sizes"]) != ("pass", [9, 9])
    assert event["you"]["cards"] == [str(card) for card in state.hands[0]]


async def test_the_sweep_wakes_pages_that_were_left_behind(game: Game, alice: User, rng: random.Random) -> None:
    async with await game_page(game.public_id, alice) as page:
        await page.hear()
        async with deaf(game):
            await play(game, rng)
        await sync_to_async(live_sweep)()
        told = await page.hear()
        assert (told["type"], told["version"]) == ("turn", game.version)
        await sync_to_async(live_sweep)()
        assert await page.is_quiet()


async def test_the_sweep_announces_an_unannounced_end(alice: User, bob: User) -> None:
    game = await sync_to_async(game_before_end)([alice, bob], recorded="single_hand_of_two")
    async with await game_page(game.public_id, alice) as page:
        await page.hear()
        async with deaf(game):
            await sync_to_async(turn_next)(game)
        await sync_to_async(live_sweep)()
        assert (await page.hear())["status"] == "finished"


async def test_a_rematch_is_announced_in_the_old_game(alice: User, bob: User) -> None:
    game = await sync_to_async(finished_game)([alice, bob], recorded="single_hand_of_two")
    async with await game_page(game.public_id, bob) as page:
        await page.hear()
        await sync_to_async(game_rematch)(public_id=game.public_id, user=alice)
        told = await page.hear()
    assert (told["type"], told["version"], told["status"]) == ("game", game.version, "finished")


async def test_new_ratings_are_announced_in_the_game(alice: User, bob: User) -> None:
    game = await sync_to_async(finished_game)([alice, bob], recorded="single_hand_of_two", rated=True)
    async with await game_page(game.public_id, bob) as page:
        await page.hear()
        await sync_to_async(game_settle)(game_id=game.pk)
        told = await page.hear()
    assert (told["type"], told["version"], told["status"]) == ("game", game.version, "finished")


async def test_the_last_person_to_leave_ends_the_offer(alice: User, bob: User) -> None:
    game = await sync_to_async(lay_game)([alice], NewGame(seats=3))
    async with await game_page(game.public_id, bob) as page:
        await page.hear()
        await sync_to_async(game_leave)(public_id=game.public_id, user=alice)
        told = [await page.hear() for _ in range(2)]
    assert [(event["type"], event["version"]) for event in told] == [("seat", 2), ("game", 2)]
    assert told[1]["status"] == "cancelled"
    assert not await sync_to_async(Seat.objects.filter(game=game).exists)()


async def test_an_update_for_a_spectator_is_small(alice: User, bob: User, charlie: User, rng: random.Random) -> None:
    """A comparable site sends 890 bytes (a view for each of four seats); half of that is the limit."""
    game = await sync_to_async(lay_game)([alice, bob, charlie], NewGame(seats=4, bots=["skald"]))
    async with await game_page(game.public_id) as page:
        await page.hear()
        # Too few to end the hand, whose message is longer.
        for _turn in range(12):
            await play(game, rng)
            assert (await page.hear())["type"] == "turn"
    assert max(len(text) for text in page.texts[1:]) < 300
    acting = await sync_to_async(seat_to_act)(game)
    async with await game_page(game.public_id, acting.user if not acting.user.is_bot else alice) as page:
        await page.hear()
        await play(game, rng)
        await page.hear()
    assert len(page.texts[1]) < 890
