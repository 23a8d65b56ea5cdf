"""The ladder: rated games for two that the site begins among bots that are ready for them."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Final

from django.db import transaction
from django.db.models import Exists, OrderBy, OuterRef, Q, QuerySet, Subquery
from django.utils import timezone

from accounts.models import User
from accounts.sweeps import sweep
from games import on_commit
from games.bots import names
from games.errors import Refused
from games.ladder.selectors import able_bots
from games.lobby.limits import over_limits
from games.lobby.services import NewGame, game_create_for
from games.models import BotAccount, Game, LimitedAct, OutsideBot, Seat
from games.models.preferences import all_targets
from games.outside_bots.rules import are_of_one_author
from games.people.locking import locked_people

log = logging.getLogger(__name__)

SEATS: Final = 2
# The first that both take.
PACES: Final = (Game.Pace.M3, Game.Pace.S60, *(pace for pace in Game.Pace if pace not in ("60s", "3m", "none")))
TARGETS: Final = (15, *(target for target in all_targets() if target != 15))
BATCH: Final = 20
"""Games that a sweep begins."""
WINDOW: Final = 200
"""Free bots that a sweep reads."""
RECENT: Final = 100
"""Games of a bot that say which others it has met."""
MOST_LATE: Final = 3
"""Turns in a row that a bot may miss before it is no longer ready."""
_OPEN: Final = Seat.objects.filter(is_open=True, game__from_queue=True)


@sweep(every=timedelta(minutes=1))
def ladder_sweep() -> int:
    """Begin a game for each bot that is ready and plays none on the ladder, for those that wait longest first; return
    how many. Bots that miss turns are no longer ready until their authors say so again. Three queries besides those of
    each game, however many bots there are.
    """
    late = _OPEN.filter(user=OuterRef("user"), timeouts__gte=MOST_LATE)
    OutsideBot.objects.filter(Exists(late), ready=True).update(ready=False)
    waiting, begun = list(_free().order_by(*_longest_first())[:WINDOW]), 0
    house = dict(BotAccount.objects.values_list("name", "user"))
    for _try in range(BATCH):
        if not waiting:
            break
        bot = waiting.pop(0)
        rival = _rival(bot, waiting, house)
        if isinstance(rival, OutsideBot):
            waiting.remove(rival)
        begun += _is_begun(bot, rival)
    return begun


def _free() -> QuerySet[OutsideBot]:
    """The bots that are ready for a game of the ladder: they play none, take one, and may begin it."""
    barred = Q(user__barred_until__gt=timezone.now())
    over = over_limits(User.objects.filter(pk=OuterRef("user")))
    able = able_bots().filter(ready=True, seats__contains=[SEATS], paces__overlap=list(PACES)).exclude(barred)
    return able.filter(~Exists(_OPEN.filter(user=OuterRef("user"))), ~Exists(over))


def _longest_first() -> tuple[OrderBy, str]:
    """The order of bots: first those that began no game in the last day, then by the last that they began."""
    begun = LimitedAct.objects.filter(user=OuterRef("user"), kind=LimitedAct.Kind.GAME).order_by("-at")
    return Subquery(begun.values("at")[:1]).asc(nulls_first=True), "pk"


def _rival(bot: OutsideBot, others: Sequence[OutsideBot], house: Mapping[str, int]) -> OutsideBot | str:
    """The opponent that the bot has met least: one of the others, or the name of one of the site. One query."""
    met = _met(bot.user_id)
    fit = [other for other in others if _setup([bot, other]) is not None and not are_of_one_author([bot, other])]
    rivals: list[tuple[int, OutsideBot | str]] = [(met[other.user_id], other) for other in fit]
    rivals += [(met[house.get(name, 0)], name) for name in names()]
    return min(rivals, key=lambda each: each[0])[1]


def _met(user_id: int) -> Counter[int]:
    """How often the bot has met each account in those of its latest games that are the ladder's. One query."""
    games = Seat.objects.filter(user=user_id).order_by("-joined_at").values("game")[:RECENT]
    others = Seat.objects.filter(game__in=games, game__from_queue=True).exclude(user=user_id)
    return Counter(others.values_list("user_id", flat=True))


def _is_begun(bot: OutsideBot, rival: OutsideBot | str) -> bool:
    """Whether the game of these could begin."""
    bots, house = ([bot], rival) if isinstance(rival, str) else ([bot, rival], "")
    try:
        return ladder_game_begin(bots=[each.user_id for each in bots], house=house) is not None
    except Refused as refused:
        log.info("bot %s gets no game of the ladder: %s", bot.user_id, refused.code)
        return False


def _setup(bots: Sequence[OutsideBot]) -> NewGame | None:
    """The game that all these bots take; None if there is none."""
    target = next((each for each in TARGETS if all(each in bot.targets for bot in bots)), 0)
    pace = next((each for each in PACES if all(each in bot.paces for bot in bots)), None)
    if target == 0 or pace is None or not all(SEATS in bot.seats for bot in bots):
        return None
    return NewGame(seats=SEATS, target=target, pace=pace, rated=True)


@transaction.atomic(durable=True)
def ladder_game_begin(*, bots: Collection[int], house: str = "") -> Game | None:
    """Begin a rated game of the bots of these accounts, with the site's bot `house` if named. None if one is no longer
    free, or they take no game together. Raises Refused.
    """
    people: list[User] = locked_people(User.objects.filter(pk__in=bots))
    free = list(_free().filter(user__in=people))
    new = _setup(free)
    if new is None or len(free) != len(people):
        return None
    game = game_create_for(people, replace(new, bots=[house] if house else []), from_queue=True)
    for user in people:
        on_commit.person_event(user.pk, {"type": "paired", "game": game.public_id})
    return game
