"""Acts of staff on a row, each on a page that explains it and asks for a reason."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.errors import AccountRefused
from accounts.models import User
from accounts.staff.staff_pages import StaffPages
from accounts.visible_text import WrittenField
from accounts.words import account_words

if TYPE_CHECKING:
    from django.utils.functional import _StrOrPromise

REASON_MAX = 1000
BAD = 422
DONE = pgettext_lazy("an act", "Done.")


@dataclass(frozen=True)
class ResultPage:
    template: str
    context: Mapping[str, Any]


# The next page, from the row and the service's result.
Done = Callable[[Any, Any], str | ResultPage | HttpResponse]


class ReasonForm(forms.Form):
    """Base of all acts' forms; their own fields come before the reason."""

    reason = WrittenField(
        label=_("Reason"),
        max_length=REASON_MAX,
        widget=forms.Textarea(attrs={"rows": 3}),
    )
    # The text about the readers of the reason.
    reason_help: _StrOrPromise = _("The people concerned read this. Use usernames only.")
    field_order: Any = None
    # Fields that a link may fill in; it must not put words into a moderator's form.
    from_link: tuple[str, ...] = ()

    def __init__(self, row: Any, data: Any = None, *, actor: User, initial: Mapping[str, Any] | None = None) -> None:
        """Make the form. `row` and `actor`: for choices; `initial`: from the link."""
        self.row = row
        self.actor = actor
        super().__init__(data, initial=dict(initial or {}))
        self.fields["reason"].help_text = self.reason_help
        self.order_fields([name for name in self.fields if name != "reason"])


class InnerForm(ReasonForm):
    """A form whose reason only staff read."""

    reason_help = _("Only the site team reads this. Use usernames only.")


@dataclass(frozen=True)
class StaffAction:
    """Calls `service` with `actor`, the row's `subject` and the form's values.

    `permission`: checked here and by the service. `done`: a message, or a function that returns a message, page or
    response. `applies`: whether to offer the act. `subject`: if not the page's row.
    """

    slug: str
    label: Promise
    explanation: Promise
    permission: str
    service: Callable[..., Any]
    done: Promise | Done = DONE
    form: type[ReasonForm] = ReasonForm
    applies: Callable[[Any], bool] = lambda row: True
    danger: bool = False
    subject: Callable[[Any], dict[str, Any]] | None = None


class ActionPages(StaffPages):
    """Pages of rows with acts at `<row>/act/<slug>/`; the row's page offers those that apply and are permitted."""

    staff_actions: tuple[StaffAction, ...] = ()
    change_form_template = "admin/staff_row.html"
    act_template = "admin/act.html"

    def get_urls(self) -> list[URLPattern]:
        meta = self.model._meta
        act = path(
            "<int:object_id>/act/<slug:slug>/",
            self.admin_site.admin_view(self.act_view),
            name=f"{meta.app_label}_{meta.model_name}_act",
        )
        return [act, *super().get_urls()]

    def subject(self, row: Any) -> dict[str, Any]:
        """The row as keyword arguments of services."""
        raise NotImplementedError

    def page_url(self, page: str, *args: object) -> str:
        """The address of one of the model's pages: "changelist", "change" or "act"."""
        meta = self.model._meta
        return reverse(f"admin:{meta.app_label}_{meta.model_name}_{page}", args=args)

    def act_url(self, row: Any, slug: str) -> str:
        return self.page_url("act", row.pk, slug)

    def refusal_words(self, refused: Exception) -> str | None:
        return account_words(refused) if isinstance(refused, AccountRefused) else None

    @contextmanager
    def refusals_to(self, tell: Callable[[Exception, str], object]) -> Iterator[None]:
        """Call a service. If it refuses, `tell` gets the refusal and its words. Other exceptions are raised."""
        try:
            yield
        except Exception as refused:
            words = self.refusal_words(refused)
            if words is None:
                raise
            tell(refused, words)

    def note_for(self, request: HttpRequest, row: Any) -> str:
        """A note above the acts, such as why one is missing; "" for none."""
        return ""

    def actions_for(self, request: HttpRequest, row: Any) -> list[dict[str, Any]]:
        return [
            {"url": self.act_url(row, action.slug), "label": action.label, "danger": action.danger}
            for action in self.staff_actions
            if request.user.has_perm(action.permission) and action.applies(row)
        ]

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        row = self.get_object(request, object_id)
        offered = self.actions_for(request, row) if row is not None else []
        note = self.note_for(request, row) if row is not None else ""
        more = {"staff_actions": offered, "note": note, **(extra_context or {})}
        return super().change_view(request, object_id, form_url, more)

    def act_view(self, request: HttpRequest, object_id: int, slug: str) -> HttpResponse:
        """Show the act's page, and carry the act out. 403 without permission, 404 for an unknown row or act."""
        action = next((action for action in self.staff_actions if action.slug == slug), None)
        row = self.get_object(request, str(object_id))
        if action is None or row is None:
            raise Http404
        if not (request.user.has_perm(action.permission) and self.has_view_permission(request, row)):
            raise PermissionDenied
        data = request.POST if request.method == "POST" else None
        given = {name: request.GET[name] for name in action.form.from_link if name in request.GET}
        form = action.form(row, data, actor=cast(User, request.user), initial=given)
        if form.is_valid():
            done = self._done(request, action, row, form)
            if done is not None:
                return done
        page = {**self._frame(request, action, row), "form": form}
        return TemplateResponse(request, self.act_template, page, status=BAD if form.is_bound else None)

    def _frame(self, request: HttpRequest, action: StaffAction, row: Any) -> dict[str, Any]:
        return {
            **self.admin_site.each_context(request),
            "opts": self.model._meta,
            "title": action.label,
            "action": action,
            "row": row,
            "note": self.note_for(request, row),
            "list": self.page_url("changelist"),
            "back": self.page_url("change", row.pk),
        }

    def _done(self, request: HttpRequest, action: StaffAction, row: Any, form: ReasonForm) -> HttpResponse | None:
        """The response after the act; None if it is refused, as the form then says."""
        subject = (action.subject or self.subject)(row)
        with self.refusals_to(lambda _refused, words: form.add_error(None, words)):
            result = action.service(actor=cast(User, request.user), **subject, **form.cleaned_data)
        if form.errors:
            return None
        done = str(action.done) if isinstance(action.done, Promise) else action.done(row, result)
        if isinstance(done, HttpResponse):
            return done
        if isinstance(done, ResultPage):
            return TemplateResponse(request, done.template, {**self._frame(request, action, row), **done.context})
        messages.success(request, done)
        return redirect(self.page_url("change", row.pk))
