"""The archive's page, files and description, and the choice to leave it."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from accounts.site.public_pages import public_page
from accounts.streaming import stream_bytes
from games.people.preference_selectors import preferences_of
from games.records.archive.selectors import archive_month, archive_months
from games.records.archive.writing import archive_choose, file_parts
from games.web.network_limits import NetworkLimit
from games.web.posting import post_required
from games.web.viewer import logged_in_user, user_or_none

# Each reads the whole file from the database.
DOWNLOADS: Final = NetworkLimit("archive", 10, 60)
_FORMAT: Final = Path(settings.BASE_DIR) / "games" / "engine" / "RECORDS.md"


@require_safe
@public_page
def archive(request: HttpRequest) -> HttpResponse:
    """List the months."""
    user = user_or_none(request)
    context = {
        "months": archive_months(),
        "choice": None if user is None else preferences_of(user).archive,
    }
    return render(request, "games/records/archive.html", context)


@require_safe
def archive_file(request: HttpRequest, month: str) -> HttpResponseBase:
    """Send a month's file, a part at a time; 429 to a network that asks for many. A new edition cuts it off."""
    row = archive_month(month)
    if not DOWNLOADS.allows(request):
        return DOWNLOADS.refusal(gettext("Too many requests. Wait a moment."))
    parts = file_parts(row)
    response = stream_bytes(request, parts, content_type="application/gzip", filename=f"odin-{month}.jsonl.gz")
    # The file is compressed already: the middleware must not do it again.
    response.headers["Content-Encoding"] = "identity"
    response.headers["Content-Length"] = str(row.size)
    return response


@require_safe
def archive_format(request: HttpRequest) -> HttpResponse:
    """Describe a record, a line of a file."""
    return HttpResponse(_FORMAT.read_text(), content_type="text/markdown; charset=utf-8")


@post_required
def archive_choice(request: HttpRequest) -> HttpResponse:
    """Leave the archive, or come back (`shown=1`)."""
    archive_choose(user=logged_in_user(request), shown=request.POST.get("shown") == "1")
    return redirect("games:archive")
