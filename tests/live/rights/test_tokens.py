"""Sockets that programs open with a token: no Origin, the token's scopes, and an end with the token."""

from __future__ import annotations

import random

import pytest
from asgiref.sync import sync_to_async

from accounts.models import ApiToken, User
from accounts.tokens.services import token_revoke
from games.live.base import Close
from games.models import Game, Move
from tests.api.programs import token_text
from tests.factories import any_turn, seat_to_act
from tests.live.pages import Page, cookie_of

pytestmark = [pytest.mark.asyncio, pytest.mark.usefixtures("async_database")]


async def program(path: str, user: User, *scopes: str) -> Page:
    text = await sync_to_async(token_text)(user, *scopes)
    return Page(path, token=text)


async def test_a_token_follows_and_plays_a_game(game: Game, rng: random.Random) -> None:
    seat = await sync_to_async(seat_to_act)(game)
    async with await program(f"/ws/games/{game.public_id}/", seat.user) as page:
        view = await page.hear()
        assert (view["my_seat"], view["version"]) == (seat.number, game.version)
        turn = str(await sync_to_async(any_turn)(game, rng))
        await page.say({"type": "turn", "version": game.version, "turn": turn})
        assert (await page.hear())["turn"] == turn


async def test_reading_takes_no_turns(game: Game, rng: random.Random) -> None:
    seat = await sync_to_async(seat_to_act)(game)
    async with await program(f"/ws/games/{game.public_id}/", seat.user, "read") as page:
        await page.hear()
        turn = str(await sync_to_async(any_turn)(game, rng))
        await page.say({"type": "turn", "version": game.version, "turn": turn})
        assert (await page.hear())["error"] == "scope_missing"
    assert not await sync_to_async(Move.objects.exists)()


@pytest.mark.parametrize(("scopes", "counts"), [(("read",), False), (("read", "play"), True)])
async def test_reading_alone_is_no_presence(alice: User, game: Game, scopes: tuple[str, ...], *, counts: bool) -> None:
    """Presence delays the account's emails, so it takes the right to play."""
    async with await program(f"/ws/games/{game.public_id}/", alice, *scopes) as page:
        await page.hear()
        await page.say({"type": "looking", "version": game.version})
        # Answered after it.
        await page.say({"type": "turn", "version": 0, "turn": "pass"})
        await page.hear()
    looked = await sync_to_async(lambda: game.seats.get(user=alice).looked_at)()
    assert (looked is not None) == counts


async def test_a_token_that_is_revoked_ends_its_connections(alice: User, game: Game) -> None:
    for path in (f"/ws/games/{game.public_id}/", "/ws/me/"):
        async with await program(path, alice) as page:
            if "games" in path:
                await page.hear()
            token = await sync_to_async(ApiToken.objects.get)()
            assert await sync_to_async(token_revoke)(user=alice, token_id=token.pk)
            assert await page.last_words() == Close.LOGIN_OVER


@pytest.mark.parametrize("scopes", [("play",), ("account:read",)])
async def test_connections_need_the_scope_to_read(alice: User, game: Game, scopes: tuple[str, ...]) -> None:
    async with await program(f"/ws/games/{game.public_id}/", alice, *scopes) as page:
        assert await page.last_words() == Close.LOGIN_OVER


async def test_a_wrong_token_opens_nothing_even_with_a_login(alice: User, game: Game) -> None:
    cookie = await sync_to_async(cookie_of)(alice)
    async with Page("/ws/me/", cookie, token="odin_wrong") as page:
        assert await page.last_words() == Close.LOGIN_OVER


async def test_a_foreign_page_needs_more_than_a_header(alice: User, game: Game) -> None:
    cookie = await sync_to_async(cookie_of)(alice)
    assert await Page("/ws/me/", cookie, origin="https://elsewhere.example").is_refused()
    assert await Page("/ws/me/", cookie, origin="https://elsewhere.example", token="Basic abc").is_refused()
