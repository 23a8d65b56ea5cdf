"""The admin in the site's look.

django-unfold 0.91 needs `unsafe-eval`, as Alpine makes functions of attributes' text.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any
from weakref import WeakKeyDictionary

from allauth.account.decorators import secure_admin_login
from django.conf import settings
from django.contrib import admin
from django.core.checks import CheckMessage
from django.core.exceptions import PermissionDenied
from django.db.models import Model
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, URLResolver, path
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.sign_in.two_factor import is_verified, leads_to_two_factor

# In the order of work. Pages that are not listed are rarely needed: they come last, folded.
MENU: tuple[tuple[Promise, tuple[str, ...]], ...] = (
    (_("To do"), ("games.report", "accounts.appeal", "games.signal", "games.chatline", "accounts.waitingaccount")),
    (
        _("Games"),
        ("games.game", "games.intervention", "games.notice", "games.queueentry"),
    ),
    (_("People"), ("accounts.user", "accounts.sanction", "accounts.doubleaccount")),
    (
        _("Site"),
        ("accounts.auditentry", "accounts.sitestate", "accounts.sitepage", "games.cannedanswer"),
    ),
)

Overview = Callable[[HttpRequest], Mapping[str, Any]]
View = Callable[[HttpRequest], HttpResponse]
# The answer for a request, because its page asks several times.
_PERMITTED: WeakKeyDictionary[HttpRequest, bool] = WeakKeyDictionary()
_APPS: WeakKeyDictionary[HttpRequest, dict[str | None, list[Any]]] = WeakKeyDictionary()


class StaffSite(admin.AdminSite):
    """The admin, which needs two-factor login."""

    site_title = site_header = settings.SITE_NAME
    index_title = _("Overview")
    enable_nav_sidebar = False
    _overview: Overview | None = None

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._pages: list[tuple[str, View, str]] = []

    def get_urls(self) -> list[URLResolver | URLPattern]:
        """Find the pages now: workers and commands, which show none, start an eighth faster without them."""
        admin.autodiscover()
        more = [path(route, self.admin_view(view), name=name) for route, view, name in self._pages]
        return [*more, *super().get_urls()]

    def check(self, app_configs: Any) -> list[CheckMessage]:
        admin.autodiscover()
        return super().check(app_configs)

    def get_model_admin(self, model: type[Model]) -> admin.ModelAdmin[Any]:
        admin.autodiscover()
        return super().get_model_admin(model)

    def page_add(self, route: str, view: View, name: str) -> None:
        """Add a page that is about no model's rows."""
        self._pages.append((route, view, name))

    def overview_set(self, overview: Overview) -> None:
        """Set what the dashboard shows next to the list of pages."""
        self._overview = overview

    def has_permission(self, request: HttpRequest) -> bool:
        """Whether the person may use the admin. One query a request."""
        if request not in _PERMITTED:
            _PERMITTED[request] = self._permits(request)
        return _PERMITTED[request]

    def _permits(self, request: HttpRequest) -> bool:
        user = request.user
        staff = super().has_permission(request) and isinstance(user, User) and not user.is_suspended
        return staff and is_verified(request)

    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """Redirect to the site's own login, with its limits and list of devices; then to two-factor login."""
        way_in: HttpResponse = secure_admin_login(_way_in)(request)
        return way_in

    def get_app_list(self, request: HttpRequest, app_label: str | None = None) -> list[Any]:
        """The list of pages, made once per request."""
        made = _APPS.setdefault(request, {})
        if app_label not in made:
            made[app_label] = super().get_app_list(request, app_label)
        return made[app_label]

    def each_context(self, request: HttpRequest) -> dict[str, Any]:
        context = super().each_context(request)
        return {**context, "menu": menu_sections(context["available_apps"], request.path)}

    def index(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> TemplateResponse:
        overview = self._overview(request) if self._overview is not None else {}
        return super().index(request, {**overview, **(extra_context or {})})

    def password_change(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:  # type: ignore[override]
        """Redirect to the site's own page, which asks everyone for the present password."""
        return redirect("account_change_password")

    def logout(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:  # type: ignore[override]
        """Redirect to the site's own page, which also removes the login from the list of devices."""
        return redirect("account_logout")


def _way_in(request: HttpRequest) -> HttpResponse:
    if not is_verified(request):
        return leads_to_two_factor(request)
    if not admin.site.has_permission(request):
        raise PermissionDenied
    return redirect("admin:index")


def menu_sections(apps: list[Any], here: str) -> list[dict[str, Any]]:
    """Sections of `name`, `links` (`name`, `url`, `current`) and `folds`, from Django's list for the reader. `open`:
    the current page is in this fold.
    """
    pages = {
        f"{app['app_label']}.{model['object_name'].lower()}": model
        for app in apps
        for model in app["models"]
        if model.get("admin_url")
    }
    sections = [(label, [pages.pop(name) for name in names if name in pages]) for label, names in MENU]
    more = sorted(pages.values(), key=lambda page: str(page["name"]).lower())
    on_more = any(here.startswith(page["admin_url"]) for page in more)
    sections.append((_("More"), more))
    return [
        {
            "name": label,
            "folds": listed is more,
            "open": on_more,
            "links": [
                {"name": page["name"], "url": page["admin_url"], "current": here.startswith(page["admin_url"])}
                for page in listed
            ],
        }
        for label, listed in sections
        if listed
    ]
