"""Tokens of forms that create a game: a form sent twice creates one."""

import re

from django.http import HttpRequest

from games.web.viewer import logged_in_user

TOKEN = re.compile(r"[A-Za-z0-9_-]{8,32}")


def creation_token(request: HttpRequest) -> str:
    """Unique over all people; "" without a valid token."""
    token = request.POST.get("once", "")
    return f"{logged_in_user(request).pk}:{token}" if TOKEN.fullmatch(token) else ""
