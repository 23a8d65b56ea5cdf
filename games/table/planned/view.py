"""The viewer's plans, and the turn that they would take now."""

from __future__ import annotations

from dataclasses import dataclass, replace

from games.engine import PASS, HandState, View
from games.models import Game, Hand, Seat
from games.people.preference_selectors import preferences_of
from games.play.orders.planned_set import BOT, RULES, PlannedSet
from games.play.orders.selectors import OrdersInForce, order_is_due, ordered_turns, orders_in_force


@dataclass(frozen=True, slots=True)
class PlannedPlay:
    """A planned set: its cards, the rule for its pick-up (games.play.orders.planned_set), and whether it `beats` the
    set that is now on the table.
    """

    cards: tuple[str, ...]
    rule: str
    beats: bool

    @property
    def text(self) -> str:
        return "".join(self.cards)


@dataclass(frozen=True, slots=True)
class PlannedNow:
    """The turn that the plans would take now, over another player's `table`; no `cards` if nothing beats it. `pickup`:
    "" where there is none, or the strongest bot would choose.
    """

    table: tuple[str, ...]
    cards: tuple[str, ...]
    pickup: str
    goes_out: bool


@dataclass(frozen=True, slots=True)
class Orders:
    """The viewer's plans and what may be planned now. `may_pass`: for the rest of the round. `may_plan`: sets, for the
    next turn. `now`: None without planned sets, or a set to beat. `acts_soon`: a plan takes the viewer's turn unless
    they act first. `colours`: may be preferred in a pick-up.
    """

    standing: OrdersInForce
    sets: tuple[PlannedPlay, ...]
    now: PlannedNow | None
    may_pass: bool
    may_plan: bool
    acts_soon: bool
    colours: str

    @property
    def count(self) -> int:
        """The number of plans for this game, without the setting for all games."""
        standing = self.standing
        stuck = standing.pass_if_stuck and not standing.always_if_stuck
        return sum(map(bool, (standing.passes, stuck, standing.go_out, standing.pickup, standing.sets)))

    @property
    def first_rule(self) -> str:
        """The rule for a pick-up to offer first: that of the set planned last, or the one for all turns."""
        if self.sets:
            return self.sets[-1].rule
        return self.standing.pickup if self.standing.pickup in RULES else BOT


def viewer_orders(game: Game, mine: Seat, hand: Hand, state: HandState, view: View) -> Orders:
    """The plans of the viewer, whose seat is `mine`. One more query if a plan may act now."""
    standing = orders_in_force(mine, hand.number, view.round, preferences_of(mine.user))
    acts = view.to_act == view.seat
    others = view.table_seat not in (None, view.seat)
    asked = replace(state, to_act=mine.number) if others else None
    return Orders(
        standing=standing,
        sets=tuple(_planned_play(planned, asked) for planned in standing.sets),
        now=_planned_now(standing, asked) if asked is not None and standing.sets else None,
        may_pass=not standing.passes and not (acts and not others),
        may_plan=not acts,
        acts_soon=acts and bool(ordered_turns(standing, state)) and order_is_due(game),
        colours=view.colours,
    )


def _planned_play(planned: PlannedSet, asked: HandState | None) -> PlannedPlay:
    beats = asked is not None and bool(planned.turns(asked))
    return PlannedPlay(tuple(map(str, planned.cards)), planned.pickup, beats)


def _planned_now(standing: OrdersInForce, asked: HandState) -> PlannedNow:
    turns = ordered_turns(standing, asked)
    turn = turns[0] if turns else PASS
    return PlannedNow(
        table=tuple(map(str, asked.table)),
        cards=tuple(map(str, turn.cards)),
        pickup=str(turn.pickup or "") if len(turns) == 1 else "",
        goes_out=turn.mask == asked.hand_masks[asked.to_act],
    )
