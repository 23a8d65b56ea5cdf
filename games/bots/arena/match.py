"""Games between bots: the same deals for every rotation of the bots over the seats."""

from __future__ import annotations

import random
import time
from dataclasses import dataclass, field

from games.bots.arena.players import ArenaPlayers, Fault, LostByAnswer
from games.engine import (
    GOAT,
    Card,
    GameOptions,
    HandState,
    IllegalTurn,
    apply,
    complete_turn,
    deal,
    full_deck,
    is_game_over,
    legal_turns,
    next_leader,
    observe,
    winners,
)


@dataclass(frozen=True, slots=True)
class Match:
    """A match: `games` games, rotations included, of `bots` on the seats in turn. `options` are those of each game."""

    bots: tuple[str, ...]
    options: GameOptions
    games: int
    seed: int
    budget_ms: int

    @property
    def seatings(self) -> tuple[tuple[str, ...], ...]:
        """The bots by seat in the games that share their deals: all rotations that differ."""
        seats = self.options.seats
        first = [self.bots[seat % len(self.bots)] for seat in range(seats)]
        return tuple(dict.fromkeys(tuple(first[turned:] + first[:turned]) for turned in range(seats)))


@dataclass(slots=True)
class GameResult:
    """A game by seats: its bot, points, share of the victory, turns and the seconds they took, and the seats that lost
    it by an answer. Games with the same number `deals` share their deals.
    """

    deals: int
    bots: tuple[str, ...]
    points: list[int]
    shares: list[float] = field(default_factory=list)
    turns: list[int] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    faults: dict[int, Fault] = field(default_factory=dict)


def play_game(match: Match, number: int, players: ArenaPlayers) -> GameResult:
    """Game `number` of the match. A seed gives the same games in any order and on any number of cores."""
    deals, rotation = divmod(number, len(match.seatings))
    seats = match.options.seats
    result = GameResult(deals, match.seatings[rotation], [0] * seats, [0.0] * seats, [0] * seats, [0.0] * seats)
    opening = random.Random(f"{match.seed} {deals}")
    colours = match.options.colours("".join(opening.sample("BRPGKO", 2)) if match.options.removes_two else "")
    leader = opening.randrange(seats)
    table = ArenaTable(match, result, players, random.Random(f"{match.seed} {deals} {rotation}"))
    for hand in range(1_000_000):
        deck = _shuffled(match, colours, random.Random(f"{match.seed} {deals} hand {hand}"))
        state = table.play_hand(deal(deck, seats, leader))
        if state.points is not None:
            result.points = [had + more for had, more in zip(result.points, state.points, strict=True)]
        if result.faults or is_game_over(result.points, match.options.target):
            break
        leader = next_leader(match.options, leader, state.to_act)
    won = winners(result.points, result.faults)
    result.shares = [(seat in won) / len(won) for seat in range(seats)]
    return result


def _shuffled(match: Match, colours: str, rng: random.Random) -> list[Card]:
    deck = list(full_deck(colours))
    rng.shuffle(deck)
    if match.options.goat:
        deck.insert(rng.randrange(9 * match.options.seats), GOAT)
    return deck


@dataclass(frozen=True, slots=True)
class ArenaTable:
    """The seats of a game. `result` gets what is played."""

    match: Match
    result: GameResult
    players: ArenaPlayers
    rng: random.Random

    def play_hand(self, state: HandState) -> HandState:
        """Play the hand to its end, or to the answer that loses the game."""
        history: list[tuple[int, str]] = []
        while not state.over:
            try:
                state, turn = self._take(state, history)
            except LostByAnswer as lost:
                self.result.faults[state.to_act] = lost.fault
                break
            history.append(turn)
        return state

    def _take(self, state: HandState, history: list[tuple[int, str]]) -> tuple[HandState, tuple[int, str]]:
        """The state after the seat's turn, and the turn. Raises LostByAnswer."""
        seat, legal = state.to_act, legal_turns(state)
        view = observe(state, seat, points=self.result.points, target=self.match.options.target, history=history)
        began = time.perf_counter()
        turn = self.players[self.result.bots[seat]].choose(view, legal, self.match.budget_ms, self.rng)
        self.result.seconds[seat] += time.perf_counter() - began
        self.result.turns[seat] += 1
        try:
            done = complete_turn(state, turn)
        except IllegalTurn as refused:
            raise LostByAnswer(Fault.ILLEGAL) from refused
        return apply(state, done), (seat, str(done))
