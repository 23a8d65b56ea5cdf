"""Random acts of people, clocks and moderators."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta

import time_machine

from accounts.models import User
from games.models import Game
from games.moderation.acts import (
    game_extend,
    game_pass,
    game_pause,
    game_resume,
    seat_to_bot,
    seat_to_person,
    turns_take_back,
)
from games.play.seats.resign import seat_resign
from games.play.seats.services import seat_return
from games.play.standing_orders import Order, OrderKind, order_play, orders_set
from games.play.timeouts import wait_attend
from games.play.undo.services import turn_undo
from tests.factories import state_of, take_turn
from tests.moderation.moderator_acts import WHY, hand_of


@dataclass
class Scene:
    game: Game
    judge: User
    rng: random.Random
    travel: time_machine.Traveller

    def turn(self) -> None:
        if self.game.status == Game.Status.PAUSED:
            game_resume(actor=self.judge, public_id=self.game.public_id, reason=WHY)
        else:
            take_turn(self.game, self.rng)

    def take_back(self) -> None:
        hand = hand_of(self.game)
        keep = self.rng.choice([0, *hand.moves.valid().values_list("number", flat=True)])
        turns_take_back(actor=self.judge, public_id=self.game.public_id, reason=WHY, hand=hand.number, keep=keep)

    def undo(self) -> None:
        turn_undo(public_id=self.game.public_id, user=self.person)

    def resign(self) -> None:
        seat_resign(public_id=self.game.public_id, user=self.person)

    def come_back(self) -> None:
        seat_return(public_id=self.game.public_id, user=self.person)

    def bot(self) -> None:
        seat_to_bot(actor=self.judge, public_id=self.game.public_id, reason=WHY, seat=self.seat)

    def replace(self) -> None:
        spare = self.rng.choice(["spare0", "spare1"])
        seat_to_person(actor=self.judge, public_id=self.game.public_id, reason=WHY, seat=self.seat, handle=spare)

    def let_pass(self) -> None:
        game_pass(actor=self.judge, public_id=self.game.public_id, reason=WHY, seat=self.seat)

    def extend(self) -> None:
        hours = self.rng.randint(1, 50)
        game_extend(actor=self.judge, public_id=self.game.public_id, reason=WHY, hours=hours)

    def pause(self) -> None:
        days = self.rng.choice([None, 1])
        game_pause(actor=self.judge, public_id=self.game.public_id, reason=WHY, days=days)

    def run_out(self) -> None:
        self.travel.shift(timedelta(days=3))
        wait_attend(game_id=self.game.pk)

    def order(self) -> None:
        order = Order(OrderKind.ROUND, hand=hand_of(self.game).number, round=state_of(self.game).round)
        orders_set(public_id=self.game.public_id, user=self.person, order=order)
        order_play(game_id=self.game.pk, version=Game.objects.get(pk=self.game.pk).version)

    @property
    def seat(self) -> int:
        return self.rng.randrange(self.game.seats_count)

    @property
    def person(self) -> User:
        return self.game.seats.select_related("user").get(number=self.seat).user


# Acts and their weights.
ACTS: tuple[tuple[Callable[[Scene], None], int], ...] = (
    (Scene.turn, 50),
    (Scene.take_back, 14),
    (Scene.undo, 20),
    (Scene.resign, 1),
    (Scene.come_back, 6),
    (Scene.bot, 4),
    (Scene.replace, 5),
    (Scene.let_pass, 6),
    (Scene.extend, 2),
    (Scene.pause, 3),
    (Scene.run_out, 6),
    (Scene.order, 6),
)
