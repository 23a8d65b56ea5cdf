"""The audit log: a read-only list with filters and a CSV export."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Iterator
from datetime import UTC, timedelta
from typing import Any, cast

from django.contrib import admin
from django.contrib.admin.options import IncorrectLookupParameters
from django.core.exceptions import PermissionDenied
from django.db import connection
from django.db.models import OuterRef, Q, QuerySet, Subquery
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.translation import gettext, ngettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from accounts.errors import AccountRefused
from accounts.models import AuditEntry, User
from accounts.staff.act_words import act_words
from accounts.staff.audit import Fact
from accounts.staff.audit_export import audit_export
from accounts.staff.reason_pages import ReasonPages
from accounts.staff.staff_actions import InnerForm
from accounts.staff.staff_pages import people_called
from accounts.streaming import stream
from accounts.words import account_words

COLUMNS = ("id", "at", "actor", "action", "person", "game", "about", "reason", "facts")
# Characters that begin a formula in spreadsheets.
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")
REFUSED = 422
# Entries that are in memory during an export.
CHUNK = 2000
# Days back that the list is filtered by.
SINCE = (1, 7, 30, 365)

# One index step per action; DISTINCT would read the whole table.
ACTIONS = """
    WITH RECURSIVE found AS (
        (SELECT action FROM accounts_auditentry ORDER BY action LIMIT 1)
        UNION ALL
        SELECT (SELECT action FROM accounts_auditentry later WHERE later.action > found.action ORDER BY action LIMIT 1)
        FROM found WHERE found.action IS NOT NULL
    )
    SELECT action FROM found WHERE action IS NOT NULL
