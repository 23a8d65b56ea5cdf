"""Emails to staff about new reports, appeals and accounts that wait, as each of them chooses.

Operators' hooks (games/hooks) tell other programs of reports.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.mail.account_mails import account_mail_to
from accounts.models import StaffAlerts, User
from accounts.registration.selectors import accounts_waiting
from accounts.sweeps import sweep
from games.clocks import next_digest
from games.moderation.impartiality import appeals_for, reports_open

MAIL: Final = "accounts/email/staff_cases"
EVERY: Final = timedelta(minutes=5)
# Cases become visible when their transaction commits, so the newest seconds are left for the next look.
LAG: Final = timedelta(seconds=10)
# The local hour of the daily email.
DIGEST_HOUR: Final = 8
When = StaffAlerts.When


@dataclass(frozen=True)
class CaseKind:
    """Cases of which staff with `permission` may get emails. `since`: the column with the moment of a new one."""

    label: Promise
    permission: str
    waiting: Callable[[User], QuerySet[Any]]
    since: str
    page: str


# By the column of the choice.
KINDS: Final[Mapping[str, CaseKind]] = {
    "reports": CaseKind(
        _("Reports"), "games.judge_report", reports_open, "created_at", "admin:games_report_changelist"
    ),
    "appeals": CaseKind(
        _("Appeals"), "accounts.answer_appeal", appeals_for, "created_at", "admin:accounts_appeal_changelist"
    ),
    "accounts": CaseKind(
        _("Waiting accounts"),
        "accounts.judge_registration",
        lambda _reader: accounts_waiting(),
        "asked_at",
        "admin:accounts_waitingaccount_changelist",
    ),
}


def kinds_for(reader: User) -> dict[str, CaseKind]:
    """The kinds that the person may answer."""
    return {name: kind for name, kind in KINDS.items() if reader.is_staff and reader.has_perm(kind.permission)}


@transaction.atomic(durable=True)
def alerts_choose(*, user: User, **choices: str) -> StaffAlerts:
    """Store the choice of each kind that the person may answer; others stay. Cases so far are no news."""
    now = timezone.now()
    chosen = {name: When(choices[name]) for name in kinds_for(user) if name in choices}
    moments = {"read_until": now, "digest_at": next_morning(user, now)}
    row, _made = StaffAlerts.objects.update_or_create(user=user, defaults={**chosen, **moments})
    return row


def next_morning(user: User, now: datetime) -> datetime:
    """The time of the person's next daily email."""
    return next_digest(user.time_zone, "daily", DIGEST_HOUR, 0, now)


@sweep(every=EVERY)
def staff_alerts_send() -> int:
    """Write the emails that are due; return how many. A few queries for each staff member who chose some."""
    choices = StaffAlerts.objects.filter(user__is_staff=True).values_list("pk", flat=True)
    return sum(_alert(key) for key in choices)


@transaction.atomic(durable=True)
def _alert(key: int) -> bool:
    """Write the email of one staff member, if there is news or the day's cases wait."""
    rows = StaffAlerts.objects.select_for_update(of=("self",)).select_related("user")
    row = rows.filter(pk=key).first()
    if row is None or not row.user.can_take_part:
        return False
    now = timezone.now()
    until, is_digest = now - LAG, row.digest_at <= now
    found = _counts(row, until, is_digest=is_digest)
    row.read_until = max(row.read_until, until)
    if is_digest:
        row.digest_at = next_morning(row.user, now)
    row.save(update_fields=["read_until", "digest_at"])
    if found:
        link = f"{settings.PUBLIC_URL}{reverse('admin:staff_alerts')}"
        account_mail_to(row.user, MAIL, cases=found, link=link)
    return bool(found)


def _counts(row: StaffAlerts, until: datetime, *, is_digest: bool) -> list[dict[str, Any]]:
    """Kinds with cases: new ones since the last look, and once a day all that wait of the kinds chosen so."""
    found = []
    for name, kind in kinds_for(row.user).items():
        waiting, when = kind.waiting(row.user), getattr(row, name)
        news = waiting.filter(**{f"{kind.since}__gt": row.read_until, f"{kind.since}__lte": until})
        count = 0
        if when == When.NOW:
            count = news.count()
        elif when == When.DAILY and is_digest:
            count = waiting.count()
        if count:
            page = f"{settings.PUBLIC_URL}{reverse(kind.page)}"
            found.append({"label": kind.label, "count": count, "page": page})
    return found
