"""The rows of a game written for tests, and how they are saved."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from accounts.models import User
from accounts.secret_box import seal
from games.engine import HandState, state_to_json
from games.models import FairChain, Game, GameEvent, Hand, Intervention, Move, Notice, Seat, TakeBack
from games.moderation.acts.base import act_write
from games.outbox.write import notice_rows
from games.play.clock.deadline import deadline_new, deadline_save
from games.play.locking import LockedGame
from tests.many_rows import rows_write

REASON = "They asked for it."


@dataclass(frozen=True)
class Wait:
    """The start of a wait; `acted` is the previous seat. `notice_at`: when to write the turn's notification, if later.
    `takes_back`: it resumes the time left of the wait before.
    """

    at: datetime
    acted: Seat | None
    takes_back: bool
    version: int
    to_act: int | None
    bot_acts: bool
    ended_at: datetime | None
    holders: tuple[User, ...]
    notice_at: datetime | None


@dataclass(frozen=True)
class Act:
    """A moderator's act and its notifications."""

    kind: Intervention.Kind
    at: datetime
    version: int
    place: tuple[int, int]
    seat: Seat | None
    facts: dict[str, bool]
    told: tuple[Notice, ...]


class LaidRows:
    """The unsaved rows of a game; `top` is the secret of the chain."""

    def __init__(self, game: Game, top: bytes) -> None:
        self.game, self.top = game, top
        self.seats: list[Seat] = []
        self.hands: list[Hand] = []
        self.moves: list[Move] = []
        self.events: list[GameEvent] = []
        self.take_backs: list[TakeBack] = []
        self.told: list[Notice] = []
        self.acts: list[Act] = []
        self.waits: list[Wait] = []
        self.states: list[HandState] = []
        self.moderator: User | None = None

    def write(self) -> Game:
        """Save all rows and return the game freshly read. Sends nothing."""
        with transaction.atomic(savepoint=False):
            self.game.save(force_insert=True)
            FairChain.objects.create(game=self.game, sealed=seal(self.top))
            Seat.objects.bulk_create(self.seats)
            self._hands_write()
            if self.events:
                GameEvent.objects.bulk_create(self.events)
            for act in self.acts:
                self._act_write(act)
            rows_write([row for event in self.told for row in notice_rows(event)])
            self._clock_write()
        return Game.objects.get(pk=self.game.pk)

    def locked(self, at: datetime) -> LockedGame:
        """The game as services write it, with seats in memory."""
        return LockedGame(self.game, at, self.seats)

    def _hands_write(self) -> None:
        if not self.hands:
            return
        for hand, state in zip(self.hands, self.states, strict=True):
            hand.state = state_to_json(state)
        Hand.objects.bulk_create(self.hands)
        for move in self.moves:
            # Their hands have ids now.
            move.hand_id = move.hand.pk
        rows_write(self.moves)
        if self.take_backs:
            TakeBack.objects.bulk_create(self.take_backs)

    def _act_write(self, act: Act) -> None:
        row = act_write(
            act.kind, self.locked(act.at), self._moderator_there(), REASON,
            seat=act.seat, facts=act.facts, place=act.place, version=act.version,
        )  # fmt: skip
        for event in act.told:
            event.about = row.pk
        self.told += act.told

    def _clock_write(self) -> None:
        if not self.waits:
            return
        first = len(self.waits) - 2
        while first > 0 and self.waits[first].takes_back:
            first -= 2
        for wait in self.waits[max(first, 0) :]:
            self._wait_write(wait)

    def _wait_write(self, wait: Wait) -> None:
        """Write a wait, with game and seats as they were."""
        game = self.game
        game.version, game.to_act, game.bot_acts, game.ended_at = (
            wait.version,
            wait.to_act,
            wait.bot_acts,
            wait.ended_at,
        )
        for seat, holder in zip(self.seats, wait.holders, strict=True):
            seat.held_by = holder
        left = game.deadline.left_before if wait.takes_back else None
        deadline_save(deadline_new(self.locked(wait.at), acted=wait.acted, left=left, notice_at=wait.notice_at))

    def _moderator_there(self) -> User:
        assert self.moderator is not None, "a moderator acted in this game: who?"
        return self.moderator
