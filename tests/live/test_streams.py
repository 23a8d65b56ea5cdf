"""Streams send what sockets send, end as sockets end, and hold no thread and no database connection."""

from __future__ import annotations

import random
from datetime import timedelta
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.utils import timezone
from redis.exceptions import RedisError

from accounts.models import ApiToken, User
from accounts.site.state import SiteNow, site_keep
from accounts.tokens.services import token_revoke
from games.lobby.services import NewGame, game_join, person_remove
from games.models import Game
from odinsite.redis.layer import Layer
from odinsite.web.limits import SOCKETS_OF_A_SESSION
from tests.api.programs import token_text
from tests.factories import make_person, seat_to_act, take_turn
from tests.games_laid import lay_game
from tests.live.following import Stream
from tests.live.pages import Message, Page

pytestmark = [pytest.mark.asyncio, pytest.mark.usefixtures("async_database")]

ME = "/api/v1/stream/me"


def of_game(game: Game, query: str = "") -> str:
    return f"/api/v1/games/{game.public_id}/stream{query}"


async def token_of(user: User, *scopes: str) -> str:
    return await sync_to_async(token_text)(user, *scopes)


async def followed(path: str, user: User) -> Stream:
    return Stream(path, await token_of(user))


@pytest.fixture
def alive_often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Signs of life come at once, not every fifteen seconds."""
    from odinsite.asgi import application

    monkeypatch.setattr(application.application_mapping["http"].application.streams, "alive_s", 0.01)


async def test_a_stream_sends_what_the_socket_sends(game: Game, alice: User, bob: User, rng: random.Random) -> None:
    token = await token_of(alice)
    socket = Page(f"/ws/games/{game.public_id}/", token=token)
    async with Stream(of_game(game), token) as stream, socket, await followed(of_game(game), bob) as other:
        assert (stream.status, stream.headers["Content-Type"]) == (200, "application/x-ndjson")
        assert stream.headers["X-Accel-Buffering"] == "no"
        assert "Content-Length" not in stream.headers
        assert "Content-Encoding" not in stream.headers
        assert '"token";r=' in stream.headers["Ratelimit"]
        first: Message = await stream.hear()
        assert first["type"] == "view"
        assert first == await socket.hear()
        assert (await other.hear())["my_cards"] != first["my_cards"]
        for _turn in range(12):
            await sync_to_async(take_turn)(game, rng)
            told = await stream.hear()
            assert told == await socket.hear()
            assert told["version"] == game.version
            assert (await other.hear())["version"] == game.version


async def test_since_a_version_it_sends_what_was_missed(game: Game, alice: User, rng: random.Random) -> None:
    before = game.version
    for _turn in range(3):
        await sync_to_async(take_turn)(game, rng)
    async with await followed(of_game(game, f"?since={before}"), alice) as stream:
        assert [(await stream.hear())["version"] for _turn in range(3)] == [before + 1, before + 2, before + 3]
    async with await followed(of_game(game, f"?since={game.version}"), alice) as stream:
        assert await stream.hear() == {"type": "current", "version": game.version}
    async with await followed(of_game(game, "?since=soon"), alice) as stream:
        assert (stream.status, (await stream.problem())["error"]) == (422, "malformed")


async def test_an_account_hears_of_its_turns(game: Game, alice: User, rng: random.Random) -> None:
    async with await followed(ME, alice) as stream:
        assert await stream.line() == ""
        while (await sync_to_async(seat_to_act)(game)).user == alice:
            await sync_to_async(take_turn)(game, rng)
        while (await sync_to_async(seat_to_act)(game)).user != alice:
            await sync_to_async(take_turn)(game, rng)
        told = await stream.hear()
        assert (told["type"], told["game"], told["version"]) == ("your_turn", game.public_id, game.version)


async def test_an_account_learns_at_the_beginning_that_it_missed_something(alice: User) -> None:
    async with await followed(f"{ME}?since=0", alice) as stream:
        assert await stream.hear() == {"type": "missed"}
    async with await followed(f"{ME}?since=soon", alice) as stream:
        assert (stream.status, (await stream.problem())["error"]) == (422, "malformed")


@pytest.mark.usefixtures("alive_often")
async def test_a_quiet_stream_sends_empty_lines(game: Game, alice: User) -> None:
    async with await followed(of_game(game), alice) as stream:
        assert (await stream.hear())["type"] == "view"
        for _sign in range(3):
            assert await stream.line() == ""


@pytest.mark.parametrize(
    ("token", "status", "error"), [("odin_wrong", 401, "no_token"), ("play", 403, "scope_missing")]
)
async def test_without_the_right_to_read_none_begins(
    game: Game, alice: User, token: str, status: int, error: str
) -> None:
    text = await token_of(alice, token) if token == "play" else token
    for path in (ME, of_game(game)):
        async with Stream(path, text) as stream:
            assert (stream.status, (await stream.problem())["error"]) == (status, error)
            assert stream.headers["Content-Type"] == "application/problem+json"


async def test_a_game_that_may_not_be_seen_has_none(alice: User, charlie: User, bob: User) -> None:
    game = await sync_to_async(lay_game)([alice, bob], NewGame(seats=2, visibility="private"))
    for path in (of_game(game), "/api/v1/games/unknown/stream", "/api/v1/games/%00/stream"):
        async with await followed(path, charlie) as stream:
            assert (stream.status, (await stream.problem())["error"]) == (404, "no_such_game")


async def test_a_revoked_token_ends_its_streams_alone(game: Game, alice: User) -> None:
    token = await token_of(alice)
    first = await sync_to_async(ApiToken.objects.get)()
    for path in (ME, of_game(game)):
        async with await followed(path, alice) as other:
            async with Stream(path, token) as stream:
                if path != ME:
                    await stream.hear()
                    await other.hear()
                if await sync_to_async(ApiToken.objects.filter(pk=first.pk).exists)():
                    assert await sync_to_async(token_revoke)(user=alice, token_id=first.pk)
                assert (await stream.rest())[-1]["error"] == "no_token"
            assert await other.line() == "" if path == ME else await other.is_quiet()
        token = await token_of(alice)
        first = await sync_to_async(ApiToken.objects.latest)("pk")


@pytest.mark.usefixtures("alive_often")
async def test_a_token_ends_its_streams_at_its_date(game: Game, alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    async with await followed(of_game(game), alice) as stream:
        await stream.hear()
        assert await stream.line() == ""
        later = timezone.now() + timedelta(days=31)
        monkeypatch.setattr("games.live.login.timezone.now", lambda: later)
        assert (await stream.rest())[-1]["error"] == "no_token"


async def test_a_suspended_person_hears_no_more(game: Game, alice: User) -> None:
    async with await followed(of_game(game), alice) as stream, await followed(ME, alice) as mine:
        await stream.hear()

        def suspend() -> None:
            alice.suspended_until = timezone.now() + timedelta(days=1)
            alice.save()

        await sync_to_async(suspend)()
        for each in (stream, mine):
            assert (await each.rest())[-1]["error"] == "no_token"


async def test_a_removed_player_hears_nothing_of_later_seats(alice: User, bob: User, charlie: User) -> None:
    game = await sync_to_async(lay_game)([alice, bob], NewGame(seats=3, visibility=Game.Visibility.PRIVATE))
    async with await followed(of_game(game), bob) as stream:
        await stream.hear()
        await sync_to_async(person_remove)(public_id=game.public_id, host=alice, seat_number=1)
        await sync_to_async(game_join)(public_id=game.public_id, user=charlie, token=game.invite_token)
        told = await stream.rest()
        assert told[-1]["error"] == "no_such_game"
        assert "charlie" not in str(told)


@pytest.mark.usefixtures("alive_often")
async def test_a_closed_site_ends_and_begins_none(game: Game, alice: User) -> None:
    async with await followed(of_game(game), alice) as stream:
        await stream.hear()
        await sync_to_async(site_keep)(SiteNow(closed=True))
        assert (await stream.rest())[-1]["error"] == "try_later"
    async with await followed(of_game(game), alice) as again:
        assert again.status == 503
    await sync_to_async(site_keep)(SiteNow())


async def test_without_redis_none_begins(game: Game, alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    async def away(*_: Any) -> None:
        raise RedisError

    monkeypatch.setattr(Layer, "join", away)
    async with await followed(of_game(game), alice) as stream:
        assert (stream.status, (await stream.problem())["error"]) == (503, "try_later")
        assert stream.headers["Retry-After"] == "5"


async def test_streams_and_sockets_of_an_account_count_together(alice: User) -> None:
    first, second = await token_of(alice), await token_of(alice)
    opened = [Stream(ME, first) for _number in range(SOCKETS_OF_A_SESSION - 1)]
    for stream in opened:
        await stream.__aenter__()
    async with Page("/ws/me/", token=first) as page:
        async with Stream(ME, second) as refused:
            assert (refused.status, (await refused.problem())["error"]) == (429, "too_many_sockets")
            assert refused.headers["Retry-After"] == "60"
            assert "Ratelimit" in refused.headers
        assert await page.is_quiet()
    async with Stream(ME, second) as again:
        assert again.status == 200
    async with await followed(ME, await sync_to_async(make_person)("dora")) as other:
        assert other.status == 200
    for stream in opened:
        await stream.__aexit__(None)
