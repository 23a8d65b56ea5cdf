"""A replay of a running game shows each viewer exactly the cards that they saw at the time."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from datetime import timedelta

import pytest
import time_machine
from django.db import transaction
from django.db.models import F

from accounts.models import User
from games.engine import cards_text, legal_turns, parse_cards, state_from_json
from games.errors import NoSuchGame, Refused
from games.history.replay import Replay, hand_replay
from games.lobby.services import NewGame
from games.models import Game, Hand, Seat
from games.play.errors import TurnRefused
from games.play.standing_orders import Order, OrderKind, order_play, orders_set
from games.play.turn import turn_play
from tests.factories import make_person, make_staff, seat_to_act, state_of
from tests.games_laid import lay_game
from tests.moderation.chance import ACTS, Scene
from tests.moderation.moderator_acts import hand_of
from tests.play.slow_games import START

pytestmark = pytest.mark.django_db

# Attempts in each of two hands.
STEPS = 18
# Hand, numbers of its valid turns, seat, cards.
Sight = tuple[int, tuple[int, ...], int, str]


def turns_of(hand: Hand) -> tuple[int, ...]:
    return tuple(hand.moves.valid().order_by("number").values_list("number", flat=True))


def sights_now(game: Game) -> dict[User | None, Sight]:
    hand = hand_of(game)
    state, turns = state_from_json(hand.state), turns_of(hand)
    return {
        seat.user: (hand.number, turns, seat.number, cards_text(state.hands[seat.number]))
        for seat in game.seats.select_related("user").filter(kind=Seat.Kind.PERSON, held_by=F("user"))
    }


def sights_again(turns: tuple[int, ...], replay: Replay) -> set[Sight]:
    """The hands that the replay shows open, except those open at the end."""
    return {
        (replay.hand, turns[: frame.turn], seat.player.seat, cards_text(parse_cards("".join(seat.cards))))
        for frame in replay.frames
        for seat in frame.seats
        if seat.cards is not None and not frame.scored
    }


def check_saw(game: Game, saw: Mapping[User | None, set[Sight]]) -> None:
    """A replay shows exactly the cards seen that still stand."""
    logs = {hand.number: turns_of(hand) for hand in game.hands.all()}
    stands = {(hand, turns[:count]) for hand, turns in logs.items() for count in range(len(turns) + 1)}
    for viewer, sights in saw.items():
        replays = [hand_replay(game, viewer, hand=number, seat=0) for number in logs]
        again = set[Sight]().union(*(sights_again(logs[replay.hand], replay) for replay in replays))
        assert again == {sight for sight in sights if sight[:2] in stands}


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.whole) for seed in (1, 2, 3))])
def test_a_replay_shows_no_card_that_its_viewer_did_not_see(alice: User, bob: User, charlie: User, seed: int) -> None:
    rng = random.Random(seed)
    judge, spares = make_staff("judge", "moderator"), [make_person(f"spare{number}") for number in range(2)]
    people = [alice, bob, charlie][: 2 + seed % 2]
    viewers: Sequence[User | None] = (*people, *spares, judge, None)
    with time_machine.travel(START, tick=False) as travel:
        new = NewGame(seats=len(people), target=30, pace=("1d", "60s", "none")[seed % 3], goat=seed == 3)
        scene = Scene(lay_game(people, new), judge, rng, travel)
        saw: dict[User | None, set[Sight]] = {viewer: set() for viewer in viewers}
        look(scene, saw)
        for number in (1, 2):
            while hand_of(scene.game).number < number:
                hurry(scene)
                look(scene, saw)
            for _step in range(STEPS):
                if act_by_chance(scene):
                    look(scene, saw)
        assert hand_of(scene.game).number >= 2
        check_saw(Game.objects.get(pk=scene.game.pk), saw)


def look(scene: Scene, saw: dict[User | None, set[Sight]]) -> None:
    for viewer, sight in sights_now(scene.game).items():
        saw[viewer].add(sight)


def hurry(scene: Scene) -> None:
    """Play as many cards as possible, to end the hand."""
    game, acts = scene.game, seat_to_act(scene.game)
    if game.status == Game.Status.PAUSED or acts.held_by.is_bot:
        scene.turn()
    else:
        text = max(legal_turns(state_of(game)), key=lambda turn: (len(turn.cards), not turn.is_pass))
        turn_play(public_id=game.public_id, user=acts.user, version=game.version, text=str(text))
    game.refresh_from_db()


def order_set(scene: Scene) -> None:
    order = Order(OrderKind.ROUND, hand=hand_of(scene.game).number, round=state_of(scene.game).round)
    orders_set(public_id=scene.game.public_id, user=scene.person, order=order)


def order_acts(scene: Scene) -> None:
    order_play(game_id=scene.game.pk, version=scene.game.version)


# Players look after each change.
CHANCES = (*(row for row in ACTS if row[0] != Scene.order), (order_set, 6), (order_acts, 6))


def act_by_chance(scene: Scene) -> bool:
    """Undoes what ends the game; False if refused."""
    scene.travel.shift(timedelta(seconds=scene.rng.randint(1, 400)))
    services, shares = zip(*CHANCES, strict=True)
    [service] = scene.rng.choices(services, shares)
    before = transaction.savepoint()
    try:
        service(scene)
    except (Refused, TurnRefused, NoSuchGame):
        return False
    finally:
        scene.game.refresh_from_db()
    if scene.game.ended_at is not None:
        transaction.savepoint_rollback(before)
        scene.game.refresh_from_db()
        return False
    return True
