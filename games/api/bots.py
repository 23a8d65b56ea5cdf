"""Accounts that become bots, and the bots of the site and from outside."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from django.http import HttpRequest
from ninja import Field, Router, Schema

from games.api.auth import BOT, caller
from games.api.schemas import Body, Pace, SeatCount, errors
from games.models import OutsideBot
from games.models.preferences import AUTHOR_MAX
from games.outside_bots.selectors import outside_bot
from games.outside_bots.services import TakenGames, bot_become, bot_change

router: Final = Router(tags=["bots"], exclude_unset=True)
Target = Literal[10, 15, 20, 25, 30] | None
Author = Annotated[str, Field(max_length=AUTHOR_MAX, description="Shown on the bot's profile.")]


class OutsideBotSummary(Schema):
    """The games that a bot from outside takes. A challenge to another game is refused."""

    author: str
    seats: list[int]
    targets: list[int | None] = Field(description="Null is a single hand.")
    goat: bool = Field(description="It also plays with the goat.")
    paces: list[Pace]
    ready: bool = Field(description="The site begins rated games with other bots for it.")


class NewBotBody(Body):
    author: Author


class BotChangeBody(Body):
    """Fields that are left out stay as they are."""

    author: Author | None = None
    seats: list[SeatCount] | None = Field(None, max_length=5)
    targets: list[Target] | None = Field(None, max_length=6, description="Null is a single hand.")
    goat: bool | None = None
    paces: list[Pace] | None = Field(None, max_length=10)
    ready: bool | None = Field(None, description="For rated games that the site begins with other bots.")


@router.post("bot", response={200: OutsideBotSummary, **errors(409, 422)}, auth=BOT, summary="Become a bot")
def become_bot(request: HttpRequest, body: NewBotBody) -> object:
    """Make the token's account a bot, for good: only an account that has never played. It then takes all games; change
    that before others challenge it. Bots play rated games with bots, and unrated ones with people who invite them or
    join theirs.
    """
    return bot_facts(bot_become(user=caller(request), author=body.author))


@router.post("bot/games", response={200: OutsideBotSummary, **errors(409, 422)}, auth=BOT, summary="Choose your games")
def change_bot(request: HttpRequest, body: BotChangeBody) -> object:
    """Set which games this bot takes. Others see it, and their challenges to other games are refused."""
    user = caller(request)
    known = bot_facts(outside_bot(user))
    sent = {name: value for name, value in body.dict(exclude_unset=True).items() if value is not None}
    return bot_facts(bot_change(user=user, takes=TakenGames(**known | sent)))


def bot_facts(bot: OutsideBot) -> dict[str, Any]:
    """The fields of OutsideBotSummary."""
    return {
        "author": bot.author,
        "seats": bot.seats,
        "targets": bot.targets,
        "goat": bot.goat,
        "paces": bot.paces,
        "ready": bot.ready,
    }
