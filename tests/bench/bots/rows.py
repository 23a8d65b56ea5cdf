"""Runs in a shell of the site: people who play against bots, and emails; and what was stored of both."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import TypedDict

from django.db.models import Q
from django.utils import timezone

from accounts.mail.outbox import mail_make, mail_write
from accounts.models import AccountMail, User
from games.lobby.services import NewGame
from games.models import Game, Move
from games.on_commit import BOT_PAUSE_S
from tests.embedded.accounts import account_make
from tests.factories import make_game, take_turn

LONGEST = 30
"""The target of the games, the highest there is, so that few end during the run."""
TABLES_EACH = 10
TICK_S = 0.05
KIND = "bench"


class Waits(TypedDict):
    """Waits in seconds: of bots from when their turn was due until it was stored, of those whose turn is still due, of
    emails until they were sent, and of emails that were not sent.
    """

    bots: list[float]
    bots_waiting: list[float]
    mails: list[float]
    mails_waiting: list[float]


def person_make(number: int) -> User:
    account_make(f"person{number}")
    return User.objects.get(handle=f"person{number}")


def tables_make(bot: str, count: int) -> list[int]:
    """Start games of a person and a bot."""
    first = Game.objects.count()
    people = [person_make(first + number) for number in range(-(-count // TABLES_EACH))]
    new = NewGame(seats=2, target=LONGEST, undo=False, bots=[bot])
    return [make_game([people[number // TABLES_EACH]], new).pk for number in range(count)]


def live(games: Sequence[int], seconds: float, person_s: float, seed: int) -> Waits:
    """Let people take a turn so many seconds after it became theirs, and write an email every second, for so long."""
    began, rng, ends = timezone.now(), random.Random(seed), time.monotonic() + seconds
    mailed, user = time.monotonic(), User.objects.get(handle="person0")
    while time.monotonic() < ends:
        if time.monotonic() >= mailed:
            mailed += 1
            mail_write(kind=KIND, mail=mail_make(user.email, "A mail", "A text"), user=user)
        for game in _waiting_for_people(games, timedelta(seconds=person_s)):
            take_turn(game, rng)
        time.sleep(TICK_S)
    return waits_since(games, began)


def _waiting_for_people(games: Sequence[int], for_: timedelta) -> list[Game]:
    waits = Q(deadline__since__lte=timezone.now() - for_, bot_acts=False, status=Game.Status.RUNNING)
    return list(Game.objects.filter(waits, pk__in=games))


def waits_since(games: Sequence[int], began: datetime) -> Waits:
    now = timezone.now()
    mails = AccountMail.objects.filter(kind=KIND, created_at__gte=began).values_list("created_at", "sent_at")
    waiting = Game.objects.filter(pk__in=games, bot_acts=True).values_list("deadline__bot_since", flat=True)
    return {
        "bots": _answers(games, began),
        "bots_waiting": [_seconds(since, now) - BOT_PAUSE_S for since in waiting if since is not None],
        "mails": [_seconds(made, sent) for made, sent in mails if sent is not None],
        "mails_waiting": [_seconds(made, now) for made, sent in mails if sent is None],
    }


def _seconds(since: datetime, until: datetime) -> float:
    return (until - since).total_seconds()


def _answers(games: Sequence[int], began: datetime) -> list[float]:
    """The seconds of the bots' turns that were stored since then."""
    last = dict(Game.objects.filter(pk__in=games).values_list("pk", "started_at"))
    found = []
    for move in Move.objects.filter(hand__game__in=games).select_related("hand").order_by("version"):
        since, last[move.hand.game_id] = last[move.hand.game_id], move.created_at
        if move.by == Move.By.BOT and move.created_at >= began and since is not None:
            found.append(_seconds(since, move.created_at) - BOT_PAUSE_S)
    return found
