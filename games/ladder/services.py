"""The ladder: rated games for two that the site begins among bots that are ready for them."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Final

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet

from accounts.models import User
from accounts.sweeps import sweep
from games import on_commit
from games.bots import names
from games.errors import Refused
from games.ladder.selectors import able_bots
from games.lobby.limits import may_begin
from games.lobby.services import NewGame, game_create_for
from games.models import BotAccount, Game, OutsideBot, Seat
from games.models.preferences import all_targets
from games.people.locking import locked_people

log = logging.getLogger(__name__)

SEATS: Final = 2
# The first that both take.
PACES: Final = (Game.Pace.M3, Game.Pace.S60, *(pace for pace in Game.Pace if pace not in ("60s", "3m", "none")))
TARGETS: Final = (15, *(target for target in all_targets() if target != 15))
BATCH: Final = 20
"""Games that a sweep begins."""
MOST_LATE: Final = 3
"""Turns in a row that a bot may miss before it is no longer ready."""
_OPEN: Final = Seat.objects.filter(is_open=True, game__from_queue=True)


@sweep(every=timedelta(minutes=1))
def ladder_sweep() -> int:
    """Begin a game for each bot that is ready and plays none on the ladder; return how many. Bots that miss turns are
    no longer ready until their authors say so again.
    """
    late = _OPEN.filter(user=OuterRef("user"), timeouts__gte=MOST_LATE)
    OutsideBot.objects.filter(Exists(late), ready=True).update(ready=False)
    begun, waiting = 0, list(_free().order_by("pk").values_list("pk", flat=True))
    for user_id in waiting:
        if begun == BATCH:
            break
        try:
            begun += ladder_game_begin(user_id=user_id) is not None
        except Refused as refused:
            log.info("bot %s gets no game of the ladder: %s", user_id, refused.code)
    return begun


def _free() -> QuerySet[OutsideBot]:
    """The bots that are ready and play no game of the ladder."""
    return able_bots().filter(~Exists(_OPEN.filter(user=OuterRef("user"))), ready=True)


@transaction.atomic(durable=True)
def ladder_game_begin(*, user_id: int) -> Game | None:
    """Begin a rated game of the bot with the opponent that it has met least: another free bot, or one of the site. None
    if it is not free, or takes no such game. Raises Refused.
    """
    free = {bot.user_id: bot for bot in _free().select_related("user")}
    bot = free.pop(user_id, None)
    new = None if bot is None else _setup([bot])
    if bot is None or new is None:
        return None
    met = _met(user_id)
    rivals: list[tuple[int, int, int, OutsideBot | str]] = [
        (met[other.user_id], 0, other.pk, other) for other in free.values() if _setup([bot, other]) is not None
    ]
    accounts = dict(BotAccount.objects.values_list("name", "user"))
    rivals += [(met[accounts.get(name, 0)], 1, place, name) for place, name in enumerate(names())]
    *_order, rival = min(rivals, key=lambda each: each[:3])
    return _begin([bot], rival) if isinstance(rival, str) else _begin([bot, rival])


def _met(user_id: int) -> Counter[int]:
    """How often the bot has met each account on the ladder. One query."""
    games = Seat.objects.filter(user=user_id, game__from_queue=True).values("game")
    return Counter(Seat.objects.filter(game__in=games).exclude(user=user_id).values_list("user_id", flat=True))


def _setup(bots: Sequence[OutsideBot]) -> NewGame | None:
    """The game that all these bots take; None if there is none."""
    target = next((each for each in TARGETS if all(each in bot.targets for bot in bots)), 0)
    pace = next((each for each in PACES if all(each in bot.paces for bot in bots)), None)
    if target == 0 or pace is None or not all(SEATS in bot.seats for bot in bots):
        return None
    return NewGame(seats=SEATS, target=target, pace=pace, rated=True)


def _begin(bots: Sequence[OutsideBot], house: str = "") -> Game | None:
    """Create the game if the bots are still free, now that their accounts are locked. Raises Refused."""
    people: list[User] = locked_people([bot.user for bot in bots])
    still = _free().filter(user__in=people).count()
    new = _setup(bots)
    if new is None or still != len(people) or len(may_begin(people)) != len(people):
        return None
    game = game_create_for(people, replace(new, bots=[house] if house else []), from_queue=True)
    for user in people:
        on_commit.person_event(user.pk, {"type": "paired", "game": game.public_id})
    return game
