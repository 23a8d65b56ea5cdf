"""Whole games of random turns through the services, by people and bots."""

import json
import random
import secrets
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any

from django.db import DatabaseError, connection

from accounts.models import User
from games.engine import TARGETS, HandState, Turn, legal_turns, state_from_json, verify_record
from games.errors import GameError
from games.history.record import game_record
from games.lobby.limits import MAX_NEW
from games.lobby.services import NewGame, game_contribute, game_create, game_join
from games.models import Game, Hand, Seat
from games.play.bot_turn import bot_turn_play
from games.play.errors import TurnRefused
from games.play.seats.resign import seat_resign
from games.play.turn import TurnResult, turn_play

MAX_SEATS = 6
# Games of a hundred in which a player resigns.
RESIGNATIONS = 5
# Turns of a hundred that follow an attempt which must be refused.
STALE_TRIES = 2
# Single hands and short games are more frequent, to fit more games into the time.
SHORT = (None, None, None, None, 10, 10)
BOTS = ("skald", "hirdman")


@dataclass
class SimulationFigures:
    """Figures of the simulated games. `queries`: those of the turns."""

    games: int = 0
    turns: int = 0
    verified: int = 0
    failed: int = 0
    queries: int = 0

    def count_query(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:  # noqa: FBT001
        """Count a query, for `connection.execute_wrapper`."""
        self.queries += 1
        return execute(sql, params, many, context)


@dataclass(frozen=True)
class GamePosition:
    game: Game
    seats: list[Seat]
    state: HandState


class SimulationError(Exception):
    """Raised if a service did not refuse what it must, or a record does not match."""


class Simulation:
    def __init__(self, rng: random.Random, complain: Callable[[str], Any]) -> None:
        self.rng = rng
        self.complain = complain
        self.figures = SimulationFigures()
        self.people: list[User] = []

    def run(self, games: int, seats: int | None) -> SimulationFigures:
        """Play the games. `seats`: None for 2 to 6 in turn."""
        with connection.cursor() as cursor:
            # The data need not survive a power cut, so commits do not wait for the disk.
            cursor.execute("SET synchronous_commit TO off")
        for number in range(games):
            if number % MAX_NEW == 0:
                # A person may not create more at once.
                self.people = [_person(number + seat) for seat in range(MAX_SEATS)]
            self._count(seats or 2 + number % (MAX_SEATS - 1))
        return self.figures

    def _count(self, seats: int) -> None:
        new = self._options(seats)
        self.figures.games += 1
        try:
            game = self._start(new)
            self._play_out(game)
            self._verify(game)
        except (SimulationError, GameError, DatabaseError) as error:
            self.figures.failed += 1
            self.complain(f"game {self.figures.games}, {new}: {error!r}")
        else:
            self.figures.verified += 1

    def _options(self, seats: int) -> NewGame:
        bots = self.rng.choice([0, 0, self.rng.randrange(seats)])
        return NewGame(
            seats=seats,
            target=self.rng.choice([*SHORT, *TARGETS]),
            goat=self.rng.random() < 0.5,
            two_player_deck=self.rng.random() < 0.5,
            next_leader=self.rng.choice(["left", "last"]),
            visibility=Game.Visibility.PUBLIC,
            bots=[self.rng.choice(BOTS) for _bot in range(bots)],
        )

    def _start(self, new: NewGame) -> Game:
        people = self.people[: new.seats - len(new.bots)]
        game = game_create(host=people[0], new=new)
        for person in people[1:]:
            game_join(public_id=game.public_id, user=person)
        for person in people:
            sends = self.rng.random() < 0.8
            game = game_contribute(
                public_id=game.public_id, user=person, contribution=self.rng.randbytes(32) if sends else None
            )
        return game

    def _play_out(self, game: Game) -> None:
        resigns_at = self.rng.randrange(1, 60) if self.rng.randrange(100) < RESIGNATIONS else None
        position = _position(game)
        turns = 0
        while position.game.status == Game.Status.RUNNING:
            if turns == resigns_at:
                seat_resign(public_id=game.public_id, user=self._somebody(game))
                position = _position(game)
            else:
                position = self._take_turn(position)
            turns += 1
        game.refresh_from_db()

    def _somebody(self, game: Game) -> User:
        return self.rng.choice(list(game.seats.filter(kind=Seat.Kind.PERSON).select_related("user"))).user

    def _take_turn(self, position: GamePosition) -> GamePosition:
        self.figures.turns += 1
        game = position.game
        assert game.to_act is not None
        actor = position.seats[game.to_act].held_by
        if actor.is_bot:
            with self._counted():
                made = bot_turn_play(game_id=game.pk, version=game.version)
            return _position(game, made)
        turn = self._chosen(position.state)
        if self.rng.randrange(100) < STALE_TRIES:
            self._must_be_refused(game, actor, turn)
        with self._counted():
            made = turn_play(public_id=game.public_id, user=actor, version=game.version, text=str(turn))
        return _position(game, made)

    def _counted(self) -> AbstractContextManager[None]:
        return connection.execute_wrapper(self.figures.count_query)

    def _chosen(self, state: HandState) -> Turn:
        """A random legal turn. One in three is the largest, because otherwise a hand would last a hundred turns."""
        legal = legal_turns(state)
        return self.rng.choice(legal) if self.rng.randrange(3) else max(legal, key=lambda turn: len(turn.cards))

    def _must_be_refused(self, game: Game, user: User, turn: Turn) -> None:
        try:
            turn_play(public_id=game.public_id, user=user, version=game.version - 1, text=str(turn))
        except TurnRefused:
            return
        raise SimulationError("a turn for a version that has passed was accepted")

    def _verify(self, game: Game) -> None:
        """The record must replay to the same points and result."""
        record = json.loads(json.dumps(game_record(game, None)))
        differences = verify_record(record)
        if differences:
            raise SimulationError(differences[0])


def _position(game: Game, made: TurnResult | None = None) -> GamePosition:
    """The position after the turn, or as stored, after a hand's end or without a turn."""
    if made is not None and not made.state.over:
        return GamePosition(made.game, made.seats, made.state)
    game.refresh_from_db()
    seats = list(game.seats.select_related("held_by").order_by("number"))
    hand = Hand.objects.filter(game=game).order_by("-number")[0]
    return GamePosition(game, seats, state_from_json(hand.state))


def _person(number: int) -> User:
    return User.objects.create_user(handle=f"sim-{number}-{secrets.token_hex(4)}")
