"""In a running game a replay shows each viewer what they saw at the time: neither more nor less, whatever befell."""

from __future__ import annotations

import random
from collections.abc import Sequence
from contextlib import suppress
from datetime import timedelta

import pytest
import time_machine
from django.db import transaction
from django.db.models import F

from accounts.models import User
from games.engine import cards_text, legal_turns, parse_cards
from games.errors import NoSuchGame, Refused
from games.history.replay import Replay, hand_replay
from games.lobby.services import NewGame
from games.models import Game, Seat
from games.play.errors import TurnRefused
from games.play.orders import Order, OrderKind, order_play, orders_set
from games.play.turn import turn_play
from tests.factories import make_game, make_person, make_staff, seat_to_act, state_of
from tests.moderation.chance import ACTS, Scene
from tests.moderation.moderator_acts import hand_of
from tests.play.slow_games import START

pytestmark = pytest.mark.django_db

# What befalls each of two hands.
STEPS = 30
# A hand, the numbers of its turns that stood, a seat and its cards.
Sight = tuple[int, tuple[int, ...], int, str]


def standing(game: Game, hand: int) -> tuple[int, ...]:
    return tuple(game.hands.get(number=hand).moves.valid().order_by("number").values_list("number", flat=True))


def sights_now(game: Game) -> dict[User | None, Sight]:
    """The cards that those who play are shown at this moment: each their own, and nobody else any."""
    hand, state = hand_of(game).number, state_of(game)
    turns = standing(game, hand)
    return {
        seat.user: (hand, turns, seat.number, cards_text(state.hands[seat.number]))
        for seat in game.seats.select_related("user").filter(kind=Seat.Kind.PERSON, held_by=F("user"))
    }


def sights_again(game: Game, replay: Replay) -> set[Sight]:
    """The cards in hand that a replay of a hand shows, but for those that lie open at its end."""
    turns = standing(game, replay.hand)
    return {
        (replay.hand, turns[: frame.turn], seat.player.seat, cards_text(parse_cards("".join(seat.cards))))
        for frame in replay.frames
        for seat in frame.seats
        if seat.cards is not None and not frame.scored
    }


def replays(game: Game, viewer: User | None) -> list[Replay]:
    game = Game.objects.get(pk=game.pk)
    return [hand_replay(game, viewer, hand=number, seat=0) for number in game.hands.values_list("number", flat=True)]


def check_saw(game: Game, viewer: User | None, saw: set[Sight]) -> None:
    """What the viewer saw and still stands, the ends of hands aside, is all that is shown of cards in hand."""
    stands = {(hand, turns[:count]) for hand, turns in _logs(game) for count in range(len(turns) + 1)}
    again = set[Sight]().union(*(sights_again(game, replay) for replay in replays(game, viewer)))
    assert again == {sight for sight in saw if sight[:2] in stands}


def _logs(game: Game) -> list[tuple[int, tuple[int, ...]]]:
    return [(number, standing(game, number)) for number in game.hands.values_list("number", flat=True)]


@pytest.mark.parametrize("seed", range(6))
def test_nobody_learns_what_they_did_not_see(alice: User, bob: User, charlie: User, seed: int) -> None:
    rng = random.Random(seed)
    judge, spares = make_staff("judge", "moderator"), [make_person(f"spare{number}") for number in range(2)]
    people = [alice, bob, charlie][: 2 + seed % 2]
    viewers: Sequence[User | None] = (*people, *spares, judge, None)
    with time_machine.travel(START, tick=False) as travel:
        new = NewGame(seats=len(people), target=30, pace=("1d", "60s", "none")[seed % 3], goat=seed == 4)
        scene = Scene(make_game(people, new), judge, rng, travel)
        saw: dict[User | None, set[Sight]] = {viewer: set() for viewer in viewers}
        for number in (1, 2):
            while hand_of(scene.game).number < number:
                look(scene, saw)
                hurry(scene)
            for _step in range(STEPS):
                look(scene, saw)
                befall(scene)
        look(scene, saw)
        assert hand_of(scene.game).number >= 2
        for viewer in viewers:
            check_saw(scene.game, viewer, saw[viewer])


def look(scene: Scene, saw: dict[User | None, set[Sight]]) -> None:
    """Everybody looks at the table."""
    for viewer, sight in sights_now(scene.game).items():
        saw[viewer].add(sight)


def hurry(scene: Scene) -> None:
    """The seat to act gets rid of as many cards as it may, so that the hand comes to its end."""
    game, acts = scene.game, seat_to_act(scene.game)
    if game.status == Game.Status.PAUSED or acts.held_by.is_bot:
        scene.turn()
    else:
        text = max(legal_turns(state_of(game)), key=lambda turn: (len(turn.cards), not turn.is_pass))
        turn_play(public_id=game.public_id, user=acts.user, version=game.version, text=str(text))
    game.refresh_from_db()


def order_set(scene: Scene) -> None:
    """Somebody orders to pass for the rest of the round."""
    order = Order(OrderKind.ROUND, hand=hand_of(scene.game).number, round=state_of(scene.game).round)
    orders_set(public_id=scene.game.public_id, user=scene.person, order=order)


def order_acts(scene: Scene) -> None:
    order_play(game_id=scene.game.pk, version=scene.game.version)


# One change of the game at a time: between two of them people look.
BEFALLS = (*(row for row in ACTS if row[0] != Scene.order), (order_set, 6), (order_acts, 6))


def befall(scene: Scene) -> None:
    """Chance does something to the game, or tries to; what would end the game does not happen."""
    scene.travel.shift(timedelta(seconds=scene.rng.randint(1, 400)))
    services, shares = zip(*BEFALLS, strict=True)
    [service] = scene.rng.choices(services, shares)
    before = transaction.savepoint()
    with suppress(Refused, TurnRefused, NoSuchGame):
        service(scene)
    scene.game.refresh_from_db()
    if scene.game.ended_at is not None:
        transaction.savepoint_rollback(before)
        scene.game.refresh_from_db()
