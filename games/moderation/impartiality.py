"""Reports and signals that staff may see: none about themselves or a game of theirs."""

from django.db.models import Exists, Q, QuerySet

from accounts.models import Appeal, AuditEntry, User
from accounts.staff.permission import staff_with
from games.models import Game, Intervention, Report, Seat, Signal

REPLACED = f"game.{Intervention.Kind.REPLACE}"


def reports_for(reader: User) -> QuerySet[Report]:
    """Reports that the reader may see: not by or about them, nor about a game in which they have or had a seat."""
    return Report.objects.exclude(Q(reporter=reader) | Q(accused=reader) | _own_tables(reader))


def cases_waiting(reader: User) -> int:
    """How many reports and appeals the reader may answer, including those about people they share a game with. At most
    two queries, besides permissions.
    """
    waiting = 0
    if reader.has_perm("games.judge_report"):
        waiting += reports_open(reader).count()
    if reader.has_perm("accounts.answer_appeal"):
        waiting += appeals_for(reader).count()
    return waiting


def reports_open(reader: User) -> QuerySet[Report]:
    """Reports without an answer that the reader may see."""
    return reports_for(reader).exclude(status=Report.Status.JUDGED)


def appeals_for(reader: User) -> QuerySet[Appeal]:
    """Appeals without an answer that the reader may answer."""
    # Their own decisions only where no other can answer.
    own = Q(sanction__by=reader) & Q(Exists(staff_with("accounts.answer_appeal").exclude(pk=reader.pk)))
    return Appeal.objects.exclude(own | Q(sanction__user=reader)).filter(answered_at__isnull=True)


def signals_for(reader: User) -> QuerySet[Signal]:
    """Signals that the reader may see: not about them, nor from games in which they have or had a seat."""
    return Signal.objects.exclude(Q(people__contains=[reader.pk]) | _own_tables(reader))


def _own_tables(reader: User) -> Q:
    """Games in which the person has a seat, or had one that a moderator gave to another."""
    seats = Seat.objects.filter(user=reader, kind=Seat.Kind.PERSON).values("game")
    left = AuditEntry.objects.filter(person=reader.pk, action=REPLACED).values("game")
    return Q(game__in=seats) | Q(game__in=Game.objects.filter(public_id__in=left).values("pk"))
