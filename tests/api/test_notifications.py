"""Notifications by the interface: the turns that wait, and what happened."""

from __future__ import annotations

import random
from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from games.lobby.invitations import person_invite
from games.lobby.services import NewGame
from games.models import Game, Notice, Preferences, Webhook
from games.notices import sent
from games.outbox.write import notice_write
from tests.api.programs import program_of
from tests.factories import make_game, seat_to_act, take_turn

pytestmark = pytest.mark.django_db


def test_turns_wait_until_they_are_taken(alice: User, bob: User, rng: random.Random) -> None:
    game = make_game([alice, bob])
    seat = seat_to_act(game)
    program = program_of(seat.user)
    [waiting] = program.get("notifications")["waiting"]
    assert (waiting["game"], waiting["version"]) == (game.public_id, game.version)
    assert waiting["deadline_at"] == program.get(f"games/{game.public_id}")["deadline_at"]
    take_turn(game, rng)
    if seat_to_act(game).user != seat.user:
        assert program.get("notifications")["waiting"] == []


def test_news_come_once_for_all_channels(alice: User, bob: User) -> None:
    game = make_game([alice], NewGame(seats=2, visibility="private"), contribute=False)
    Preferences.objects.create(user=bob)
    Webhook.objects.create(user=bob, kind=Webhook.Kind.JSON, sealed_address=b"x", created_at=timezone.now())
    program = program_of(bob)
    program.get("notifications")
    person_invite(public_id=game.public_id, host=alice, handle="bob")
    assert Notice.objects.filter(user=bob).count() == 2
    found = program.get("notifications")
    assert [(item["kind"], item["game"]) for item in found["news"]] == [("invitation", game.public_id)]
    program.post(f"games/{game.public_id}/join")
    assert [item["kind"] for item in program.get("notifications")["news"]][:2] == ["joined", "invitation"]


def test_a_game_that_is_hidden_again_has_no_id(alice: User, bob: User) -> None:
    game = make_game([alice], NewGame(seats=2, visibility="private"), contribute=False)
    person_invite(public_id=game.public_id, host=alice, handle="bob")
    game.invitations.update(declined_at=timezone.now())
    [item] = program_of(bob).get("notifications")["news"]
    assert item["game"] is None


def test_news_come_in_pages(alice: User, bob: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.api.notifications.NEWS_PAGE", 2)
    monkeypatch.setattr(sent, "NEWS_PAGE", 2)
    game = make_game([alice, bob])
    Notice.objects.all().delete()
    at = timezone.now()
    for number in range(5):
        notice_write(Notice.Kind.TIMEOUT, game, bob, at - timedelta(seconds=number // 2), number=number)
    notice_write(Notice.Kind.TIMEOUT, game, bob, at - timedelta(days=91), number=9)
    program, found, cursor = program_of(bob), 0, ""
    while cursor is not None:
        page = program.get("notifications", after=cursor)
        found += len(page["news"])
        cursor = page["next"]
    assert found == 5
    assert program.get("notifications", after="1.1")["error"] == "malformed"
    assert program.get("notifications", after=f"{0:016}.1")["news"] == []


def test_notifications_take_the_same_queries_for_any_length(
    game: Game, alice: User, django_assert_num_queries: object
) -> None:
    program = program_of(alice)
    program.get("notifications")
    for number in range(5):
        notice_write(Notice.Kind.TIMEOUT, game, alice, timezone.now(), number=number)
        with django_assert_num_queries(3):  # type: ignore[operator]
            program.get("notifications")
