"""Turn by turn: legal turns, their effects, and the forced turn after a time-out (RULES.md)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce

from games.engine.cards import Card, is_set_mask, mask_value
from games.engine.dealing import deal
from games.engine.plays import turns
from games.engine.state import HandState
from games.engine.turns import PASS, IllegalTurn, Refusal, Turn, parse_turn, turn_from_masks


def legal_turns(state: HandState) -> tuple[Turn, ...]:
    """The legal turns, sorted by text, with pick-ups; () once the hand is over."""
    return () if state.over else turns(state.hand_masks[state.to_act], state.table_mask)


def complete_turn(state: HandState, turn: Turn) -> Turn:
    """The turn as recorded: a pick-up left out is filled in if one card is beaten. Raises IllegalTurn with the first
    reason in REFEREE.md's order.
    """
    if state.over:
        raise IllegalTurn(Refusal.HAND_OVER)
    if turn.is_pass:
        if state.table_seat is None:
            raise IllegalTurn(Refusal.MUST_LEAD)
        return turn
    refusal = _cards_refused(state, turn) or _pickup_refused(state, turn)
    if refusal:
        raise IllegalTurn(refusal)
    if turn.pickup is None and state.table_mask and turn.mask != state.hand_masks[state.to_act]:
        return turn_from_masks(turn.mask, state.table_mask)
    return turn


def _cards_refused(state: HandState, turn: Turn) -> Refusal | None:
    held, mask, count = state.hand_masks[state.to_act], turn.mask, len(turn.cards)
    if mask.bit_count() != count:
        return Refusal.DUPLICATE_CARD
    if mask & ~held:
        return Refusal.NOT_YOUR_CARD
    if not is_set_mask(mask):
        return Refusal.NOT_A_SET
    if state.table_seat is None:
        return None if count == 1 or mask == held else Refusal.WRONG_COUNT
    beaten = state.table_mask.bit_count()
    if not beaten <= count <= beaten + 1:
        return Refusal.WRONG_COUNT
    return None if mask_value(mask) > mask_value(state.table_mask) else Refusal.TOO_LOW


def _pickup_refused(state: HandState, turn: Turn) -> Refusal | None:
    """Why the pick-up of a play with legal cards is refused, or None. A lead has no table, so any pick-up is
    `pickup_not_allowed`.
    """
    goes_out = turn.mask == state.hand_masks[state.to_act]
    if turn.pickup is None:
        needed = not goes_out and state.table_mask.bit_count() > 1
        return Refusal.PICKUP_MISSING if needed else None
    if state.table_seat is not None and not turn.pickup.bit & state.table_mask:
        return Refusal.PICKUP_NOT_ON_TABLE
    return Refusal.PICKUP_NOT_ALLOWED if goes_out or state.table_seat is None else None


def apply(state: HandState, turn: Turn) -> HandState:
    """The state after the turn. Raises IllegalTurn as `complete_turn`."""
    done = complete_turn(state, turn)
    return _passed(state) if done.is_pass else _played(state, done)


def _passed(state: HandState) -> HandState:
    following = (state.to_act + 1) % len(state.hand_masks)
    ends = following == state.table_seat
    return HandState(
        hand_masks=state.hand_masks,
        table_mask=0 if ends else state.table_mask,
        table_seat=None if ends else state.table_seat,
        to_act=following,
        leader=state.leader,
        round=state.round + ends,
        discarded_mask=state.discarded_mask | (state.table_mask if ends else 0),
        known_masks=state.known_masks,
        beaten_mask=0 if ends else state.beaten_mask,
        beaten_seat=None if ends else state.beaten_seat,
        picked_up_mask=0 if ends else state.picked_up_mask,
        colours=state.colours,
        goat=state.goat,
    )


def _played(state: HandState, turn: Turn) -> HandState:
    seat, taken = state.to_act, turn.pickup.bit if turn.pickup else 0
    held = state.hand_masks[seat] & ~turn.mask | taken
    known = state.known_masks[seat] & ~turn.mask | taken
    return HandState(
        hand_masks=(*state.hand_masks[:seat], held, *state.hand_masks[seat + 1 :]),
        table_mask=turn.mask,
        table_seat=seat,
        to_act=(seat + 1) % len(state.hand_masks) if held else seat,
        leader=state.leader,
        round=state.round,
        discarded_mask=state.discarded_mask | state.table_mask & ~taken,
        known_masks=(*state.known_masks[:seat], known, *state.known_masks[seat + 1 :]),
        beaten_mask=state.table_mask,
        beaten_seat=state.table_seat,
        picked_up_mask=taken,
        colours=state.colours,
        goat=state.goat,
    )


def forced_turn(state: HandState) -> Turn:
    """The turn after a time-out: a pass, or at a lead the lowest number, colours in the order B R P G K O, the goat as
    0. Raises IllegalTurn(HAND_OVER).
    """
    if state.over:
        raise IllegalTurn(Refusal.HAND_OVER)
    if state.table_seat is not None:
        return PASS
    cards = state.hands[state.to_act]
    # Canonical order is number descending but colour ascending, so the lowest card is not always the last.
    return Turn((next(card for card in cards if card.number == cards[-1].number),))


def replay(deck: Sequence[Card], seats: int, leader: int, turns: Iterable[Turn | str]) -> HandState:
    """The state after `turns` from the deal of `deck`. Raises as `deal`, `parse_turn` and `apply` do."""
    return reduce(
        lambda state, turn: apply(state, parse_turn(turn) if isinstance(turn, str) else turn),
        turns,
        deal(deck, seats, leader),
    )
