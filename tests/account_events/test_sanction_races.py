"""Decisions race with the acts that they forbid, in threads on PostgreSQL."""

import pytest

from accounts.decisions.appeals import appeal_answer, appeal_make
from accounts.decisions.double_accounts import double_merge
from accounts.decisions.sanctions import sanction_impose
from accounts.errors import AccountRefused
from accounts.models import Appeal, AuditEntry, User
from games.lobby.queue import queue_join
from games.lobby.services import NewGame, game_create, game_join
from games.models import Game, QueueEntry, Seat
from tests.factories import make_game, make_person, make_staff
from tests.threads import at_once

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_ban_during_joining_gives_no_seat(db: None) -> None:
    alice, mona = make_person("alice"), make_staff("mona", "moderator")
    for number in range(6):
        person = make_person(f"guest{number}")
        game = game_create(host=alice, new=NewGame(seats=3))
        at_once(
            lambda person=person: sanction_impose(actor=mona, user=person, kind="bar", reason="x"),  # type: ignore[misc]
            lambda person=person, game=game: game_join(public_id=game.public_id, user=person),  # type: ignore[misc]
            lambda person=person: queue_join(user=person, seats=4),  # type: ignore[misc]
        )
        person.refresh_from_db()
        assert person.is_barred
        assert not Seat.objects.filter(user=person).exists()
        assert not QueueEntry.objects.filter(user=person).exists()


def test_people_who_share_games_are_banned_at_once_without_a_deadlock(db: None) -> None:
    mona = make_staff("mona", "moderator")
    people = [make_person(f"guest{number}") for number in range(3)]
    for turned in (people, people[::-1], people, people[::-1]):
        make_game(turned)
    outcomes = at_once(
        *[lambda person=person: sanction_impose(actor=mona, user=person, kind="ban", reason="x") for person in people]
    )
    assert outcomes == ["accepted"] * 3
    assert not Game.objects.filter(status=Game.Status.RUNNING).exists()


def test_an_appeal_is_answered_once(db: None) -> None:
    alice, mona = make_person("alice"), make_staff("mona", "moderator")
    sanction = sanction_impose(actor=mona, user=alice, kind="mute", reason="x", days=9)
    appeal = appeal_make(user=alice, sanction_id=sanction.pk, text="No.")
    judges = [make_staff(f"judge{number}", "moderator") for number in range(2)]
    refused: list[AccountRefused] = []

    def answer(judge: User) -> None:
        try:
            appeal_answer(actor=judge, appeal_id=appeal.pk, outcome="lifted", answer="Yes.")
        except AccountRefused as error:
            refused.append(error)

    at_once(lambda: answer(judges[0]), lambda: answer(judges[1]))
    assert len(refused) == 1
    assert Appeal.objects.get().answered_at is not None
    assert AuditEntry.objects.filter(action="appeal.answer").count() == 1


def test_two_accounts_are_not_merged_into_each_other(db: None) -> None:
    anna = make_staff("anna", "administrator")
    one, two = make_person("one"), make_person("two")
    refused: list[AccountRefused] = []

    def merge(user: User, handle: str) -> None:
        try:
            double_merge(actor=anna, user=user, handle=handle, reason="x")
        except AccountRefused as error:
            refused.append(error)

    at_once(lambda: merge(one, "two"), lambda: merge(two, "one"))
    assert len(refused) == 1
    assert User.objects.filter(merged_into__isnull=False).count() == 1
