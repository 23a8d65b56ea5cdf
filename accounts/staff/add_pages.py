"""Adding a row in the admin, by a service that logs it."""

from typing import Any, cast

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import reverse

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
        meta = self.model._meta
        return redirect(reverse(f"admin:{meta.app_label}_{meta.model_name}_change", args=[row.pk]))

    def add_view(
        self, request: HttpRequest, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Show the form, and add the row. 403 without permission."""
        if not self.has_add_permission(request):
            raise PermissionDenied
        actor, add = cast(User, request.user), self.add_action
        form = add.form(None, request.POST if request.method == "POST" else None, actor=actor)
        meta = self.model._meta
        back = reverse(f"admin:{meta.app_label}_{meta.model_name}_changelist")
        page = {**self.admin_site.each_context(request), "opts": meta, "title": add.label, "list": back}
        if form.is_valid():
            try:
                row = add.service(actor=actor, **self.add_facts(request), **form.cleaned_data)
            except Exception as refused:
                words = self.refusal_words(refused)
                if words is None:
                    raise
                form.add_error(self.refused_field(refused), words)
            else:
                return self.added(request, row, page)
        page |= {"action": add, "form": form, "back": back}
        return TemplateResponse(request, self.add_template, page, status=BAD if form.is_bound else None)
