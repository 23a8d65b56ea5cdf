"""What a browser calls itself, in words for people."""

from django import template
from django.utils.translation import gettext

register = template.Library()

# In this order: most browsers also name those they descend from.
_BROWSERS = {"Edg": "Edge", "OPR": "Opera", "Firefox": "Firefox", "Chrome": "Chrome", "Safari": "Safari"}
_SYSTEMS = {
    "Android": "Android",
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Windows": "Windows",
    "Mac OS": "Mac",
    "Linux": "Linux",
}


@register.filter
def device(user_agent: str) -> str:
    """ "Firefox, Linux", or that nothing is known; what the browser claims is not to be trusted."""
    names = [next((name for mark, name in known.items() if mark in user_agent), "") for known in (_BROWSERS, _SYSTEMS)]
    return ", ".join(name for name in names if name) or gettext("Unknown browser")
