"""Accounts become bots, and say which games they take."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Final

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from accounts.models import User
from accounts.visible_text import is_name, text_written
from games import on_commit
from games.errors import Refused
from games.models import (
    Friendship,
    LeagueMember,
    OutsideBot,
    Preferences,
    QueueEntry,
    Seat,
    StandingMember,
    WeeklyResult,
)
from games.models.preferences import AUTHOR_MAX, all_paces, all_seats, all_targets
from games.outside_bots.errors import OutsideBotReason
from games.outside_bots.selectors import outside_bot
from games.people.errors import PersonReason
from games.people.locking import check_member, locked_people
from games.people.preference_selectors import CHOICE_KINDS, ChannelChoice

_NO_MAIL: Final = ChannelChoice(mail="off", push=False)


@dataclass(frozen=True, slots=True)
class TakenGames:
    """The games that a bot takes. `targets`: None is a single hand. `ready`: for rated games that the site begins with
    other bots.
    """

    author: str
    seats: Iterable[int]
    targets: Iterable[int | None]
    goat: bool
    paces: Iterable[str]
    ready: bool


@transaction.atomic(durable=True)
def bot_become(*, user: User, author: str) -> OutsideBot:
    """Make the account a bot for good. It gets no more emails about games. Raises Refused for guests, staff, bots and
    accounts that have played.
    """
    [account] = locked_people([user])
    check_member(account)
    if account.is_outside_bot:
        raise Refused(OutsideBotReason.ALREADY)
    if account.is_suspended:
        raise Refused(PersonReason.SUSPENDED)
    if account.is_staff or account.is_superuser:
        raise Refused(OutsideBotReason.STAFF)
    if has_played(account):
        raise Refused(OutsideBotReason.HAS_PLAYED)
    account.is_outside_bot = True
    account.save(update_fields=["is_outside_bot"])
    Preferences.objects.update_or_create(
        user=account, defaults={"channels": {kind.value: asdict(_NO_MAIL) for kind in CHOICE_KINDS}}
    )
    bot: OutsideBot = OutsideBot.objects.create(user=account, author=_author(author), created_at=timezone.now())
    on_commit.logins_changed(account.pk)
    return bot


def has_played(user: User) -> bool:
    """Whether the account has had a seat, waits for one, or has results, tables or friends. At most six queries."""
    return (
        Seat.objects.filter(user=user).exists()
        or QueueEntry.objects.filter(user=user).exists()
        or StandingMember.objects.filter(user=user).exists()
        or LeagueMember.objects.filter(user=user).exists()
        or WeeklyResult.objects.filter(user=user).exists()
        or Friendship.objects.filter(Q(asker=user) | Q(asked=user), accepted_at__isnull=False).exists()
    )


@transaction.atomic(durable=True)
def bot_change(*, user: User, takes: TakenGames) -> OutsideBot:
    """Save which games the bot takes. Invitations that it has stay. Raises Refused."""
    [account] = locked_people([user])
    bot = outside_bot(account)
    bot.author = _author(takes.author)
    bot.seats = [seats for seats in all_seats() if seats in set(takes.seats)]
    bot.targets = [target for target in all_targets() if target in set(takes.targets)]
    bot.paces = [pace for pace in all_paces() if pace in set(takes.paces)]
    bot.goat, bot.ready = takes.goat, takes.ready
    if not (bot.seats and bot.targets and bot.paces):
        raise Refused(OutsideBotReason.TAKES_NOTHING)
    bot.save()
    return bot


def _author(text: str) -> str:
    author = " ".join(text_written(text).split())
    if not author or len(author) > AUTHOR_MAX or not is_name(author):
        raise Refused(OutsideBotReason.BAD_AUTHOR)
    return author
