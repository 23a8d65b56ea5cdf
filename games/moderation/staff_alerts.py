"""Emails and push messages to staff about new reports, appeals and accounts that wait, as each of them chooses.

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
from games import on_commit
from games.clocks import next_digest
from games.models import PushSubscription
from games.moderation.impartiality import appeals_for, reports_open
from games.outbox.channels import own_devices, push_key
from games.outbox.schedule import quiet_end

MAIL: Final = "accounts/email/staff_cases"
EVERY: Final = timedelta(minutes=5)
# Cases become visible when their transaction commits, so the newest seconds are left for the next look.
LAG: Final = timedelta(seconds=10)
# The local hour of the daily email.
DIGEST_HOUR: Final = 8
When = StaffAlerts.When


@dataclass(frozen=True)
class CaseKind:
    """Cases of which staff with `permission` may be told. `since`: the column with the moment of a new one."""

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
def alerts_choose(*, user: User, push: bool | None = None, **choices: str) -> StaffAlerts:
    """Store the choice of each kind that the person may answer; others stay, as does `push` if None. Cases so far are
    no news.
    """
    now = timezone.now()
    chosen: dict[str, Any] = {name: When(choices[name]) for name in kinds_for(user) if name in choices}
    if push is not None:
        chosen["push"] = push
    moments = {"read_until": now, "digest_at": next_morning(user, now)}
    row, _made = StaffAlerts.objects.update_or_create(user=user, defaults={**chosen, **moments})
    return row


def next_morning(user: User, now: datetime) -> datetime:
    """The time of the person's next daily email."""
    return next_digest(user.time_zone, "daily", DIGEST_HOUR, 0, now)


@sweep(every=EVERY)
def staff_alerts_send() -> int:
    """Write the emails that are due, and queue push messages; return how many people have news. A few queries for each
    staff member who chose some.
    """
    choices = StaffAlerts.objects.filter(user__is_staff=True).values_list("pk", flat=True)
    return sum(_alert(key) for key in choices)


@transaction.atomic(durable=True)
def _alert(key: int) -> bool:
    """Tell one staff member, if there is news or the day's cases wait."""
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
        cases = [{"label": KINDS[name].label, "count": found[name], "page": case_page(name)} for name in found]
        account_mail_to(row.user, MAIL, cases=cases, link=link)
    if news := counts_to_push(row, found, now):
        for device in alert_devices(row.user):
            on_commit.cases_are_new(device.pk, news, now)
    return bool(found)


def _counts(row: StaffAlerts, until: datetime, *, is_digest: bool) -> dict[str, int]:
    """Counts by kind, none of them 0: new cases since the last look, and once a day all that wait of the kinds chosen
    so.
    """
    found = {}
    for name, kind in kinds_for(row.user).items():
        waiting, when = kind.waiting(row.user), getattr(row, name)
        news = waiting.filter(**{f"{kind.since}__gt": row.read_until, f"{kind.since}__lte": until})
        if when == When.NOW:
            found[name] = news.count()
        elif when == When.DAILY and is_digest:
            found[name] = waiting.count()
    return {name: count for name, count in found.items() if count}


def case_page(kind: str) -> str:
    """The address of the list of these cases."""
    return f"{settings.PUBLIC_URL}{reverse(KINDS[kind].page)}"


def alert_devices(user: User) -> list[PushSubscription]:
    """The devices on which the person gets push messages; none if this site has no web push."""
    return own_devices(user) if push_key() else []


def counts_to_push(row: StaffAlerts, counts: Mapping[str, int], now: datetime) -> dict[str, int]:
    """The counts, by kind, that may be pushed to the person: they may answer these and want them as they come. In quiet
    hours the email has to do.
    """
    user = row.user
    if not (counts and row.push and user.can_take_part) or quiet_end(user, now) > now:
        return {}
    return {name: counts[name] for name in kinds_for(user) if name in counts and getattr(row, name) == When.NOW}
