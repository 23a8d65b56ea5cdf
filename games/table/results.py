"""Finished hands and the game's end."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from games.engine import observe, state_from_json
from games.models import Game, Hand, Intervention, Seat, TakeBack
from games.play.move_log import valid_count
from games.table.players import Player
from games.table.view_model import GameEnd, HandResult, ResultRow, Standing


def hand_results(
    hands: Sequence[Hand], players: Sequence[Player], take_backs: Collection[TakeBack]
) -> tuple[HandResult, ...]:
    """The results, newest first; `hands` are all of the game, in order."""
    totals = [0] * len(players)
    results = []
    for hand in hands:
        if hand.ended_at is None:
            continue
        scored = hand.points or []
        totals = [have + more for have, more in zip(totals, scored, strict=True)] if scored else totals
        result = _result(hand, scored, totals, players, valid_count(hand, take_backs))
        results.append(replace(result, gone_back=hand.voided and hand is not hands[-1]))
    return tuple(reversed(results))


def _result(
    hand: Hand, scored: Sequence[int], totals: Sequence[int], players: Sequence[Player], turns: int
) -> HandResult:
    left = observe(state_from_json(hand.state), None).left or ()
    rows = [
        ResultRow(player, tuple(map(str, cards)), cost, total)
        for player, cards, cost, total in zip(players, left, scored, totals, strict=False)
    ]
    return HandResult(
        number=hand.number,
        leader=players[hand.leader],
        out=next((row.player for row in rows if not row.left), None),
        rows=tuple(sorted(rows, key=lambda row: (row.total, row.player.seat))),
        turns_count=turns,
        voided=hand.voided,
    )


def game_ending(
    game: Game,
    seats: Sequence[Seat],
    players: Sequence[Player],
    hands: Sequence[Hand],
    interventions: Sequence[Intervention],
) -> GameEnd | None:
    if game.ended_at is None:
        return None
    standing = tuple(sorted(_standing(seats, players), key=lambda row: (row.place or len(seats) + 1, row.points)))
    return GameEnd(
        how=game.ending,
        winners=tuple(row.player for row in standing if row.is_winner),
        standing=standing,
        hands_count=sum(hand.points is not None for hand in hands),
        mine=next((row for row in standing if row.player.is_me), None),
        reason=next((act.reason for act in interventions if act.kind == Intervention.Kind.CANCEL), ""),
        target=game.target,
    )


def _standing(seats: Sequence[Seat], players: Sequence[Player]) -> list[Standing]:
    """The final standings. Ties share a place; resigned players have none (RULES.md, 9)."""
    counted = [seat.points for seat in seats if seat.resigned_at is None]
    return [
        Standing(
            player=players[seat.number],
            place=0 if seat.resigned_at else 1 + sum(points < seat.points for points in counted),
            points=seat.points,
            is_winner=seat.is_winner,
            left_to_bot=seat.resigned_at is None and seat.held_by_id != seat.user_id,
        )
        for seat in seats
    ]
