"""What every template may ask about the site."""

from typing import Literal, TypedDict

from django.http import HttpRequest

from accounts.site.state import site_now

Theme = Literal["light", "dark", ""]


class SiteContext(TypedDict):
    """`theme` is empty where the reader follows the system; `banner` is a line for all, or empty."""

    theme: Theme
    banner: str


def site(request: HttpRequest) -> SiteContext:
    return {"theme": chosen_theme(request), "banner": site_now().banner}


def chosen_theme(request: HttpRequest) -> Theme:
    """Return the theme in the reader's cookie; anything but a theme's name counts as none."""
    match request.COOKIES.get("theme"):
        case "light":
            return "light"
        case "dark":
            return "dark"
        case _:
            return ""
