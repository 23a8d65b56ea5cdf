"""Accounts and addresses in the admin."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount, SocialApp, SocialToken
from allauth.usersessions.models import UserSession
from django.contrib import admin
from django.contrib.auth.models import Group
from django.db.models import Model, Q, QuerySet
from django.db.models.functions import Lower
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.formats import localize
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.bans import admin as bans_admin  # noqa: F401 # register their pages
from accounts.decisions import admin as people_admin  # noqa: F401 # register their pages
from accounts.decisions.person_acts import ACCOUNTS, SANCTIONS
from accounts.models import FOREVER, AccountMail, User
from accounts.privacy.staff_acts import PRIVACY
from accounts.registration import admin as registration_admin  # noqa: F401 # register their pages
from accounts.site import admin as site_admin  # noqa: F401 # register their pages
from accounts.staff import audit_admin  # noqa: F401 # register their pages
from accounts.staff.person_sections import sections_for
from accounts.staff.staff_actions import ActionPages
from accounts.staff.staff_pages import MATCHES, StaffPages, with_part

SEES_MAIL = "account.view_emailaddress"


class InForceFilter(admin.SimpleListFilter):
    title = _("In force")
    parameter_name = "held"
    columns = {"muted": "muted_until", "barred": "barred_until", "suspended": "suspended_until"}

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("muted", _("no chat")), ("barred", _("no new games")), ("suspended", _("suspension"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[User]) -> QuerySet[User]:
        column = self.columns.get(self.value() or "")
        return queryset if column is None else queryset.filter(**{f"{column}__gt": timezone.now()})


@admin.register(User)
class UserAdmin(ActionPages):
    change_form_template = "admin/accounts/user/change_form.html"
    fields = (
        "handle", "email", "is_guest", "is_bot", "is_outside_bot", "date_joined", "last_login", "is_active", "muted",
        "barred", "suspended", "merged_into", "is_staff", "groups", "is_superuser", "mail_stopped_at",
        "mail_stopped_why", "time_zone", "language", "erased_at",
    )  # fmt: skip
    read_columns = ("muted_until", "barred_until", "suspended_until")
    list_display = (
        "handle", "email", "is_guest", "is_bot", "is_outside_bot", "is_active", "suspended", "is_staff", "date_joined",
        "last_login",
    )  # fmt: skip
    list_filter = (
        "is_guest", "is_bot", "is_active", "is_staff", InForceFilter,
        ("erased_at", admin.EmptyFieldListFilter), ("mail_stopped_at", admin.EmptyFieldListFilter),
    )  # fmt: skip
    related_columns = ("merged_into__handle", "merged_into__erased_at")
    search_help_text = _("Start of a username, or part of an email address with @ or a dot")
    staff_actions = (*SANCTIONS, *ACCOUNTS, *PRIVACY)

    def subject(self, row: User) -> dict[str, Any]:
        return {"user": row}

    def get_fields(self, request: HttpRequest, obj: Model | None = None) -> Any:
        return _without_mail(request, self.fields or ())

    def get_list_display(self, request: HttpRequest) -> Any:
        return _without_mail(request, self.list_display)

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        person = self.get_object(request, object_id)
        known = person is not None and self.has_view_permission(request, person)
        sections = sections_for(request, person) if person is not None and known else []
        return super().change_view(request, object_id, form_url, {"sections": sections, **(extra_context or {})})

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        """Search people by the start of their username or, for readers who may see addresses, by a part of an email
        address with @ or a dot.
        """
        term = search_term.strip()
        if not term:
            return queryset, False
        found = _called(term)
        if request.user.has_perm(SEES_MAIL):
            found += User.objects.filter(email__iexact=term).values_list("pk", flat=True)
            found += EmailAddress.objects.filter(email=term.lower()).values_list("user_id", flat=True)
            # No username has these characters.
            if "@" in term or "." in term:
                rows = with_part(EmailAddress.objects.all(), "email", term)
                found += EmailAddress.objects.filter(pk__in=rows).values_list("user_id", flat=True)
        return queryset.filter(pk__in=found), False

    @admin.display(description=_("no chat"))
    def muted(self, person: User) -> str:
        return _until(person.muted_until)

    @admin.display(description=_("no new games"))
    def barred(self, person: User) -> str:
        return _until(person.barred_until)

    @admin.display(description=_("suspension"))
    def suspended(self, person: User) -> str:
        return _until(person.suspended_until)


def _called(term: str) -> list[int]:
    """At most MATCHES ids of people whose username begins so, looked up first so that the index is used."""
    named = User.objects.alias(folded=Lower("handle")).filter(folded__startswith=term.lower())
    return list(named.values_list("pk", flat=True)[:MATCHES])


def _without_mail(request: HttpRequest, names: Any) -> list[Any]:
    return [name for name in names if name != "email" or request.user.has_perm(SEES_MAIL)]


def _until(end: datetime | None) -> str:
    """The end of a decision, or "" if it does not apply."""
    if end is None or end <= timezone.now():
        return ""
    return gettext("no end date") if end == FOREVER else localize(timezone.localtime(end))


class AddressAdmin(StaffPages):
    fields = ("user", "email", "verified", "primary")
    list_display = ("email", "user", "verified", "primary")
    list_filter = ("verified", "primary")
    related_columns = ("user__handle", "user__erased_at")
    person_fields = ("user",)
    search_help_text = _("Full username, or part of an email address")

    def search_condition(self, term: str) -> Q:
        # allauth keeps addresses in lower case.
        parts = with_part(EmailAddress.objects.all(), "email", term)
        return super().search_condition(term) | Q(email=term.lower()) | Q(pk__in=parts)


class AccountMailAdmin(StaffPages):
    """Emails about accounts: whether they left, but never their text or receiver."""

    fields = (
        "kind", "user", "status", "attempts", "broken_off", "reason", "created_at", "due_at", "expires_at", "sent_at",
    )  # fmt: skip
    list_display = ("kind", "user", "status", "attempts", "reason", "created_at", "due_at", "sent_at")
    list_filter = ("status", "kind")
    related_columns = ("user__handle", "user__erased_at")
    person_fields = ("user",)


# allauth's pages let staff rewrite addresses and connections, and show second factors and session keys, which are as
# good as passwords.
admin.site.unregister((Authenticator, EmailAddress, SocialAccount, SocialApp, SocialToken, UserSession))
admin.site.register(EmailAddress, AddressAdmin)
admin.site.register(AccountMail, AccountMailAdmin)

admin.site.unregister(Group)
