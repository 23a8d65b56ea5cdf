"""Verifies game records: deals, turns, points, result (RECORDS.md)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from games.engine.cards import HAND_SIZE, Card, full_deck
from games.engine.dealing import deal
from games.engine.fairdeal import deck_for, first_leader, removed_colours, seed_fits
from games.engine.options import is_game_over, next_leader, winners
from games.engine.record_events import event_differences
from games.engine.record_schema import Record, RecordedHand, RecordedTurn, ShapeError, read_record
from games.engine.rules import apply, complete_turn
from games.engine.shared_record import is_shared, verify_shared_record
from games.engine.state import HandState
from games.engine.turns import IllegalTurn, Turn, parse_turn


def verify_record(record: object) -> list[str]:
    """Differences in words, in the record's order; [] if it is sound. Takes any JSON value and never raises; does not
    check what a running game's record hides. A record of a shared hand is checked as one.
    """
    if is_shared(record):
        return verify_shared_record(record)
    try:
        read = read_record(record)
    except ShapeError as error:
        return [str(error)]
    course = _Course(totals=[0] * read.options.seats, leaders={read.first_leader})
    differences = [*_fingerprint(read), *_numbers(read)]
    for hand in read.hands:
        differences += [f"hand {hand.number}: {words}" for words in _hand(read, hand, course)]
    differences += _result(read, course)
    # Events are only compared with turns that make sense.
    return differences or list(event_differences(read))


@dataclass(slots=True)
class _Course:
    """A game between two hands."""

    totals: list[int]
    leaders: set[int]
    counted: int = 0
    unfinished: RecordedHand | None = None


def _fingerprint(record: Record) -> Iterator[str]:
    if record.opening.fingerprint != record.fingerprint:
        yield "the fingerprint is not that of this opening"


def _numbers(record: Record) -> Iterator[str]:
    """Check that hands count up from 1. Only after a voided hand may numbers be skipped."""
    expected, free = 1, False
    for hand in record.hands:
        if hand.number != expected and not (free and hand.number > expected):
            yield f"hand {hand.number} stands where hand {expected} should"
        expected, free = hand.number + 1, hand.voided
    if not record.hands:
        yield "there is no hand"


def _hand(record: Record, hand: RecordedHand, course: _Course) -> Iterator[str]:
    if course.unfinished is not None:
        yield f"it follows hand {course.unfinished.number}, which is not finished"
    elif course.counted and is_game_over(course.totals, record.options.target):
        yield "it was dealt though the game was over"
    if hand.leader not in course.leaders:
        yield f"seat {hand.leader} leads, but it is seat {min(course.leaders)}'s lead"
    if hand.seed is None:
        yield from _secret(record, hand)
    else:
        yield from _deal(record, hand, hand.seed)
    words, state = _replayed(record, hand)
    yield from words
    if state is not None:
        yield from _ending(hand, state)
    _carry_on(record, hand, state, course)


def _secret(record: Record, hand: RecordedHand) -> Iterator[str]:
    """Check the secrets: only the hand in play, the last of a running game, may hide its seed."""
    if record.end is not None or hand.voided:
        yield "its seed is not shown"
    if hand.undealt is not None:
        yield "undealt cards are shown without a seed"


def _deal(record: Record, hand: RecordedHand, seed: bytes) -> Iterator[str]:
    """Compare the record with the seed: chain, removed colours, first leader, every card."""
    if not seed_fits(record.opening.anchor, seed, hand.number):
        yield "its seed does not lead to the anchor"
        return
    if hand.number == 1:
        if removed_colours(record.opening, seed) != record.removed:
            yield "the removed colours are not those that the seed draws"
        if first_leader(record.opening, seed) != record.first_leader:
            yield "the first leader is not the one that the seed draws"
    deck, dealt = deck_for(record.opening, seed, hand.number, record.removed), HAND_SIZE * len(hand.deals)
    for seat, cards in enumerate(hand.deals):
        if cards != deck[HAND_SIZE * seat : HAND_SIZE * (seat + 1)]:
            yield f"seat {seat}'s cards are not those that the seed deals"
    if hand.undealt != deck[dealt:]:
        yield "the undealt cards are not those that the seed leaves"


def _replayed(record: Record, hand: RecordedHand) -> tuple[list[str], HandState | None]:
    """The state after the hand's turns, or the first difference and None."""
    turns, words = _parsed(hand.turns)
    words = words or _parsed(hand.withdrawn)[1]
    if words:
        return [words], None
    deck = _deck(record, hand, turns)
    if deck is None:
        return ["the cards dealt are not those of this game's deck"], None
    state = deal(deck, record.options.seats, hand.leader)
    for number, (taken, turn) in enumerate(zip(hand.turns, turns, strict=True), start=1):
        where = f"turn {number}, {taken.text!r} of seat {taken.seat}"
        try:
            complete = complete_turn(state, turn)
        except IllegalTurn as refused:
            return [f"{where}: refused as {refused.reason}"], None
        if taken.seat != state.to_act:
            return [f"{where}: it was seat {state.to_act}'s turn"], None
        if taken.text != str(complete):
            return [f"{where}: should be written {str(complete)!r}"], None
        state = apply(state, complete)
    return [], state


