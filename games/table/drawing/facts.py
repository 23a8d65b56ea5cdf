"""Facts of the table that the page's script needs to draw the next turn."""

from __future__ import annotations

from datetime import timedelta
from typing import TypedDict

from games.clocks import Pace
from games.play.clock.selectors import URGENT_SHARE
from games.play.undo_rights import MAX_UNDOS_A_HAND
from games.table import SetView, TableView
from games.web.counting import counts_down


class Won(TypedDict):
    cards: tuple[str, ...]
    owner: int
    round: int


class DrawingFacts(TypedDict):
    """Facts for the page's script. `mine`: the viewer's seat, `me` if they play it. `turns`: taken in this hand.
    `urgent`: how many milliseconds before its end a clock has little time left. `undos`: how many of the viewer's turns
    may still be taken back, of `undos_a_hand`. `grants`: whether the viewer may give others more time. `down`: whether
    points count down from the target. `stuck`: whether the viewer passes in all games if they have to.
    """

    me: int | None
    mine: int | None
    names: list[str]
    bots: list[bool]
    title: str
    to_act: int
    turns: int
    round: int
    table: tuple[str, ...]
    owner: int | None
    beaten: tuple[str, ...]
    beaten_owner: int | None
    took: str
    sizes: list[int]
    known: list[tuple[str, ...]]
    won: Won | None
    undos: int
    undos_a_hand: int
    urgent: int
    grants: bool
    target: int | None
    down: bool
    stuck: bool


def drawing_facts(view: TableView) -> DrawingFacts | None:
    """The facts of the table. Returns None if the next turn changes more than the script can draw."""
    if view.to_act is None or view.paused or view.clock.halt or view.past or _has_plans(view, view.to_act.seat):
        return None
    if view.own:
        return None
    mine = None if view.me is None else view.me.player.seat
    return {
        "me": mine if view.acts else None,
        "mine": mine,
        "names": [seat.player.name for seat in view.seats],
        "bots": [seat.player.is_bot for seat in view.seats],
        "title": view.title,
        "to_act": view.to_act.seat,
        "turns": view.turns_count,
        "round": view.round,
        "table": view.table.cards if view.table else (),
        "owner": _owner(view.table),
        "beaten": view.beaten.cards if view.beaten else (),
        "beaten_owner": _owner(view.beaten),
        "took": view.picked_up,
        "sizes": [seat.cards for seat in view.seats],
        "known": [seat.known for seat in view.seats],
        "won": _won(view),
        "undos": view.undos,
        "undos_a_hand": MAX_UNDOS_A_HAND if view.acts and view.rules.takes_back else 0,
        "urgent": view.rules.turn_length * URGENT_SHARE // timedelta(milliseconds=1),
        "grants": view.acts and Pace(view.rules.pace).may_stop and not view.rules.is_live,
        "target": view.rules.target,
        "down": counts_down(view.rules.target),
        "stuck": view.orders is not None and view.orders.standing.always_if_stuck,
    }


def _has_plans(view: TableView, to_act: int) -> bool:
    """Whether the viewer's plans may change the display of the next turn. The plan for all games may, if the viewer is
    next.
    """
    if view.orders is None or view.me is None:
        return False
    is_next = (to_act + 1) % len(view.seats) == view.me.player.seat
    return bool(view.orders.count) or view.orders.acts_soon or (view.orders.standing.always_if_stuck and is_next)


def _owner(laid: SetView | None) -> int | None:
    return None if laid is None else laid.owner.seat


def _won(view: TableView) -> Won | None:
    past = view.last_round
    if past is None or past.won is None:
        return None
    return {"cards": past.won.cards, "owner": past.won.owner.seat, "round": past.number}
