"""Accounts and addresses as staff see them; only who may come in, and into the admin, is decided here."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, cast

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django import forms
from django.contrib import admin
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.auth.models import Group
from django.contrib.contenttypes.models import ContentType
from django.db.models import Model, Q
from django.db.models.functions import Lower
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts import audit_admin  # noqa: F401 # registers its pages
from accounts.models import User
from accounts.services.rights import account_rights_change
from accounts.staff_pages import StaffPages

if TYPE_CHECKING:
    RightsModelForm = forms.ModelForm[User]
else:
    RightsModelForm = forms.ModelForm

RIGHTS = ("is_active", "is_staff", "groups")


class RightsForm(RightsModelForm):
    """What a superuser decides about an account."""

    class Meta:
        model = User
        fields = RIGHTS
        help_texts = {
            "is_active": _("Closing an account gives up its games and logs it out; opening it does not undo that."),
            "is_staff": _("Staff may enter these pages and see what their groups allow."),
        }


@admin.register(User)
class UserAdmin(StaffPages):
    """Accounts: what registration and erasure own is to look at; a superuser decides about others' rights."""

    form = RightsForm
    fields = (
        "handle", "email", "is_bot", "mail_stopped_at", "mail_stopped_why", "time_zone", "language", "date_joined",
        "last_login", "erased_at",
        "is_superuser", "is_active", "is_staff", "groups",
    )  # fmt: skip
    list_display = ("handle", "email", "is_bot", "is_active", "is_staff", "date_joined", "last_login")
    list_filter = (
        "is_bot", "is_active", "is_staff",
        ("erased_at", admin.EmptyFieldListFilter), ("mail_stopped_at", admin.EmptyFieldListFilter),
    )  # fmt: skip
    search_help_text = _("The beginning of a handle, or a whole e-mail address.")

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Superusers, about people other than themselves: nobody locks themself out, nobody lifts themself up."""
        asks = request.user
        if not (asks.is_active and asks.is_superuser):
            return False
        return not isinstance(obj, User) or (obj.pk != asks.pk and not obj.is_bot and obj.erased_at is None)

    def get_readonly_fields(self, request: HttpRequest, obj: Model | None = None) -> Any:
        return [name for name in self.fields or () if name not in RIGHTS]

    def found(self, term: str) -> Q:
        by_handle = User.objects.alias(folded=Lower("handle")).filter(folded__startswith=term.lower())
        by_address = User.objects.alias(folded=Lower("email")).filter(folded=term.lower())
        return Q(pk__in=by_handle.values("pk")) | Q(pk__in=by_address.values("pk"))

    def save_model(self, request: HttpRequest, obj: User, form: forms.Form, change: bool) -> None:  # noqa: FBT001 # Django's signature
        account_rights_change(user=obj, is_active=obj.is_active, is_staff=obj.is_staff)

    def log_change(self, request: HttpRequest, obj: User, message: object) -> LogEntry:
        """Note who changed what, without the handle, which must not outlive the account's erasure in the log."""
        return LogEntry.objects.create(
            user=cast(User, request.user),
            content_type=ContentType.objects.get_for_model(User),
            object_id=str(obj.pk),
            object_repr=f"#{obj.pk}",
            action_flag=CHANGE,
            change_message=json.dumps(message),
        )


class AddressAdmin(StaffPages):
    """Addresses, which people add and confirm themselves."""

    fields = ("user", "email", "verified", "primary")
    list_display = ("email", "user", "verified", "primary")
    list_filter = ("verified", "primary")
    related_columns = ("user__handle", "user__erased_at")
    person_fields = ("user",)
    search_help_text = _("A whole handle or e-mail address. Lists go back 10,000 rows; a search finds older ones too.")

    def found(self, term: str) -> Q:
        # allauth keeps addresses in lower case.
        return super().found(term) | Q(email=term.lower())


# allauth's own pages let staff rewrite addresses, and show the keys of sessions, which are as good as passwords, and
# second factors.
admin.site.unregister((Authenticator, EmailAddress, UserSession))
admin.site.register(EmailAddress, AddressAdmin)

# Roles are code (accounts.roles): what a group may do is not changed here.
admin.site.unregister(Group)
