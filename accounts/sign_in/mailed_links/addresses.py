"""Targets of links in emails."""

from urllib.parse import urlencode, urlsplit

from django.conf import settings
from django.contrib.auth import REDIRECT_FIELD_NAME


def public_link(link: str) -> str:
    public = urlsplit(settings.PUBLIC_URL)
    return urlsplit(link)._replace(scheme=public.scheme, netloc=public.netloc).geturl()


def with_wanted(link: str, wanted: str | None) -> str:
    """The link, with the page to go on to; `wanted` is safe."""
    return f"{link}?{urlencode({REDIRECT_FIELD_NAME: wanted}, safe='/')}" if wanted else link
