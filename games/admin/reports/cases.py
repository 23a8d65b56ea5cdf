"""The queue of reports: staff claim one, read its case and judge it."""

from __future__ import annotations

from typing import Any, cast

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.text import Truncator
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.models import User
from accounts.staff.bulk_pages import BulkPages
from accounts.staff.staff_actions import StaffAction
from games.admin.pages import GAME, GameActPages, ImpartialPages, ToDoFilter, account
from games.admin.reports.forms import CloseReportsForm, JudgeForm, ReportClaimForm, ReportNoteForm
from games.models import Report
from games.moderation.impartiality import reports_for
from games.moderation.report_cases import report_case
from games.moderation.reports import JUDGE, report_claim, report_judge, report_note, report_release

SHOWN = 80


def _waits(report: Report) -> bool:
    return report.status != Report.Status.JUDGED


class ReportStateFilter(ToDoFilter):
    """Waiting reports by default; a search covers all."""

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [
            ("mine", _("claimed by me")),
            ("free", _("unclaimed")),
            ("judged", pgettext_lazy("reports", "judged")),
            ("all", _("All")),
        ]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Report]) -> QuerySet[Report]:
        waiting = queryset.exclude(status=Report.Status.JUDGED)
        match self.value():
            case "mine":
                return waiting.filter(claimed_by=request.user.pk)
            case "free":
                return waiting.filter(claimed_by=None)
            case "judged":
                return queryset.filter(status=Report.Status.JUDGED)
            case "all":
                return queryset
        return queryset if request.GET.get("q") else waiting


@admin.register(Report)
class ReportAdmin(BulkPages, ImpartialPages, GameActPages):
    fields = (
        "kind", "reporter", "accused", "game", "line", "text", "created_at", "status", "claimed_by", "claimed_at",
        "judged_at", "outcome", "answer", "sanction",
    )  # fmt: skip
    list_display = (
        "kind", "created_at", "accused", "reporter", "game_name", "said", "status", "claimed_by", "outcome",
    )  # fmt: skip
    list_filter = (ReportStateFilter, "kind", "outcome")
    related_columns = (
        *GAME, *account("reporter"), *account("accused"), *account("claimed_by"), "line__game", "line__text",
        "sanction__kind",
    )  # fmt: skip
    person_fields = ("reporter", "accused", "claimed_by")
    change_form_template = "admin/games/report/case.html"
    act_template = "admin/games/report/act.html"
    staff_actions = (
        StaffAction(
            slug="claim",
            label=pgettext_lazy("act of a moderator", "Claim"),
            explanation=_("Others see that you’re on it."),
            permission=JUDGE,
            service=report_claim,
            done=_("It’s yours now. Judge it or give it back."),
            form=ReportClaimForm,
            applies=lambda report: report.status == Report.Status.OPEN,
        ),
        StaffAction(
            slug="judge",
            label=pgettext_lazy("act of a moderator", "Judge"),
            explanation=_("The reporter gets the outcome and your answer, but not your name."),
            permission=JUDGE,
            service=report_judge,
            form=JudgeForm,
            applies=_waits,
        ),
        StaffAction(
            slug="note",
            label=_("Add note"),
            explanation=_("Only the site team reads this. Use usernames only."),
            permission=JUDGE,
            service=report_note,
            form=ReportNoteForm,
        ),
        StaffAction(
            slug="release",
            label=_("Give back"),
            explanation=_("It goes back to the queue. Moderators can also give back other people’s reports."),
            permission=JUDGE,
            service=report_release,
            form=ReportClaimForm,
            applies=lambda report: report.status == Report.Status.CLAIMED,
        ),
    )

    bulk_actions = (
        StaffAction(
            slug="close",
            label=_("Close several reports"),
            explanation=_("Each reporter gets the outcome and your answer, but not your name."),
            permission=JUDGE,
            service=report_judge,
            form=CloseReportsForm,
            applies=_waits,
        ),
    )

    def row_words(self, row: Report) -> str:
        about = row.accused.name if row.accused is not None else self.game_name(row)
        return f"{row.get_kind_display()}, {about}: {self.said(row)}"

    def subject(self, row: Report) -> dict[str, Any]:
        return {"report_id": row.pk}

    def rows_for(self, reader: User) -> QuerySet[Report]:
        return reports_for(reader)

    @admin.display(description=_("Game"))
    def game_name(self, report: Report) -> str:
        return report.game.title if report.game is not None else ""

    @admin.display(description=_("What happened"))
    def said(self, report: Report) -> str:
        return Truncator(report.text or (report.line.said if report.line is not None else "")).chars(SHOWN)

    def get_ordering(self, request: HttpRequest) -> Any:
        """Waiting reports oldest first, others newest first."""
        return (
            ("-pk",) if request.GET.get("state") in ("judged", "all") or request.GET.get("q") else ("created_at", "pk")
        )

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        report = self.get_object(request, object_id) if self.has_view_permission(request) else None
        more = {} if report is None else {"case": report_case(report, cast(User, request.user))}
        return super().change_view(request, object_id, form_url, {**more, **(extra_context or {})})
