"""Pages, banner, maintenance switch and network traces in the admin."""

from __future__ import annotations

from functools import partial
from typing import Any

from django import forms
from django.conf import settings
from django.contrib import admin
from django.db.models import Q
from django.http import HttpRequest
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.functional import Promise, lazystr
from django.utils.translation import gettext_lazy as _

from accounts.models import NetworkTrace, Registration, SitePage, SiteState
from accounts.models.site import BANNER_MAX, BODY_MAX
from accounts.sign_in.network_traces import network_key
from accounts.site.services import banner_set, registration_set, site_close, site_open, site_page_write
from accounts.site.texts import page_text
from accounts.staff.staff_actions import ActionPages, ReasonForm, StaffAction
from accounts.staff.staff_pages import StaffPages
from accounts.visible_text import WrittenField

ROWS = 24


class SiteForm(ReasonForm):
    reason_help = _("Only the site team reads this. Use usernames only.")


class BannerForm(SiteForm):
    text = WrittenField(
        label=_("Banner"),
        max_length=BANNER_MAX,
        required=False,
        help_text=_("At the top of every page. Leave empty for none."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["text"].initial = self.row.banner


class RegistrationForm(SiteForm):
    registration = forms.ChoiceField(label=_("New accounts"), choices=Registration, widget=forms.RadioSelect)
    guests_join = forms.BooleanField(
        label=_("Guests may join by a link"),
        required=False,
        help_text=_("Members invite them to games and standing tables. Guests give a name only."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial.update(registration=self.row.registration, guests_join=self.row.guests_join)


class CloseForm(SiteForm):
    words = WrittenField(
        label=_("Text while closed"),
        max_length=BANNER_MAX,
        required=False,
        help_text=_("Say until when. Leave empty for the built-in text."),
    )


def page_form(slug: str, language: str) -> type[ReasonForm]:
    class PageForm(SiteForm):
        body = WrittenField(
            label=_("Text"),
            max_length=BODY_MAX,
            required=False,
            strip=False,
            widget=forms.Textarea(attrs={"rows": ROWS}),
            help_text=_("Markdown: # headings, *, lists, [links](https://…). Leave empty for the built-in text."),
        )

        def __init__(self, *args: Any, **kwargs: Any) -> None:
            super().__init__(*args, **kwargs)
            self.fields["body"].initial = page_text(slug, language)

    return PageForm


def page_action(slug: str, label: str | Promise, language: str, language_name: str | Promise) -> StaffAction:
    several = len(settings.LANGUAGES) > 1
    return StaffAction(
        slug=f"{slug}_{language}",
        label=_words(_("Edit: %s"), label, language_name if several else ""),
        explanation=_("Visible to every visitor right away."),
        permission="accounts.edit_site_page",
        service=partial(site_page_write, slug=slug, language=language),
        form=page_form(slug, language),
    )


def _words(pattern: Promise, label: str | Promise, more: str | Promise) -> Promise:
    return lazystr(str(pattern) % (f"{label} ({more})" if more else label))


class SiteStateAdmin(ActionPages):
    """The page of the site's state, shown even before the row exists."""

    fields = ("banner", "registration", "guests_join", "maintenance", "maintenance_words", "changed_at")
    list_display = ("banner", "registration", "maintenance", "changed_at")
    staff_actions = (
        StaffAction(
            slug="banner",
            label=_("Set banner"),
            explanation=_("At the top of every page. Leave empty for none."),
            permission="accounts.edit_site_state",
            service=banner_set,
            form=BannerForm,
        ),
        StaffAction(
            slug="registration",
            label=_("Change registration"),
            explanation=_(
                "For new accounts, and for guests who add an email. Links to register work unless it’s closed. "
                "Waiting accounts keep waiting."
            ),
            permission="accounts.edit_site_state",
            service=registration_set,
            form=RegistrationForm,
        ),
        StaffAction(
            slug="close",
            label=_("Close site"),
            explanation=_(
                "Only the site team gets in. Clocks keep running, so announce longer maintenance a few days ahead."
            ),
            permission="accounts.edit_site_state",
            service=site_close,
            form=CloseForm,
            applies=lambda row: not row.maintenance,
            danger=True,
        ),
        StaffAction(
            slug="open",
            label=_("Open site"),
            explanation=_("Everyone can get in again."),
            permission="accounts.edit_site_state",
            service=site_open,
            form=SiteForm,
            applies=lambda row: row.maintenance,
        ),
        *(
            page_action(slug, label, code, name)
            for slug, label in SitePage.Slug.choices
            for code, name in settings.LANGUAGES
        ),
    )

    def subject(self, row: SiteState) -> dict[str, Any]:
        return {}

    def row_read(self, request: HttpRequest, object_id: str, from_field: str | None) -> Any:
        if object_id != "1":
            return None
        return SiteState.objects.filter(pk=1).first() or SiteState(pk=1)

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> Any:
        if not self.has_view_permission(request):
            return super().changelist_view(request, extra_context)
        return redirect("admin:accounts_sitestate_change", 1)


class SitePageAdmin(StaffPages):
    fields = ("slug", "language", "body", "changed_at", "changed_by")
    list_display = ("slug", "language", "changed_at", "changed_by")
    list_filter = ("slug", "language")
    related_columns = ("changed_by__handle", "changed_by__erased_at")
    person_fields = ("changed_by",)

    def view_on_site(self, obj: Any) -> str:
        return reverse(obj.slug)


class NetworkTraceAdmin(StaffPages):
    fields = ("user", "address", "first_seen_at", "last_seen_at")
    list_display = ("user", "address", "first_seen_at", "last_seen_at")
    related_columns = ("user__handle", "user__erased_at")
    person_fields = ("user",)
    search_help_text = _("Full username or network address")

    def search_condition(self, term: str) -> Q:
        network = network_key(term)
        return super().search_condition(term) | Q(address=network) if network else super().search_condition(term)


admin.site.register(SiteState, SiteStateAdmin)
admin.site.register(SitePage, SitePageAdmin)
admin.site.register(NetworkTrace, NetworkTraceAdmin)
