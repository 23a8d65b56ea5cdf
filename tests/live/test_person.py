"""`/ws/me/`: messages to one person alone."""

from __future__ import annotations

import random
from time import time
from urllib.parse import quote

import pytest
from asgiref.sync import sync_to_async

from accounts.models import User
from games.events import deadline_at
from games.lobby.invitations import person_invite
from games.lobby.queue import queue_join
from games.lobby.rematch import game_rematch
from games.lobby.services import NewGame
from games.models import Game
from tests.factories import seat_to_act, take_turn
from tests.games_laid import finished_game, lay_game
from tests.live.pages import Page, cookie_of

pytestmark = [pytest.mark.asyncio, pytest.mark.usefixtures("async_database")]


def due_of(game: Game) -> str | None:
    return deadline_at(Game.objects.get(pk=game.pk))


async def own_page(user: User | None, since: float | None = None) -> Page:
    """The account's socket. `since`: when its page read what it shows, in seconds since the epoch."""
    address = "/ws/me/" if since is None else f"/ws/me/?since={round(since * 1000)}"
    return Page(address, await sync_to_async(cookie_of)(user) if user is not None else "")


async def test_a_visitor_is_sent_to_log_in() -> None:
    async with await own_page(None) as page:
        assert await page.close_code() == 4401


async def test_a_person_hears_of_the_own_turns_alone(game: Game, alice: User, bob: User, rng: random.Random) -> None:
    async with await own_page(alice) as alices, await own_page(bob) as bobs:
        for _turn in range(2):
            await sync_to_async(take_turn)(game, rng)
            acting = await sync_to_async(seat_to_act)(game)
            hears, quiet = (alices, bobs) if acting.user == alice else (bobs, alices)
            assert await hears.hear() == {
                "type": "your_turn",
                "game": game.public_id,
                "version": game.version,
                "deadline_at": await sync_to_async(due_of)(game),
            }
            assert await quiet.is_quiet()


async def test_an_invitation_is_told(alice: User, bob: User) -> None:
    game = await sync_to_async(lay_game)([alice], NewGame(seats=2))
    async with await own_page(bob) as page:
        await sync_to_async(person_invite)(public_id=game.public_id, host=alice, handle="bob")
        assert await page.hear() == {"type": "invitation", "game": game.public_id}


async def test_a_rematch_is_an_invitation(alice: User, bob: User) -> None:
    game = await sync_to_async(finished_game)([alice, bob], recorded="single_hand_of_two")
    async with await own_page(bob) as page:
        again = await sync_to_async(game_rematch)(public_id=game.public_id, user=alice)
        assert await page.hear() == {"type": "invitation", "game": again.public_id}


async def test_paired_people_get_the_games_address(alice: User, bob: User) -> None:
    async with await own_page(alice) as page:
        await sync_to_async(queue_join)(user=alice, seats=2)
        game = await sync_to_async(queue_join)(user=bob, seats=2)
        assert game is not None
        assert await page.hear() == {"type": "paired", "game": game.public_id}


async def test_it_takes_no_requests(alice: User) -> None:
    async with await own_page(alice) as page:
        for frame in ({"type": "looking"}, {"type": "turn", "version": 1, "turn": "pass"}):
            await page.say(frame)
            assert (await page.hear())["error"] == "malformed"


async def test_events_since_the_pages_time_come_first(alice: User, bob: User) -> None:
    before = time()
    game = await sync_to_async(lay_game)([alice], NewGame(seats=2))
    await sync_to_async(person_invite)(public_id=game.public_id, host=alice, handle="bob")
    after = time()
    invited, missed = {"type": "invitation", "game": game.public_id}, {"type": "missed"}
    # A minute is less than the site keeps events, an hour is more.
    told_to_bob = {before: invited, before - 60: invited, before - 3600: missed}
    for person, since, told in (*((bob, *pair) for pair in told_to_bob.items()), (alice, before - 3600, missed)):
        async with await own_page(person, since) as page:
            assert await page.hear() == told
            assert await page.is_quiet()
    for person, later in ((bob, after + 5), (bob, None), (alice, before), (alice, before - 60)):
        async with await own_page(person, later) as page:
            assert await page.is_quiet()


@pytest.mark.parametrize("since", ["", "soon", "-1", "1" * 15, "٣"])
async def test_a_wrong_time_counts_as_none(alice: User, since: str) -> None:
    async with Page(f"/ws/me/?since={quote(since)}", await sync_to_async(cookie_of)(alice)) as page:
        assert await page.is_quiet()
