"""Terms, privacy, contact: the operator's Markdown, or the site's own."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from django.conf import settings
from django.template import TemplateDoesNotExist
from django.template.loader import select_template
from django.utils.safestring import SafeString, mark_safe

from accounts.models import SitePage

if TYPE_CHECKING:
    from markdown_it import MarkdownIt

LINKS = ("http://", "https://", "mailto:")


def page_text(slug: str, language: str) -> str:
    """The operator's text in this language, or else in the site's language, or else the site's own text."""
    written = dict(SitePage.objects.filter(slug=slug).values_list("language", "body"))
    return written.get(language) or written.get(settings.LANGUAGE_CODE) or own_words(slug, language)


def own_words(slug: str, language: str) -> str:
    """The site's own text of a page. Raises TemplateDoesNotExist for an unknown page."""
    if slug not in SitePage.Slug.values:
        raise TemplateDoesNotExist(slug)
    ways = [f"site/words/{code}/{slug}.md" for code in (language, settings.LANGUAGE_CODE)]
    words: str = select_template(ways).render(
        {"days": settings.NETWORK_DAYS, "provider": settings.OIDC and settings.OIDC.name}
    )
    return f"{words.strip()}\n"


def page_html(text: str) -> SafeString:
    """The text as HTML, without raw tags or pictures; links are within the site or of LINKS."""
    rendered: str = _markdown().render(text)
    return mark_safe(rendered)  # noqa: S308 # the renderer escapes all but what Markdown means


@cache
def _markdown() -> MarkdownIt:
    # Imported late: only these pages need it.
    from markdown_it import MarkdownIt

    reader = MarkdownIt("commonmark", {"html": False}).enable("table").disable("image")
    # The library passes addresses with entities undone and illegal characters such as \\ encoded.
    setattr(reader, "validateLink", link_allowed)  # noqa: B010 # the type checker lets no method be replaced
    return reader


def link_allowed(address: str) -> bool:
    plain = address.strip().lower()
    return plain.startswith(LINKS) or (plain.startswith("/") and not plain.startswith("//"))
