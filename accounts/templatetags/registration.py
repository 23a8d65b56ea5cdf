"""The mode of registration, for templates."""

from django import template
from django.template.context import Context

from accounts.registration.gate import approval_is_needed, registration_is_possible
from accounts.site.state import site_now

register = template.Library()
register.simple_tag(registration_is_possible, name="may_register")


@register.simple_tag
def registration_mode() -> str:
    """The value of the mode, such as "invitation"."""
    return site_now().registration.value


@register.simple_tag(takes_context=True)
def approval_needed(context: Context) -> bool:
    """Whether an account that the visitor makes waits for the site team."""
    return approval_is_needed(context["request"])
