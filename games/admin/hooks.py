"""Operators' hooks and what was sent to them. No page shows an address or, after it was made, a secret."""

from typing import Any

from django import forms
from django.contrib import admin
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.staff.add_pages import AddPages
from accounts.staff.staff_actions import InnerForm, StaffAction
from accounts.visible_text import NameField
from games.admin.pages import GameActPages
from games.errors import GameError
from games.hooks.services import (
    EDIT,
    delivery_again,
    hook_add,
    hook_choose,
    hook_remove,
    hook_start,
    hook_stop,
    hook_test,
)
from games.models import HookDelivery, OperatorHook
from games.models.channels import WEBHOOK_NAME_MAX
from games.notices.outward.address_check import ADDRESS_MAX


class EventsForm(InnerForm):
    """Asks for the events; those of the row are chosen."""

    events = forms.MultipleChoiceField(
        label=_("Events"), choices=OperatorHook.Event.choices, widget=forms.CheckboxSelectMultiple
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.row is not None:
            self.initial.setdefault("events", self.row.events)


class HookForm(EventsForm):
    name = NameField(label=_("Name"), max_length=WEBHOOK_NAME_MAX)
    address = forms.CharField(
        label=pgettext_lazy("web address", "Address"),
        max_length=ADDRESS_MAX,
        widget=forms.URLInput(attrs={"autocomplete": "off", "spellcheck": "false", "placeholder": "https://"}),
    )
    field_order = ("name", "address", "events")


ADD = StaffAction(
    slug="add",
    label=_("Add hook"),
    explanation=_(
        "The site posts the chosen events to the address, without cards, emails and texts that people wrote."
    ),
    permission=EDIT,
    service=hook_add,
    form=HookForm,
)


@admin.register(OperatorHook)
class OperatorHookAdmin(AddPages, GameActPages):
    fields = ("name", "hint", "events", "created_at", "failures", "failing_since", "stopped_at", "stopped_why")
    list_display = ("name", "hint", "events", "failing_since", "stopped_at")
    search_help_text = _("Part of the name")
    add_action = ADD
    staff_actions = (
        StaffAction(
            slug="events",
            label=_("Choose events"),
            explanation=_("From now on."),
            permission=EDIT,
            service=hook_choose,
            form=EventsForm,
        ),
        StaffAction(
            slug="test",
            label=pgettext_lazy("verb", "Test"),
            explanation=_("The outcome is listed among the deliveries."),
            permission=EDIT,
            service=hook_test,
            form=InnerForm,
            applies=lambda hook: hook.stopped_at is None,
        ),
        StaffAction(
            slug="stop",
            label=pgettext_lazy("verb", "Stop"),
            explanation=_("Events that wait are dropped."),
            permission=EDIT,
            service=hook_stop,
            form=InnerForm,
            applies=lambda hook: hook.stopped_at is None,
        ),
        StaffAction(
            slug="start",
            label=pgettext_lazy("verb", "Start"),
            explanation=_("From now on."),
            permission=EDIT,
            service=hook_start,
            form=InnerForm,
            applies=lambda hook: hook.stopped_at is not None,
        ),
        StaffAction(
            slug="remove",
            label=_("Remove"),
            explanation=_("Its deliveries are deleted, too."),
            permission=EDIT,
            service=hook_remove,
            form=InnerForm,
            done=lambda row, _none: redirect("admin:games_operatorhook_changelist"),
            danger=True,
        ),
    )

    def subject(self, row: OperatorHook) -> dict[str, Any]:
        return {"hook_id": row.pk}

    def search_condition(self, term: str) -> Q:
        return Q(name__icontains=term)

    def refused_field(self, refused: Exception) -> str | None:
        return "address" if isinstance(refused, GameError) else None

    def added(self, request: HttpRequest, row: OperatorHook, page: dict[str, Any]) -> HttpResponse:
        """The only page that shows the secret."""
        return TemplateResponse(request, "admin/games/hooks/secret.html", {**page, "hook": row})


@admin.register(HookDelivery)
class HookDeliveryAdmin(GameActPages):
    fields = ("hook", "event", "about", "happened_at", "status", "attempts", "reason", "answer", "due_at", "sent_at")
    list_display = ("event", "hook", "happened_at", "status", "attempts", "reason", "answer", "sent_at")
    list_filter = ("status", "event")
    related_columns = ("hook__name", "hook__hint")
    search_help_text = _("Part of the name")
    staff_actions = (
        StaffAction(
            slug="again",
            label=_("Send again"),
            explanation=_("With the same id, as things are now."),
            permission=EDIT,
            service=delivery_again,
            form=InnerForm,
            applies=lambda delivery: delivery.status not in ("waiting", "sending"),
        ),
    )

    def subject(self, row: HookDelivery) -> dict[str, Any]:
        return {"delivery_id": row.pk}

    def search_condition(self, term: str) -> Q:
        return Q(hook__in=OperatorHook.objects.filter(name__icontains=term))
