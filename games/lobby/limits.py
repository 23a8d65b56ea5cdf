"""Limits on a person's games. `user` is locked, so counts hold."""

from collections.abc import Collection
from datetime import timedelta

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from accounts.models import User
from games.errors import Refused
from games.lobby.errors import GameLimitReason, LobbyReason
from games.models import Game, LimitedAct, Seat
from games.outside_bots.errors import OutsideBotReason
from games.outside_bots.limits import MAX_GAMES as MAX_GAMES_OF_BOT
from games.people.acts import acts_since, check_lately

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
    begun = [act.at for act in acts_since(user, LimitedAct.Kind.GAME, at - DAY)]
    check_lately(begun, GameLimitReason.TOO_MANY_NEW, most=MAX_NEW, span=NEW_SPAN, at=at)
    check_lately(begun, GameLimitReason.TOO_MANY_NEW_TODAY, most=MAX_NEW_A_DAY, span=DAY, at=at)


def may_begin(users: Collection[User]) -> set[int]:
    """The accounts of people who can log in and whose limits allow a new game. One query."""
    over = set(over_limits(User.objects.filter(pk__in=[user.pk for user in users])).values_list("pk", flat=True))
    return {user.pk for user in users if user.can_log_in and not user.is_barred and user.pk not in over}


def over_limits(accounts: QuerySet[User]) -> QuerySet[User]:
    """Those of the accounts that have too many games, or too many new ones, to begin another."""
    seats = Seat.objects.filter(user=OuterRef("pk"), is_open=True)
    acts = LimitedAct.objects.filter(user=OuterRef("pk"), kind=LimitedAct.Kind.GAME)
    at = timezone.now()
    return accounts.filter(
        Q(Exists(seats[MAX_GAMES - 1 :]))
        | Q(Exists(seats[MAX_GAMES_OF_BOT - 1 :]), is_outside_bot=True)
        | Q(Exists(acts.filter(at__gt=at - NEW_SPAN)[MAX_NEW - 1 :]))
        | Q(Exists(acts.filter(at__gt=at - DAY)[MAX_NEW_A_DAY - 1 :]))
    )
