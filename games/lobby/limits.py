"""How many games a person may have and may begin. `user` is the account as it was locked, so that counts stay true."""

from datetime import datetime, timedelta

from django.utils import timezone

from accounts.models import User
from games.errors import Refused
from games.lobby.errors import GameLimitReason, LobbyReason
from games.models import Game, Seat

MAX_OPEN_OFFERS = 50
MAX_GAMES = 200
# New games: enough for who opens a table for each evening of a month, and few for a script.
MAX_NEW, NEW_SPAN = 20, timedelta(minutes=10)
MAX_NEW_A_DAY, DAY = 100, timedelta(days=1)


def check_limits(user: User) -> None:
    """Refuse people who are barred from new games, and those with 200 open or running ones.

    A game counts whatever became of the seat: where its person resigned, bots may still play on. Raises Refused.
    """
    if user.is_barred:
        raise Refused(LobbyReason.BARRED)
    open_or_running = (Game.Status.OPEN, Game.Status.RUNNING, Game.Status.PAUSED)
    if Seat.objects.filter(user=user, game__status__in=open_or_running).count() >= MAX_GAMES:
        raise Refused(GameLimitReason.TOO_MANY_GAMES)


def check_new(user: User, *, offer: bool) -> None:
    """`check_limits` for who begins a game: 50 open offers at once, 20 new games in ten minutes and 100 in 24 hours.

    `offer`: the game will be this person's, not the queue's. Raises Refused.
    """
    check_limits(user)
    if offer and Game.objects.filter(host=user, status=Game.Status.OPEN).count() >= MAX_OPEN_OFFERS:
        raise Refused(GameLimitReason.TOO_MANY_OFFERS)
    at = timezone.now()
    begun = _begun_since(user, at - DAY)
    if sum(time > at - NEW_SPAN for time in begun) >= MAX_NEW:
        raise Refused(GameLimitReason.TOO_MANY_NEW)
    if len(begun) >= MAX_NEW_A_DAY:
        raise Refused(GameLimitReason.TOO_MANY_NEW_TODAY)


def _begun_since(user: User, since: datetime) -> list[datetime]:
    """When the newest games were made that the person hosts, or was paired for; MAX_NEW_A_DAY of each at most.

    Rows tell it, not the cache: it holds while Redis is away, and cancelled games count.
    """
    newest = Game.objects.filter(created_at__gt=since).order_by("-created_at").values_list("created_at", flat=True)
    hosted = newest.filter(host=user)
    paired = newest.filter(from_queue=True, seats__user=user).exclude(host=user)
    return [*hosted[:MAX_NEW_A_DAY], *paired[:MAX_NEW_A_DAY]]
