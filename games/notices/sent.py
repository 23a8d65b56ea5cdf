"""Notifications sent to a person, and their outcomes."""

from datetime import timedelta

from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from accounts.models import User
from games.models import Notice
from games.play.selectors import visible_games
from games.web.paging import Page, paged

SENT_DAYS = timedelta(days=90)
SENT_PAGE = 30
_SECRETS = ("webhook__sealed_address", "webhook__sealed_secret", "subscription__sealed_endpoint")

_SENT = Q(status=Notice.Status.SENT) | Q(uncertain=True)


def notices_to(user: User, number: int = 1, *, sent: bool = True) -> Page[Notice]:
    """The notifications that were sent, or maybe sent; with `sent` false all others: waiting, failed, left out. Newest
    first, with game, webhook and device. One query. `visible`: whether the person may still open the game's page.
    """
    rows = (
        Notice.objects.filter(user=user, created_at__gt=timezone.now() - SENT_DAYS)
        .filter(_SENT if sent else ~_SENT)
        .select_related("game", "webhook", "subscription")
        .defer(*_SECRETS)
        .annotate(visible=Exists(visible_games(user).filter(pk=OuterRef("game_id"))))
        .order_by("-created_at", "-pk")
    )
    return paged(rows, number, SENT_PAGE)
