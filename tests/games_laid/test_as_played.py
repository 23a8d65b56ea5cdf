"""Games written as rows equal games played through services."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.db.models import Model, QuerySet
from django.test.utils import CaptureQueriesContext

from accounts.models import AuditEntry, User
from accounts.secret_box import seal, unseal
from games.engine.fairdeal import chain_anchor
from games.lobby.services import NewGame, game_contribute, game_create, game_join
from games.models import (
    Deadline,
    FairChain,
    Game,
    GameEvent,
    Move,
    Notice,
    StandingOrders,
    TakeBack,
)
from games.moderation.acts import game_cancel, game_pass
from games.play.seats.resign import seat_resign
from games.play.seats.services import seat_return
from games.play.timeouts import wait_attend
from games.play.turn import turn_play
from games.play.undo.services import turn_undo
from tests.factories import make_person, make_staff
from tests.games_laid import finished_game, game_at, lay_game
from tests.games_laid.rows import REASON
from tests.games_laid.steps import Step, options_of, steps_of
from tests.games_laid.turns import bot_plays
from tests.recorded_games import Place, Recording, chain_top, recording
from tests.recorded_games.recorder import contribution_of

pytestmark = pytest.mark.django_db
START = datetime.fromisoformat("2027-03-01T09:00:00Z")
# Drawn by chance or numbered by the database.
DRAWN = {"id", "game", "hand", "invite_token"}
# Turns leave them as they were for a while (games.play.storing.one_statement).
LEFT = {"next_at", "active_at"}
# Bots choose their turns, so recordings with stand-in bots cannot be replayed.
PLAYED = (
    "single_hand_of_two", "resigned_of_two", "resigned_of_three", "turns_taken_back", "moderator_passed",
)  # fmt: skip


@pytest.mark.parametrize("name", PLAYED)
def test_a_finished_game(name: str, travel: time_machine.Traveller) -> None:
    check(recording(name), None, travel)


@pytest.mark.parametrize(
    ("name", "since"),
    [
        ("target_15_of_three_with_bot", Place(5, 26)),
        ("one_of_three_resigned", Place(5, 30)),
        ("times_ran_out", Place(8, 14)),
        ("cancelled", Place(2, 1)),
    ],
)
def test_the_end_of_a_game_that_was_laid(name: str, since: Place, travel: time_machine.Traveller) -> None:
    check(recording(name), None, travel, since)


@pytest.mark.parametrize(
    ("name", "hand", "turn", "since"),
    [
        ("target_10_of_two", 1, 0, None),
        ("target_10_of_two", 2, 5, Place(1, 15)),
        ("target_10_of_two", 2, -1, Place(2, 10)),
        ("target_20_of_four_with_bot", 3, 4, Place(2, 53)),
        ("one_of_three_resigned", 1, 9, None),
        ("times_ran_out", 1, 5, None),
        ("times_ran_out", 1, 7, None),
        ("times_ran_out", 2, 4, Place(1, 7)),
        ("turns_taken_back", 1, 3, None),
        ("turns_taken_back", 1, 4, None),
        ("turns_taken_back", 1, 7, None),
    ],
)
def test_a_game_that_goes_on(
    name: str, hand: int, turn: int, since: Place | None, travel: time_machine.Traveller
) -> None:
    check(recording(name), Place(hand, turn), travel, since)


@pytest.mark.parametrize("bots", [0, 2])
def test_a_game_just_dealt(travel: time_machine.Traveller, bots: int) -> None:
    people = [make_person(name) for name in ("alice", "bob")]
    new = NewGame(seats=2 + bots, goat=True, pace="8h", visibility="private", bots=["skald"] * bots)
    laid = lay_game(people, new)
    expected = taken_away(laid)
    assert rows(played(laid.public_id, people, new)) == expected


@pytest.mark.parametrize("contribute", [False, True])
def test_a_game_that_waits_for_players(travel: time_machine.Traveller, contribute: bool) -> None:  # noqa: FBT001
    people = [make_person(name) for name in ("alice", "bob")]
    new = NewGame(seats=4, bots=["skald"])
    laid = lay_game(people, new, contribute=contribute)
    expected = taken_away(laid)
    assert rows(played(laid.public_id, people, new, contribute=contribute)) == expected


def test_a_long_game_takes_few_queries() -> None:
    people = [make_person(name) for name in ("alice", "bob")]
    with CaptureQueriesContext(connection) as captured:
        finished_game(people, recorded="target_30_of_two")
    assert len(captured) <= 14


def check(one: Recording, until: Place | None, travel: time_machine.Traveller, since: Place | None = None) -> None:
    """Write and play a game, from its start or a place in it, and compare all columns."""
    people = [make_person(f"person{number}") for number in range(one.people)]
    moderator = make_staff("mona", "moderator")
    steps = list(steps_of(one.record, until))
    last = max((step.at for step in steps), default=one.record.started_at)

    def go_to(at: int) -> None:
        travel.move_to(START - timedelta(microseconds=last - at))

    laid = (
        finished_game(people, recorded=one.name, moderator=moderator)
        if until is None
        else game_at(people, until, recorded=one.name, moderator=moderator)
    )
    expected = taken_away(laid)
    if since is None:
        go_to(one.record.started_at)
        game, before = played(one.game_id, people, options_of(one)), []
    else:
        before = list(steps_of(one.record, since))
        assert steps[: len(before)] == before
        go_to(before[-1].at)
        game = game_at(people, since, recorded=one.name, moderator=moderator)
    for step in steps[len(before) :]:
        go_to(step.at)
        take(game, step, moderator)
        game.refresh_from_db()
    assert rows(game) == expected


def taken_away(game: Game) -> dict[str, list[dict[str, Any]]]:
    found = rows(game)
    Game.objects.filter(pk=game.pk).update(public_id=f"laid{game.pk}", anchor="0" * 64)
    return found


def played(public_id: str, people: Sequence[User], new: NewGame, *, contribute: bool = True) -> Game:
    """A game played with the id and secret of the written one."""
    game, top = game_create(host=people[0], new=new), chain_top(public_id)
    Game.objects.filter(pk=game.pk).update(public_id=public_id, anchor=chain_anchor(top).hex())
    FairChain.objects.filter(pk=game.pk).update(sealed=seal(top))
    for person in people[1:]:
        game_join(public_id=public_id, user=person, token=game.invite_token)
    for number, person in enumerate(people if contribute else ()):
        game_contribute(public_id=public_id, user=person, contribution=contribution_of(number))
    game.refresh_from_db()
    return game


def take(game: Game, step: Step, moderator: User) -> None:
    user = game.seats.select_related("user").get(number=step.seat).user if step.seat >= 0 else moderator
    given: dict[str, Any] = {"public_id": game.public_id, "user": user}
    match step.kind, step.by:
        case "turn", "player":
            turn_play(**given, version=game.version, text=step.text)
        case "turn", "bot":
            bot_plays(game, step.text)
        case "turn", "timeout":
            wait_attend(game_id=game.pk)
        case "turn", "moderator":
            game_pass(actor=moderator, public_id=game.public_id, reason=REASON, seat=step.seat)
        case "handover", _:
            # Caused by the last time-out.
            assert game.seats.get(number=step.seat).held_by.is_bot
        case "return", _:
            seat_return(**given)
        case "resign", _:
            seat_resign(**given)
        case "undo", _:
            turn_undo(**given)
        case "cancel", _:
            game_cancel(actor=moderator, public_id=game.public_id, reason=REASON, counts_for_rating=False)
        case _:
            raise AssertionError(step)


def rows(game: Game) -> dict[str, list[dict[str, Any]]]:
    """All columns but those drawn, numbered or left."""
    acts = game.interventions.values_list("pk", flat=True)
    found: list[QuerySet[Any]] = [
        Game.objects.filter(pk=game.pk), game.seats.all(), game.hands.all(), Move.objects.filter(hand__game=game),
        TakeBack.objects.filter(hand__game=game), GameEvent.objects.filter(game=game),
        Deadline.objects.filter(pk=game.pk), Notice.objects.filter(game=game), game.interventions.all(),
        StandingOrders.objects.filter(seat__game=game), FairChain.objects.filter(pk=game.pk),
        AuditEntry.objects.filter(about__in=[f"intervention {pk}" for pk in acts]),
    ]  # fmt: skip
    return {one.model.__name__: sorted(map(columns, one), key=repr) for one in found}


def columns(row: Model) -> dict[str, Any]:
    values = {field.name: field.value_from_object(row) for field in row._meta.concrete_fields}
    kept = {name: value for name, value in values.items() if name not in DRAWN | LEFT}
    if isinstance(row, (Move, TakeBack)):
        kept["hand_number"] = row.hand.number
    if isinstance(row, FairChain):
        kept["sealed"] = unseal(row.sealed)
    if "about" in kept:
        # Another row's number.
        kept["about"] = bool(kept["about"])
    return kept
