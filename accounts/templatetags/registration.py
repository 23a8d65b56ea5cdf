"""The mode of registration, for templates."""

from django import template

from accounts.site.state import site_now

register = template.Library()


@register.simple_tag
def registration_mode() -> str:
    """The value of the mode, such as "invitation"."""
    return site_now().registration.value
