"""Translates words stored in English."""

from django import template
from django.utils.translation import gettext

register = template.Library()


@register.filter
def in_words(stored: str) -> str:
    return gettext(stored) if stored else ""
