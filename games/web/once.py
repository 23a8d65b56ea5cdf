"""A form that opens a game opens one: pressed twice, it leads to the same game twice."""

import re

from django.http import HttpRequest

from games.web.viewer import person

TOKEN = re.compile(r"[A-Za-z0-9_-]{8,32}")


def creation_token(request: HttpRequest) -> str:
    """Return what tells this form from all others of all people; "" where it has no token of ours."""
    token = request.POST.get("once", "")
    return f"{person(request).pk}:{token}" if TOKEN.fullmatch(token) else ""
