"""Random acts in any order leave the game sound."""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import timedelta

import pytest
import time_machine

from accounts.models import User
from games.errors import NoSuchGame, Refused
from games.live.viewer_state import state_since
from games.lobby.services import NewGame
from games.models import Deadline, Game, Move, TakeBack
from games.moderation.game_case import staff_game
from games.play.errors import TurnRefused
from games.table import table_view
from tests.factories import make_person, make_staff, seats_of
from tests.games_laid import lay_game
from tests.moderation.chance import ACTS, Scene
from tests.moderation.moderator_acts import check_sound
from tests.play.slow_games import START

pytestmark = [pytest.mark.whole, pytest.mark.django_db]

# Successful acts, and the steps for them: half succeed, so chance stays far from the limit.
ACTS_DONE = 16
MAX_STEPS = 150


@pytest.mark.parametrize("seed", range(3))
def test_whatever_is_done_in_any_order_leaves_a_sound_game(alice: User, bob: User, charlie: User, seed: int) -> None:
    rng = random.Random(seed)
    judge, _spares = make_staff("judge", "moderator"), [make_person(f"spare{number}") for number in range(2)]
    people = [alice, bob, charlie][: rng.choice([2, 3])]
    done = 0
    with time_machine.travel(START, tick=False) as travel:
        new = NewGame(seats=len(people), target=30, pace=rng.choice(["1d", "60s", "none"]), goat=rng.random() < 0.3)
        scene = Scene(lay_game(people, new), judge, rng, travel)
        for _step in range(MAX_STEPS):
            if scene.game.ended_at is not None:
                scene.game = lay_game(people, new)
            done += step_taken(scene, alice)
            if done == ACTS_DONE:
                break
    assert done == ACTS_DONE, "nearly all was refused"


def step_taken(scene: Scene, viewer: User) -> bool:
    """Whether an act succeeded; a refusal changes nothing."""
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
    """Pages can be built, and sockets catch up from any version."""
    for viewer in viewers:
        for since in {None, before, max(0, game.version - 3)}:
            messages, watch = state_since(game.public_id, viewer, since)
            assert watch.version == game.version
            if messages and messages[0]["type"] == "turn":
                assert [turn["version"] for turn in messages][-1] == game.version
        assert table_view(game, viewer, past=1).version == game.version
    assert staff_game(game.pk).game == game


def check_waits(game: Game) -> None:
    """Check that the seat to act has the clock, and that versions are unique."""
    if game.status == Game.Status.RUNNING:
        assert game.to_act is not None
        assert Deadline.objects.get(pk=game.pk).seat == game.to_act
        assert game.bot_acts == seats_of(game)[game.to_act].held_by.is_bot
    versions = [
        *Move.objects.filter(hand__game=game).values_list("version", flat=True),
        *TakeBack.objects.filter(hand__game=game).values_list("version", flat=True),
    ]
    assert len(versions) == len(set(versions))
