"""Revealing hidden cards: the permission, the audit entry, and the players' later message."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied

from accounts.models import AuditEntry, User
from games.errors import Refused
from games.history.record import game_record
from games.live.viewer_state import state_since
from games.lobby.services import NewGame
from games.models import Game, Intervention, Notice, Peek
from games.moderation.acts import (
    OpenedCards,
    cards_open,
    game_cancel,
    game_extend,
    game_pass,
    game_pause,
    game_resume,
    seat_to_person,
    turns_take_back,
)
from games.moderation.errors import ConflictReason
from games.play.errors import PlayReason
from games.table import table_view
from games.table.log_words import opening_words
from tests.factories import make_person, make_staff, state_of
from tests.games_laid import lay_game
from tests.moderation.moderator_acts import WHY, act, hand_of, play_hand, play_turns, refusal
from tests.play.slow_games import seat_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def judge(db: None) -> User:
    return make_staff("judge", "moderator", "cards")


@pytest.fixture
def game(alice: User, bob: User) -> Game:
    return lay_game([alice, bob], NewGame(seats=3, target=30, bots=["skald"]))


def test_it_shows_each_holders_cards(game: Game, judge: User) -> None:
    play_turns(game, 5)
    version = game.version
    opened = act(game, cards_open, actor=judge)
    assert isinstance(opened, OpenedCards)
    state = state_of(game)
    assert [seat.cards for seat in opened.seats] == [tuple(map(str, sorted(cards))) for cards in state.hands]
    assert [seat.name for seat in opened.seats] == ["alice", "Skald", "bob"]
    assert (opened.hand, opened.after_turn, opened.table) == (1, 5, tuple(map(str, state.table)))
    peek = Peek.objects.get()
    assert (peek.by, peek.game, peek.hand_number, peek.after_turn, peek.reason) == (judge, game, 1, 5, WHY)
    entry = AuditEntry.objects.get(action="cards.open")
    assert (entry.actor, entry.game, entry.about, entry.reason) == (judge.pk, game.public_id, f"peek {peek.pk}", WHY)
    # The audit entry names no card.
    assert entry.facts == {"version": version, "hand": 1, "turn": 5}
    assert game.version == version


@pytest.mark.parametrize("roles", [("moderator",), ("administrator",), ("helper",), ()])
def test_it_takes_a_permission_of_its_own(game: Game, roles: tuple[str, ...]) -> None:
    with pytest.raises(PermissionDenied):
        cards_open(actor=make_staff("curious", *roles), public_id=game.public_id, reason=WHY)
    assert not Peek.objects.exists()


def test_players_of_the_game_may_not(game: Game, alice: User, judge: User) -> None:
    seat = seat_of(game, alice)
    alice.is_staff = alice.is_superuser = True
    alice.save()
    assert refusal(game, cards_open, actor=alice) == ConflictReason.OWN_GAME
    make_person("dora")
    act(game, seat_to_person, actor=judge, seat=seat.number, handle="dora")
    assert refusal(game, cards_open, actor=alice) == ConflictReason.OWN_GAME
    assert not Peek.objects.exists()


def test_a_person_who_saw_them_gets_no_seat(game: Game, alice: User, judge: User) -> None:
    other = make_staff("other", "moderator")
    act(game, cards_open, actor=judge)
    judge.groups.clear()
    judge.is_staff = False
    judge.save()
    given = {"actor": other, "seat": seat_of(game, alice).number, "handle": "judge"}
    assert refusal(game, seat_to_person, **given) == ConflictReason.CARDS_SEEN


# Acts that influence the play.
STEERING: tuple[tuple[Callable[..., Any], dict[str, Any]], ...] = (
    (turns_take_back, {"hand": 1, "keep": 0}),
    (game_pass, {"seat": 0}),
    (seat_to_person, {"seat": 0, "handle": "dora"}),
    (game_extend, {"hours": 1}),
    (game_resume, {}),
    (game_cancel, {"counts_for_rating": False}),
)


def test_a_moderator_who_saw_them_cannot_steer_that_hand(game: Game, judge: User) -> None:
    make_person("dora")
    play_turns(game, 3)
    act(game, cards_open, actor=judge)
    for service, given in STEERING:
        assert refusal(game, service, actor=judge, **given) == ConflictReason.CARDS_SEEN
    # A pause influences nothing, and the next hand is hidden again.
    act(game, game_pause, actor=judge)
    act(game, game_resume, actor=make_staff("other", "moderator"))
    play_hand(game)
    play_turns(game, 1)
    act(game, turns_take_back, actor=judge, hand=2, keep=0)


def test_the_players_learn_of_it_once_the_game_is_over(game: Game, alice: User, judge: User) -> None:
    act(game, cards_open, actor=judge)
    play_turns(game, 2)
    act(game, cards_open, actor=judge)
    # Nothing tells of it before.
    assert not Intervention.objects.exists()
    assert not Notice.objects.filter(kind="moderation").exists()
    for viewer in (None, alice):
        view = table_view(game, viewer)
        assert view.openings == ()
        told = repr(view) + json.dumps(state_since(game.public_id, viewer)[0]) + json.dumps(game_record(game, viewer))
        assert WHY not in told
        assert "judge" not in told
    act(game, game_cancel, actor=make_staff("other", "moderator"), counts_for_rating=False)
    for viewer in (None, alice):
        first, second = table_view(game, viewer).openings
        assert (first.role, first.hand, first.turn, first.reason) == ("moderator", 1, 0, WHY if viewer else "")
        assert second.turn == 2
        assert opening_words(second) == "A moderator, after turn 2 of hand 1"
    judge.groups.clear()
    assert opening_words(table_view(game, None).openings[0]).startswith("The site team")


def test_there_is_nothing_to_open_before_and_after(game: Game, alice: User, judge: User) -> None:
    act(game, game_pause, actor=judge)
    assert act(game, cards_open, actor=judge).hand == 1
    other = make_staff("other", "moderator")
    act(game, game_cancel, actor=other, counts_for_rating=False)
    with pytest.raises(Refused) as over:
        cards_open(actor=judge, public_id=game.public_id, reason=WHY)
    assert over.value.reason == PlayReason.NOT_RUNNING
    assert hand_of(game).seed
