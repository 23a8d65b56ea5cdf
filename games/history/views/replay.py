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

from accounts.site.public_pages import public_page
from games import bots
from games.errors import NoSuchGame
from games.history.errors import NoSuchHand
from games.history.publication.panel import PublicationPanel, publication_panel
from games.history.publication.services import publication_see
from games.history.replay import Replay, hand_replay
from games.history.replay_words import (
    FrameWords,
    SeatWords,
    all_frame_words,
    cards_chart,
    cards_drawn,
    frame_words,
    points_chart,
)
from games.models import Game
from games.play.selectors import visible_game
from games.table import Player
from games.web.numbers import whole_number
from games.web.viewer import user_or_none


@dataclass(frozen=True, slots=True)
class ReplayRow:
    player: Player
    words: SeatWords

    @property
    def backs(self) -> range:
        return range(self.words["backs"])


# The last turn of a hand, in addresses.
LAST = "last"


@require_safe
@public_page
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
    replay = _requested_replay(request, game)
    turn = asked_turn(request, replay)
    frame = frame_words(replay, replay.frames[turn])
    address = f"{reverse('games:replay', args=[public_id])}?"
    seat = _query(replay)
    context = {
        "replay": replay,
        "frame": frame,
        "rows": replay_rows(replay, frame),
        "turn": turn,
        "address": address,
        "seat_query": seat,
        "share_path": f"{address}{seat}hand={replay.hand}&turn={turn}",
        "views": _views(replay, turn),
        "steps": replay_steps(replay, turn),
        "challenge_bots": list(bots.REGISTRY.values()) if _may_challenge(game, replay) else [],
        "publication": _publication(request, game),
        "charts": [
            cards_chart(replay, turn, f"{address}{seat}hand={replay.hand}&"),
            points_chart(replay, f"{address}{seat}"),
        ],
    }
    return render(request, "games/history/replay/page.html", context)


def _publication(request: HttpRequest, game: Game) -> PublicationPanel | None:
    """The panel, which the page shows. One more query the first time that it asks the player."""
    panel = publication_panel(game, user_or_none(request))
    if panel is not None and panel.row is not None and panel.unseen and request.method == "GET":
        publication_see(publication_id=panel.row.pk, seat=panel.seat)
    return panel


def replay_rows(replay: Replay, frame: FrameWords) -> list[ReplayRow]:
    return [ReplayRow(player, seat) for player, seat in zip(replay.players, frame["seats"], strict=True)]


def _may_challenge(game: Game, replay: Replay) -> bool:
    """Whether the reader had a seat in a finished game that everyone may see, and may send on its hands."""
    return game.is_open_to_all and any(player.is_me for player in replay.players)


@require_safe
@never_cache
def frames(request: HttpRequest, public_id: str) -> JsonResponse:
    try:
        game = visible_game(public_id, user_or_none(request))
    except NoSuchGame as missing:
        return JsonResponse({"error": str(missing.words)}, status=HTTPStatus.NOT_FOUND)
    if game.started_at is None:
        return JsonResponse({"error": gettext("This game hasn’t started yet.")}, status=HTTPStatus.NOT_FOUND)
    frames = all_frame_words(_requested_replay(request, game))
    return JsonResponse({"frames": frames, "drawn": cards_drawn(frames)})


def _requested_replay(request: HttpRequest, game: Game) -> Replay:
    """The replay of the requested hand. Raises NoSuchHand."""
    asked = request.GET.get("hand", "")
    hand = whole_number(asked)
    if hand is None:
        if asked:
            raise NoSuchHand(asked)
        hand = 1 if game.ended_at is not None else None
    return hand_replay(game, user_or_none(request), hand=hand, seat=whole_number(request.GET.get("seat", "")))


def asked_turn(request: HttpRequest, replay: Replay) -> int:
    """The turn in the address; the last one if a take-back left fewer."""
    asked = request.GET.get("turn", "")
    if asked == LAST:
        return replay.last
    turn = whole_number(asked)
    if turn is None:
        return 0 if replay.open or "hand" in request.GET else replay.last
    return min(turn, replay.last)


def _query(replay: Replay) -> str:
    """The chosen view's query, to be continued; "" for all cards."""
    return "" if replay.seat is None else f"{urlencode({'seat': replay.seat})}&"


def _views(replay: Replay, turn: int) -> list[tuple[str, str, bool]]:
    """Views to choose, as (name, query, chosen): all cards, then by seat; [] while the game runs."""
    if not replay.open:
        return []
    place = f"hand={replay.hand}&turn={turn}"
    views = [(gettext("All cards face up"), f"?{place}", replay.seat is None)]
    for player in replay.players:
        name = gettext("As you saw it") if player.is_me else gettext("As {name} saw it").format(name=player.name)
        views.append((name, f"?seat={player.seat}&{place}", replay.seat == player.seat))
    return views


def replay_steps(replay: Replay, turn: int) -> dict[str, str]:
    """The buttons' targets; "" for none."""
    seat, numbers = _query(replay), [hand.number for hand in replay.hands]
    at = numbers.index(replay.hand)
    before = numbers[at - 1] if at else None
    after = numbers[at + 1] if at + 1 < len(numbers) else None

    def to(hand: int | None, step: int | str) -> str:
        return "" if hand is None else f"?{seat}hand={hand}&turn={step}"

    return {
        "hand_before": to(before, 0),
        "first": to(replay.hand, 0) if turn else "",
        "back": to(replay.hand, turn - 1) if turn else to(before, LAST),
        "next": to(replay.hand, turn + 1) if turn < replay.last else to(after, 0),
        "last": to(replay.hand, LAST) if turn < replay.last else "",
        "hand_after": to(after, 0),
        "hand_before_end": to(before, LAST),
    }
