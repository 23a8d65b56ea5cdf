"""Where bots from outside may sit, and which games they take."""

from __future__ import annotations

from collections.abc import Iterable

from accounts.models import User
from games.errors import Refused
from games.models import Game, OutsideBot, Seat
from games.models.game_setup import GameSetup
from games.outside_bots.errors import OutsideBotReason
from games.outside_bots.limits import MAX_GAMES


def check_invited(setup: GameSetup, host: User, invited: User) -> None:
    """Check that the host may invite the account to such a game: bots invite bots alone, and a bot takes it. At most
    three queries, none among people. Raises Refused.
    """
    if host.is_outside_bot and not invited.is_outside_bot:
        raise Refused(OutsideBotReason.INVITES_PEOPLE)
    if not invited.is_outside_bot:
        return
    if setup.rated and not host.is_outside_bot:
        raise Refused(OutsideBotReason.RATED)
    bot = OutsideBot.objects.get(user=invited)
    if setup.rated and are_of_one_author([bot, OutsideBot.objects.get(user=host)]):
        raise Refused(OutsideBotReason.RATED)
    refused = reason_against(bot, setup)
    if refused is not None:
        raise Refused(refused)
    if Seat.objects.filter(user=invited, is_open=True).count() >= MAX_GAMES:
        raise Refused(OutsideBotReason.BUSY)


def reason_against(bot: OutsideBot, setup: GameSetup) -> OutsideBotReason | None:
    """Why the bot does not take games like this one; None if it does."""
    if setup.seats_count not in bot.seats:
        return OutsideBotReason.SEATS
    if setup.target not in bot.targets:
        return OutsideBotReason.TARGET
    if setup.goat and not bot.goat:
        return OutsideBotReason.GOAT
    return None if setup.pace in bot.paces else OutsideBotReason.PACE


def check_asked(game: Game, user: User, *, invited: bool) -> None:
    """Check that a bot from outside joins the game of a bot, or is `invited`. One query for bots. Raises Refused."""
    if user.is_outside_bot and not invited and not game.host.is_outside_bot:
        raise Refused(OutsideBotReason.NOT_ASKED)


def check_rated(game: Game, seats: Iterable[Seat]) -> None:
    """Check that a rated game with bots from outside is one of bots alone, of different authors. Seats have their
    holders, who are their players before the start. One query among bots. Raises Refused.
    """
    players = [seat.held_by for seat in seats]
    outside = [user for user in players if user.is_outside_bot]
    if not (game.rated and outside):
        return
    if not all(user.is_any_bot for user in players) or are_of_one_author(OutsideBot.objects.filter(user__in=outside)):
        raise Refused(OutsideBotReason.RATED)


def are_of_one_author(bots: Iterable[OutsideBot]) -> bool:
    """Whether two of the bots have the same author, who could let one of them win."""
    authors = [bot.author.casefold() for bot in bots]
    return len(set(authors)) < len(authors)
