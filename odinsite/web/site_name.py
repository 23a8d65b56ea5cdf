"""`{% site_name %}`, in all templates: emails and cached parts of pages have no request and so no context
processors.
"""

from django import template
from django.conf import settings

register = template.Library()


@register.simple_tag
def site_name() -> str:
    return settings.SITE_NAME
