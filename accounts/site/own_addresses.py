"""Addresses of this site's pages that browsers send, such as in `next`."""

from typing import Final

from django.http import HttpRequest
from django.utils.encoding import iri_to_uri
from django.utils.http import url_has_allowed_host_and_scheme

# Proxies and browsers take headers of some kB in all.
LONGEST: Final = 2000


def own_address(request: HttpRequest, text: str) -> str | None:
    """The address as headers have it; None unless it is a whole path of this site, which may name its scheme and host.

    Texts without a slash could be names of our views, and some browsers drop control characters.
    """
    if len(text) > LONGEST or not text.isprintable():
        return None
    if not text.startswith(("/", f"{request.scheme}://{request.get_host()}/")):
        return None
    if not url_has_allowed_host_and_scheme(text, {request.get_host()}, require_https=request.is_secure()):
        return None
    address = iri_to_uri(text)
    return address if len(address) <= LONGEST else None


def next_address(request: HttpRequest) -> str | None:
    """The page of this site that the form names in `next`, or None."""
    return own_address(request, request.POST.get("next", ""))
