"""Messages to open pages about moderators' acts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from asgiref.sync import sync_to_async

from accounts.models import User
from games.models import Game
from games.moderation import acts
from tests.factories import make_person, make_staff, seat_to_act, state_of, take_turn
from tests.live.pages import Message, Page, game_page
from tests.moderation.moderator_acts import WHY, act, check_sound, play_turns
from tests.play.slow_games import seat_of

pytestmark = [pytest.mark.asyncio, pytest.mark.usefixtures("async_database")]


@sync_to_async
def do(game: Game, service: Callable[..., Any], actor: User, **given: Any) -> None:
    act(game, service, actor=actor, **given)


@sync_to_async
def moderator_of(_game: Game) -> User:
    return make_staff("moderator", "moderator")


async def news(page: Page) -> Message:
    event = await page.hear()
    assert event["type"] == "game"
    view = await page.hear()
    assert (view["type"], view["version"]) == ("view", event["version"])
    return view


async def test_both_players_and_a_watcher_follow_a_take_back(game: Game, alice: User, bob: User, rng: Any) -> None:
    moderator = await moderator_of(game)
    await sync_to_async(play_turns)(game, 5)
    held = (await sync_to_async(state_of)(game)).hands
    async with (
        await game_page(game.public_id, alice) as first,
        await game_page(game.public_id, bob) as second,
        await game_page(game.public_id, None) as third,
    ):
        for page in (first, second, third):
            await page.hear()
        await do(game, acts.turns_take_back, moderator, hand=1, keep=2)
        state = await sync_to_async(state_of)(game)
        assert state.hands != held
        for page, seat in ((first, 0), (second, 1), (third, None)):
            view = await news(page)
            assert (view["version"], view["to_act"], len(view["history"])) == (game.version, game.to_act, 2)
            assert view["sizes"] == list(state.sizes)
            assert view.get("my_cards") == (None if seat is None else [str(card) for card in sorted(state.hands[seat])])
            assert bool(view.get("legal")) == (seat == game.to_act)
        await sync_to_async(take_turn)(game, rng)
        state = await sync_to_async(state_of)(game)
        for page, seat in ((first, 0), (second, 1), (third, None)):
            turn = await page.hear()
            assert (turn["type"], turn["version"], turn["sizes"]) == ("turn", game.version, list(state.sizes))
            if seat is not None:
                assert turn["you"]["cards"] == [str(card) for card in sorted(state.hands[seat])]
            assert await page.is_quiet()
    await sync_to_async(check_sound)(game)


async def test_a_turn_of_the_old_version_is_refused_with_the_view(game: Game, rng: Any) -> None:
    moderator = await moderator_of(game)
    await sync_to_async(play_turns)(game, 2)
    actor = (await sync_to_async(seat_to_act)(game)).user
    async with await game_page(game.public_id, actor) as page:
        view = await page.hear()
        await do(game, acts.turns_take_back, moderator, hand=1, keep=0)
        await news(page)
        await page.say({"type": "turn", "version": view["version"], "turn": view["legal"][0]})
        refused = await page.hear()
        assert (refused["type"], refused["error"]) == ("refused", "stale_version")
        assert refused["view"]["version"] == game.version


@pytest.mark.parametrize("kept", ["public", "private"])
async def test_a_replaced_seat_is_the_new_persons_at_once(
    game: Game, private_game: Game, alice: User, bob: User, kept: str
) -> None:
    game = private_game if kept == "private" else game
    moderator, dora = await moderator_of(game), await sync_to_async(make_person)("dora")
    number = (await sync_to_async(seat_of)(game, bob)).number
    async with (
        await game_page(game.public_id, alice) as stays,
        await game_page(game.public_id, bob) as goes,
    ):
        for page in (stays, goes):
            await page.hear()
        await do(game, acts.seat_to_person, moderator, seat=number, handle="dora")
        view = await news(stays)
        assert [seat["name"] for seat in view["seats"]] == ["alice", "dora"]
        assert view["my_seat"] == 1 - number
        if kept == "public":
            view = await news(goes)
            assert "my_seat" not in view
            assert "my_cards" not in view
        else:
            assert await goes.close_code() == 4404
        async with await game_page(game.public_id, dora) as comes:
            view = await comes.hear()
            assert (view["my_seat"], len(view["my_cards"])) == (number, 9)


async def test_a_spectator_who_gets_a_seat_sees_its_cards_immediately(game: Game, bob: User) -> None:
    moderator, dora = await moderator_of(game), await sync_to_async(make_person)("dora")
    number = (await sync_to_async(seat_of)(game, bob)).number
    async with await game_page(game.public_id, dora) as page:
        await page.hear()
        await do(game, acts.seat_to_person, moderator, seat=number, handle="dora")
        view = await news(page)
        assert (view["my_seat"], len(view["my_cards"])) == (number, 9)


async def test_a_cancelled_game_ends_on_every_page(game: Game, alice: User, bob: User) -> None:
    moderator = await moderator_of(game)
    await sync_to_async(play_turns)(game, 3)
    async with (
        await game_page(game.public_id, alice) as first,
        await game_page(game.public_id, bob) as second,
    ):
        for page in (first, second):
            await page.hear()
        await do(game, acts.game_cancel, moderator, counts_for_rating=False)
        for page in (first, second):
            view = await news(page)
            assert (view["status"], view["end"], view["to_act"]) == ("cancelled", "cancelled", None)
            assert all("winner" in seat and not seat["winner"] for seat in view["seats"])


async def test_a_pause_more_time_a_pass_and_a_locked_chat_are_told(game: Game, alice: User) -> None:
    moderator = await moderator_of(game)
    async with await game_page(game.public_id, alice) as page:
        version = (await page.hear())["version"]
        await do(game, acts.game_extend, moderator, hours=1)
        assert ((told := await page.hear())["type"], told["version"]) == ("seat", version)
        await do(game, acts.chat_lock, moderator)
        assert await page.hear() == {"type": "chat", "id": 0, "locked": True}
        await do(game, acts.game_pass, moderator, seat=game.to_act)
        assert ((told := await page.hear())["type"], told["by"]) == ("turn", "moderator")
        await do(game, acts.game_pause, moderator)
        assert (await news(page))["status"] == "paused"
        await do(game, acts.game_resume, moderator)
        assert (await news(page))["status"] == "running"
        assert WHY not in "".join(page.texts)
        assert await page.is_quiet()
