"""One act of staff on several rows of a list, with one reason."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any, cast

from django import forms
from django.contrib import messages
from django.contrib.admin.options import IncorrectLookupParameters
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from accounts.models import User
from accounts.staff.staff_actions import BAD, ActionPages, ReasonForm, StaffAction


class BulkPages(ActionPages):
    """Pages at `<list>/several/<slug>/` that offer the rows of a page of the list, with its search and filters.

    Each row is one call of the act's service in a transaction of its own, so that locks are short, and an act that is
    refused for one row, such as a case of the actor's, is done for the others.
    """

    bulk_actions: tuple[StaffAction, ...] = ()
    bulk_template = "admin/several.html"

    def get_urls(self) -> list[URLPattern]:
        meta = self.model._meta
        several = path(
            "several/<slug:slug>/",
            self.admin_site.admin_view(self.several_view),
            name=f"{meta.app_label}_{meta.model_name}_several",
        )
        return [several, *super().get_urls()]

    def row_words(self, row: Any) -> str:
        """The row in the list of those to choose from."""
        return str(row)

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        offered = [
            {"url": f"{self.page_url('several', action.slug)}?{request.GET.urlencode()}", "label": action.label}
            for action in self.bulk_actions
            if request.user.has_perm(action.permission)
        ]
        return super().changelist_view(request, {"bulk_actions": offered, **(extra_context or {})})

    def several_view(self, request: HttpRequest, slug: str) -> HttpResponse:
        """Show the rows and the form, and carry the act out. 403 without permission, 404 for an unknown act."""
        action = next((action for action in self.bulk_actions if action.slug == slug), None)
        if action is None:
            raise Http404
        if not (request.user.has_perm(action.permission) and self.has_view_permission(request)):
            raise PermissionDenied
        back = f"{self.page_url('changelist')}?{request.GET.urlencode()}"
        sent = self._rows_sent(request)
        listed = sent or self._rows_listed(request)
        if listed is None:
            return redirect(self.page_url("changelist"))
        # Of chosen rows the service says why the act no longer applies, such as after another's.
        rows = sent or [row for row in listed if action.applies(row)]
        form = self._form(request, action, rows, sent)
        if form.is_valid():
            self._carry_out(request, action, rows, form.cleaned_data)
            return redirect(back)
        page = {
            **self.admin_site.each_context(request), "opts": self.model._meta, "title": action.label, "action": action,
            "form": form, "back": back, "list": self.page_url("changelist"), "rows": rows,
        }  # fmt: skip
        return TemplateResponse(request, self.bulk_template, page, status=BAD if form.is_bound else None)

    def _form(self, request: HttpRequest, action: StaffAction, rows: list[Any], sent: list[Any]) -> ReasonForm:
        data = None
        if request.method == "POST":
            data = request.POST.copy()
            data.setlist("rows", [str(row.pk) for row in sent])
        form = action.form(None, data, actor=cast(User, request.user))
        form.fields = {"rows": self._choice(rows), **form.fields}
        return form

    def _choice(self, rows: Iterable[Any]) -> forms.TypedMultipleChoiceField:
        choices = [(row.pk, self.row_words(row)) for row in rows]
        return forms.TypedMultipleChoiceField(
            label=_("Rows"),
            coerce=int,
            choices=choices,
            initial=[key for key, _words in choices],
            widget=forms.CheckboxSelectMultiple,
        )

    def _rows_listed(self, request: HttpRequest) -> list[Any] | None:
        """The rows of the page of the list; None if its address is wrong."""
        try:
            return list(self.get_changelist_instance(request).result_list)
        except IncorrectLookupParameters:
            return None

    def _rows_sent(self, request: HttpRequest) -> list[Any]:
        """The chosen rows that the reader may see, whatever the list shows by now."""
        keys = [int(key) for key in request.POST.getlist("rows") if key.isascii() and key.isdecimal() and len(key) < 19]
        return list(self.get_queryset(request).filter(pk__in=keys[: self.list_per_page]))

    def _carry_out(self, request: HttpRequest, action: StaffAction, rows: list[Any], values: dict[str, Any]) -> None:
        del values["rows"]
        done = 0
        for row in rows:
            with self.refusals_to(partial(self._refused, request, row)):
                action.service(actor=cast(User, request.user), **self.subject(row), **values)
                done += 1
        messages.success(request, ngettext("Done for {count} row.", "Done for {count} rows.", done).format(count=done))

    def _refused(self, request: HttpRequest, row: Any, _refused: Exception, words: str) -> None:
        messages.warning(request, f"{self.row_words(row)}: {words}")
