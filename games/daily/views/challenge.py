"""Challenges: sending on a hand, playing it, and the sheet of results."""

from __future__ import annotations

from functools import partial
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext

from games import bots
from games.daily.challenges import (
    challenge_begin,
    challenge_make,
    challenge_named,
    challenge_results,
    challenge_turn,
)
from games.daily.results import hand_lines
from games.daily.selectors import hand_play, solo_of
from games.daily.solo import begun
from games.daily.table import dealt_cards
from games.daily.views.playing import HandPage, hand_act, hand_page, owner_of
from games.learning.views.bounds import bounded
from games.models import Challenge, HandPlay
from games.web.numbers import whole_number
from games.web.posting import post_required
from games.web.viewer import logged_in_user, user_or_none


@post_required
def challenge_new(request: HttpRequest, public_id: str) -> HttpResponse:
    """Send on a hand of the game: `hand`, its number, and `bot`, a bot's name."""
    challenge = challenge_make(
        user=logged_in_user(request),
        public_id=public_id,
        number=whole_number(request.POST.get("hand", "")) or 0,
        bot=request.POST.get("bot", ""),
    )
    return redirect("games:challenge", challenge.public_id)


@bounded
def challenge(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the challenge or act in its hand. Its challenger sees the sheet."""
    found = challenge_named(public_id)
    page = HandPage(
        address=reverse("games:challenge", args=[public_id]),
        title=gettext("Challenge"),
        play=partial(hand_play, found.hand),
        begin=lambda owner: challenge_begin(challenge=found, owner=owner),
        turn=lambda owner, turns, text: challenge_turn(challenge=found, owner=owner, turns=turns, text=text),
        before=partial(_before, request, found),
    )
    owner = owner_of(request)
    own = owner.user is not None and owner.user.pk == found.challenger_id
    if request.method == "POST":
        return redirect(page.address) if own else hand_act(request, page)
    play = hand_play(found.hand, owner)
    if own or (play is not None and play.finished_at is not None):
        return _sheet(request, found, play, own=own)
    return _before(request, found) if play is None else hand_page(request, page, play)


def _before(
    request: HttpRequest, challenge: Challenge, refusal: str = "", status: HTTPStatus = HTTPStatus.OK
) -> HttpResponse:
    page = {
        "challenge": challenge,
        "bot": bots.get(challenge.bot).label,
        "bots": challenge.hand.seats - 1,
        "refusal": refusal,
    }
    return render(request, "games/daily/challenge.html", page, status=status)


def _sheet(request: HttpRequest, challenge: Challenge, play: HandPlay | None, *, own: bool) -> HttpResponse:
    """All results. Only for people who have played the hand."""
    user = user_or_none(request)
    page = {
        "challenge": challenge,
        "own": own,
        "mine": play.pk if play is not None else None,
        "results": challenge_results(challenge, user),
        "bot": bots.get(challenge.bot).label,
        "bots": challenge.hand.seats - 1,
        "link": reverse("games:challenge", args=[challenge.public_id]),
        "lines": hand_lines(challenge.hand, play),
        "dealt": dealt_cards(begun(solo_of(challenge.hand)), user),
    }
    return render(request, "games/daily/sheet.html", page)
