"""Friends, requests, and the switch that hides a player from friends."""

from collections.abc import Callable

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext

from accounts.models import User
from accounts.posting import settings_post
from games.errors import Refused
from games.people.forms import HandleForm
from games.people.friend_selectors import friends_of
from games.people.friends import friend_accept, friend_ask, friend_decline, friend_remove, online_switch
from games.people.preference_selectors import preferences_of
from games.people.views.settings import settings_page
from games.web.posting import BAD, post_required
from games.web.refusals import page_before
from games.web.viewer import logged_in_user


@settings_page
def friends(request: HttpRequest) -> HttpResponse:
    """Show friends and requests; POST asks a player by name."""
    user = logged_in_user(request)
    form = HandleForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        handle = form.cleaned_data["handle"]
        try:
            told = _ask(user, handle)
        except Refused as refused:
            form.add_error("handle", str(refused.words))
        else:
            messages.success(request, told.format(name=handle))
            return redirect("games:friends")
    page = {"people": friends_of(user), "show_online": preferences_of(user).show_online, "form": form}
    return render(request, "games/people/friends/page.html", page, status=BAD if form.errors else 200)


@settings_post("games:friends")
def online(request: HttpRequest) -> HttpResponse:
    online_switch(user=logged_in_user(request), on=request.POST.get("on") == "1")
    return redirect("games:friends")


@post_required
def friend(request: HttpRequest, handle: str) -> HttpResponse:
    """Ask, answer or remove a player, then return to the page before."""
    act = _ACTS.get(request.POST.get("act", ""))
    if act is None:
        raise Http404
    messages.success(request, act(logged_in_user(request), handle).format(name=handle))
    return redirect(page_before(request))


def _ask(user: User, handle: str) -> str:
    asked = friend_ask(user=user, handle=handle)
    return gettext("You and {name} are friends.") if asked.accepted_at else gettext("Friend request sent to {name}.")


def _accept(user: User, handle: str) -> str:
    friend_accept(user=user, handle=handle)
    return gettext("You and {name} are friends.")


def _decline(user: User, handle: str) -> str:
    friend_decline(user=user, handle=handle)
    return gettext("Friend request declined.")


def _withdraw(user: User, handle: str) -> str:
    friend_remove(user=user, handle=handle)
    return gettext("Friend request withdrawn.")


def _remove(user: User, handle: str) -> str:
    friend_remove(user=user, handle=handle)
    return gettext("{name} is no longer your friend.")


_ACTS: dict[str, Callable[[User, str], str]] = {
    "ask": _ask,
    "accept": _accept,
    "decline": _decline,
    "withdraw": _withdraw,
    "remove": _remove,
}
