"""Terms, privacy, contact, choice of language."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render, resolve_url
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST, require_safe

from accounts import services
from accounts.models import SitePage, User
from accounts.site.texts import page_html, page_text

TITLES = {
    SitePage.Slug.TERMS.value: _("Terms"),
    SitePage.Slug.PRIVACY.value: _("Privacy"),
    SitePage.Slug.CONTACT.value: _("Contact"),
}


@require_safe
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """In the reader's language, or the only one the operator wrote."""
    text = page_text(slug, get_language() or "en")
    return render(request, "site/page.html", {"title": TITLES[slug], "text": page_html(text)})


@require_POST
def language(request: HttpRequest) -> HttpResponse:
    """Kept in a cookie for visitors; unknown languages are ignored."""
    after = request.POST.get("next", "")
    if not url_has_allowed_host_and_scheme(after, {request.get_host()}, require_https=request.is_secure()):
        after = resolve_url("home")
    response = redirect(after)
    chosen = request.POST.get("language", "")
    if chosen not in dict(settings.LANGUAGES):
        return response
    if isinstance(request.user, User):
        services.language_change(user=request.user, language=chosen)
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        chosen,
        max_age=settings.LANGUAGE_COOKIE_AGE,
        secure=request.is_secure(),
        httponly=True,
        samesite="Lax",
    )
    return response
