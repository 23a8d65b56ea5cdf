"""The provider that people may log in with, in templates of the library's views too."""

from django import template
from django.conf import settings

register = template.Library()


@register.simple_tag
def openid_name() -> str:
    """The provider's name; "" if there is none."""
    return settings.OIDC.name if settings.OIDC else ""
