"""A closing account leaves every table."""

from django.db import transaction

from accounts.models import User
from games.models import (
    Absence,
    Game,
    Invitation,
    MailLink,
    Notice,
    Preferences,
    PushSubscription,
    QueueEntry,
    Seat,
    StandingOrders,
    Webhook,
)
from games.services.lobby import unseat
from games.services.locking import locked_game
from games.services.outbox.staleness import CLOSED
from games.services.resigning import resign_in_locked_game


@transaction.atomic
def account_games_close(*, user: User, erased: bool = False) -> None:
    """Leave open games, resign running ones, drop invitations, queue entry, unsent notices and mailed links.

    What the person chose, with devices and webhooks, and what they were told goes when the account is `erased` for
    good; one that is only closed may be opened again. Runs in the transaction that closes the account, so that it is
    all or nothing.
    """
    seats = Seat.objects.filter(user=user, game__ended_at__isnull=True, resigned_at__isnull=True)
    for public_id in seats.order_by("game_id").values_list("game__public_id", flat=True):
        game = locked_game(public_id)
        if game.status == Game.Status.OPEN:
            unseat(game, game.seats.get(user=user))
        elif game.status in (Game.Status.RUNNING, Game.Status.PAUSED):
            resign_in_locked_game(game, user)
    Invitation.objects.filter(user=user).delete()
    QueueEntry.objects.filter(user=user).delete()
    Notice.objects.filter(user=user, status=Notice.Status.WAITING).update(
        status=Notice.Status.DROPPED, reason=CLOSED
    )
    MailLink.objects.filter(user=user).delete()
    if erased:
        _choices_erase(user)


def _choices_erase(user: User) -> None:
    Preferences.objects.filter(user=user).delete()
    Absence.objects.filter(user=user).delete()
    Webhook.objects.filter(user=user).delete()
    PushSubscription.objects.filter(user=user).delete()
    StandingOrders.objects.filter(seat__user=user).delete()
    Notice.objects.filter(user=user).delete()
