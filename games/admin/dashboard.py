"""The admin's home page: what waits for staff, the site's state, daily figures."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, cast

from django.contrib import admin
from django.http import HttpRequest
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _
from redis.exceptions import RedisError

from accounts.models import AccountMail, Appeal, User, WaitingAccount
from accounts.staff_site import StaffSite
from games.admin.charts import days_chart
from games.admin.pages import list_address
from games.health.heartbeats import Heartbeat, heartbeats, queues_unserved, scheduler_is_alive, web_is_alive
from games.health.sweep_ends import sweep_ends
from games.models import Game, HookDelivery, Notice, QueueEntry, Report, Signal
from games.moderation.dashboard import STATES, CappedCount, Overview, daily_figures, overview
from games.moderation.staff_alerts import kinds_for
from games.web.charts import Chart

SPANS = (30, 90, 364)
DEFAULT_SPAN = 30


@dataclass(frozen=True, slots=True)
class Tile:
    """A current figure. `alarm`: needs attention. `since`: when the oldest began to wait."""

    label: str | Promise
    figure: CappedCount
    help: str | Promise = ""
    url: str = ""
    alarm: bool = False

    @property
    def since(self) -> datetime | None:
        return self.figure.oldest


def dashboard(request: HttpRequest) -> dict[str, Any]:
    """The page's context, with links to the lists that the reader may see."""
    user = cast(User, request.user)
    now, (heard, late) = overview(user), _heard()
    span = _span(request)
    return {
        "groups": [
            (_("To do"), _to_do(user, now)),
            (_("Games"), _games(user, now)),
            (_("Queues"), _queues(user, now)),
            (_("Servers"), _servers(heard, late)),
        ],
        "alerts": bool(kinds_for(user)),
        "processes": heard or [],
        "charts": _charts(span),
        "span": span,
        "spans": SPANS,
        "at": timezone.now(),
    }


def _span(request: HttpRequest) -> int:
    asked = request.GET.get("days", "")
    return int(asked) if asked in {str(span) for span in SPANS} else DEFAULT_SPAN


def _to_do(user: User, now: Overview) -> Iterable[Tile]:
    report, appeal = list_address(user, Report), list_address(user, Appeal)
    waiting = list_address(user, WaitingAccount)
    return (
        Tile(_("open reports"), now.reports, url=report, alarm=bool(now.reports.count)),
        Tile(_("open appeals"), now.appeals, url=appeal, alarm=bool(now.appeals.count)),
        Tile(_("new signals"), now.signals, url=list_address(user, Signal)),
        Tile(_("accounts to approve"), now.waiting, url=waiting, alarm=bool(now.waiting.count)),
        Tile(_("sign-ups in 24 hours"), now.joined, url=list_address(user, User)),
    )


def _games(user: User, now: Overview) -> Iterable[Tile]:
    def games(query: str) -> str:
        return list_address(user, Game, query)

    stuck = _("These should have moved on automatically.")
    return (
        Tile(_("running games"), now.running, url=games("status__exact=running")),
        Tile(_("open games"), now.offers, url=games("status__exact=open")),
        Tile(_("paused games"), now.paused, url=games("status__exact=paused")),
        Tile(STATES["stuck"], now.stuck, stuck, games("state=stuck"), alarm=bool(now.stuck.count)),
        Tile(STATES["overdue"], now.overdue, url=games("state=overdue"), alarm=bool(now.overdue.count)),
        Tile(STATES["quiet"], now.quiet, url=games("state=quiet")),
    )


def _queues(user: User, now: Overview) -> Iterable[Tile]:
    notices = list_address(user, Notice, "status__exact=waiting")
    failed = list_address(user, Notice, "status__exact=failed")
    mails = list_address(user, AccountMail, "status__exact=waiting")
    posts = list_address(user, HookDelivery, "status__exact=waiting")
    failing = bool(now.account_failed.count)
    lost = list_address(user, AccountMail, "status__exact=failed")
    return (
        Tile(_("players looking for a game"), now.queue, url=list_address(user, QueueEntry)),
        Tile(_("overdue notifications"), now.outbox, url=notices, alarm=bool(now.outbox.count)),
        Tile(_("notifications failed in 24 hours"), now.failed, url=failed, alarm=bool(now.failed.count)),
        Tile(_("overdue account emails"), now.account_outbox, url=mails, alarm=bool(now.account_outbox.count)),
        Tile(_("account emails failed in 24 hours"), now.account_failed, url=lost, alarm=failing),
        Tile(_("overdue deliveries to hooks"), now.hook_outbox, url=posts, alarm=bool(now.hook_outbox.count)),
        Tile(_("late bot turns"), now.late_bots, alarm=bool(now.late_bots.count)),
        Tile(_("late clocks"), now.late_waits, alarm=bool(now.late_waits.count)),
        Tile(_("late starts"), now.late_starts, alarm=bool(now.late_starts.count)),
    )


def _heard() -> tuple[list[Heartbeat] | None, list[str]]:
    """The heartbeats, None if Redis does not answer; and the names of late sweeps."""
    try:
        return heartbeats(), [end.name for end in sweep_ends() if end.is_late]
    except RedisError:
        return None, []


def _servers(heard: list[Heartbeat] | None, late: list[str]) -> Iterable[Tile]:
    if heard is None:
        return (
            Tile(
                _("servers down"),
                CappedCount(1),
                _("Redis: turns go on, but live pages and emails wait."),
                alarm=True,
            ),
        )
    workers, webs = [each for each in heard if each.queues], [each for each in heard if each.is_web]
    left = queues_unserved(heard)
    nobody = format_lazy(_("No worker for {queues}"), queues=", ".join(left)) if left else ""
    silent = (
        ""
        if scheduler_is_alive(heard)
        else _("No sign of life for a minute. Nothing runs automatically until it’s back.")
    )
    return (
        Tile(_("web processes"), CappedCount(sum(each.is_alive for each in webs)), alarm=not web_is_alive(heard)),
        Tile(_("workers"), CappedCount(sum(each.is_alive for each in workers)), nobody, alarm=bool(left)),
        Tile(_("schedulers"), CappedCount(int(scheduler_is_alive(heard))), silent, alarm=bool(silent)),
        Tile(_("silent workers"), CappedCount(sum(not each.is_alive for each in workers))),
        Tile(_("late sweeps"), CappedCount(len(late)), ", ".join(late), alarm=bool(late)),
    )


def _charts(span: int) -> list[Chart]:
    until = timezone.now().date() - timedelta(days=1)
    return [days_chart(figure.label, values, days=span, until=until) for figure, values in daily_figures(span).items()]


# The accounts' admin site knows nothing of games.
assert isinstance(admin.site, StaffSite)
admin.site.overview_set(dashboard)
