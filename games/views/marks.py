"""Whom a person blocks and mutes, from wherever the button is."""

from collections.abc import Callable

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.people import blocks
from games.web.posting import posted
from games.web.refusals import page_before
from games.web.viewer import person

_ACTS: dict[str, tuple[Callable[..., object], Promise]] = {
    "block": (
        blocks.person_block,
        _("You have blocked {name}: neither of you reads the other, and the site seats you at no table together."),
    ),
    "unblock": (blocks.person_unblock, _("You no longer block {name}.")),
    "mute": (blocks.person_mute, _("You no longer read what {name} writes in chats.")),
    "unmute": (blocks.person_unmute, _("You read what {name} writes again.")),
}


@posted
def person_mark(request: HttpRequest, handle: str) -> HttpResponse:
    """Block or mute a player, or take that back; the page before says what was done. 404 for anything else."""
    found = _ACTS.get(request.POST.get("act", ""))
    if found is None:
        raise Http404
    act, words = found
    act(user=person(request), handle=handle)
    messages.success(request, str(words).format(name=handle))
    return redirect(page_before(request))
