"""Terms, privacy and contact: the operator's text in Markdown, or the site's own words until there is one."""

from functools import cache

from django.conf import settings
from django.template import TemplateDoesNotExist
from django.template.loader import select_template
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt

from accounts.models import SitePage

LINKS = ("http://", "https://", "mailto:")


def text_of(slug: str, language: str) -> str:
    """The page's Markdown: the operator's in this language, else the operator's in the site's first, else our own."""
    written = dict(SitePage.objects.filter(slug=slug).values_list("language", "body"))
    return written.get(language) or written.get(settings.LANGUAGE_CODE) or own_words(slug, language)


def own_words(slug: str, language: str) -> str:
    """What the site says by itself. Raises TemplateDoesNotExist for a page that there is not."""
    if slug not in SitePage.Slug.values:
        raise TemplateDoesNotExist(slug)
    ways = [f"site/words/{code}/{slug}.md" for code in (language, settings.LANGUAGE_CODE)]
    words: str = select_template(ways).render({"days": settings.NETWORK_DAYS})
    return f"{words.strip()}\n"


def html_of(text: str) -> SafeString:
    """Markdown as HTML: no tags of the writer's own, no pictures, links that LINKS allows or within the site."""
    rendered: str = _markdown().render(text)
    return mark_safe(rendered)  # noqa: S308 # the renderer escapes all but what Markdown means


@cache
def _markdown() -> MarkdownIt:
    reader = MarkdownIt("commonmark", {"html": False}).enable("table").disable("image")
    # The library asks for an address after it has undone entities and encoded what no address has, such as \\.
    setattr(reader, "validateLink", link_allowed)  # noqa: B010 # the type checker lets no method be replaced
    return reader


def link_allowed(address: str) -> bool:
    """Whether an address may be linked to: on the web, for a mail, or a path of this site."""
    plain = address.strip().lower()
    return plain.startswith(LINKS) or (plain.startswith("/") and not plain.startswith("//"))
