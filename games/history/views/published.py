"""The publication of a private game's replay: its players' choices, and the public page."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.history.publication.public import published_hand, published_replay
from games.history.publication.services import PublicationAnswer, publication_answer, publication_ask
from games.history.replay_words import frame_words
from games.history.views.replay import asked_turn, replay_rows, replay_steps
from games.web.numbers import whole_number
from games.web.posting import post_required
from games.web.viewer import logged_in_user


@post_required
def publish(request: HttpRequest, public_id: str) -> HttpResponse:
    """Ask (`act=ask`, with `hand`, 0 for all hands) or answer."""
    user, act = logged_in_user(request), request.POST.get("act", "")
    hides_name = "hides_name" in request.POST
    if act == "ask":
        hand = whole_number(request.POST.get("hand", "")) or None
        publication_ask(public_id=public_id, user=user, hand=hand, hides_name=hides_name)
    elif act in list(PublicationAnswer):
        number = whole_number(request.POST.get("publication", "")) or 0
        publication_answer(
            public_id=public_id, user=user, publication_id=number, answer=PublicationAnswer(act), hides_name=hides_name
        )
    else:
        raise Http404
    return redirect(f"{reverse('games:replay', args=[public_id])}#publication")


@require_safe
@never_cache
def published(request: HttpRequest, token: str) -> HttpResponse:
    """Show one frame to everybody with the link: `?hand=2&turn=14`."""
    found = published_replay(token)
    replay = published_hand(found, whole_number(request.GET.get("hand", "")))
    turn = asked_turn(request, replay)
    frame = frame_words(replay, replay.frames[turn])
    context = {
        "replay": replay,
        "found": found,
        "frame": frame,
        "rows": replay_rows(replay, frame),
        "turn": turn,
        "seat_query": "",
        "steps": replay_steps(replay, turn),
        "share_path": reverse("games:published", args=[token]),
    }
    response = render(request, "games/history/replay/published.html", context)
    response.headers["X-Robots-Tag"] = "noindex"
    return response
