"""Chance does to games all that people, clocks and moderators do to them, in any order: after each act all fits."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta

import pytest
import time_machine

from accounts.models import User
from games.errors import NoSuchGame, Refused
from games.live.viewer_state import watch_open
from games.lobby.services import NewGame
from games.models import Deadline, Game, Move, TakeBack
from games.moderation.acts import (
    game_extend,
    game_pass,
    game_pause,
    game_resume,
    seat_to_bot,
    seat_to_person,
    turns_take_back,
)
from games.moderation.game_case import staff_game
from games.play.clock.timeouts import wait_attend
from games.play.errors import TurnRefused
from games.play.orders import Order, OrderKind, order_play, orders_set
from games.play.seats.resign import seat_resign
from games.play.seats.services import seat_return
from games.play.undo.services import turn_undo
from games.table import table_of
from tests.factories import make_game, make_person, make_staff, seats_of, state_of, take_turn
from tests.moderation.moderator_acts import WHY, check_sound, hand_of
from tests.play.slow_games import START

pytestmark = [pytest.mark.whole, pytest.mark.django_db]

# How much is done to a game, and after how many steps, refused ones among them, it must have been: half of them are not
# refused, so that chance alone does not come near.
ACTS_DONE = 16
MOST_STEPS = 150


@dataclass
class Scene:
    """A game at chance's mercy."""

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


# How often chance does what.
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


@pytest.mark.parametrize("seed", range(3))
def test_whatever_is_done_in_any_order_leaves_a_sound_game(alice: User, bob: User, charlie: User, seed: int) -> None:
    rng = random.Random(seed)
    judge, _spares = make_staff("judge", "moderator"), [make_person(f"spare{number}") for number in range(2)]
    people = [alice, bob, charlie][: rng.choice([2, 3])]
    done = 0
    with time_machine.travel(START, tick=False) as travel:
        new = NewGame(seats=len(people), target=30, pace=rng.choice(["1d", "60s", "none"]), goat=rng.random() < 0.3)
        scene = Scene(make_game(people, new), judge, rng, travel)
        for _step in range(MOST_STEPS):
            if scene.game.ended_at is not None:
                scene.game = make_game(people, new)
            done += step_taken(scene, alice)
            if done == ACTS_DONE:
                break
    assert done == ACTS_DONE, "nearly all was refused"


def step_taken(scene: Scene, viewer: User) -> bool:
    """Whether an act of chance was not refused; all is sound after it, and untouched by what was refused."""
    game, before = scene.game, scene.game.version
    scene.travel.shift(timedelta(seconds=scene.rng.randint(1, 400)))
    services, shares = zip(*ACTS, strict=True)
    [service] = scene.rng.choices(services, shares)
    try:
        service(scene)
    except (Refused, TurnRefused, NoSuchGame):
        game.refresh_from_db()
        assert game.version == before
        return False
    game.refresh_from_db()
    assert game.version >= before
    check_sound(game)
    check_told(game, (None, viewer), before)
    check_waits(game)
    return True


def check_told(game: Game, viewers: Sequence[User | None], before: int) -> None:
    """Every page can be built, and sockets end at the game's version from wherever they were."""
    for viewer in viewers:
        for since in {None, before, *range(max(0, game.version - 3), game.version)}:
            messages, watch = watch_open(game.public_id, viewer, since)
            assert watch.version == game.version
            if messages and messages[0]["type"] == "turn":
                assert [turn["version"] for turn in messages][-1] == game.version
        assert table_of(game, viewer, past=1).version == game.version
    assert staff_game(game.pk).game == game


def check_waits(game: Game) -> None:
    """The clock is that of the seat to act; no version was given twice."""
    if game.status == Game.Status.RUNNING:
        assert game.to_act is not None
        assert Deadline.objects.get(pk=game.pk).seat == game.to_act
        assert game.bot_acts == seats_of(game)[game.to_act].held_by.is_bot
    versions = [
        *Move.objects.filter(hand__game=game).values_list("version", flat=True),
        *TakeBack.objects.filter(hand__game=game).values_list("version", flat=True),
    ]
    assert len(versions) == len(set(versions))
