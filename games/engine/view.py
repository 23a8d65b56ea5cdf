"""The only access to hidden cards: the view of a hand that a seat or a spectator may have."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple, TypedDict

from games.engine.cards import Card, mask_cards
from games.engine.state import HandState


class TakenTurn(NamedTuple):
    seat: int
    turn: str


@dataclass(frozen=True, slots=True)
class View:
    """A hand as one seat or a spectator sees it (`seat` None, no `cards`).

    `points` and `target` are the game's, `hand_points` this hand's. `known`: cards that all know each seat holds.
    `left`: each seat's last cards, None before the hand is over.
    """

    seat: int | None
    seats: int
    cards: tuple[Card, ...]
    table: tuple[Card, ...]
    table_seat: int | None
    beaten: tuple[Card, ...]
    beaten_seat: int | None
    picked_up: Card | None
    leader: int
    to_act: int
    round: int
    sizes: tuple[int, ...]
    points: tuple[int, ...]
    target: int | None
    goat: bool
    colours: str
    discarded: tuple[Card, ...]
    known: tuple[tuple[Card, ...], ...]
    passes: tuple[int, ...]
    history: tuple[TakenTurn, ...]
    over: bool
    hand_points: tuple[int, ...] | None
    left: tuple[tuple[Card, ...], ...] | None


def observe(
    state: HandState,
    seat: int | None,
    *,
    points: Iterable[int] | None = None,
    target: int | None = None,
    history: Iterable[tuple[int, str]] = (),
) -> View:
    """The view that `seat` may have of the hand; None means a spectator. `points`: the game's so far (default: zeros);
    `history`: this hand's turns as (seat, text). Raises ValueError.
    """
    if seat is not None and not 0 <= seat < state.seats:
        raise ValueError("there is no such seat")
    return View(
        seat=seat,
        seats=state.seats,
        cards=() if seat is None else own_cards(state, seat),
        table=state.table,
        table_seat=state.table_seat,
        beaten=state.beaten,
        beaten_seat=state.beaten_seat,
        picked_up=state.picked_up,
        leader=state.leader,
        to_act=state.to_act,
        round=state.round,
        sizes=state.sizes,
        points=(0,) * state.seats if points is None else tuple(points),
        target=target,
        goat=state.goat,
        colours=state.colours,
        discarded=state.discarded,
        known=state.known,
        passes=state.passes,
        history=tuple(TakenTurn(*taken) for taken in history),
        over=state.over,
        hand_points=state.points,
        left=state.hands if state.over else None,
    )


def own_cards(state: HandState, seat: int) -> tuple[Card, ...]:
    """The cards that `observe` shows a seat as its own, without working out the rest. Raises IndexError."""
    return mask_cards(state.hand_masks[seat])


class TakenTurnJson(TypedDict):
    seat: int
    turn: str


class ViewJson(TypedDict):
    seat: int | None
    seats: int
    cards: list[str]
    table: list[str]
    table_seat: int | None
    beaten: list[str]
    beaten_seat: int | None
    picked_up: str | None
    leader: int
    to_act: int
    round: int
    sizes: list[int]
    points: list[int]
    target: int | None
    goat: bool
    colours: list[str]
    discarded: list[str]
    known: list[list[str]]
    passes: list[int]
    history: list[TakenTurnJson]
    over: bool
    hand_points: list[int] | None
    left: list[list[str]] | None


def view_to_json(view: View) -> ViewJson:
    """The view as JSON, as programs get it (games/bots/arena/README.md, "Programs")."""
    return {
        "seat": view.seat,
        "seats": view.seats,
        "cards": _texts(view.cards),
        "table": _texts(view.table),
        "table_seat": view.table_seat,
        "beaten": _texts(view.beaten),
        "beaten_seat": view.beaten_seat,
        "picked_up": str(view.picked_up) if view.picked_up else None,
        "leader": view.leader,
        "to_act": view.to_act,
        "round": view.round,
        "sizes": list(view.sizes),
        "points": list(view.points),
        "target": view.target,
        "goat": view.goat,
        "colours": list(view.colours),
        "discarded": _texts(view.discarded),
        "known": [_texts(cards) for cards in view.known],
        "passes": list(view.passes),
        "history": [{"seat": taken.seat, "turn": taken.turn} for taken in view.history],
        "over": view.over,
        "hand_points": None if view.hand_points is None else list(view.hand_points),
        "left": None if view.left is None else [_texts(cards) for cards in view.left],
    }


def _texts(cards: Iterable[Card]) -> list[str]:
    return [str(card) for card in cards]
