"""Stores, updates and dismisses signals. Nothing else follows from one automatically."""

from collections.abc import Callable, Iterator
from datetime import datetime, time, timedelta
from typing import Final

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from accounts.staff.audit import audit_write
from accounts.staff.permission import staff_check
from accounts.sweeps import DAY, sweep
from accounts.transactions.slices import rows_delete
from games.errors import Refused
from games.models import Signal
from games.moderation.errors import ConflictReason, SignalReason
from games.moderation.signals.dumping import dumping_found
from games.moderation.signals.finding import Finding
from games.moderation.signals.mass_signup import mass_found
from games.moderation.signals.shared_network import network_found
from games.moderation.signals.stalling import stalling_found

# A dismissed signal returns when it is a thousand times as odd (log10).
RETURN_MARGIN: Final = 3.0
# Evidence key: the weight at dismissal.
DISMISSED_WEIGHT: Final = "aside_weight"
RETENTION: Final = timedelta(days=365)

_LOOKS: Final[dict[Signal.Kind, Callable[[datetime], Iterator[Finding]]]] = {
    Signal.Kind.NETWORK: network_found,
    Signal.Kind.DUMPING: dumping_found,
    Signal.Kind.STALLING: stalling_found,
    Signal.Kind.MASS: mass_found,
}


@sweep(every=DAY, at=time(4, 40))
def signals_look() -> int:
    """Search for all kinds; return the number of findings. Repeats update the same rows."""
    at = timezone.now()
    found = 0
    for kind, look in _LOOKS.items():
        findings = list(look(at))
        found += len(findings)
        _keep(kind, findings, at)
    rows_delete(Signal.objects.filter(last_seen_at__lt=at - RETENTION))
    return found


@transaction.atomic(durable=True)
def _keep(kind: Signal.Kind, findings: list[Finding], at: datetime) -> None:
    rows = list(Signal.objects.select_for_update().filter(kind=kind, game=None).order_by("pk"))
    for finding in findings:
        row = next((row for row in rows if _same(row, finding)), None)
        if row is None:
            rows.append(_first(finding, at))
        else:
            _renew(row, finding, at)


def _same(row: Signal, finding: Finding) -> bool:
    """Whether the finding is the stored signal. Some accounts of a network come and go."""
    known, found = set(row.people), set(finding.people)
    return known == found or (finding.kind == Signal.Kind.MASS and 2 * len(known & found) > len(known))


def _first(finding: Finding, at: datetime) -> Signal:
    return Signal.objects.create(
        kind=finding.kind,
        people=list(finding.people),
        weight=finding.weight,
        evidence=finding.evidence,
        first_seen_at=at,
        last_seen_at=at,
    )


def _renew(row: Signal, finding: Finding, at: datetime) -> None:
    aside = row.evidence.get(DISMISSED_WEIGHT)
    row.people, row.weight, row.last_seen_at = list(finding.people), finding.weight, at
    row.evidence = finding.evidence if aside is None else finding.evidence | {DISMISSED_WEIGHT: aside}
    if aside is not None and finding.weight >= aside + RETURN_MARGIN:
        row.looked_at, row.looked_by, row.evidence = None, None, finding.evidence
    row.save()


@transaction.atomic(durable=True)
def signal_dismiss(*, actor: User, signal_id: int, reason: str) -> Signal:
    """Put a signal aside. It returns only if it becomes 1,000 times less likely. Raises PermissionDenied,
    AccountRefused(REASON_MISSING), Refused(NO_SUCH_SIGNAL, ASIDE, OWN_CASE).
    """
    staff_check(actor, "games.judge_signal", reason)
    signal = Signal.objects.select_for_update(of=("self",)).select_related("game").filter(pk=signal_id).first()
    if signal is None:
        raise Refused(SignalReason.NO_SUCH_SIGNAL)
    if actor.pk in signal.people:
        raise Refused(ConflictReason.OWN_CASE)
    if signal.looked_at is not None:
        raise Refused(SignalReason.ASIDE)
    signal.looked_at, signal.looked_by = timezone.now(), actor
    signal.evidence = signal.evidence | {DISMISSED_WEIGHT: signal.weight}
    signal.save(update_fields=["looked_at", "looked_by", "evidence"])
    people = list(User.objects.filter(pk__in=signal.people))
    audit_write(
        actor=actor,
        action="signal.aside",
        reason=reason,
        person=people[0] if len(people) == 1 else None,
        about=f"signal {signal.pk}",
        facts={"kind": signal.kind},
    )
    return signal
