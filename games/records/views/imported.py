"""A person's imported games, and the replay of one."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.core.files.uploadedfile import UploadedFile
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.errors import Refused
from games.history.replay_words import frame_words
from games.history.views.replay import asked_turn, replay_rows, replay_steps
from games.lobby.views.guests import members_only
from games.records.errors import NoSuchRecord
from games.records.forms import ImportForm
from games.records.reading import MOST_BYTES
from games.records.selectors import own_records, record_replay, seen_record
from games.records.services import record_delete, record_import, record_share
from games.web.numbers import whole_number
from games.web.posting import BAD, post_required
from games.web.viewer import logged_in_user, user_or_none


@members_only
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def records(request: HttpRequest) -> HttpResponse:
    """List the person's imported games, and import another."""
    user, status = logged_in_user(request), 200
    form = ImportForm(request.POST, request.FILES) if request.method == "POST" else ImportForm()
    if request.method == "POST":
        status = BAD
        if form.is_valid():
            try:
                made = record_import(user=user, raw=_read(form.cleaned_data["file"]), title=form.cleaned_data["title"])
                return redirect("games:imported_replay", made.token)
            except Refused as refused:
                status = refused.status
                form.add_error("file", str(refused.words))
    return render(request, "games/records/records.html", {"form": form, "records": own_records(user)}, status=status)


def _read(file: UploadedFile[Any]) -> bytes:
    """The file's bytes; of a file that is too large, barely more than may be."""
    return bytes(file.read(MOST_BYTES + 1))


@require_safe
@never_cache
def replay(request: HttpRequest, token: str) -> HttpResponse:
    """Show one frame: `?hand=2&turn=14`."""
    user = user_or_none(request)
    try:
        row = seen_record(token, user)
    except NoSuchRecord:
        if user is None:
            return redirect_to_login(request.get_full_path())
        raise
    shown = record_replay(row, whole_number(request.GET.get("hand", "")))
    turn = asked_turn(request, shown)
    frame = frame_words(shown, shown.frames[turn])
    context = {
        "replay": shown,
        "record": row,
        "mine": user is not None and row.owner_id == user.pk,
        "frame": frame,
        "rows": replay_rows(shown, frame),
        "turn": turn,
        "seat_query": "",
        "steps": replay_steps(shown, turn),
        "share_path": reverse("games:imported_replay", args=[token]),
    }
    response = render(request, "games/records/replay.html", context)
    response.headers["X-Robots-Tag"] = "noindex"
    return response


@require_safe
@never_cache
def record_file(request: HttpRequest, token: str) -> HttpResponse:
    """Send the record as a download."""
    row = seen_record(token, user_or_none(request))
    response = JsonResponse(row.record, json_dumps_params={"indent": 1})
    response["Content-Disposition"] = f'attachment; filename="odin-{row.record["id"]}.json"'
    return response


@post_required
def change(request: HttpRequest, token: str) -> HttpResponse:
    """Share an imported game, end that, or delete it."""
    user, act = logged_in_user(request), request.POST.get("act", "")
    if act == "delete":
        record_delete(user=user, token=token)
        return redirect("games:imported_records")
    if act not in ("share", "hide"):
        raise Http404
    record_share(user=user, token=token, shared=act == "share")
    return redirect("games:imported_replay", token)
