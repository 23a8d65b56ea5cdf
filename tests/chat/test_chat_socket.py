"""Sockets get chat messages: each reader their own, in order, and no one else any."""

from __future__ import annotations

from asyncio import Queue
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.layers import get_channel_layer
from django.utils import timezone

from accounts.decisions.sanctions import sanction_impose, sanction_lift
from accounts.models import User
from games.chat.services import chat_react, chat_switch, chat_write
from games.events import game_group
from games.models import Game, Reaction
from games.moderation.acts import chat_lock
from games.moderation.acts.chat_lines import chat_hide
from games.people.blocks import person_block, person_mute
from tests.factories import make_person, make_staff
from tests.live.pages import Page, game_page

pytestmark = [pytest.mark.asyncio, pytest.mark.usefixtures("async_database")]


async def say(game: Game, user: User, text: str) -> int:
    line = await sync_to_async(chat_write)(public_id=game.public_id, user=user, text=text)
    return line.pk


async def after_view(page: Page) -> Page:
    assert (await page.hear())["type"] == "view"
    return page


async def test_no_word_of_a_line_goes_through_the_group(game: Game, alice: User) -> None:
    layer, heard = get_channel_layer(), Queue[dict[str, Any]]()
    await layer.join(game_group(game.public_id), heard.put_nowait)
    number = await say(game, alice, "between us")
    message = await heard.get()
    await layer.leave(game_group(game.public_id), heard.put_nowait)
    assert message["events"] == [{"type": "chat", "version": game.version, "id": number}]


async def test_only_players_at_the_table_receive_a_message(game: Game, alice: User, bob: User) -> None:
    stranger = await sync_to_async(make_person)("stranger")
    async with (
        await game_page(game.public_id, alice) as hers,
        await game_page(game.public_id, bob) as his,
        await game_page(game.public_id, stranger) as watched,
        await game_page(game.public_id, None) as visited,
    ):
        for page in (hers, his, watched, visited):
            await after_view(page)
        number = await say(game, alice, "Well played, @Bob!")
        told: dict[str, Any] = await his.hear()
        assert told.pop("at").startswith(str(timezone.now().year))
        assert told == {
            "type": "chat",
            "id": number,
            "seat": 0,
            "name": "alice",
            "text": "Well played, @Bob!",
            "reaction": "",
            "hidden": False,
            "mine": False,
            "mentions_me": True,
        }
        mine = await hers.hear()
        assert (mine["id"], mine["mine"], mine["mentions_me"]) == (number, True, False)
        for text in ("one", "two", "three"):
            await say(game, bob, text)
        assert [(await hers.hear())["text"] for _line in range(3)] == ["one", "two", "three"]
        await sync_to_async(chat_react)(public_id=game.public_id, user=bob, reaction=Reaction.APPLAUSE)
        applause = await hers.hear()
        assert (applause["text"], applause["reaction"], applause["seat"]) == ("👏", "applause", 1)
        assert await watched.is_quiet()
        assert await visited.is_quiet()


async def test_silenced_people_are_not_heard(game: Game, alice: User, bob: User) -> None:
    async with await game_page(game.public_id, alice) as hers, await game_page(game.public_id, bob) as his:
        await after_view(hers)
        await after_view(his)
        await sync_to_async(person_mute)(user=alice, handle="bob")
        await say(game, bob, "muted by her")
        assert (await his.hear())["text"] == "muted by her"
        assert await hers.is_quiet()
        await sync_to_async(person_block)(user=bob, handle="alice")
        await say(game, alice, "blocked by him")
        assert (await hers.hear())["text"] == "blocked by him"
        assert await his.is_quiet()
        await sync_to_async(chat_switch)(user=alice, on=False)
        await say(game, bob, "unheard")
        assert await hers.is_quiet()


async def test_a_hidden_line_and_a_locked_chat_are_followed(game: Game, alice: User, bob: User) -> None:
    helper = await sync_to_async(make_staff)("hilda", "helper")
    async with await game_page(game.public_id, bob) as his:
        view = (await after_view(his)).heard[0]
        number = await say(game, alice, "foul")
        assert (await his.hear())["text"] == "foul"
        await sync_to_async(chat_hide)(actor=helper, line_id=number, reason="foul words")
        hidden = await his.hear()
        assert (hidden["id"], hidden["text"], hidden["hidden"]) == (number, "", True)
        await sync_to_async(chat_lock)(actor=helper, public_id=game.public_id, reason="a quarrel")
        heard = [await his.hear()]
        while heard[-1]["type"] != "chat":
            heard.append(await his.hear())
        assert heard[-1] == {"type": "chat", "id": 0, "locked": True}
        await sync_to_async(game.refresh_from_db)()
        assert game.version == view["version"]


async def test_a_mute_by_staff_and_its_end_reach_open_pages(game: Game, alice: User, bob: User) -> None:
    judge = await sync_to_async(make_staff)("judge", "moderator")
    async with (
        await game_page(game.public_id, alice) as hers,
        await game_page(game.public_id, bob) as his,
    ):
        for page in (hers, his):
            await after_view(page)
        muting = sync_to_async(sanction_impose)
        sanction = await muting(actor=judge, user=bob, kind="mute", reason="an insult", days=3)
        # The page fetches the chat again, and finds the note in place of the field.
        assert await his.hear() == {"type": "chat", "id": 0, "locked": False}
        await sync_to_async(bob.refresh_from_db)()
        await sync_to_async(bob.save)()
        assert await his.is_quiet()
        await sync_to_async(sanction_lift)(actor=judge, sanction_id=sanction.pk, reason="a mistake")
        assert await his.hear() == {"type": "chat", "id": 0, "locked": False}
        assert await hers.is_quiet()
