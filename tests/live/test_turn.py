"""A turn by socket: the same service and refusals as by form."""

from __future__ import annotations

import random
from itertools import combinations

import pytest
from asgiref.sync import sync_to_async

from accounts.models import User
from games.engine import Refusal, legal_turns
from games.models import Game, Move, Seat
from games.play.seats.resign import seat_resign
from tests.factories import any_turn, seat_to_act, state_of, take_turn
from tests.games_laid import Place, finished_game, game_at, lay_game
from tests.live.pages import Message, Page, are_quiet, game_page

pytestmark = [pytest.mark.asyncio, pytest.mark.usefixtures("async_database")]


async def acting_page(game: Game) -> tuple[Page, Seat]:
    seat = await sync_to_async(seat_to_act)(game)
    return await game_page(game.public_id, seat.user), seat


async def answer(page: Page, version: object, turn: object) -> Message:
    await page.say({"type": "turn", "version": version, "turn": turn})
    return await page.hear()


async def moves(game: Game) -> list[str]:
    return await sync_to_async(lambda: list(Move.objects.filter(hand__game=game).values_list("turn", flat=True)))()


async def test_a_turn_is_sent_once_to_every_page(game: Game, rng: random.Random) -> None:
    page, _seat = await acting_page(game)
    turn = await sync_to_async(any_turn)(game, rng)
    async with page, await game_page(game.public_id) as visitor:
        await page.hear()
        await visitor.hear()
        told = await answer(page, game.version, str(turn).lower())
        assert (told["type"], told["version"], told["turn"]) == ("turn", game.version + 1, str(turn))
        assert len(told["you"]["cards"]) == 8
        assert (await visitor.hear())["turn"] == str(turn)
        assert await are_quiet(page, visitor)
    assert await moves(game) == [str(turn)]


async def hear_change(page: Page) -> Message:
    """Receive a turn and the ends that it caused; return the turn's message."""
    turn = await page.hear()
    if 0 in turn["sizes"]:
        assert (await page.hear())["type"] == "hand"
    if turn["to_act"] is None:
        assert (await page.hear())["status"] == "finished"
    return turn


def chosen(legal: list[str], rng: random.Random) -> str:
    return rng.choice(legal) if rng.random() < 0.2 else max(legal, key=lambda text: len(text.removeprefix("pass")))


async def test_games_can_be_played_to_their_end_over_sockets(alice: User, bob: User, rng: random.Random) -> None:
    """Players use only the last message's legal turns, mostly the largest set, which ends hands soon."""
    game = await sync_to_async(game_at)([alice, bob], Place(6, -1), recorded="target_10_of_two")
    async with await game_page(game.public_id, alice) as first, await game_page(game.public_id, bob) as second:
        pages = [first, second]
        legal = [(await page.hear())["legal"] for page in pages]
        acting, version = game.to_act, game.version
        while acting is not None:
            await pages[acting].say({"type": "turn", "version": version, "turn": chosen(legal[acting], rng)})
            first_told, _second_told = [await hear_change(page) for page in pages]
            acting = first_told["to_act"]
            legal = [page.heard[-1]["you"]["legal"] for page in pages]
            version += 1
    await sync_to_async(game.refresh_from_db)()
    assert (game.status, game.version) == ("finished", version)
    # The running hand, and at least one more from its deal on.
    assert [message["type"] for message in pages[0].heard].count("hand") > 1


@pytest.mark.parametrize("reason", [Refusal.STALE_VERSION, Refusal.NOT_YOUR_TURN])
async def test_a_page_that_is_behind_is_refused_and_gets_the_view(
    reason: Refusal, game: Game, alice: User, bob: User, rng: random.Random
) -> None:
    acting = await sync_to_async(seat_to_act)(game)
    waiting = bob if acting.user == alice else alice
    turn = str(await sync_to_async(any_turn)(game, rng))
    stale = reason is Refusal.STALE_VERSION
    async with await game_page(game.public_id, acting.user if stale else waiting) as page:
        await page.hear()
        told = await answer(page, game.version - 1 if stale else game.version, turn)
    assert (told["type"], told["error"]) == ("refused", reason)
    assert told["detail"]
    assert (told["view"]["version"], told["view"]["my_cards"]) == (game.version, page.heard[0]["my_cards"])
    assert await moves(game) == []


async def test_a_finished_game_refuses_with_hand_over(alice: User, bob: User) -> None:
    game = await sync_to_async(finished_game)([alice, bob], recorded="single_hand_of_two")
    async with await game_page(game.public_id, alice) as page:
        await page.hear()
        told = await answer(page, game.version, "pass")
    assert (told["error"], told["view"]["status"]) == ("hand_over", "finished")


async def test_the_rules_refuse_in_words(game: Game) -> None:
    page, seat = await acting_page(game)
    state = await sync_to_async(state_of)(game)
    theirs = str(state.hands[1 - seat.number][0])
    legal = {str(turn) for turn in legal_turns(state)}
    pairs = [f"{one}{other}" for one, other in combinations(state.hands[seat.number], 2)]
    pair = next(text for text in pairs if text not in legal)
    tried = ("nonsense", "pass", theirs, "B1B1", f"{pair}<B1")
    async with page:
        await page.hear()
        refusals = [await answer(page, game.version, turn) for turn in tried]
        assert [told["type"] for told in refusals] == ["refused"] * 5
        assert [told["error"] for told in refusals[:3]] == ["malformed", "must_lead", "not_your_card"]
        assert refusals[3]["error"] == "duplicate_card"
        assert refusals[4]["error"] in ("not_a_set", "wrong_count")
        assert all(len(told["detail"]) > 10 and "view" not in told for told in refusals)
        assert (await answer(page, game.version, str(legal_turns(state)[0])))["type"] == "turn"


async def test_a_spectator_is_refused_and_goes_on_watching(game: Game, charlie: User, rng: random.Random) -> None:
    turn = str(await sync_to_async(any_turn)(game, rng))
    for watcher in (None, charlie):
        async with await game_page(game.public_id, watcher) as page:
            await page.hear()
            told = await answer(page, game.version, turn)
            assert (told["type"], told["error"]) == ("refused", "not_seated")
            await sync_to_async(take_turn)(game, rng)
            assert (await page.hear())["type"] == "turn"
            assert await page.is_quiet()


async def test_a_player_who_resigned_elsewhere_is_refused(alice: User, bob: User, charlie: User) -> None:
    game = await sync_to_async(lay_game)([alice, bob, charlie])
    async with await game_page(game.public_id, alice) as page:
        await page.hear()
        await sync_to_async(seat_resign)(public_id=game.public_id, user=alice)
        await page.hear()
        told = await answer(page, game.version + 1, "pass")
    assert (told["type"], told["error"]) == ("refused", "not_seated")


@pytest.mark.usefixtures("checks_at_once")
async def test_an_end_that_was_not_announced_is_found_by_the_next_check(game: Game, rng: random.Random) -> None:
    page, seat = await acting_page(game)
    turn = str(await sync_to_async(any_turn)(game, rng))
    async with page:
        await page.hear()
        await sync_to_async(User.objects.filter(pk=seat.user.pk).update)(password_mark="another")
        await page.say({"type": "turn", "version": game.version, "turn": turn})
        assert await page.close_code() == 4401
    assert await moves(game) == []
