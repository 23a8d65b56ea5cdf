"""Notifications sent to a person, and their outcomes."""

from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery
from django.utils import timezone

from accounts.fast.queries import is_found
from accounts.models import User
from games.models import ChatLine, Notice
from games.people.block_selectors import block_between
from games.play.selectors import visible_games
from games.web.paging import Page, paged

SENT_DAYS = timedelta(days=90)
SENT_PAGE = 30
NEWS_PAGE = 50
# The turns that wait say the same.
_WAITS = (Notice.Kind.TURN, Notice.Kind.REMINDER)
_SECRETS = ("webhook__sealed_address", "webhook__sealed_secret", "subscription__sealed_endpoint")

_SENT = Q(status=Notice.Status.SENT) | Q(uncertain=True)


def notices_to(user: User, number: int = 1, *, sent: bool = True) -> Page[Notice]:
    """The notifications that were sent, or maybe sent; with `sent` false all others: waiting, failed, left out. Newest
    first, with game, webhook and device. One query. `visible`: whether the person may still open the game's page;
    `friend`: the username of a message's author, while the person may open their messages.
    """
    rows = _latest(user).filter(_SENT if sent else ~_SENT).select_related("game", "webhook", "subscription")
    lines = ChatLine.all_lines.filter(~block_between(user, "user"), pk=OuterRef("about"), reader=user)
    rows = rows.annotate(friend=Subquery(lines.filter(user__erased_at=None).values("user__handle")))
    return paged(rows.defer(*_SECRETS), number, SENT_PAGE)


def news_to(user: User, before: tuple[datetime, int] | None = None) -> list[Notice]:
    """News besides turns that wait: a notification each, whatever its channels and whether it was sent.
    Newest first, with game and `visible` as `notices_to`, at most NEWS_PAGE and one more. `before`: only those before
    the one created at this time with this id. One query.
    """
    rows = _latest(user).exclude(kind__in=_WAITS).exclude(Exists(_same_event())).select_related("game")
    if before is not None:
        at, pk = before
        rows = rows.filter(Q(created_at=at, pk__lt=pk) | Q(created_at__lt=at))
    return list(rows[: NEWS_PAGE + 1])


def _latest(user: User) -> QuerySet[Notice]:
    visible = is_found(visible_games(user).filter(pk=OuterRef("game_id")))
    rows = Notice.objects.filter(user=user, created_at__gt=timezone.now() - SENT_DAYS)
    return rows.annotate(visible=visible).order_by("-created_at", "-pk")


def _same_event() -> QuerySet[Notice]:
    """The event's earlier rows, which are written at one time for its other channels."""
    same = {name: OuterRef(name) for name in ("user", "created_at", "kind", "version", "number", "about")}
    return Notice.objects.filter(Q(game=OuterRef("game")) | Q(game=None), **same, pk__lt=OuterRef("pk"))
