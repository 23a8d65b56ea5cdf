"""Conflicts of interest: staff who may not decide about a person."""

from collections.abc import Iterable
from datetime import timedelta

from django.db.models import Q
from django.utils import timezone

from accounts.errors import AccountReason, AccountRefused
from accounts.models import AuditEntry, User
from games.models import Game, Report, Seat
from games.play.seats.replaced_players import REPLACED

# A game counts for this long after its end.
SHARED_FOR = timedelta(days=7)


def check_no_shared_game(actor: User, users: Iterable[User]) -> None:
    """Raise AccountRefused(OWN_GAME) if `actor` shares a game with one of `users` that has not ended for SHARED_FOR.
    Resigned seats, seats lost to another and merged accounts' seats count.
    """
    mine = _games(actor)
    if mine and any(mine & _games(user) for user in users):
        raise AccountRefused(AccountReason.OWN_GAME)


def _games(user: User) -> set[int]:
    since = timezone.now() - SHARED_FOR
    lately = Q(game__ended_at__isnull=True) | Q(game__ended_at__gt=since)
    own = Q(user=user) | Q(user__merged_into=user)
    seated = Seat.objects.filter(lately, own, kind=Seat.Kind.PERSON).values_list("game_id", flat=True)
    left = AuditEntry.objects.filter(person=user.pk, action=REPLACED).values("game")
    replaced = Game.objects.filter(Q(ended_at__isnull=True) | Q(ended_at__gt=since), public_id__in=left)
    return {*seated, *replaced.values_list("pk", flat=True)}


def check_not_reporter(actor: User, users: Iterable[User]) -> None:
    """Raise AccountRefused(REPORTED_BY_YOU) while a report by `actor` about one of `users` waits: a decision on the
    person's page would judge it.
    """
    waiting = Report.objects.exclude(status=Report.Status.JUDGED)
    if waiting.filter(reporter=actor, accused__in=[user.pk for user in users]).exists():
        raise AccountRefused(AccountReason.REPORTED_BY_YOU)
