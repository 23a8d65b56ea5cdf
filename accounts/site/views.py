"""Terms, privacy, contact, choice of language."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render, resolve_url
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _
from django.views.decorators.csrf import csrf_exempt, csrf_protect
from django.views.decorators.http import require_POST, require_safe

from accounts.account_settings import language_change
from accounts.models import SitePage, User
from accounts.site.own_addresses import next_address
from accounts.site.public_pages import public_page
from accounts.site.texts import page_html, page_text

TITLES = {
    SitePage.Slug.TERMS.value: _("Terms"),
    SitePage.Slug.PRIVACY.value: _("Privacy"),
    SitePage.Slug.CONTACT.value: _("Contact"),
}


@require_safe
@public_page
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a page in the reader's language, or the only one that the operator wrote."""
    text = page_text(slug, get_language() or "en")
    return render(request, "site/page.html", {"title": TITLES[slug], "text": page_html(text)})


@csrf_exempt
@require_POST
def language(request: HttpRequest) -> HttpResponse:
    """Change the language: an account's, or a visitor's, which a cookie stores. Unknown languages are ignored.

    A visitor's form has no token, so that public pages set no cookie. Another site could change no more than this
    cookie.
    """
    return _own_language(request) if isinstance(request.user, User) else _change(request)


@csrf_protect
def _own_language(request: HttpRequest) -> HttpResponse:
    return _change(request)


def _change(request: HttpRequest) -> HttpResponse:
    response = HttpResponseRedirect(next_address(request) or resolve_url("home"))
    chosen = request.POST.get("language", "")
    if chosen not in dict(settings.LANGUAGES):
        return response
    if isinstance(request.user, User):
        language_change(user=request.user, language=chosen)
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        chosen,
        max_age=settings.LANGUAGE_COOKIE_AGE,
        secure=request.is_secure(),
        httponly=True,
        samesite="Lax",
    )
    return response
