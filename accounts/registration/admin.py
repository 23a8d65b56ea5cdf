"""Links to register, and accounts that wait for the site team, in the admin."""

from __future__ import annotations

from typing import Any

from django import forms
from django.conf import settings
from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.models import LINK_NAME_MAX, RegistrationLink, WaitingAccount
from accounts.registration.selectors import accounts_waiting
from accounts.registration.services import (
    DAYS,
    EDIT,
    JUDGE,
    MOST,
    account_approve,
    account_refuse,
    link_end,
    link_make,
)
from accounts.staff.add_pages import AddPages
from accounts.staff.staff_actions import ActionPages, InnerForm, StaffAction
from accounts.visible_text import NameField


class LinkForm(InnerForm):
    name = NameField(label=_("Name"), max_length=LINK_NAME_MAX)
    most = forms.IntegerField(label=_("Accounts at most"), min_value=1, max_value=MOST, initial=10)
    days = forms.IntegerField(label=_("Days"), min_value=1, max_value=DAYS, initial=14)


@admin.register(RegistrationLink)
class RegistrationLinkAdmin(AddPages):
    fields = ("name", "link", "most", "used", "created_at", "ends_at")
    list_display = ("name", "most", "used", "created_at", "ends_at")
    read_columns = ("token",)
    search_help_text = _("Part of the name")
    add_action = StaffAction(
        slug="add",
        label=_("Make link"),
        explanation=_("People with the link can create an account without approval, unless registration is closed."),
        permission=EDIT,
        service=link_make,
        form=LinkForm,
    )
    staff_actions = (
        StaffAction(
            slug="end",
            label=_("End link"),
            explanation=_("Accounts that were made by it stay."),
            permission=EDIT,
            service=link_end,
            form=InnerForm,
            applies=lambda link: link.works,
            danger=True,
        ),
    )

    def subject(self, row: RegistrationLink) -> dict[str, Any]:
        return {"link_id": row.pk}

    def search_condition(self, term: str) -> Q:
        return Q(name__icontains=term)

    @admin.display(description=_("Link"))
    def link(self, row: RegistrationLink) -> str:
        return f"{settings.PUBLIC_URL}{reverse('registration_link', args=[row.token])}" if row.works else ""


@admin.register(WaitingAccount)
class WaitingAccountAdmin(ActionPages):
    """Accounts with a confirmed address. The others may be mistyped, or not a person's."""

    fields = ("user", "asked_at", "note")
    list_display = ("user", "note", "asked_at")
    related_columns = ("user__handle", "user__erased_at", "user__is_guest")
    person_fields = ("user",)
    staff_actions = (
        StaffAction(
            slug="approve",
            label=_("Approve"),
            explanation=_("They get an email, and can log in."),
            permission=JUDGE,
            service=account_approve,
            form=InnerForm,
            done=lambda row, _none: redirect("admin:accounts_waitingaccount_changelist"),
        ),
        StaffAction(
            slug="refuse",
            label=_("Refuse"),
            explanation=_("They get an email with your reason. The account is deleted. A guest stays a guest."),
            permission=JUDGE,
            service=account_refuse,
            done=lambda row, _none: redirect("admin:accounts_waitingaccount_changelist"),
            danger=True,
        ),
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[WaitingAccount]:
        rows: QuerySet[WaitingAccount] = super().get_queryset(request) & accounts_waiting()
        return rows

    def subject(self, row: WaitingAccount) -> dict[str, Any]:
        return {"waiting_id": row.pk}
