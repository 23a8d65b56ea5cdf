"""Evidence that staff read before they judge a report, and standard answers."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Q, QuerySet
from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from accounts.models import Sanction, User
from games.messages.selectors import messages_between
from games.models import CannedAnswer, ChatLine, Report, ReportNote, Seat
from games.moderation.impartiality import reports_for, reports_open

# Chat lines shown before and after the reported one.
AROUND = 8
SHOWN = 10

# Used until the site has its own.
STANDARD_ANSWERS: tuple[tuple[str | Promise, str | Promise], ...] = (
    (
        capfirst(Report.Outcome.ACTED.label),
        _("Thanks for your report. We looked into it and acted. We only share a decision with the person it’s about."),
    ),
    (
        capfirst(Report.Outcome.NOTED.label),
        _(
            "Thanks for your report. We won’t act yet, but it counts if this happens again. "
            "You can block or mute players on their page."
        ),
    ),
    (
        capfirst(Report.Outcome.REFUSED.label),
        _("Thanks for your report. We found nothing against our rules. You can block or mute players on their page."),
    ),
    (
        _("Slow, but on time"),
        _("Thanks for your report. They played within this game’s time limit. A faster game may suit you better."),
    ),
)


@dataclass(frozen=True)
class ReportTally:
    waiting: int
    acted: int
    noted: int
    refused: int


@dataclass(frozen=True)
class Case:
    report: Report
    # The messages around the reported one in its chat, or of the same two friends, in order; a reported note alone.
    lines: list[ChatLine]
    notes: list[ReportNote]
    # The accused's seat, and earlier decisions and reports about them.
    seat: Seat | None
    decisions: list[Sanction]
    about: ReportTally
    # Outcomes of the reporter's other reports.
    by: ReportTally
    # Waiting reports about the same person or game.
    others: list[Report]


def report_case(report: Report, reader: User) -> Case:
    """The report's case, without reports that concern the reader. A fixed number of queries."""
    accused = report.accused_id
    decisions = Sanction.objects.filter(user=accused).select_related("by").order_by("-pk")[:SHOWN] if accused else []
    return Case(
        report=report,
        lines=_around(report),
        notes=list(report.notes.select_related("by").order_by("pk")),
        seat=Seat.objects.filter(game=report.game_id, user=accused).first() if accused and report.game_id else None,
        decisions=list(decisions),
        about=_tally(Q(accused=accused), report, reader) if accused else ReportTally(0, 0, 0, 0),
        by=_tally(Q(reporter=report.reporter_id), report, reader),
        others=_others(report, reader),
    )


def _around(report: Report) -> list[ChatLine]:
    if report.line is None:
        return []
    if report.line.reader_id is not None and report.game_id is not None:
        return [report.line]
    lines = _together(report.line).select_related("user")
    before = list(lines.filter(pk__lte=report.line_id).order_by("-pk")[: AROUND + 1])
    return [*reversed(before), *lines.filter(pk__gt=report.line_id).order_by("pk")[:AROUND]]


def _together(line: ChatLine) -> QuerySet[ChatLine]:
    """The messages of the line's chat, or between its author and its reader."""
    if line.reader is None:
        return ChatLine.objects.filter(game=line.game_id)
    return messages_between(line.user, line.reader)


def _tally(which: Q, report: Report, reader: User) -> ReportTally:
    rows = (
        reports_for(reader).filter(which).exclude(pk=report.pk).order_by("-pk").values_list("status", "outcome")[:1000]
    )
    found = [outcome if status == Report.Status.JUDGED else "" for status, outcome in rows]
    return ReportTally(
        found.count(""),
        found.count(Report.Outcome.ACTED),
        found.count(Report.Outcome.NOTED),
        found.count(Report.Outcome.REFUSED),
    )


def _others(report: Report, reader: User) -> list[Report]:
    same = Q(pk__in=())
    if report.accused_id:
        same |= Q(accused=report.accused_id)
    if report.game_id:
        same |= Q(game=report.game_id)
    rows = reports_open(reader).filter(same).exclude(pk=report.pk)
    return list(rows.select_related("reporter", "accused").order_by("created_at", "pk")[:SHOWN])


def answers() -> list[tuple[str, str]]:
    """The site's answers, else the standard ones: titles and texts."""
    own = list(CannedAnswer.objects.values_list("title", "text").order_by("title"))
    return own or [(str(title), str(text)) for title, text in STANDARD_ANSWERS]
