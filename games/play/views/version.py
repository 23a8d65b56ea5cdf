"""The game version that a form was made for."""

from django.http import HttpRequest

from games.errors import Refused
from games.play.errors import PlayReason
from games.web.numbers import whole_number


def version_seen(request: HttpRequest) -> int | None:
    """The version that the form was made for; None if it has none. Raises Refused(STALE_VERSION) if it is malformed."""
    text = request.POST.get("version")
    version = whole_number(text) if text is not None else None
    if text is not None and version is None:
        raise Refused(PlayReason.STALE_VERSION)
    return version
