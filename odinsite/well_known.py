"""Files that programs request at fixed addresses: robots.txt, favicon.ico and security.txt."""

from datetime import timedelta

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.templatetags.static import static
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

# Pages for one person alone. Pages behind a secret and pages with little content send noindex themselves.
PRIVATE = ("/accounts/", "/settings/")
# RFC 9116 recommends less than a year.
SECURITY_TEXT_HOLDS = timedelta(days=180)


@require_safe
@cache_control(max_age=86400)
def robots(request: HttpRequest) -> HttpResponse:
    """robots.txt, without the admin's path, which the operator chooses."""
    lines = ["User-agent: *", *(f"Disallow: {path}" for path in PRIVATE)]
    return _plain(lines)


@require_safe
@cache_control(max_age=86400)
def favicon(request: HttpRequest) -> HttpResponse:
    """Redirect to the icon, for programs that read no page; browsers take the icon that pages name."""
    return HttpResponseRedirect(static("odin/icons/app-192.png"))


@require_safe
@cache_control(max_age=86400)
def security(request: HttpRequest) -> HttpResponse:
    """The page for reports of vulnerabilities (RFC 9116): the contact page, which the operator writes."""
    expires = (timezone.now() + SECURITY_TEXT_HOLDS).replace(hour=0, minute=0, second=0, microsecond=0)
    return _plain(
        [
            f"Contact: {settings.PUBLIC_URL}{reverse('contact')}",
            f"Expires: {expires.strftime('%Y-%m-%dT%H:%M:%SZ')}",
            f"Preferred-Languages: {', '.join(code for code, _name in settings.LANGUAGES)}",
            f"Canonical: {settings.PUBLIC_URL}{reverse('security')}",
        ]
    )


def _plain(lines: list[str]) -> HttpResponse:
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain; charset=utf-8")
