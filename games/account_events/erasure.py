"""What games forget of somebody who is erased: what the person wrote, and the handle where others wrote it down."""

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts.models import User
from accounts.privacy.unnaming import rows_unname
from games.models import CannedAnswer, ChatLine, Game, GameNote, PersonMark, Report, ReportNote, Seat
from games.play.locking import lock_games
from games.ratings.services import ratings_forget


@transaction.atomic
def games_lock_to_forget(*, user: User) -> None:
    """Lock at once, in order, all games that closing and forgetting the person will change. The account is locked.

    Lines and reports are rows below games: an act that hides a line holds its game already.
    """
    seats = Seat.objects.filter(user=user, game__ended_at__isnull=True).values_list("game", flat=True)
    lock_games(Game.objects.filter(pk__in={*seats, *_named_games(user).values_list("pk", flat=True)}))


def _named_games(user: User) -> QuerySet[Game]:
    return Game.objects.filter(host=user, name__icontains=user.handle)


@transaction.atomic
def person_forget(*, user: User) -> None:
    """Erase lines in chats, private notes, the text of own reports, and marks of and on the person; the lists of
    ratings lose it. Runs in the transaction that erases the account, before its handle changes and after
    `games_lock_to_forget`.

    Lines and reports stay as rows, so that what followed from them stays whole. In answers and notes of staff and in
    what others reported the handle becomes the id; a game that bears the handle in its name loses the name.
    """
    lines = ChatLine.objects.filter(user=user, erased_at__isnull=True)
    lines.update(text="", erased_at=timezone.now())
    Report.objects.filter(reporter=user).update(text="")
    PersonMark.objects.filter(Q(user=user) | Q(other=user)).delete()
    GameNote.objects.filter(user=user).delete()
    _named_games(user).update(name="")
    ratings_forget(user=user)
    rows_unname(user, Report.objects.all(), "text", "answer")
    rows_unname(user, ReportNote.objects.all(), "text")
    rows_unname(user, CannedAnswer.objects.all(), "text")
