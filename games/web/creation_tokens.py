"""Tokens of forms that create something: a form sent twice creates it once."""

import re
import secrets

from django import template
from django.http import HttpRequest

from games.web.viewer import logged_in_user

register = template.Library()
TOKEN = re.compile(r"[A-Za-z0-9_-]{8,32}")


@register.simple_tag
def new_creation_token() -> str:
    """A random token for one form."""
    return secrets.token_urlsafe(12)


def creation_token(request: HttpRequest) -> str:
    """The form's token, unique over all people; "" without a valid one."""
    token = request.POST.get("once", "")
    return f"{logged_in_user(request).pk}:{token}" if TOKEN.fullmatch(token) else ""
