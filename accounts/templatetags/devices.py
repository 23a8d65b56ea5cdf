"""Browsers' names from user agents."""

from django import template
from django.utils.translation import gettext

register = template.Library()

# The order matters: most browsers also name their ancestors.
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
    """Words like "Firefox, Linux"."""
    names = [next((name for mark, name in known.items() if mark in user_agent), "") for known in (_BROWSERS, _SYSTEMS)]
    return ", ".join(name for name in names if name) or gettext("Unknown browser")
