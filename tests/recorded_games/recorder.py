"""Plays a planned game with the engine and a fixed seed, and writes its record."""

from __future__ import annotations

import random
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import count

from games.engine import (
    HAND_SIZE,
    HandState,
    Turn,
    apply,
    deal,
    forced_turn,
    is_game_over,
    legal_turns,
    next_leader,
    winners,
)
from games.engine.fairdeal import PROTOCOL, Opening, chain_anchor, chain_seed, deck_for, first_leader, removed_colours
from games.engine.record_schema import FORMAT
from tests.recorded_games import Place, chain_top, public_id_of
from tests.recorded_games.plans import Plan

Json = dict[str, object]
BEGIN = datetime(2026, 5, 4, 9, tzinfo=UTC)
# Between turns; short enough to count as being at the table.
STEP = timedelta(seconds=1)
# A time-out at the usual pace.
LATE = timedelta(days=1)
# Time-outs until the stand-in bot holds the seat.
PATIENCE = 3


class Recorder:
    def __init__(self, name: str, plan: Plan) -> None:
        self.plan, self.options = plan, plan.options
        self.rng = random.Random(f"{name} {plan.seed}")
        self.top = chain_top(public_id_of(name))
        self.kinds = ["person", *["bot"] * plan.bots, *["person"] * (plan.options.seats - plan.bots - 1)]
        self.opening = Opening(
            game_id=public_id_of(name),
            anchor=chain_anchor(self.top),
            seats=plan.options.seats,
            goat=plan.options.goat,
            remove_two=plan.options.removes_two,
            contributions=tuple(self._contributions()),
        )
        first = chain_seed(self.top, 1)
        self.removed = removed_colours(self.opening, first)
        self.leader = self.first_leader = first_leader(self.opening, first)
        self.points = [0] * self.options.seats
        self.hands: list[Json] = []
        self.events: list[Json] = []
        self.clock = BEGIN
        self.end = ""
        self.resigned: set[int] = set()
        # Seats held by stand-in bots, and consecutive time-outs.
        self.held: set[int] = set()
        self.late = [0] * self.options.seats

    def _contributions(self) -> Iterator[bytes]:
        people = count()
        for kind in self.kinds:
            yield contribution_of(next(people)) if kind == "person" else b""

    def recorded(self) -> Json:
        number = 1
        while not self.end:
            _Hand(self, number).play()
            number += 1
        return self._record()

    def happened(self, kind: str, seat: int, place: Place, *, step: timedelta = STEP) -> None:
        self.clock += step
        event = {"kind": kind, "seat": seat, "hand": place.hand, "after_turn": place.turn, "at": self.now()}
        self.events.append(event)

    def now(self) -> str:
        return self.clock.isoformat().replace("+00:00", "Z")

    def scored(self, state: HandState) -> None:
        """Add a hand's points; end the game or name the next leader."""
        assert state.points is not None
        assert state.last_actor is not None
        self.points = [total + own for total, own in zip(self.points, state.points, strict=True)]
        if is_game_over(self.points, self.options.target):
            self.end = "single_hand" if self.options.target is None else "target"
        self.leader = next_leader(self.options, self.leader, state.last_actor)

    def _record(self) -> Json:
        options = self.options
        return {
            "format": FORMAT,
            "id": self.opening.game_id,
            "options": {
                "seats": options.seats,
                "target": options.target,
                "goat": options.goat,
                "two_player_deck": options.two_player_deck,
                "next_leader": options.next_leader,
            },
            "players": [
                {"seat": seat, "name": f"{kind} {seat + 1}", "kind": kind} for seat, kind in enumerate(self.kinds)
            ],
            "started_at": BEGIN.isoformat().replace("+00:00", "Z"),
            "ended_at": self.now(),
            "fair": {
                "protocol": PROTOCOL,
                "anchor": self.opening.anchor.hex(),
                "contributions": [given.hex() for given in self.opening.contributions],
                "fingerprint": self.opening.fingerprint.hex(),
                "removed": list(self.removed),
                "first_leader": self.first_leader,
            },
            "hands": self.hands,
            "events": self.events,
            "result": {"points": self.points, "winners": self._winners(), "end": self.end},
        }

    def _winners(self) -> list[int]:
        if self.end == "cancelled":
            return []
        if self.end == "resigned":
            return [seat for seat in range(self.options.seats) if seat not in self.resigned]
        return list(winners(self.points, self.resigned))