def _parsed(log: Iterable[RecordedTurn]) -> tuple[list[Turn], str | None]:
    turns = []
    for number, taken in enumerate(log, start=1):
        try:
            turns.append(parse_turn(taken.text))
        except IllegalTurn as refused:
            return turns, f"turn {number}, {taken.text!r} of seat {taken.seat}: {refused.reason}"
    return turns, None


def _deck(record: Record, hand: RecordedHand, turns: list[Turn]) -> list[Card] | None:
    """A deck that deals the hand; for hidden deals one that agrees with all cards shown. None if those are not of one
    deck.

    Hidden cards that were never played may be any spare ones: no turn depends on them.
    """
    whole = full_deck(record.options.colours(record.removed), goat=record.options.goat)
    shown = [list(cards) or sorted(seen) for cards, seen in zip(hand.deals, _face_up(hand, turns), strict=True)]
    seen = [card for cards in shown for card in cards] + list(hand.undealt or ())
    spare = [card for card in whole if card not in seen]
    if len(set(seen)) != len(seen) or not set(seen) <= set(whole):
        return None
    if any(len(cards) > HAND_SIZE for cards in shown):
        return None
    for cards in shown:
        while len(cards) < HAND_SIZE:
            cards.append(spare.pop())
    complete = all(hand.deals) and hand.undealt is not None
    return None if complete and spare else [card for cards in shown for card in cards] + spare


def _face_up(hand: RecordedHand, turns: list[Turn]) -> list[set[Card]]:
    """Cards that each seat must have been dealt: played without having been picked up."""
    dealt: list[set[Card]] = [set() for _ in hand.deals]
    taken: list[set[Card]] = [set() for _ in hand.deals]
    for recorded, turn in zip(hand.turns, turns, strict=True):
        own = taken[recorded.seat]
        dealt[recorded.seat] |= set(turn.cards) - own
        if turn.pickup is not None:
            own.add(turn.pickup)
    return dealt


def _ending(hand: RecordedHand, state: HandState) -> Iterator[str]:
    if hand.voided:
        if hand.points is not None:
            yield "it was voided, so it has no points"
        elif state.over and hand.seed is not None:
            yield "it was played to its end, so it can't have been voided"
    elif not state.over and hand.seed is not None:
        yield "its seed is shown, but it is neither over nor voided"
    elif state.points != hand.points:
        yield f"its points are {_listed(hand.points)}, but the turns make them {_listed(state.points)}"
    if state.over and hand.seed is None:
        yield "it is over, but its seed is not shown"


def _carry_on(record: Record, hand: RecordedHand, state: HandState | None, course: _Course) -> None:
    """Move the course past the hand; if its turns make no sense, trust its own claims."""
    points = hand.points if state is None else state.points
    options, last_actor = record.options, None if state is None else state.last_actor
    if last_actor is not None:
        following = {next_leader(options, hand.leader, last_actor)}
    else:
        following = {next_leader(options, hand.leader, seat) for seat in range(options.seats)}
    if hand.voided:
        # The rules do not say who leads after a voided hand.
        course.leaders = following | {hand.leader}
    elif points is None:
        course.unfinished = hand
    else:
        course.totals = [total + own for total, own in zip(course.totals, points, strict=True)]
        course.counted += 1
        course.leaders = following


def _result(record: Record, course: _Course) -> Iterator[str]:
    expected = tuple(course.totals)
    if record.points is not None and record.points != expected:
        yield f"the points are {_listed(record.points)}, but the hands add up to {_listed(expected)}"
    reached = course.counted > 0 and is_game_over(expected, record.options.target)
    left = [seat for seat in range(record.options.seats) if seat not in record.resigned]
    if record.end in ("resigned", "cancelled") and record.hands and not record.hands[-1].voided:
        yield f"the game ended as {record.end}, but the hand that was being played then is missing"
    if record.end is None:
        yield from _running(record, course, reached=reached, left=left)
    elif record.end != "cancelled":
        yield from _ended(record, course, reached=reached, left=left)
    should_win = _winners(record, expected, left)
    if record.winners != should_win:
        yield f"the winners are {_listed(record.winners)}, but should be {_listed(should_win)}"


def _running(record: Record, course: _Course, *, reached: bool, left: list[int]) -> Iterator[str]:
    if reached or len(left) < 2:
        yield "the game should have ended, but has no result"
    elif course.unfinished is None and record.hands:
        yield "the hand to be played is missing"


def _ended(record: Record, course: _Course, *, reached: bool, left: list[int]) -> Iterator[str]:
    if record.end == "resigned":
        if len(left) != 1:
            yield "the game ended as resigned, but not just one seat was left"
        return
    if course.unfinished is not None:
        yield f"the game ended with hand {course.unfinished.number} unfinished"
    if record.end != ("single_hand" if record.options.target is None else "target"):
        yield f"the game cannot end as {record.end} with these options"
    elif not reached:
        yield "the game ended before it was over"
    if len(left) < 2:
        yield "the game should have ended as resigned"


def _winners(record: Record, points: tuple[int, ...], left: list[int]) -> tuple[int, ...]:
    if record.end is None or record.end == "cancelled":
        return ()
    return tuple(left) if record.end == "resigned" else winners(points, record.resigned)


def _listed(numbers: tuple[int, ...] | None) -> str:
    return "none" if not numbers else ", ".join(map(str, numbers))
