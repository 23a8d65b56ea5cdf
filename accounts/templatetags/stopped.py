"""Words that were stored in English."""

from django import template
from django.utils.translation import gettext

register = template.Library()


@register.filter
def in_words(stored: str) -> str:
    """What was stored, in the reader's language where it is one of the site's own sentences."""
    return gettext(stored) if stored else ""
