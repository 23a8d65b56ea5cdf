"""Blocked networks and email domains in the admin."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.formats import localize
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.bans.selectors import Kind
from accounts.bans.services import EDIT, ban_end, ban_make
from accounts.models import AccessBan
from accounts.models.ban import VALUE_MAX
from accounts.staff.add_pages import AddPages
from accounts.staff.reason_pages import ReasonPages
from accounts.staff.staff_actions import InnerForm, StaffAction
from accounts.visible_text import WrittenField

DAYS_MAX = 3650


class BanForm(InnerForm):
    kind = forms.ChoiceField(label=_("Kind"), choices=Kind, widget=forms.RadioSelect, initial=Kind.NETWORK)
    value = WrittenField(
        label=_("Network or email domain"),
        max_length=VALUE_MAX,
        help_text=_("Like 192.0.2.0/24, 2001:db8::/48 or example.org. A domain includes those below it."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false", "autocapitalize": "none"}),
    )
    days = forms.IntegerField(
        label=_("Days"), required=False, min_value=1, max_value=DAYS_MAX, initial=30, help_text=_("Empty for no end.")
    )


class BanStateFilter(admin.SimpleListFilter):
    title = _("In force")
    parameter_name = "applies"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("yes", _("Yes")), ("no", _("No"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[AccessBan]) -> QuerySet[AccessBan]:
        match self.value():
            case "yes":
                return queryset.filter(ends_at__gt=timezone.now())
            case "no":
                return queryset.filter(ends_at__lte=timezone.now())
            case _:
                return queryset


@admin.register(AccessBan)
class AccessBanAdmin(AddPages, ReasonPages):
    fields = ("kind", "value", "reason", "created_at", "until")
    list_display = ("value", "kind", "reason", "created_at", "until")
    list_filter = ("kind", BanStateFilter)
    read_columns = ("ends_at",)
    search_help_text = _("Part of the network or email domain")
    add_action = StaffAction(
        slug="add",
        label=_("Add block"),
        explanation=_(
            "From a blocked network, nobody logs in, registers or joins as a guest. Addresses of a blocked email "
            "domain can’t be added. Existing logins stay."
        ),
        permission=EDIT,
        service=ban_make,
        form=BanForm,
    )
    staff_actions = (
        StaffAction(
            slug="end",
            label=_("End block"),
            explanation=_("From now on."),
            permission=EDIT,
            service=ban_end,
            form=InnerForm,
            applies=lambda ban: ban.applies,
        ),
    )

    def subject(self, row: AccessBan) -> dict[str, Any]:
        return {"ban_id": row.pk}

    def add_facts(self, request: HttpRequest) -> dict[str, Any]:
        return {"own_address": request.META.get("REMOTE_ADDR", "")}

    def refused_field(self, refused: Exception) -> str | None:
        return "value"

    def search_condition(self, term: str) -> Q:
        return Q(value__icontains=term)

    @admin.display(description=_("Ends"))
    def until(self, ban: AccessBan) -> str:
        return localize(timezone.localtime(ban.ends_at)) if ban.has_end else gettext("no end date")
