"""A match on all cores."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed

from games.bots.arena.match import GameResult, Match, play_game
from games.bots.arena.players import ArenaPlayers

# So many pieces for each core: small enough for the last ones to end together.
_PIECES = 40


def play(match: Match) -> Iterator[GameResult]:
    """The results of all games, in no order, as they come."""
    cores = os.cpu_count() or 1
    size = max(1, match.games // (cores * _PIECES))
    # Spawned processes: forked ones would share a running kernel.
    pool = ProcessPoolExecutor(cores, multiprocessing.get_context("spawn"))
    with pool:
        pieces = [
            pool.submit(play_some, match, range(first, min(first + size, match.games)))
            for first in range(0, match.games, size)
        ]
        try:
            for piece in as_completed(pieces):
                yield from piece.result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def play_some(match: Match, numbers: range) -> list[GameResult]:
    with ArenaPlayers.of(match.bots) as players:
        return [play_game(match, number, players) for number in numbers]