"""


class ActionFilter(admin.SimpleListFilter):
    title = _("action")
    parameter_name = "action"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        with connection.cursor() as cursor:
            cursor.execute(ACTIONS)
            return [(code, act_words(code)) for (code,) in cursor.fetchall()]

    def queryset(self, request: HttpRequest, queryset: QuerySet[AuditEntry]) -> QuerySet[AuditEntry]:
        return queryset if self.value() is None else queryset.filter(action=self.value())


class SinceFilter(admin.SimpleListFilter):
    title = _("When")
    parameter_name = "days"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        words = ((days, ngettext("last day", "last {count} days", days)) for days in SINCE)
        return [(str(days), said.format(count=days)) for days, said in words]

    def queryset(self, request: HttpRequest, queryset: QuerySet[AuditEntry]) -> QuerySet[AuditEntry]:
        asked = self.value()
        if asked not in {code for code, _words in self.lookup_choices}:
            return queryset
        return queryset.filter(at__gte=timezone.now() - timedelta(days=int(asked or 0)))


class SubjectFilter(admin.SimpleListFilter):
    title = pgettext_lazy("whom or what it concerns", "About")
    parameter_name = "subject"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("person", _("person")), ("game", _("Game"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[AuditEntry]) -> QuerySet[AuditEntry]:
        match self.value():
            case "person":
                return queryset.filter(person__isnull=False)
            case "game":
                return queryset.exclude(game="")
            case _:
                return queryset


@admin.register(AuditEntry)
class AuditAdmin(ReasonPages):
    fields = ("at", "who", "act", "action", "whom", "game", "about", "reason", "shown_facts")
    list_display = ("at", "who", "act", "whom", "of_game", "about", "reason")
    list_filter = (ActionFilter, SubjectFilter, SinceFilter)
    read_columns = ("actor", "person", "facts")
    change_list_template = "admin/accounts/auditentry/change_list.html"
    search_help_text = _("Full username, account number like #12, game ID, or a row like “report 12”")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        rows = super().get_queryset(request)
        handles = {field: Subquery(_living(field).values("handle")[:1]) for field in ("actor", "person")}
        named: QuerySet[Any] = rows.annotate(actor_handle=handles["actor"], person_handle=handles["person"])
        return named

    def get_urls(self) -> list[URLPattern]:
        export = path("export/", self.admin_site.admin_view(self.export_view), name="accounts_auditentry_export")
        return [export, *super().get_urls()]

    def search_condition(self, term: str) -> Q:
        people = list(people_called(term).values_list("pk", flat=True))
        number = term.removeprefix("#")
        if number.isascii() and number.isdecimal() and len(number) <= 18:
            people.append(int(number))
        return Q(actor__in=people) | Q(person__in=people) | Q(game=term) | Q(about=term)

    @admin.display(description=pgettext_lazy("who did it", "By"))
    def who(self, entry: AuditEntry) -> str:
        return gettext("the site") if entry.actor is None else _name(entry.actor, getattr(entry, "actor_handle", None))

    @admin.display(description=pgettext_lazy("what was done", "What"))
    def act(self, entry: AuditEntry) -> str:
        return act_words(entry.action)

    @admin.display(description=_("person"))
    def whom(self, entry: AuditEntry) -> str:
        return "" if entry.person is None else _name(entry.person, getattr(entry, "person_handle", None))

    @admin.display(description=_("Game"))
    def of_game(self, entry: AuditEntry) -> str:
        if not entry.game:
            return ""
        games = reverse("admin:games_game_changelist")
        return format_html('<a href="{}?q={}">{}</a>', games, entry.game, entry.game)

    @admin.display(description=_("details"))
    def shown_facts(self, entry: AuditEntry) -> str:
        return "\n".join(f"{name}: {json.dumps(value)}" for name, value in entry.facts.items())

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        export = f"{reverse('admin:accounts_auditentry_export')}?{request.GET.urlencode()}"
        may = request.user.has_perm("accounts.export_audit")
        return super().changelist_view(request, {"export_url": export if may else "", **(extra_context or {})})

    def export_view(self, request: HttpRequest) -> HttpResponseBase:
        """Export the log, and log the export. 403 without permission."""
        actor = cast(User, request.user)
        if not (self.has_view_permission(request) and actor.has_perm("accounts.export_audit")):
            raise PermissionDenied
        form = InnerForm(None, request.POST if request.method == "POST" else None, actor=actor)
        if form.is_valid():
            try:
                entries = self.get_changelist_instance(request).get_queryset(request).order_by("pk")
                audit_export(actor=actor, reason=form.cleaned_data["reason"], filters=audit_filters(request))
            except IncorrectLookupParameters:
                return redirect("admin:accounts_auditentry_changelist")
            except AccountRefused as refused:
                form.add_error(None, account_words(refused))
            else:
                day = timezone.now().date().isoformat()
                return stream(request, lines(entries), content_type="text/csv", filename=f"odin-audit-{day}.csv")
        page = {
            **self.admin_site.each_context(request), "opts": self.model._meta, "title": gettext("Export as CSV"),
            "form": form, "back": f"{reverse('admin:accounts_auditentry_changelist')}?{request.GET.urlencode()}",
        }  # fmt: skip
        return render(request, "admin/accounts/auditentry/export.html", page, status=REFUSED if form.is_bound else None)


def _living(field: str) -> QuerySet[User]:
    return User.objects.filter(pk=OuterRef(field), erased_at__isnull=True)


def _name(pk: int, handle: str | None) -> str:
    words = f"{handle} #{pk}" if handle else f"#{pk}"
    return format_html('<a href="{}">{}</a>', reverse("admin:accounts_user_change", args=[pk]), words)


def audit_filters(request: HttpRequest) -> dict[str, Fact]:
    """The filters, for the log. A search is only marked as such, because it may be a name."""
    known = ("action", "days", "subject")
    filters: dict[str, Fact] = {name: request.GET[name] for name in known if name in request.GET}
    return {**filters, "searched": True} if request.GET.get("q", "").strip() else filters


class _Echo:
    def write(self, line: str) -> str:
        return line


def lines(entries: QuerySet[AuditEntry]) -> Iterator[str]:
    """The entries as lines of CSV, oldest first, with ids and times in UTC."""
    writer: Any = csv.writer(_Echo())
    yield writer.writerow(COLUMNS)
    last = 0
    while found := list(entries.filter(pk__gt=last)[:CHUNK]):
        for entry in found:
            yield writer.writerow(cells(entry))
        last = found[-1].pk


def cells(entry: AuditEntry) -> Iterable[str]:
    facts = json.dumps(entry.facts, ensure_ascii=False, sort_keys=True)
    at = entry.at.astimezone(UTC).isoformat(timespec="seconds")
    values = (
        entry.pk, at, entry.actor, entry.action, entry.person, entry.game, entry.about, entry.reason, facts,
    )  # fmt: skip
    return [harmless("" if value is None else str(value)) for value in values]


def harmless(cell: str) -> str:
    """The cell's text, changed so that no spreadsheet runs it as a formula."""
    return f"'{cell}" if cell.startswith(FORMULA) else cell
