"""A replay: one frame a page, or all frames of a hand as JSON."""

from __future__ import annotations

from dataclasses import dataclass
from http import HTTPStatus
from urllib.parse import urlencode

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.errors import NoSuchGame
from games.history.errors import NoSuchHand
from games.history.replay import Replay, hand_replay
from games.history.replay_words import SeatShown, cards_chart, cards_drawn, frame_shown, frames_shown, points_chart
from games.models import Game
from games.play.selectors import visible_game
from games.table import Player
from games.web.numbers import whole_number
from games.web.viewer import user_or_none


@dataclass(frozen=True, slots=True)
class _Row:
    player: Player
    shown: SeatShown

    @property
    def backs(self) -> range:
        return range(self.shown["backs"])


# The last turn of a hand, in addresses.
LAST = "last"


@require_safe
@never_cache
def replay(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show one frame: `?hand=2&turn=14&seat=1`. Defaults: an ended game's beginning with all cards face up, a running
    game's newest turn without `seat`.
    """
    try:
        game = visible_game(public_id, user_or_none(request))
    except NoSuchGame:
        if user_or_none(request) is None:
            return redirect_to_login(request.get_full_path())
        raise
    if game.started_at is None:
        return redirect("games:table", public_id)
    shown = _shown(request, game)
    turn = _turn(request, shown)
    frame = frame_shown(shown, shown.frames[turn])
    address = f"{reverse('games:replay', args=[public_id])}?"
    seat = _query(shown)
    context = {
        "replay": shown,
        "frame": frame,
        "rows": [_Row(player, seat) for player, seat in zip(shown.players, frame["seats"], strict=True)],
        "turn": turn,
        "address": address,
        "seat_query": seat,
        "views": _views(shown, turn),
        "steps": _steps(shown, turn),
        "charts": [
            cards_chart(shown, turn, f"{address}{seat}hand={shown.hand}&"),
            points_chart(shown, f"{address}{seat}"),
        ],
    }
    return render(request, "games/history/replay/page.html", context)


@require_safe
@never_cache
def frames(request: HttpRequest, public_id: str) -> JsonResponse:
    try:
        game = visible_game(public_id, user_or_none(request))
    except NoSuchGame as missing:
        return JsonResponse({"error": str(missing.words)}, status=HTTPStatus.NOT_FOUND)
    if game.started_at is None:
        return JsonResponse({"error": gettext("This game hasn’t started yet.")}, status=HTTPStatus.NOT_FOUND)
    shown = frames_shown(_shown(request, game))
    return JsonResponse({"frames": shown, "drawn": cards_drawn(shown)})


def _shown(request: HttpRequest, game: Game) -> Replay:
    """The replay of the requested hand. Raises NoSuchHand."""
    asked = request.GET.get("hand", "")
    hand = whole_number(asked)
    if hand is None:
        if asked:
            raise NoSuchHand(asked)
        hand = 1 if game.ended_at is not None else None
    return hand_replay(game, user_or_none(request), hand=hand, seat=whole_number(request.GET.get("seat", "")))


def _turn(request: HttpRequest, shown: Replay) -> int:
    """The turn in the address; the last one if a take-back left fewer."""
    asked = request.GET.get("turn", "")
    if asked == LAST:
        return shown.last
    turn = whole_number(asked)
    if turn is None:
        return 0 if shown.open or "hand" in request.GET else shown.last
    return min(turn, shown.last)


def _query(shown: Replay) -> str:
    """The chosen view's query, to be continued; "" for all cards."""
    return "" if shown.seat is None else f"{urlencode({'seat': shown.seat})}&"


def _views(shown: Replay, turn: int) -> list[tuple[str, str, bool]]:
    """Views to choose, as (name, query, chosen): all cards, then by seat; [] while the game runs."""
    if not shown.open:
        return []
    place = f"hand={shown.hand}&turn={turn}"
    views = [(gettext("All cards face up"), f"?{place}", shown.seat is None)]
    for player in shown.players:
        name = gettext("As you saw it") if player.is_me else gettext("As {name} saw it").format(name=player.name)
        views.append((name, f"?seat={player.seat}&{place}", shown.seat == player.seat))
    return views


def _steps(shown: Replay, turn: int) -> dict[str, str]:
    """The buttons' targets; "" for none."""
    seat, numbers = _query(shown), [hand.number for hand in shown.hands]
    at = numbers.index(shown.hand)
    before = numbers[at - 1] if at else None
    after = numbers[at + 1] if at + 1 < len(numbers) else None

    def to(hand: int | None, step: int | str) -> str:
        return "" if hand is None else f"?{seat}hand={hand}&turn={step}"

    return {
        "hand_before": to(before, 0),
        "first": to(shown.hand, 0) if turn else "",
        "back": to(shown.hand, turn - 1) if turn else to(before, LAST),
        "next": to(shown.hand, turn + 1) if turn < shown.last else to(after, 0),
        "last": to(shown.hand, LAST) if turn < shown.last else "",
        "hand_after": to(after, 0),
        "hand_before_end": to(before, LAST),
    }
