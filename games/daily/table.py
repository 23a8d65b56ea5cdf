"""A shared hand as its player may see it, shaped for the templates of the practice game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from django.utils.translation import gettext

from accounts.models import User
from games import bots
from games.daily.solo import Played
from games.engine import View, observe
from games.learning.log import rounds_of, set_view, since_own, turn_entries
from games.learning.progress import Sort
from games.learning.table import PracticeTable, Target, own_choices, result_rows, seat_view, took_last
from games.table import Player
from games.table.view_model import Round

VERSION = 1000
"""The table's version before the first turn, as in a practice game's first hand."""


def hand_table(hand: Played, user: User | None, sort: Sort = "number") -> PracticeTable:
    """The hand as the person in its seat sees it."""
    solo, state = hand.solo, hand.state
    view = observe(state, solo.seat, points=state.points)
    sitting = sitting_at(hand, own_player(hand, user))
    seats = [
        replace(seat_view(view, player), place=place, passed=player.seat in view.passes)
        for place, player in enumerate(_clockwise(sitting, solo.seat))
    ]
    log = turn_entries(hand.states, hand.turns, sitting, VERSION)
    return PracticeTable(
        version=VERSION + len(hand.turns),
        hand=1,
        round=view.round,
        rules=Target(None),
        me=seats[0],
        around=tuple(seats[1:]),
        running=not view.over,
        over=view.over,
        shared=False,
        to_act=sitting[view.to_act],
        table=set_view(view.table, view.table_seat, sitting),
        beaten=set_view(view.beaten, view.beaten_seat, sitting),
        picked_up=str(view.picked_up or ""),
        choices=own_choices(state, view, took_last(solo.seat, hand.seats, hand.turns), sort),
        out=sitting[view.to_act] if view.over else None,
        rows=result_rows(view, sitting),
        rounds=rounds_of(hand.states, log, sitting),
        news=since_own(log),
        acted=log[-1].player.seat if log else None,
        leads_next=None,
    )


def tables_between(hand: Played, seen: int, user: User | None, sort: Sort) -> tuple[PracticeTable, ...]:
    """The tables after each turn since the `seen` first, but the last, so that each turn is seen."""
    return tuple(hand_table(hand.until(turns), user, sort) for turns in range(seen + 1, len(hand.turns)))


def hand_rounds(hand: Played, player: Player) -> tuple[Round, ...]:
    """The rounds of a hand that the player is shown to have played, oldest first, turns too."""
    sitting = sitting_at(hand, player)
    rounds = rounds_of(hand.states, turn_entries(hand.states, hand.turns, sitting, VERSION), sitting)
    return tuple(replace(past, entries=past.entries[::-1]) for past in reversed(rounds))


def dealt_cards(hand: Played, user: User | None) -> list[tuple[Player, tuple[str, ...]]]:
    """All seats' cards as dealt, the person's first: only for those who may see them."""
    dealt = hand.states[0].hands
    people = _clockwise(sitting_at(hand, own_player(hand, user)), hand.solo.seat)
    return [(player, tuple(map(str, sorted(dealt[player.seat])))) for player in people]


def final_view(hand: Played) -> View:
    return observe(hand.state, hand.solo.seat)


def sitting_at(hand: Played, player: Player) -> tuple[Player, ...]:
    """The players by seat: `player`, and the bots."""
    return tuple(
        player if seat == hand.solo.seat else bot_player(hand.solo.bot_at(seat), seat)
        for seat in range(hand.solo.seats)
    )


def bot_player(name: str, seat: int) -> Player:
    return Player(pk=-1 - seat, name=bots.get(name).label, handle="", seat=seat, is_me=False, is_bot=True)


def own_player(hand: Played, user: User | None) -> Player:
    pk, avatar = (0, None) if user is None else (user.pk, user.avatar)
    seat = hand.solo.seat
    return Player(pk=pk, name=gettext("You"), handle="", seat=seat, is_me=True, is_bot=False, avatar=avatar)


def _clockwise(sitting: Sequence[Player], first: int) -> Sequence[Player]:
    return [*sitting[first:], *sitting[:first]]
