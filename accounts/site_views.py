"""Pages of the operator's: terms, privacy, contact."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from accounts.models import SitePage
from accounts.texts import html_of, text_of

TITLES = {
    SitePage.Slug.TERMS.value: _("Terms"),
    SitePage.Slug.PRIVACY.value: _("Privacy"),
    SitePage.Slug.CONTACT.value: _("Contact"),
}


@require_safe
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """The page in the reader's language, or in the site's first where the operator wrote it in that one alone."""
    text = text_of(slug, get_language() or "en")
    return render(request, "site/page.html", {"title": TITLES[slug], "text": html_of(text)})