class _Hand:
    def __init__(self, game: Recorder, number: int) -> None:
        self.game, self.number = game, number
        self.seed = chain_seed(game.top, number)
        self.deck = deck_for(game.opening, self.seed, number, game.removed)
        self.state = deal(self.deck, game.options.seats, game.leader)
        self.leader = game.leader
        self.log: list[Json] = []
        self.gone: set[int] = set()

    def play(self) -> None:
        """Play to the hand's or the game's end."""
        self._record_seat_events()
        while not (self.state.over or self.game.end):
            before, seat = self.state, self.state.to_act
            turn, by = self._chosen()
            self.game.clock += STEP
            self.log.append({"seat": seat, "turn": str(turn), "by": by, "at": self.game.now()})
            self.state = apply(before, turn)
            self._patience(seat)
            self._record_seat_events(before)
        voided = not self.state.over
        if not voided:
            self.game.scored(self.state)
        self.game.hands.append(self._row(voided=voided))

    @property
    def place(self) -> Place:
        return Place(self.number, len(self.log))

    def _chosen(self) -> tuple[Turn, str]:
        game, seat, here = self.game, self.state.to_act, self.place
        if game.kinds[seat] == "bot" or seat in game.held:
            return self._any(), "bot"
        if ("moderator", -1) in game.plan.happens.get(here, ()):
            return forced_turn(self.state), "moderator"
        if any(away.seat == seat and away.since <= here for away in game.plan.away) and game.late[seat] >= 0:
            game.clock += LATE
            game.late[seat] += 1
            return (self._any(), "bot") if game.plan.caretaker else (forced_turn(self.state), "timeout")
        return self._any(), "player"

    def _any(self) -> Turn:
        """A random turn, often the largest, as hands would take a hundred turns."""
        legal, rng = legal_turns(self.state), self.game.rng
        return rng.choice(legal) if rng.randrange(3) else max(legal, key=lambda turn: len(turn.cards))

    def _patience(self, seat: int) -> None:
        game = self.game
        if game.late[seat] == PATIENCE and seat not in game.held:
            assert not self.state.over, "the hand is over: choose another seed"
            game.held.add(seat)
            game.happened("handover", seat, self.place, step=timedelta())

    def _record_seat_events(self, before: HandState | None = None) -> None:
        """`before` is the state before the last turn."""
        game = self.game
        for kind, seat in game.plan.happens.get(self.place, ()):
            if kind == "undo":
                assert before is not None
                assert self.log[-1]["by"] == "player"
                self.gone.add(len(self.log))
                self.state = before
                game.clock += STEP
            elif kind == "cancel":
                game.clock += STEP
                game.end = "cancelled"
            elif kind == "resign":
                self._resign(seat)
            elif kind == "return":
                game.held.discard(seat)
                game.late[seat] = -1
                game.happened("return", seat, self.place)

    def _resign(self, seat: int) -> None:
        game = self.game
        game.happened("resign", seat, self.place)
        game.resigned.add(seat)
        game.held.add(seat)
        if len(game.resigned) == game.options.seats - 1:
            game.end = "resigned"

    def _row(self, *, voided: bool) -> Json:
        seats = self.game.options.seats
        row: Json = {
            "number": self.number,
            "leader": self.leader,
            "seed": self.seed.hex(),
            "deals": [list(map(str, self.deck[HAND_SIZE * seat : HAND_SIZE * (seat + 1)])) for seat in range(seats)],
            "undealt": list(map(str, self.deck[HAND_SIZE * seats :])),
            "turns": self.log,
            "points": [] if voided or self.state.points is None else list(self.state.points),
        }
        if voided:
            row["voided"] = True
        if self.gone:
            rows = [turn | {"number": number} for number, turn in enumerate(self.log, start=1)]
            row["turns"] = [turn for turn in rows if turn["number"] not in self.gone]
            row["withdrawn"] = [turn for turn in rows if turn["number"] in self.gone]
        return row


def contribution_of(person: int) -> bytes:
    return bytes([person + 1]) * 32
