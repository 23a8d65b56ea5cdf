"""Games that a viewer may watch, and the end of that."""

from __future__ import annotations

import random

import pytest
from asgiref.sync import sync_to_async
from django.contrib.sessions.models import Session
from django.utils import timezone

from accounts.models import User
from games.lobby.invitations import invitation_decline, person_invite
from games.lobby.services import NewGame, game_join, game_leave, person_remove
from games.models import Game
from tests.factories import take_turn
from tests.games_laid import lay_game
from tests.live.pages import Page, cookie_of, game_page

pytestmark = [pytest.mark.asyncio, pytest.mark.usefixtures("async_database")]

PRIVATE = Game.Visibility.PRIVATE


async def test_an_outsider_learns_only_that_there_is_no_such_game(private_game: Game, charlie: User) -> None:
    for who, public_id in ((None, private_game.public_id), (charlie, private_game.public_id), (charlie, "nosuchgame")):
        async with await game_page(public_id, who) as page:
            assert await page.close_code() == 4404


async def test_after_a_refusal_nothing_is_heard_or_done(private_game: Game, charlie: User, rng: random.Random) -> None:
    async with await game_page(private_game.public_id, charlie) as page:
        assert await page.close_code() == 4404
        await page.say({"type": "looking"})
        await sync_to_async(take_turn)(private_game, rng)
        assert await page.is_quiet()


async def test_players_and_invited_people_may_watch_a_private_game(alice: User, bob: User, charlie: User) -> None:
    game = await sync_to_async(lay_game)([alice, bob], NewGame(seats=3, visibility=PRIVATE))
    await sync_to_async(person_invite)(public_id=game.public_id, host=alice, handle="charlie")
    for person in (bob, charlie):
        async with await game_page(game.public_id, person) as page:
            assert (await page.hear())["type"] == "view"


async def test_a_player_removed_from_a_private_game_hears_nothing_more(alice: User, bob: User, charlie: User) -> None:
    game = await sync_to_async(lay_game)([alice, bob], NewGame(seats=3, visibility=PRIVATE))
    async with await game_page(game.public_id, bob) as bobs, await game_page(game.public_id, alice) as alices:
        await bobs.hear()
        await alices.hear()
        await sync_to_async(person_remove)(public_id=game.public_id, host=alice, seat_number=1)
        assert await bobs.close_code() == 4404
        await alices.hear()
        await sync_to_async(game_join)(public_id=game.public_id, user=charlie, token=game.invite_token)
        assert (await alices.hear())["type"] == "seat"
        assert await bobs.is_quiet()


async def test_a_player_who_leaves_a_public_game_becomes_a_spectator(alice: User, bob: User) -> None:
    game = await sync_to_async(lay_game)([alice, bob], NewGame(seats=3))
    async with await game_page(game.public_id, bob) as page:
        await page.hear()
        await sync_to_async(game_leave)(public_id=game.public_id, user=bob)
        told = await page.hear()
    assert told["type"] == "seat"
    assert "you" not in told


@pytest.mark.usefixtures("checks_at_once")
async def test_guests_hear_nothing_after_declining(alice: User, bob: User, charlie: User, rng: random.Random) -> None:
    game = await sync_to_async(lay_game)([alice, bob], NewGame(seats=3, visibility=PRIVATE))
    await sync_to_async(person_invite)(public_id=game.public_id, host=alice, handle="charlie")
    async with await game_page(game.public_id, charlie) as page:
        await page.hear()
        await sync_to_async(invitation_decline)(public_id=game.public_id, user=charlie)
        await sync_to_async(game_leave)(public_id=game.public_id, user=bob)
        assert await page.close_code() == 4404


@pytest.mark.usefixtures("checks_at_once")
async def test_people_hear_nothing_after_logging_out(game: Game, alice: User, rng: random.Random) -> None:
    async with await game_page(game.public_id, alice) as page:
        await page.hear()
        await sync_to_async(Session.objects.all().delete)()
        await sync_to_async(take_turn)(game, rng)
        assert await page.close_code() == 4401


@pytest.mark.usefixtures("checks_at_once")
async def test_people_hear_nothing_after_their_login_expired(game: Game, alice: User, rng: random.Random) -> None:
    async with await game_page(game.public_id, alice) as page:
        await page.hear()
        await sync_to_async(Session.objects.update)(expire_date=timezone.now())
        await sync_to_async(take_turn)(game, rng)
        assert await page.close_code() == 4401


async def test_looking_after_a_log_out_ends_the_connection(game: Game, alice: User) -> None:
    async with await game_page(game.public_id, alice) as page:
        await page.hear()
        await sync_to_async(Session.objects.all().delete)()
        await page.say({"type": "looking"})
        assert await page.close_code() == 4401


async def test_a_suspended_account_cannot_open_a_socket_as_itself(private_game: Game, alice: User) -> None:
    page = await game_page(private_game.public_id, alice)
    await sync_to_async(User.objects.filter(pk=alice.pk).update)(is_active=False)
    async with page:
        assert await page.close_code() == 4404


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "https://127.0.0.1.evil.example", ""])
async def test_another_sites_page_is_refused(game: Game, alice: User, origin: str) -> None:
    cookie = await sync_to_async(cookie_of)(alice)
    for path in (f"/ws/games/{game.public_id}/", "/ws/me/"):
        assert await Page(path, cookie, origin).is_refused()


async def test_a_request_without_an_origin_is_refused(game: Game, alice: User) -> None:
    page = await game_page(game.public_id, alice)
    page.socket.scope["headers"] = [pair for pair in page.socket.scope["headers"] if pair[0] != b"origin"]
    assert await page.is_refused()


@pytest.mark.parametrize(
    "path", ["/ws/", "/ws/games/", "/ws/games/a b/", "/ws/games/x/y/", "/ws/games/" + "a" * 65 + "/"]
)
async def test_an_address_without_a_socket_is_refused(path: str) -> None:
    assert await Page(path).is_refused()
