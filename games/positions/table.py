"""A position as its seat sees it, shaped for the templates of the practice game, and all its cards for afterwards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from django.utils.translation import gettext

from accounts.models import User
from games.engine import HandState, apply, observe, parse_turn
from games.learning.log import rounds_of, set_view, since_own, turn_entries
from games.learning.progress import Sort
from games.learning.table import PracticeTable, Target, own_choices, seat_view, took_last
from games.positions.moment import Moment
from games.table import Player
from games.table.view_model import Round


def position_table(moment: Moment, version: int, user: User | None, sort: Sort = "number") -> PracticeTable:
    """The table before the turn. `version`: what the form sends back."""
    state, me = moment.state, moment.seat
    view = observe(state, me, points=moment.points, target=moment.target)
    sitting = sitting_at(moment, user)
    seats = [
        replace(seat_view(view, player), place=place, passed=player.seat in view.passes)
        for place, player in enumerate(clockwise(sitting, me))
    ]
    before = moment.turns[: moment.place]
    log = turn_entries(moment.states, before, sitting, 0)
    took = took_last(me, [seat for seat, _turn in moment.history], before)
    return PracticeTable(
        version=version,
        hand=1,
        round=view.round,
        rules=Target(moment.target),
        me=seats[0],
        around=tuple(seats[1:]),
        running=True,
        over=False,
        shared=False,
        to_act=sitting[me],
        table=set_view(view.table, view.table_seat, sitting),
        beaten=set_view(view.beaten, view.beaten_seat, sitting),
        picked_up=str(view.picked_up or ""),
        choices=own_choices(state, view, took, sort),
        out=None,
        rows=(),
        rounds=rounds_of(moment.states, log, sitting),
        news=since_own(log),
        acted=log[-1].player.seat if log else None,
        leads_next=None,
    )


def whole_rounds(moment: Moment) -> tuple[Round, ...]:
    """The rounds of the whole hand, oldest first, turns too."""
    states = [moment.states[0]]
    for text in moment.turns:
        states.append(apply(states[-1], parse_turn(text)))
    sitting = sitting_at(moment, None, real=True)
    rounds = rounds_of(states, turn_entries(states, moment.turns, sitting, 0), sitting)
    return tuple(replace(past, entries=past.entries[::-1]) for past in reversed(rounds))


def all_cards(moment: Moment) -> Sequence[tuple[Player, tuple[str, ...]]]:
    """All seats' cards at the turn, from the seat to act on: only for those who have answered."""
    state: HandState = moment.state
    people = clockwise(sitting_at(moment, None, real=True), moment.seat)
    return [(player, tuple(map(str, sorted(state.hands[player.seat])))) for player in people]


def sitting_at(moment: Moment, user: User | None, *, real: bool = False) -> tuple[Player, ...]:
    """The players by seat, without names: the reader sits at the seat to act, or with `real` the one who sat there."""
    return tuple(_player(moment, seat, user, real=real) for seat in range(moment.seats))


def _player(moment: Moment, seat: int, user: User | None, *, real: bool) -> Player:
    place = (seat - moment.seat) % moment.seats
    if place == 0 and not real:
        pk, avatar = (0, None) if user is None else (user.pk, user.avatar)
        return Player(pk=pk, name=gettext("You"), handle="", seat=seat, is_me=True, is_bot=False, avatar=avatar)
    name = gettext("Player {number}").format(number=place + 1)
    return Player(pk=-1 - place, name=name, handle="", seat=seat, is_me=False, is_bot=False)


def clockwise(sitting: Sequence[Player], first: int) -> Sequence[Player]:
    return [*sitting[first:], *sitting[:first]]
