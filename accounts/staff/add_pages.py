"""Adding a row in the admin, by a service that logs it."""

from typing import Any, cast

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse

from accounts.models import User
from accounts.staff.staff_actions import BAD, ActionPages, StaffAction


class AddPages(ActionPages):
    """Rows with acts; `add_action` adds one. Its form gets no row."""

    add_action: StaffAction
    add_template = "admin/add.html"

    def has_add_permission(self, request: HttpRequest) -> bool:
        return bool(request.user.has_perm(self.add_action.permission))

    def refused_field(self, refused: Exception) -> str | None:
        """The field that a refusal is about, or None."""
        return None

    def add_facts(self, request: HttpRequest) -> dict[str, Any]:
        """More arguments of the service than the form's."""
        return {}

    def added(self, request: HttpRequest, row: Any, page: dict[str, Any]) -> HttpResponse:
        """The answer once the row is added. `page`: the context of the form's page."""
        return redirect(self.page_url("change", row.pk))

    def add_view(
        self, request: HttpRequest, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Show the form, and add the row. 403 without permission."""
        if not self.has_add_permission(request):
            raise PermissionDenied
        actor, add = cast(User, request.user), self.add_action
        form = add.form(None, request.POST if request.method == "POST" else None, actor=actor)
        back = self.page_url("changelist")
        page = {**self.admin_site.each_context(request), "opts": self.model._meta, "title": add.label, "list": back}
        if form.is_valid():
            with self.refusals_to(lambda refused, words: form.add_error(self.refused_field(refused), words)):
                row = add.service(actor=actor, **self.add_facts(request), **form.cleaned_data)
            if not form.errors:
                return self.added(request, row, page)
        page |= {"action": add, "form": form, "back": back}
        return TemplateResponse(request, self.add_template, page, status=BAD if form.is_bound else None)
