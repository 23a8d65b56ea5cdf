"""Challenges by the interface: invitations to a game that is made for them."""

from __future__ import annotations

import pytest

from accounts.models import User
from games.api import challenges
from games.lobby.invitations import MAX_A_DAY_TO_ONE, person_invite
from games.models import Game, Invitation, Notice
from games.people.blocks import person_block
from tests.api.programs import program_of
from tests.factories import make_person

pytestmark = pytest.mark.django_db


def test_a_challenge_is_accepted_and_played(alice: User, bob: User) -> None:
    host, guest = program_of(alice), program_of(bob)
    game = host.post("challenges/BOB", {"target": None, "pace": "8h", "rated": True})
    assert host.status == 201
    assert (game["visibility"], game["status"], game["my_seat"], len(game["seats"])) == ("private", "open", 0, 2)
    assert Notice.objects.filter(kind=Notice.Kind.INVITATION, user=bob).exists()
    [sent], [got] = host.get("challenges")["challenges"], guest.get("challenges")["challenges"]
    assert sent == got
    assert (got["by"], got["to"], got["declined"], got["game"]["id"]) == ("alice", "bob", False, game["id"])
    assert (got["game"]["rated"], game["rated"]) == (True, True)
    joined = guest.post(f"challenges/{game['id']}/accept")
    assert joined["my_seat"] == 1
    assert guest.post(f"challenges/{game['id']}/accept")["error"] == "already_seated"
    assert host.get("challenges")["challenges"] == guest.get("challenges")["challenges"] == []
    for program in (host, guest):
        program.post(f"games/{game['id']}/contribution", {"contribution": None})
    assert guest.get(f"games/{game['id']}")["status"] == "running"


def test_a_challenge_is_declined_once(alice: User, bob: User) -> None:
    host, guest = program_of(alice), program_of(bob)
    game = host.post("challenges/bob", {})["id"]
    guest.post(f"challenges/{game}/decline")
    assert guest.status == 204
    assert guest.get("challenges")["challenges"] == []
    [sent] = host.get("challenges")["challenges"]
    assert sent["declined"] is True
    for act in ("decline", "accept"):
        assert guest.post(f"challenges/{game}/{act}")["error"] == "no_such_game"
        assert guest.status == 404
    host.post(f"games/{game}/leave")
    assert host.get("challenges")["challenges"] == []


def test_only_the_challenged_person_accepts(alice: User, bob: User) -> None:
    game = program_of(alice).post("challenges/bob", {})["id"]
    public = program_of(alice).post("games", {"seats": 2})["id"]
    stranger = program_of(make_person("dora"))
    for each in (game, public):
        assert stranger.post(f"challenges/{each}/accept")["error"] == "no_such_game"
        assert stranger.post(f"challenges/{each}/decline")["error"] == "no_such_game"
    assert stranger.get("challenges")["challenges"] == []


def test_a_refused_challenge_makes_no_game(alice: User, bob: User) -> None:
    program = program_of(alice)
    assert program.post("challenges/nobody", {})["error"] == "no_such_person"
    assert program.status == 404
    assert program.post("challenges/alice", {})["error"] == "cannot_invite"
    assert program.post("challenges/bob", {"seats": 3, "bots": ["skald", "jarl"]})["error"] == "too_many_bots"
    assert program.post("challenges/bob", {"target": 12})["error"] == "bad_options"
    assert program.post("challenges/bob", {"pace": "5d"})["error"] == "malformed"
    person_block(user=bob, handle="alice")
    assert program.post("challenges/bob", {})["error"] == "cannot_invite"
    assert not Game.objects.exists()


def test_challenges_count_as_invitations(alice: User, bob: User) -> None:
    program = program_of(alice)
    for _number in range(MAX_A_DAY_TO_ONE):
        program.post("challenges/bob", {})
    assert program.post("challenges/bob", {})["error"] == "too_many_today"
    assert Game.objects.count() == MAX_A_DAY_TO_ONE


def test_a_repeated_challenge_makes_one_game(alice: User, bob: User, charlie: User) -> None:
    program, key = program_of(alice), {"Idempotency-Key": "tonight"}
    first = program.post("challenges/bob", {}, **key)
    assert program.post("challenges/Bob", {}, **key)["id"] == first["id"]
    assert program.post("challenges/charlie", {}, **key)["id"] != first["id"]
    assert Invitation.objects.count() == 2


def test_invitations_by_name_are_challenges_until_a_block(alice: User, bob: User) -> None:
    game = program_of(alice).post("games", {"seats": 3})["id"]
    person_invite(public_id=game, host=alice, handle="bob")
    program = program_of(bob)
    [got] = program.get("challenges")["challenges"]
    assert got["game"]["visibility"] == "public"
    person_block(user=bob, handle="alice")
    assert program.get("challenges")["challenges"] == []


def test_challenges_come_in_pages_and_few_queries(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch, django_assert_num_queries: object
) -> None:
    monkeypatch.setattr(challenges, "PAGE", 2)
    host, program = program_of(alice), program_of(bob)
    made = [host.post("challenges/bob", {})["id"] for _number in range(5)]
    program.get("challenges")
    found, cursor = [], ""
    while cursor is not None:
        with django_assert_num_queries(3):  # type: ignore[operator]
            page = program.get("challenges", after=cursor)
        found += [each["game"]["id"] for each in page["challenges"]]
        cursor = page["next"]
    assert found == made[::-1]
    assert program.get("challenges", after="x")["error"] == "malformed"


def test_challenges_and_answers_take_few_queries(alice: User, bob: User, django_assert_num_queries: object) -> None:
    host, guest = program_of(alice), program_of(bob)
    first, second = (host.post("challenges/bob", {})["id"] for _number in range(2))
    guest.get("me")
    with django_assert_num_queries(32):  # type: ignore[operator]
        host.post("challenges/bob", {})
    with django_assert_num_queries(23):  # type: ignore[operator]
        guest.post(f"challenges/{first}/accept")
    with django_assert_num_queries(8):  # type: ignore[operator]
        guest.post(f"challenges/{second}/decline")
    assert guest.status == 204
