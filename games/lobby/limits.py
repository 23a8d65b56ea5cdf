"""Limits on a person's games. `user` is locked, so counts hold."""

from collections.abc import Collection
from datetime import timedelta

from django.db.models import Count, Q
from django.utils import timezone

from accounts.models import User
from games.errors import Refused
from games.lobby.errors import GameLimitReason, LobbyReason
from games.models import Game, LimitedAct, Seat
from games.outside_bots.errors import OutsideBotReason
from games.outside_bots.limits import MAX_GAMES as MAX_GAMES_OF_BOT
from games.people.acts import acts_since

MAX_OPEN_OFFERS = 50
MAX_GAMES = 200
# Enough for a month of game evenings, but few for a script.
MAX_NEW, NEW_SPAN = 20, timedelta(minutes=10)
MAX_NEW_A_DAY, DAY = 100, timedelta(days=1)


def check_limits(user: User) -> None:
    """Check that the person may take another seat. Raises Refused for people who are barred or have too many games.
    Resigned seats count, because bots may still play there.
    """
    if user.is_barred:
        raise Refused(LobbyReason.BARRED)
    games = Seat.objects.filter(user=user, is_open=True).count()
    if user.is_outside_bot and games >= MAX_GAMES_OF_BOT:
        raise Refused(OutsideBotReason.TOO_MANY_GAMES)
    if games >= MAX_GAMES:
        raise Refused(GameLimitReason.TOO_MANY_GAMES)


def may_seat_guest(game: Game, *, welcome: bool) -> bool:
    """Whether a guest may take a seat: only in unrated games. `welcome`: they came by the link, or are invited."""
    return welcome and not game.rated


def check_new_game(user: User, *, offer: bool) -> None:
    """Check the limits, including those on new games. `offer`: as host, not by the queue. Raises Refused."""
    check_limits(user)
    if offer and Game.objects.filter(host=user, status=Game.Status.OPEN).count() >= MAX_OPEN_OFFERS:
        raise Refused(GameLimitReason.TOO_MANY_OFFERS)
    at = timezone.now()
    begun = acts_since(user, LimitedAct.Kind.GAME, at - DAY)
    if sum(act.at > at - NEW_SPAN for act in begun) >= MAX_NEW:
        raise Refused(GameLimitReason.TOO_MANY_NEW)
    if len(begun) >= MAX_NEW_A_DAY:
        raise Refused(GameLimitReason.TOO_MANY_NEW_TODAY)


def may_begin(users: Collection[User]) -> set[int]:
    """The accounts of people who can log in and whose limits allow a new game. Two queries."""
    at = timezone.now()
    seated = Seat.objects.filter(user__in=users, is_open=True)
    games = dict(seated.order_by().values("user").annotate(count=Count("pk")).values_list("user", "count"))
    acts = LimitedAct.objects.filter(user__in=users, kind=LimitedAct.Kind.GAME, at__gt=at - DAY).order_by()
    of_day, of_span = Count("pk"), Count("pk", filter=Q(at__gt=at - NEW_SPAN))
    most = acts.values("user").annotate(of_day=of_day, of_span=of_span)
    over = set(most.filter(Q(of_day__gte=MAX_NEW_A_DAY) | Q(of_span__gte=MAX_NEW)).values_list("user", flat=True))
    return {
        user.pk
        for user in users
        if user.can_log_in and not user.is_barred and games.get(user.pk, 0) < MAX_GAMES and user.pk not in over
    }
