"""Settings for blocks, mutes, chats and kid mode."""

from collections.abc import Callable

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.debug import sensitive_post_parameters

from accounts.posting import settings_post
from accounts.sign_in.login_limits import counted, session_tries
from games.chat.forms import KidModeForm
from games.chat.services import chat_switch, kid_mode_end, kid_mode_start
from games.errors import GameError, Refused
from games.people import blocks
from games.people.block_selectors import blocks_and_mutes
from games.people.blocks import person_block, person_mute
from games.people.forms import HandleForm
from games.people.preference_selectors import preferences_of
from games.people.views.settings import settings_page
from games.web.posting import BAD, post_required
from games.web.refusals import flash_refusal, page_before
from games.web.viewer import logged_in_user

TOO_MANY = 429


def _people_page(
    request: HttpRequest, *, status: int = 200, handle: HandleForm | None = None, kid: KidModeForm | None = None
) -> HttpResponse:
    user = logged_in_user(request)
    page = {
        "marks": blocks_and_mutes(user),
        "preferences": preferences_of(user),
        "handle_form": handle or HandleForm(),
        "kid_form": kid or KidModeForm(),
    }
    return render(request, "games/chat/people.html", page, status=status)


@settings_page
def people(request: HttpRequest) -> HttpResponse:
    """Show blocked and muted people; POST blocks or mutes a username."""
    if request.method != "POST":
        return _people_page(request)
    form = HandleForm(request.POST)
    mutes = request.POST.get("act") == "mute"
    if form.is_valid():
        handle = form.cleaned_data["handle"]
        try:
            (person_mute if mutes else person_block)(user=logged_in_user(request), handle=handle)
        except Refused as refused:
            form.add_error("handle", str(refused.words))
        else:
            words = gettext("{name} is muted.") if mutes else gettext("{name} is blocked.")
            messages.success(request, words.format(name=handle))
            return redirect("games:people")
    return _people_page(request, status=BAD, handle=form)


@settings_post("games:people")
def chat(request: HttpRequest) -> HttpResponse:
    on = request.POST.get("on") == "1"
    words = gettext("Chat is on.") if on else gettext("Chat is off.")
    return _done(request, lambda: chat_switch(user=logged_in_user(request), on=on), words)


@sensitive_post_parameters("password")
@settings_post("games:people")
def kid_mode(request: HttpRequest) -> HttpResponse:
    """Turn kid mode on; turning it off needs the password."""
    user = logged_in_user(request)
    if request.POST.get("on") == "1":
        words = gettext("Kid mode is on, so there’s no chat.")
        return _done(request, lambda: kid_mode_start(user=user), words)
    form = KidModeForm(request.POST)
    if form.is_valid():
        # Attempts count together with other password checks of this login.
        try:
            with counted(session_tries(request, user)):
                kid_mode_end(user=user, password=form.cleaned_data["password"])
        except ValidationError as too_many:
            form.add_error("password", too_many)
            return _people_page(request, status=TOO_MANY, kid=form)
        except Refused as refused:
            form.add_error("password", str(refused.words))
        else:
            messages.success(request, gettext("Kid mode is off."))
            return redirect("games:people")
    return _people_page(request, status=BAD, kid=form)


def _done(request: HttpRequest, act: Callable[[], object], words: str) -> HttpResponse:
    try:
        act()
    except GameError as refused:
        flash_refusal(request, refused)
        return _people_page(request, status=refused.status)
    messages.success(request, words)
    return redirect("games:people")


_ACTS: dict[str, tuple[Callable[..., object], Promise]] = {
    "block": (blocks.person_block, _("{name} is blocked.")),
    "unblock": (blocks.person_unblock, _("{name} is no longer blocked.")),
    "mute": (blocks.person_mute, _("{name} is muted.")),
    "unmute": (blocks.person_unmute, _("{name} is no longer muted.")),
}


@post_required
def person_mark(request: HttpRequest, handle: str) -> HttpResponse:
    """Block or mute a player or undo it, then return to the page before."""
    found = _ACTS.get(request.POST.get("act", ""))
    if found is None:
        raise Http404
    act, words = found
    act(user=logged_in_user(request), handle=handle)
    messages.success(request, str(words).format(name=handle))
    return redirect(page_before(request))
