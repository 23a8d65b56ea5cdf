"""What of the staff's own papers each of them may read: nothing that concerns themselves or a table of theirs."""

from django.db.models import Q, QuerySet

from accounts.models import Appeal, AuditEntry, User
from games.models import Game, Intervention, Report, Seat, Signal

REPLACED = f"game.{Intervention.Kind.REPLACE}"


def reports_for(reader: User) -> QuerySet[Report]:
    """Reports that the reader neither made nor is meant by, about no game in which they have or had a seat.

    Whoever reports somebody of the staff is not read by them.
    """
    return Report.objects.exclude(Q(reporter=reader) | Q(accused=reader) | _own_tables(reader))


def judging_waits(reader: User) -> int:
    """How many reports and appeals wait for an answer that the reader may give; people with whom they share a game are
    counted all the same. At most two queries, beside those for the permissions."""
    waiting = 0
    if reader.has_perm("games.judge_report"):
        waiting += reports_for(reader).exclude(status=Report.Status.JUDGED).count()
    if reader.has_perm("accounts.answer_appeal"):
        others = Appeal.objects.exclude(Q(sanction__by=reader) | Q(sanction__user=reader))
        waiting += others.filter(answered_at__isnull=True).count()
    return waiting


def signals_for(reader: User) -> QuerySet[Signal]:
    """Signals that neither name the reader nor come from a game in which they have or had a seat."""
    return Signal.objects.exclude(Q(people__contains=[reader.pk]) | _own_tables(reader))


def _own_tables(reader: User) -> Q:
    """Rows of games where the person sits, or sat until somebody else was given the seat."""
    seats = Seat.objects.filter(user=reader, kind=Seat.Kind.PERSON).values("game")
    left = AuditEntry.objects.filter(person=reader.pk, action=REPLACED).values("game")
    return Q(game__in=seats) | Q(game__in=Game.objects.filter(public_id__in=left).values("pk"))
