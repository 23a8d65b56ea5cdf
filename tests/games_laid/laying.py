"""A game in memory that services would have left so."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import cached_property

from accounts.models import User
from games.engine import (
    Card,
    HandState,
    apply,
    deal,
    fairdeal,
    is_game_over,
    next_leader,
    parse_turn,
    replay,
    winners,
)
from games.lobby.services import CONTRIBUTION_WAIT, NewGame
from games.models import Game, GameEvent, Hand, Intervention, Move, Notice, Seat, TakeBack
from games.outbox.schedule import first_due
from games.play.bot_accounts import bot_user, caretaker_user
from games.play.fair_chain import game_opening
from games.play.undo_rights import undo_wait
from tests.games_laid.rows import Act, LaidRows, Wait
from tests.recorded_games import chain_top
from tests.recorded_games.recorder import contribution_of

PERSON, BOT = Seat.Kind.PERSON, Seat.Kind.BOT


class Laying(LaidRows):
    def __init__(self, public_id: str, people: Sequence[User], new: NewGame, at: datetime) -> None:
        game = Game(
            public_id=public_id, name=new.name, host=people[0], visibility=new.visibility, seats_count=new.seats,
            target=new.target, goat=new.goat, two_player_deck=new.two_player_deck and new.seats == 2,
            next_leader=new.next_leader, rated=new.rated, undo=new.undo, pace=new.pace,
            timeout_action=new.timeout_action, weekends_off=new.weekends_off, min_reliability=new.min_reliability,
            anchor=fairdeal.chain_anchor(chain_top(public_id)).hex(), created_at=at, changed_at=at,
        )  # fmt: skip
        super().__init__(game, chain_top(public_id))
        self._sit_down(people, new, at)

    def rename(self, public_id: str) -> None:
        """Rename the game; the deals stay."""
        self.game.public_id = public_id
        self.game.anchor = fairdeal.chain_anchor(chain_top(public_id)).hex()

    # Before the start.

    def _sit_down(self, people: Sequence[User], new: NewGame, at: datetime) -> None:
        for user in (people[0], *map(bot_user, new.bots), *people[1:]):
            kind = BOT if user.is_bot else PERSON
            seat = Seat(game=self.game, number=len(self.seats), kind=kind, user=user, held_by=user, joined_at=at)
            seat.answered_at = at if user.is_bot else None
            self.seats.append(seat)
        self.game.version = 1
        for user in people[1:]:
            self.game.version += 1
            self._tell(Notice.Kind.JOINED, user, at)
        if len(self.seats) == new.seats:
            self.game.full_at, self.game.contributions_due_at = at, at + CONTRIBUTION_WAIT

    def contribute(self, at: datetime) -> None:
        """Write everybody's contribution. A full game starts."""
        people = [seat for seat in self.seats if seat.kind == PERSON]
        for number, seat in enumerate(people):
            seat.contribution, seat.answered_at = contribution_of(number), at
        if len(self.seats) == self.game.seats_count:
            self._start(at)

    def _start(self, at: datetime) -> None:
        game = self.game
        self._changed(at)
        opening, seed = game_opening(game, self.seats), fairdeal.chain_seed(self.top, 1)
        game.fingerprint = opening.fingerprint.hex()
        game.removed = fairdeal.removed_colours(opening, seed)
        game.first_leader = fairdeal.first_leader(opening, seed)
        game.status, game.started_at, game.contributions_due_at = Game.Status.RUNNING, at, None
        self._deal(1, game.first_leader, at)
        for seat in self.seats:
            self._tell(Notice.Kind.STARTED, seat.user, at)
        self._wait(at)

    # Turns.

    @property
    def state(self) -> HandState:
        return self.states[-1]

    def turn(self, text: str, by: str, at: datetime) -> None:
        game, hand, before = self.game, self.hands[-1], self.state
        seat, after = self.seats[before.to_act], apply(before, parse_turn(text))
        late = by == Move.By.TIMEOUT or (by == Move.By.BOT and not seat.held_by.is_bot)
        if late:
            seat.timeouts += 1
            seat.turns_late += 1
        game.version += 1
        hand.turns_count += 1
        move = Move(hand=hand, number=hand.turns_count, seat=seat.number, turn=text, by=by)
        move.actor, move.version, move.created_at = self._actor(seat, by), game.version, at
        self.moves.append(move)
        if by == Move.By.PLAYER:
            seat.timeouts, seat.turns_in_time, seat.acted_at = 0, seat.turns_in_time + 1, at
        self._reached(after, at)
        if after.over:
            game.changed_at = at
            self._finish(hand, after, at)
        self._wait(at, acted=seat)
        if late:
            self._tell(Notice.Kind.TIMEOUT, seat.held_by, at)
        if by == Move.By.MODERATOR:
            self._act(Intervention.Kind.PASS, at, seat=seat, place=(hand.number, hand.turns_count))

    def _actor(self, seat: Seat, by: str) -> User:
        if by == Move.By.MODERATOR:
            return self._moderator_there()
        return self._caretaker if by == Move.By.BOT and not seat.held_by.is_bot else seat.held_by

    def undo(self, at: datetime) -> None:
        hand, last = self.hands[-1], self.moves[-1]
        standing = [move for move in self._standing(hand) if move is not last]
        seat, kept = self.seats[last.seat], standing[-1].number if standing else 0
        self._changed(at)
        row = TakeBack(hand=hand, kept=kept, last=hand.turns_count, actor=seat.held_by)
        row.version, row.created_at = self.game.version, at
        self.take_backs.append(row)
        seat.turns_in_time -= 1
        deck = [Card.parse(card) for card in hand.deck]
        turns = [move.turn for move in standing]
        self._reached(replay(deck, self.game.seats_count, hand.leader, turns), at)
        self._wait(last.created_at, takes_back=True)
        self._tell_turn(at)

    def _standing(self, hand: Hand) -> list[Move]:
        gone = [range(row.kept + 1, row.last + 1) for row in self.take_backs if row.hand is hand]
        moves = [move for move in self.moves if move.hand is hand]
        return [move for move in moves if not any(move.number in numbers for numbers in gone)]

    # Events of seats.

    def resign(self, number: int, at: datetime) -> None:
        """Resign; the game ends if one person is left."""
        game, seat = self.game, self.seats[number]
        self._changed(at)
        seat.resigned_at, seat.held_by = at, self._caretaker
        self._event(GameEvent.Kind.RESIGN, seat, at)
        if sum(other.resigned_at is None for other in self.seats) == 1:
            self._void(Game.Ending.RESIGNED, at)
            return
        game.bot_acts = game.bot_acts or game.to_act == number
        if game.bot_acts:
            self._wait(at)

    def hand_over(self, number: int, at: datetime) -> None:
        seat = self.seats[number]
        # The time-out that caused this is told last.
        news = self.told.pop() if self.told[-1].kind == Notice.Kind.TIMEOUT else None
        self._changed(at)
        seat.held_by = self._caretaker
        self._event(GameEvent.Kind.HANDOVER, seat, at)
        self._wait_for(seat, at)
        if news is not None:
            self._tell(Notice.Kind.TIMEOUT, seat.user, at)

    def give_back(self, number: int, at: datetime) -> None:
        seat = self.seats[number]
        self._changed(at)
        seat.held_by, seat.timeouts, seat.looked_at = seat.user, 0, at
        self._event(GameEvent.Kind.RETURN, seat, at)
        self._wait_for(seat, at)

    def cancel(self, at: datetime) -> None:
        self._changed(at)
        self.game.counts_for_rating = False
        place = (self.hands[-1].number, self.hands[-1].turns_count)
        facts = {"counts_for_rating": False}
        before = len(self.told)
        self._void(Game.Ending.CANCELLED, at)
        told, self.told[before:] = tuple(self.told[before:]), []
        self.acts.append(Act(Intervention.Kind.CANCEL, at, self.game.version, place, None, facts, told))

    def _event(self, kind: GameEvent.Kind, seat: Seat, at: datetime) -> None:
        hand = self.hands[-1]
        event = GameEvent(game=self.game, kind=kind, seat=seat.number, version=self.game.version, created_at=at)
        event.hand_number, event.after_turn = hand.number, hand.turns_count
        self.events.append(event)

    def _wait_for(self, seat: Seat, at: datetime) -> None:
        game = self.game
        if game.to_act == seat.number:
            game.bot_acts, game.waiting_since = seat.held_by.is_bot, at
        if game.to_act == seat.number or game.bot_acts:
            self._wait(at)

    # Hands.

    def _deal(self, number: int, leader: int, at: datetime) -> None:
        seed = fairdeal.chain_seed(self.top, number)
        deck = fairdeal.deck_for(game_opening(self.game, self.seats), seed, number, self.game.removed)
        self.hands.append(Hand(game=self.game, number=number, leader=leader, deck=[*map(str, deck)], started_at=at))
        self.states.append(deal(deck, self.game.seats_count, leader))
        self._reached(self.state, at)

    def _reached(self, state: HandState, at: datetime) -> None:
        self.states[-1], game = state, self.game
        runs = game.status == Game.Status.RUNNING and not state.over
        game.to_act, game.waiting_since = (state.to_act, at) if runs else (None, None)
        game.bot_acts = runs and self.seats[state.to_act].held_by.is_bot

    def _finish(self, hand: Hand, state: HandState, at: datetime) -> None:
        assert state.points is not None
        assert state.last_actor is not None
        self._close(hand, at)
        hand.points = list(state.points)
        for seat, more in zip(self.seats, state.points, strict=True):
            seat.points += more
        if is_game_over([seat.points for seat in self.seats], self.game.target):
            self._end(Game.Ending.TARGET if self.game.target else Game.Ending.SINGLE_HAND, at)
        else:
            leader = next_leader(self.game.options, hand.leader, state.last_actor)
            self._deal(hand.number + 1, leader, at)

    def _close(self, hand: Hand, at: datetime) -> None:
        hand.seed, hand.ended_at = fairdeal.chain_seed(self.top, hand.number).hex(), at

    def _void(self, ending: Game.Ending, at: datetime) -> None:
        self._close(self.hands[-1], at)
        self.hands[-1].voided = True
        self._end(ending, at)
        self._wait(at)

    def _end(self, ending: Game.Ending, at: datetime) -> None:
        game, cancelled = self.game, ending == Game.Ending.CANCELLED
        game.status = Game.Status.CANCELLED if cancelled else Game.Status.FINISHED
        game.ending, game.ended_at = ending, at
        game.to_act, game.waiting_since, game.bot_acts = None, None, False
        left = [seat for seat in self.seats if seat.resigned_at is None]
        resigned = [seat.number for seat in self.seats if seat.resigned_at is not None]
        best = winners([seat.points for seat in self.seats], resigned)
        for seat in left:
            won = ending == Game.Ending.RESIGNED or seat.number in best
            seat.is_winner = won and not cancelled
            self._tell(Notice.Kind.MODERATION if cancelled else Notice.Kind.OVER, seat.user, at)
        for seat in self.seats:
            seat.is_open, seat.ended_at = False, at

    # Waits, and notifications.

    def _changed(self, at: datetime) -> None:
        self.game.version += 1
        self.game.changed_at = at

    def _wait(self, at: datetime, *, acted: Seat | None = None, takes_back: bool = False) -> None:
        game = self.game
        holders = tuple(seat.held_by for seat in self.seats)
        told_at = None if takes_back else self._tell_turn(at, acted=acted)
        self.waits.append(
            Wait(at, acted, takes_back, game.version, game.to_act, game.bot_acts, game.ended_at, holders, told_at)
        )

    def _tell_turn(self, at: datetime, *, acted: Seat | None = None) -> datetime | None:
        """Return when to write the next turn's notification: later for a present player, or after a turn of `acted`
        that may be taken back.
        """
        if self.game.to_act is None:
            return None
        seat = self.seats[self.game.to_act]
        undone = timedelta() if acted is None else undo_wait(self.game, acted, self.hands[-1])
        due_at = first_due(Notice.Kind.TURN, seat.held_by, seat, at + undone)
        if acted is not None and due_at > at and not seat.held_by.is_bot:
            return due_at
        self._tell(Notice.Kind.TURN, seat.held_by, at, seat=seat)
        return None

    def _tell(self, kind: Notice.Kind, user: User, at: datetime, *, seat: Seat | None = None) -> None:
        if not user.is_bot:
            self.told.append(self._news(kind, user, at, seat))

    def _news(self, kind: Notice.Kind, user: User, at: datetime, seat: Seat | None) -> Notice:
        return Notice(
            kind=kind, game=self.game, user=user, version=self.game.version, created_at=at,
            due_at=first_due(kind, user, seat, at),
        )  # fmt: skip

    def _act(self, kind: Intervention.Kind, at: datetime, *, seat: Seat, place: tuple[int, int]) -> None:
        people = [other.user for other in self.seats if other.kind == PERSON and other.resigned_at is None]
        told = tuple(self._news(Notice.Kind.MODERATION, user, at, None) for user in people)
        self.acts.append(Act(kind, at, self.game.version, place, seat, {}, told))

    @cached_property
    def _caretaker(self) -> User:
        return caretaker_user()
