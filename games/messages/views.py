"""Pages of messages: the conversations, each of them, its links, and the switch."""

from typing import Final

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render, resolve_url
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.posting import settings_post
from games.chat.forms import LineForm
from games.errors import Refused
from games.messages.selectors import conversation_with, conversations_of, message_link
from games.messages.services import message_write, messages_read, messages_switch
from games.people.preference_selectors import preferences_of
from games.people.unread import reads_messages
from games.web.creation_tokens import creation_token
from games.web.numbers import whole_number
from games.web.posting import page_number
from games.web.viewer import logged_in_user, user_or_none

# Anchor of the form, after the newest message.
FORM_FRAGMENT: Final = "#write"


@login_required
@require_safe
@never_cache
def conversations(request: HttpRequest) -> HttpResponse:
    user = logged_in_user(request)
    reads = reads_messages(user)
    page = {"reads": reads, "conversations": conversations_of(user, page_number(request)) if reads else None}
    return render(request, "games/messages/list.html", page)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def conversation(request: HttpRequest, handle: str) -> HttpResponse:
    """Show the messages with a person, which reads them; POST writes one. `?before=`: messages before that one."""
    if user_or_none(request) is None:
        return redirect_to_login(request.path)
    if request.method == "POST":
        return _write(request, handle)
    return _page(request, handle, before=whole_number(request.GET.get("before", "")))


def _write(request: HttpRequest, handle: str) -> HttpResponse:
    """Write a message. A refusal keeps the typed text."""
    # The database stores no NUL, and no keyboard types one.
    text = request.POST.get("text", "").replace("\0", "")
    try:
        message_write(user=logged_in_user(request), handle=handle, text=text, token=creation_token(request))
    except Refused as refused:
        return _page(request, handle, form=LineForm(request.POST), refused=refused)
    return redirect(resolve_url("games:conversation", handle=handle) + FORM_FRAGMENT)


def _page(
    request: HttpRequest,
    handle: str,
    *,
    before: int | None = None,
    form: LineForm | None = None,
    refused: Refused | None = None,
) -> HttpResponse:
    user = logged_in_user(request)
    found = conversation_with(user, handle, before=before)
    if found is None:
        raise Http404
    reads = reads_messages(user)
    if reads and found.fresh and before is None:
        # The menu of this page counts without them.
        preferences_of(user).unread_friends = messages_read(user=user, other=found.other)
    page = {
        "other": found.other,
        "conversation": found if reads else None,
        "before": before,
        "line_form": form or LineForm(),
        "line_error": str(refused.words) if refused is not None else "",
    }
    status = refused.status if refused is not None else 200
    return render(request, "games/messages/conversation.html", page, status=status)


@login_required
@require_safe
@never_cache
def link(request: HttpRequest, handle: str, line_id: int, number: int) -> HttpResponse:
    """Ask before a link of a message leads away from the site."""
    user = logged_in_user(request)
    found = message_link(user, handle, line_id, number) if reads_messages(user) else None
    if found is None:
        raise Http404
    line, part = found
    return render(request, "games/chat/link.html", {"with_handle": handle, "line": line, "part": part})


@settings_post("games:people")
def switch(request: HttpRequest) -> HttpResponse:
    on = request.POST.get("on") == "1"
    messages_switch(user=logged_in_user(request), on=on)
    messages.success(request, gettext("Messages are on.") if on else gettext("Messages are off."))
    return redirect("games:people")
