"""Context of every template."""

from typing import Literal, TypedDict

from django.http import HttpRequest

from accounts.site.state import site_now
from odinsite.version import version_words

Theme = Literal["light", "dark", ""]


class SiteContext(TypedDict):
    """The context of every template. `theme`: "" for the system's; `banner`: "" for none; `version`: of the code."""

    theme: Theme
    banner: str
    version: str


def site(request: HttpRequest) -> SiteContext:
    return {"theme": chosen_theme(request), "banner": site_now().banner, "version": version_words()}


def chosen_theme(request: HttpRequest) -> Theme:
    """The theme in the cookie; "" if unknown."""
    match request.COOKIES.get("theme"):
        case "light":
            return "light"
        case "dark":
            return "dark"
        case _:
            return ""
