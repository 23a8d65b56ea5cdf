"""The chat's page, its part for the table's script, and its posts."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render, resolve_url
from django.template.loader import get_template
from django.urls import reverse
from django.utils.safestring import SafeString
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.posting import wants_json
from games.chat.errors import ChatReason
from games.chat.forms import LineForm
from games.chat.readers import is_member
from games.chat.selectors import Chat, chat_for, chat_link
from games.chat.services import chat_react, chat_read, chat_write
from games.errors import Refused
from games.models import Game, Reaction
from games.play.selectors import visible_game
from games.web.cached.fragments import TOKEN, cached
from games.web.creation_tokens import creation_token
from games.web.etags import content_etag
from games.web.numbers import whole_number
from games.web.posting import post_required
from games.web.refusals import page_before
from games.web.viewer import logged_in_user, user_or_none

# Anchor for browsers without script.
CHAT_FRAGMENT = "#chat"
# The number of cached chats next to tables, of 5 to 60 kB each.
MAX_ENTRIES: Final = 150


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def chat(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the chat. `?before=`: messages before that one."""
    if request.method == "POST":
        return _write(request, public_id)
    if user_or_none(request) is None:
        return redirect_to_login(request.get_full_path())
    before = whole_number(request.GET.get("before", ""))
    return _chat_page(request, public_id, before=before)


@post_required
def _write(request: HttpRequest, public_id: str) -> HttpResponse:
    """Write a message. A refusal keeps the typed text."""
    # The database stores no NUL, and no keyboard types one.
    text = request.POST.get("text", "").replace("\0", "")
    write = partial(chat_write, public_id=public_id, user=logged_in_user(request), text=text, token=_once(request))
    return _sent(request, public_id, write, LineForm(request.POST))


@post_required
def react(request: HttpRequest, public_id: str) -> HttpResponse:
    reaction = request.POST.get("reaction", "")
    if reaction not in Reaction:
        raise Http404
    user = logged_in_user(request)
    react_once = partial(chat_react, public_id=public_id, user=user, reaction=Reaction(reaction), token=_once(request))
    return _sent(request, public_id, react_once)


def _once(request: HttpRequest) -> str:
    """The form's token; "" for scripts, which say several lines by the same form."""
    return "" if wants_json(request) else creation_token(request)


def _sent(
    request: HttpRequest, public_id: str, write: Callable[[], object], form: LineForm | None = None
) -> HttpResponse:
    """Answer scripts with the newest lines and forms with the page before, or the chat's page and the refusal."""
    try:
        write()
    except Refused as refused:
        if wants_json(request):
            raise
        return _chat_page(request, public_id, form=form, refused=refused)
    if wants_json(request):
        return _live(request, public_id)
    return redirect(page_before(request) + CHAT_FRAGMENT)


@require_safe
@never_cache
def part(request: HttpRequest, public_id: str) -> HttpResponse:
    """The chat's part of a page: 304 if the caller's ETag matches, 205 without a chat."""
    return _live(request, public_id)


@login_required
@require_safe
@never_cache
def link(request: HttpRequest, public_id: str, line_id: int, number: int) -> HttpResponse:
    """Ask before a link of the chat leads away from the site."""
    user = logged_in_user(request)
    game = visible_game(public_id, user)
    found = chat_link(game, user, line_id, number)
    if found is None:
        raise Http404
    line, part = found
    return render(request, "games/chat/link.html", {"game": game, "line": line, "part": part})


@post_required
def read(request: HttpRequest, public_id: str) -> HttpResponse:
    line = whole_number(request.POST.get("line", ""))
    if line is not None:
        chat_read(public_id=public_id, user=logged_in_user(request), line_id=line)
    return HttpResponse(status=204)


def chat_context(request: HttpRequest, game: Game) -> dict[str, object]:
    """The chat's context; `chat` is None if the reader has none."""
    found = chat_for(game, user_or_none(request))
    # Bots don't talk; what was written before they took the other seats can still be read.
    if found is None or (not found.in_company and not found.lines):
        return {"chat": None}
    drawn = _beside_table(found).replace(TOKEN, get_token(request))
    return {"chat": found, "chat_drawn": SafeString(drawn)}


@cached(max_entries=MAX_ENTRIES)
def _beside_table(found: Chat) -> SafeString:
    shown = {"chat": found, "chat_etag": content_etag(found), "line_form": LineForm(), "reactions": Reaction}
    return SafeString(get_template("games/table/chat.html").render({**shown, "csrf_token": TOKEN}))


def _live(request: HttpRequest, public_id: str) -> HttpResponse:
    found = chat_for(visible_game(public_id, user_or_none(request)), user_or_none(request))
    if found is None:
        # Switched off, or the seat was lost.
        return HttpResponse(status=205)
    etag = content_etag(found)
    if request.method == "GET" and request.headers.get("If-None-Match") == etag:
        return HttpResponseNotModified()
    response = render(request, "games/chat/live.html", {"chat": found, "chat_etag": etag})
    response["ETag"] = etag
    return response


def _chat_page(
    request: HttpRequest,
    public_id: str,
    *,
    before: int | None = None,
    form: LineForm | None = None,
    refused: Refused | None = None,
) -> HttpResponse:
    user = logged_in_user(request)
    game = visible_game(public_id, user)
    found = chat_for(game, user, before=before)
    if found is None and not game.seats.filter(user=user).exists() and not is_member(game, user):
        raise Http404(str(ChatReason.NOT_SEATED.words))
    if found is not None and before is None:
        chat_read(public_id=public_id, user=user, line_id=found.newest)
    page = {
        "game": game,
        "chat": found,
        "chat_etag": content_etag(found) if found is not None else "",
        "before": before,
        "line_form": form or LineForm(),
        "reactions": Reaction,
        "line_error": str(refused.words) if refused is not None else "",
        "next": reverse("games:chat", args=[public_id]),
        "table": resolve_url("games:table", public_id=public_id),
    }
    return render(request, "games/chat/page.html", page, status=refused.status if refused is not None else 200)
