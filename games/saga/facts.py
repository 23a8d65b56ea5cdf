"""The facts that a saga tells, from a finished game's record: plain Python, without names and words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Final

from games.engine import Card, HandState, apply, deal, parse_turn, set_value
from games.engine.plays import plays
from games.engine.record_schema import Record, RecordedHand, RecordedTurn

# Turns that players chose themselves.
_OWN: Final = ("player", "auto")


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """How the game was won. `hand`: after it and each later hand, the only winner alone had the fewest points; 0 if
    victory was shared or the others resigned. `hands`: how many counted.
    """

    winners: tuple[int, ...]
    resigned: bool
    hand: int
    hands: int
    from_start: bool
    in_last: bool


@dataclass(frozen=True, slots=True)
class Hoard:
    """The most cards that a seat was left with in a hand; the first of several."""

    seat: int
    hand: int
    cards: int


@dataclass(frozen=True, slots=True)
class BoldPass:
    """The pass of a player who could have beaten the set in the most ways; the first of several."""

    seat: int
    hand: int
    value: int
    ways: int


@dataclass(frozen=True, slots=True)
class BreakingSet:
    """The highest set that beat another player's; the first of several."""

    seat: int
    hand: int
    cards: tuple[str, ...]
    value: int
    victim: int
    beaten: int


@dataclass(frozen=True, slots=True)
class SagaFacts:
    """`passed`: None if no one passed who could have played. `broke`: None if no set was beaten."""

    turning: TurningPoint
    hoard: Hoard
    passed: BoldPass | None
    broke: BreakingSet | None


@dataclass(frozen=True, slots=True)
class _TurnTaken:
    hand: int
    before: HandState
    taken: RecordedTurn


def saga_facts(record: Record, kinds: Sequence[str]) -> SagaFacts | None:
    """The facts of a finished game; `kinds`: "person" or "bot" by seat. None without a winner or a hand that counted.
    Turns that a stand-in bot, the clock or a moderator took for a person are left out.
    """
    counted = [hand for hand in record.hands if hand.points is not None and not hand.voided]
    if not record.winners or not counted:
        return None
    states = {hand.number: _states(record, hand) for hand in counted}
    turns = [
        _TurnTaken(hand.number, before, taken)
        for hand in counted
        for before, taken in zip(states[hand.number], hand.turns, strict=False)
        if _own(taken, kinds)
    ]
    return SagaFacts(
        turning=_turning_point(record, counted),
        hoard=_hoard({hand: reached[-1] for hand, reached in states.items()}),
        passed=_bold_pass(turns),
        broke=_breaking_set(turns),
    )


def _states(record: Record, hand: RecordedHand) -> list[HandState]:
    """The deal, then the state after each turn. Raises IllegalTurn."""
    dealt = deal(_deck(hand), record.options.seats, hand.leader)
    return list(accumulate((parse_turn(taken.text) for taken in hand.turns), apply, initial=dealt))


def _deck(hand: RecordedHand) -> list[Card]:
    """The whole deck, dealt cards first, which an ended game's record shows."""
    return [*(card for cards in hand.deals for card in cards), *(hand.undealt or ())]


def _own(taken: RecordedTurn, kinds: Sequence[str]) -> bool:
    return taken.by in _OWN or (taken.by == "bot" and kinds[taken.seat] == "bot")


def _turning_point(record: Record, counted: Sequence[RecordedHand]) -> TurningPoint:
    winners, resigned = record.winners, record.end == "resigned"
    hand = _led_since(winners[0], counted) if len(winners) == 1 and not resigned else 0
    first, last = counted[0].number, counted[-1].number
    return TurningPoint(winners, resigned, hand, len(counted), from_start=hand == first, in_last=hand == last)


def _led_since(winner: int, counted: Sequence[RecordedHand]) -> int:
    """The first hand after which the seat alone had the fewest points until the end."""
    totals, since = [0] * len(counted[0].deals), 0
    for hand in counted:
        totals = [have + more for have, more in zip(totals, hand.points or (), strict=True)]
        leads = all(totals[winner] < points for seat, points in enumerate(totals) if seat != winner)
        since = (since or hand.number) if leads else 0
    return since


def _hoard(ends: Mapping[int, HandState]) -> Hoard:
    """`ends`: each hand's last state, by number."""
    left = [Hoard(seat, hand, cards) for hand, end in ends.items() for seat, cards in enumerate(end.sizes)]
    return max(left, key=lambda one: one.cards)


def _bold_pass(turns: Sequence[_TurnTaken]) -> BoldPass | None:
    passes = [
        BoldPass(one.taken.seat, one.hand, set_value(one.before.table), _ways(one.before))
        for one in turns
        if one.taken.text == "pass"
    ]
    boldest = max(passes, key=lambda one: one.ways, default=None)
    return boldest if boldest is not None and boldest.ways else None


def _ways(state: HandState) -> int:
    """The sets that the seat to act could play."""
    return len(plays(state.hand_masks[state.to_act], state.table_mask))


def _breaking_set(turns: Sequence[_TurnTaken]) -> BreakingSet | None:
    found = [_broken(one) for one in turns if one.taken.text != "pass" and one.before.table_seat is not None]
    return max(found, key=lambda one: one.value, default=None)


def _broken(one: _TurnTaken) -> BreakingSet:
    cards = parse_turn(one.taken.text).cards
    assert one.before.table_seat is not None
    return BreakingSet(
        seat=one.taken.seat,
        hand=one.hand,
        cards=tuple(map(str, cards)),
        value=set_value(cards),
        victim=one.before.table_seat,
        beaten=set_value(one.before.table),
    )
