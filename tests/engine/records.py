"""Game records made by playing whole games with the engine alone, for the tests of `verify_record`."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterator
from dataclasses import dataclass, field

from games.engine import (
    HAND_SIZE,
    Card,
    GameOptions,
    HandState,
    apply,
    deal,
    is_game_over,
    legal_turns,
    next_leader,
    winners,
)
from games.engine.fairdeal import Opening, chain_anchor, chain_seed, deck_for, first_leader, removed_colours

AT = "2024-05-01T12:00:00Z"
Json = dict[str, object]


def chain_top(seed: int) -> bytes:
    return hashlib.sha256(f"test chain {seed}".encode()).digest()


@dataclass(slots=True)
class PlayedGame:
    """A game as it is played turn by turn, each turn drawn evenly from the legal ones."""

    options: GameOptions
    seed: int
    points: list[int] = field(init=False)
    hands: list[Json] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.points = [0] * self.options.seats
        self.rng = random.Random(self.seed)
        self.top = chain_top(self.seed)
        self.opening = Opening(
            game_id=f"game-{self.seed}",
            anchor=chain_anchor(self.top),
            seats=self.options.seats,
            goat=self.options.goat,
            remove_two=self.options.removes_two,
            contributions=tuple(bytes([seat]) * seat for seat in range(self.options.seats)),
        )
        self.removed = removed_colours(self.opening, chain_seed(self.top, 1))
        self.leader = first_leader(self.opening, chain_seed(self.top, 1))

    rng: random.Random = field(init=False)
    top: bytes = field(init=False)
    opening: Opening = field(init=False)
    removed: str = field(init=False)
    leader: int = field(init=False)

    def play_hand(self, number: int, most_turns: int | None = None) -> HandState:
        """Play a hand to its end, or until `most_turns` were taken; its row joins `hands`."""
        seats, seed = self.options.seats, chain_seed(self.top, number)
        deck = deck_for(self.opening, seed, number, self.removed)
        state, turns = deal(deck, seats, self.leader), list[Json]()
        while not state.over and (most_turns is None or len(turns) < most_turns):
            turn = self.rng.choice(legal_turns(state))
            turns.append({"seat": state.to_act, "turn": str(turn), "by": "player", "at": AT})
            state = apply(state, turn)
        self.hands.append(
            {
                "number": number,
                "leader": self.leader,
                "seed": seed.hex(),
                "deals": [_texts(deck[HAND_SIZE * k : HAND_SIZE * (k + 1)]) for k in range(seats)],
                "undealt": _texts(deck[HAND_SIZE * seats :]),
                "turns": turns,
                "points": None if state.points is None else list(state.points),
            }
        )
        return state

    def count(self, state: HandState) -> None:
        """Add the points of a finished hand and find the next leader."""
        assert state.points is not None
        assert state.last_actor is not None
        self.points = [total + own for total, own in zip(self.points, state.points, strict=True)]
        self.leader = next_leader(self.options, self.leader, state.last_actor)

    def record(self, result: Json | None, events: list[Json] | None = None) -> Json:
        options = self.options
        return {
            "format": "odin-game/1",
            "id": self.opening.game_id,
            "options": {
                "seats": options.seats,
                "target": options.target,
                "goat": options.goat,
                "two_player_deck": options.two_player_deck,
                "next_leader": options.next_leader,
            },
            "players": [
                {"seat": seat, "name": f"player {seat}", "kind": "bot" if seat else "person"}
                for seat in range(options.seats)
            ],
            "started_at": AT,
            "ended_at": None if result is None else AT,
            "fair": {
                "protocol": "odin-deal/1",
                "anchor": self.opening.anchor.hex(),
                "contributions": [given.hex() for given in self.opening.contributions],
                "fingerprint": self.opening.fingerprint.hex(),
                "removed": list(self.removed),
                "first_leader": first_leader(self.opening, chain_seed(self.top, 1)),
            },
            "hands": self.hands,
            "events": events or [],
            "result": result,
        }

    def result(self, end: str, won_by: list[int]) -> Json:
        return {"points": list(self.points), "winners": won_by, "end": end}


def _texts(cards: tuple[Card, ...]) -> list[str]:
    return [str(card) for card in cards]


def _hands(game: PlayedGame) -> Iterator[int]:
    number = 1
    while not (number > 1 and is_game_over(game.points, game.options.target)):
        yield number
        number += 1


def finished_game(options: GameOptions, seed: int = 1) -> Json:
    """A whole game to its end."""
    game = PlayedGame(options, seed)
    for number in _hands(game):
        game.count(game.play_hand(number))
    end = "single_hand" if options.target is None else "target"
    return game.record(game.result(end, list(winners(game.points))))


def resigned_game(options: GameOptions, seed: int = 1) -> Json:
    """A game with one hand played, and the second left unfinished because all seats but the last have resigned."""
    game = PlayedGame(options, seed)
    game.count(game.play_hand(1))
    game.play_hand(2, most_turns=3)
    game.hands[-1]["voided"] = True
    last = options.seats - 1
    events: list[Json] = [
        {"kind": "resign", "seat": seat, "hand": 2, "after_turn": 3, "at": AT} for seat in range(last)
    ]
    return game.record(game.result("resigned", [last]), events)


def cancelled_game(options: GameOptions, seed: int = 1) -> Json:
    """A game that was cancelled in its first hand."""
    game = PlayedGame(options, seed)
    game.play_hand(1, most_turns=2)
    game.hands[-1]["voided"] = True
    return game.record(game.result("cancelled", []))


def game_with_voided_hand(seed: int = 1) -> Json:
    """Hand 2 was voided, with a turn taken back in it; the game went on with hand 19 to its end."""
    game = PlayedGame(GameOptions(3, target=10), seed)
    game.count(game.play_hand(1))
    game.play_hand(2, most_turns=4)
    game.hands[-1]["voided"] = True
    game.hands[-1]["withdrawn"] = [{"seat": 0, "turn": "pass", "by": "player", "at": AT}]
    number = 19
    while not is_game_over(game.points, game.options.target):
        game.count(game.play_hand(number))
        number += 1
    return game.record(game.result("target", list(winners(game.points))))


def running_game(options: GameOptions, seed: int = 1, turns: int = 12, viewer: int | None = None) -> Json:
    """A game with two hands played and the third running, as a spectator sees it, or the seat `viewer`."""
    game = PlayedGame(options, seed)
    for number in (1, 2):
        game.count(game.play_hand(number))
    game.play_hand(3, most_turns=turns)
    hand = game.hands[-1]
    deals = hand["deals"]
    assert isinstance(deals, list)
    hand |= {"seed": None, "undealt": None}
    hand["deals"] = [cards if seat == viewer else [] for seat, cards in enumerate(deals)]
    return game.record(None)
