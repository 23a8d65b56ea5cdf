"""A private note: its page, the form alone for the table's script, saving."""

from __future__ import annotations

from http import HTTPStatus

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.posting import wants_json
from games.errors import Refused
from games.history.errors import NoteReason
from games.history.forms import GameNoteForm
from games.history.private_note import note_keep, noted_game, private_note
from games.models import GameNote
from games.web.posting import post_required
from games.web.viewer import logged_in_user, user_or_none


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def note(request: HttpRequest, public_id: str) -> HttpResponse:
    if request.method == "POST":
        return _keep(request, public_id)
    if user_or_none(request) is None:
        return redirect_to_login(request.get_full_path())
    return _note_page(request, public_id)


@post_required
def _keep(request: HttpRequest, public_id: str) -> HttpResponse:
    form = GameNoteForm(request.POST)
    form.is_valid()
    # Browsers send line ends as two characters, which would count double; the database refuses NUL.
    text = request.POST.get("text", "").replace("\r\n", "\n").replace("\x00", "")
    try:
        row = note_keep(
            public_id=public_id, user=logged_in_user(request), text=text, seen=form.cleaned_data.get("seen")
        )
    except Refused as refused:
        if wants_json(request):
            raise
        return _note_page(request, public_id, typed=text, refused=refused)
    if wants_json(request):
        return JsonResponse({"seen": written(row), "said": gettext("Saved.")})
    messages.success(request, gettext("Saved."))
    return redirect("games:table", public_id)


def written(row: GameNote | None) -> str:
    """The time of the note's last change, for `seen`; "" without a note."""
    return "" if row is None else row.changed_at.isoformat()


def _note_page(
    request: HttpRequest, public_id: str, *, typed: str | None = None, refused: Refused | None = None
) -> HttpResponse:
    """The page of the note. After a refusal it shows the typed text and the text of the other device."""
    user = logged_in_user(request)
    game = noted_game(public_id, user)
    row = private_note(game, user)
    text = row.text if row is not None else ""
    changed = refused is not None and refused.reason == NoteReason.CHANGED
    beside = request.headers.get("X-Requested-With") == "fetch"
    context = {
        "game": game,
        "form": GameNoteForm(initial={"text": text if typed is None else typed}),
        "seen": written(row),
        "other": text if changed else None,
        "refused": str(refused.words) if refused is not None else "",
        "beside": beside,
    }
    status = HTTPStatus.OK if refused is None else refused.status
    template = "games/history/note/form.html" if beside else "games/history/note/page.html"
    return render(request, template, context, status=status)
