"""Figures of each seat in a game, from its turns."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from games.engine import Card, HandState, apply, deal, parse_turn, set_value
from games.models import Game, Hand, Move


@dataclass
class Counts:
    """A seat's figures over the scored hands (games.models.SeatFigures)."""

    hands: int = 0
    hands_out: int = 0
    rounds: int = 0
    rounds_won: int = 0
    plays: int = 0
    passes: int = 0
    timeouts: int = 0
    cards_played: int = 0
    highest_value: int = 0
    largest_set: int = 0


def seat_counts(game: Game) -> list[Counts]:
    """Figures by seat, from valid turns. Two queries. Raises IllegalTurn or ValueError if deck and turns disagree."""
    counts = [Counts() for _seat in range(game.seats_count)]
    hands = list(game.hands.filter(points__isnull=False, voided=False).order_by("number"))
    moves: dict[int, list[Move]] = {hand.pk: [] for hand in hands}
    for move in Move.objects.valid().filter(hand__in=moves).order_by("hand", "number"):
        moves[move.hand_id].append(move)
    for hand in hands:
        hand_count(counts, hand, moves[hand.pk])
    return counts


def hand_count(counts: Sequence[Counts], hand: Hand, moves: Iterable[Move]) -> None:
    """Count a scored hand and its valid turns. Raises IllegalTurn or ValueError if deck and turns disagree."""
    state = deal([Card.parse(text) for text in hand.deck], len(counts), hand.leader)
    for move in moves:
        after = apply(state, parse_turn(move.turn))
        _turn_count(counts, state, after, move)
        state = after
    for seat, size in enumerate(state.sizes):
        counts[seat].hands += 1
        counts[seat].hands_out += size == 0
        counts[seat].rounds += state.round


def _turn_count(counts: Sequence[Counts], before: HandState, after: HandState, move: Move) -> None:
    """Count a turn. A round is won by the last seat to play in it; a hand's last round by the seat that goes out."""
    seat, turn = counts[before.to_act], parse_turn(move.turn)
    seat.timeouts += move.by == Move.By.TIMEOUT
    if turn.cards:
        seat.plays += 1
        seat.cards_played += len(turn.cards)
        seat.highest_value = max(seat.highest_value, set_value(turn.cards))
        seat.largest_set = max(seat.largest_set, len(turn.cards))
    else:
        seat.passes += 1
    if after.over:
        seat.rounds_won += 1
    elif after.round > before.round and before.table_seat is not None:
        counts[before.table_seat].rounds_won += 1
