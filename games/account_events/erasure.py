"""Erasing a person's texts, and their handle in texts of others."""

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts.models import User
from accounts.privacy.unnaming import rows_unname
from games.models import CannedAnswer, ChatLine, Game, GameNote, PersonMark, Report, ReportNote, Seat
from games.play.locking import lock_games
from games.ratings.services import ratings_forget


@transaction.atomic
def games_lock_to_erase(*, user: User) -> None:
    """Lock, in order, all games that closing and erasing will change, as lines and reports come after games in the
    order of locks. The account is locked.
    """
    seats = Seat.objects.filter(user=user, game__ended_at__isnull=True).values_list("game", flat=True)
    lock_games(Game.objects.filter(pk__in={*seats, *_named_games(user).values_list("pk", flat=True)}))


def _named_games(user: User) -> QuerySet[Game]:
    return Game.objects.filter(host=user, name__icontains=user.handle)


@transaction.atomic
def person_erase(*, user: User) -> None:
    """Erase chat lines, private notes, texts of own reports, marks by and on the person; leave leaderboards.

    Rows of lines and reports stay. In staff's texts and others' reports the id replaces the handle; games named after
    it lose their name. In the erasing transaction, after `games_lock_to_erase`, before the handle changes.
    """
    lines = ChatLine.objects.filter(user=user, erased_at__isnull=True)
    lines.update(text="", reaction="", erased_at=timezone.now())
    Report.objects.filter(reporter=user).update(text="")
    PersonMark.objects.filter(Q(user=user) | Q(other=user)).delete()
    GameNote.objects.filter(user=user).delete()
    _named_games(user).update(name="")
    ratings_forget(user=user)
    rows_unname(user, Report.objects.all(), "text", "answer")
    rows_unname(user, ReportNote.objects.all(), "text")
    rows_unname(user, CannedAnswer.objects.all(), "text")
