"""Plays a turn from an email, without a login.

The address is the only proof: a secret of 256 bits, so attempts are not counted. The page works in an email program's
own browser, without cookies, script or session. GET and HEAD change nothing, because email scanners follow links; a
POST plays and spends the link.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http import HTTPStatus
from itertools import groupby
from typing import Any
from zoneinfo import ZoneInfo

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone, translation
from django.utils.translation import gettext
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from accounts.metrics.counted import TURNS
from accounts.models import User
from games.clocks import Pace
from games.engine import parse_turn, set_value
from games.errors import GameError, Refused
from games.notices.errors import LinkRefused, TurnLinkReason
from games.notices.forms.turn_links import MailTurnForm
from games.notices.links.turn import OpenedTurnLink, link_open, link_play
from games.notices.views.link_pages import mail_link_page
from games.people.preference_selectors import preferences_of
from games.play.errors import TurnRefused
from games.play.turn import TurnResult
from games.table import Entry, HandResult, TableView, table_view
from games.web.counting import counting


@dataclass(frozen=True)
class PlayChoice:
    """A play to choose. `sent`: the form's value. `goes_out`: the play uses the player's last cards."""

    cards: tuple[str, ...]
    value: int
    sent: str
    goes_out: bool


@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
@mail_link_page
def mail_turn(request: HttpRequest, token: str) -> HttpResponse:
    """Show the turn, or play it. Exempt from CSRF checks, because no cookie grants anything here."""
    try:
        return _played(request, token) if request.method == "POST" else _offered(request, link_open(token=token))
    except LinkRefused as refused:
        return _lapsed(request, refused)


def _offered(
    request: HttpRequest, opened: OpenedTurnLink, form: MailTurnForm | None = None, refused: GameError | None = None
) -> HttpResponse:
    """Turns to choose from, or a refused form with its choice. Raises LinkRefused if the turn is over."""
    with _as(opened.user):
        table = table_view(opened.game, opened.user)
        if not table.my_turn or table.choices is None:
            raise LinkRefused(TurnLinkReason.TURN_OVER, opened.game.public_id)
        plays = _plays(table)
        hurried = opened.game.pace != Pace.NONE
        page = {
            "table": table,
            "due_at": opened.deadline.due_at if hurried else None,
            "hurried": hurried,
            "plays": [list(group) for _key, group in groupby(plays, key=lambda play: (play.goes_out, len(play.cards)))],
            "all_take": all(play.sent.endswith("<") for play in plays),
            "since": _since(table),
            "result": _result(table),
            "chosen": form.play if form is not None else "",
            "pickup": form.pickup if form is not None else "",
            "words": str(refused.words) if refused is not None else gettext("Choose the cards that you want to play."),
            "refused": form is not None,
        }
        empty = HTTPStatus.OK if form is None else HTTPStatus.UNPROCESSABLE_ENTITY
        return _link_page(request, "offered", page, empty if refused is None else refused.status)


def _played(request: HttpRequest, token: str) -> HttpResponse:
    """Play the turn in the form. Raises LinkRefused."""
    form = MailTurnForm(request.POST)
    if form.is_empty:
        return _offered(request, link_open(token=token), form)
    try:
        opened, made = link_play(token=token, text=form.text)
    except LinkRefused:
        raise
    except (Refused, TurnRefused) as refused:
        return _offered(request, link_open(token=token), form, refused)
    TURNS.add("email")
    with _as(opened.user):
        return _link_page(request, "played", _outcome(opened, made))


def _outcome(opened: OpenedTurnLink, made: TurnResult) -> dict[str, Any]:
    turn = parse_turn(made.move.turn)
    table = table_view(made.game, opened.user)
    return {
        "table": table,
        "cards": tuple(map(str, turn.cards)),
        "value": set_value(turn.cards),
        "took": str(turn.pickup or ""),
        "result": table.results[0] if made.state.over and table.results else None,
    }


def _lapsed(request: HttpRequest, refused: LinkRefused) -> HttpResponse:
    page = {"reason": refused.reason.value, "words": str(refused.words), "public_id": refused.public_id}
    return _link_page(request, "lapsed", page, refused.status)


def _link_page(request: HttpRequest, name: str, page: dict[str, Any], status: int = HTTPStatus.OK) -> HttpResponse:
    response = render(request, f"games/notices/links/{name}.html", page, status=status)
    response["Content-Language"] = translation.get_language() or "en"
    return response


@contextmanager
def _as(user: User) -> Iterator[None]:
    """Use the person's language, time zone and way of counting points, not the browser's."""
    with (
        translation.override(user.language),
        timezone.override(ZoneInfo(user.time_zone)),
        counting(down=preferences_of(user).count_down),
    ):
        yield


def _plays(table: TableView) -> list[PlayChoice]:
    """The plays: going out first, then by number of cards and value."""
    assert table.choices is not None
    plays = [_play(code, table) for code in table.choices.plays]
    return sorted(plays, key=lambda play: (not play.goes_out, len(play.cards), play.value, play.sent))


def _play(code: str, table: TableView) -> PlayChoice:
    assert table.choices is not None
    cards = parse_turn(code).cards
    goes_out = len(cards) == len(table.choices.cards)
    takes = bool(table.choices.pickups) and not goes_out
    return PlayChoice(tuple(map(str, cards)), set_value(cards), f"{code}<" if takes else code, goes_out)


def _since(table: TableView) -> list[Entry]:
    """The log's entries since the person's last turn, newest first."""
    found = []
    for entry in (entry for past in table.rounds for entry in past.entries):
        if entry.player.is_me:
            break
        found.append(entry)
    return found


def _result(table: TableView) -> HandResult | None:
    """The last hand's result, unless the person has acted since."""
    acted = any(entry.player.is_me for past in table.rounds for entry in past.entries)
    return table.results[0] if table.results and not acted else None
