"""All bots with their strength: those of the site, and those from outside."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.db.models import F, FloatField, OuterRef, QuerySet, Subquery
from django.utils import timezone

from accounts.models import User
from games.bots import REGISTRY, Bot
from games.models import BotAccount, OutsideBot, Pool, Rating
from games.ratings.skill import Skill, rating_score
from games.web.paging import Page, paged

PAGE: Final = 50


@dataclass(frozen=True, slots=True)
class Strength:
    """A rating in games with bots. `score`: None before its first rated game."""

    score: int | None = None
    games: int = 0


@dataclass(frozen=True, slots=True)
class ListedBot:
    """A bot from outside on the page of bots."""

    bot: OutsideBot
    user: User
    strength: Strength


@dataclass(frozen=True, slots=True)
class HouseBot:
    """A bot of the site. `user`: unsaved before its first game."""

    bot: Bot
    user: User
    strength: Strength


def outside_bots(number: int = 1) -> Page[ListedBot]:
    """A page of the bots from outside, strongest first, without closed and suspended accounts. Two queries."""
    found = paged(_by_strength(), number, PAGE)
    known = strengths([bot.user_id for bot in found.items])
    listed = [ListedBot(bot, bot.user, known.get(bot.user_id, Strength())) for bot in found.items]
    return Page(listed, found.number, found.has_next)


def _by_strength() -> QuerySet[OutsideBot]:
    rated = Rating.objects.filter(user=OuterRef("user"), pool=Pool.BOTS)
    skill = Subquery(rated.values_list(F("mu") - 3 * F("sigma"))[:1], output_field=FloatField())
    bots = able_bots().annotate(skill=skill).select_related("user")
    return bots.order_by(F("skill").desc(nulls_last=True), "pk")


def able_bots() -> QuerySet[OutsideBot]:
    """The bots from outside whose accounts are neither closed nor suspended."""
    bots = OutsideBot.objects.filter(user__is_active=True, user__erased_at=None)
    return bots.exclude(user__suspended_until__gt=timezone.now())


def house_bots() -> list[HouseBot]:
    """The site's bots, strongest first. Two queries."""
    users = {account.name: account.user for account in BotAccount.objects.select_related("user")}
    known = strengths([user.pk for user in users.values()])
    return [
        HouseBot(
            bot, user := users.get(bot.name) or User(handle=bot.label, is_bot=True), known.get(user.pk, Strength())
        )
        for bot in reversed(REGISTRY.values())
    ]


def strengths(users: list[int]) -> dict[int, Strength]:
    """The rating in games with bots of these accounts, without those that have none. One query."""
    rows = Rating.objects.filter(user__in=users, pool=Pool.BOTS)
    return {row.user_id: Strength(rating_score(Skill(row.mu, row.sigma)), row.games) for row in rows}
