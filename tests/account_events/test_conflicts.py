"""Staff never decide about people in their own games."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.db import transaction
from django.test import Client

from accounts.decisions.account_closing import account_close
from accounts.decisions.appeals import appeal_answer, appeal_make
from accounts.decisions.double_accounts import double_merge
from accounts.decisions.sanctions import sanction_impose, sanction_lift, sanction_shorten
from accounts.errors import AccountReason, AccountRefused
from accounts.models import Appeal, AuditEntry, Sanction, User
from accounts.privacy.erasure import account_erase_by
from games.lobby.services import NewGame, game_leave
from games.models import Game
from games.moderation.acts import seat_to_person
from games.moderation.reports import ReportVerdict, report_judge, report_make
from games.play.seats.resign import seat_resign
from tests.factories import log_in_with_code, make_game, make_person, make_staff
from tests.games_laid import lay_game

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
pytestmark = pytest.mark.django_db

Act = Callable[[User, User], object]


def _impose(kind: str, days: int | None = None) -> Act:
    return lambda actor, user: sanction_impose(actor=actor, user=user, kind=kind, reason="x", days=days)


def _about_the_mute(service: Callable[..., object], **more: int) -> Act:
    return lambda actor, user: service(actor=actor, sanction_id=user.sanctions.get().pk, reason="x", **more)


def _answer(actor: User, user: User) -> object:
    appeal = Appeal.objects.get(sanction__user=user)
    return appeal_answer(actor=actor, appeal_id=appeal.pk, outcome="upheld", answer="x")


ACTS: dict[str, Act] = {
    "warn": _impose("warn"),
    "mute": _impose("mute"),
    "bar": _impose("bar"),
    "suspend": _impose("suspend", 3),
    "ban": _impose("ban"),
    "lift": _about_the_mute(sanction_lift),
    "shorten": _about_the_mute(sanction_shorten, days=2),
    "answer": _answer,
    "close": lambda actor, user: account_close(actor=actor, user=user, reason="x"),
    "erase": lambda actor, user: account_erase_by(actor=actor, user=user, reason="x"),
    "merge": lambda actor, user: double_merge(actor=actor, user=user, handle="other", reason="x"),
    "merge into": lambda actor, user: double_merge(
        actor=actor, user=User.objects.get(handle="other"), handle=user.handle, reason="x"
    ),
}


@pytest.fixture
def anna(db: None) -> User:
    return make_staff("anna", "administrator")


@pytest.fixture
def muted(alice: User, anna: User) -> User:
    make_person("other")
    mona = make_staff("mona", "moderator")
    mute = sanction_impose(actor=mona, user=alice, kind="mute", reason="Swore.", days=9)
    appeal_make(user=alice, sanction_id=mute.pk, text="I did not.")
    alice.refresh_from_db()
    return alice


def refused(act: Act, actor: User, user: User) -> bool:
    """A refusal changes nothing."""
    before = (Sanction.objects.count(), AuditEntry.objects.count())
    try:
        act(actor, user)
    except AccountRefused as error:
        if error.reason != AccountReason.OWN_GAME:
            raise
    else:
        return False
    assert (Sanction.objects.count(), AuditEntry.objects.count()) == before
    return True


def test_moderators_in_a_common_game_do_not_decide(muted: User, anna: User) -> None:
    game = lay_game([anna, muted])
    for name, act in ACTS.items():
        assert refused(act, anna, muted), name
    game.refresh_from_db()
    assert game.status == Game.Status.RUNNING
    assert game.seats.get(user=muted).held_by == muted


def test_moderators_without_a_common_game_decide(muted: User, bob: User, anna: User) -> None:
    lay_game([bob, muted])
    lay_game([bob, anna])
    for name, act in ACTS.items():
        # Each act finds the person as before the others.
        before = transaction.savepoint()
        assert not refused(act, User.objects.get(pk=anna.pk), User.objects.get(pk=muted.pk)), name
        transaction.savepoint_rollback(before)


def test_a_week_after_the_end_one_decides_again(alice: User, anna: User) -> None:
    with time_machine.travel(NOON, tick=False):
        game = lay_game([anna, alice])
        seat_resign(public_id=game.public_id, user=anna)
        assert refused(ACTS["warn"], anna, alice)
    with time_machine.travel(NOON + timedelta(days=7, seconds=-1), tick=False):
        assert refused(ACTS["warn"], anna, alice)
    with time_machine.travel(NOON + timedelta(days=7), tick=False):
        assert not refused(ACTS["warn"], anna, alice)


def test_a_seat_given_up_a_seat_of_another_account_and_a_seat_lost_count(
    alice: User, bob: User, charlie: User, anna: User
) -> None:
    waiting = make_game([bob, anna], NewGame(seats=3))
    assert refused(ACTS["warn"], anna, bob), "before the deal too"
    game_leave(public_id=waiting.public_id, user=anna)
    assert not refused(ACTS["warn"], anna, bob)
    resigned = lay_game([bob, anna, charlie])
    seat_resign(public_id=resigned.public_id, user=anna)
    assert refused(ACTS["warn"], anna, bob)
    second = make_person("second")
    lost = lay_game([second, anna])
    mona = make_staff("mona", "moderator")
    seat_to_person(actor=mona, public_id=lost.public_id, seat=1, handle=alice.handle, reason="Ill.")
    assert refused(ACTS["warn"], anna, second)
    assert refused(ACTS["warn"], anna, alice), "who plays on the cards that anna knew"
    # Merged accounts have one owner.
    User.objects.filter(pk=second.pk).update(merged_into=make_person("first"))
    assert refused(ACTS["warn"], anna, User.objects.get(handle="first"))


def test_moderators_in_the_accuseds_game_decide_no_report(alice: User, bob: User, anna: User) -> None:
    lay_game([anna, alice])
    report = report_make(user=bob, kind="profile", accused=alice.handle, text="Look at her words.")
    verdict = ReportVerdict(kind="ban", reason="Swore.")
    with pytest.raises(AccountRefused) as error:
        report_judge(actor=anna, report_id=report.pk, outcome="acted", answer="Done.", sanction=verdict)
    assert error.value.reason == AccountReason.OWN_GAME
    report.refresh_from_db()
    assert report.judged_at is None


def test_the_page_says_why(alice: User, anna: User) -> None:
    lay_game([anna, alice])
    client = Client()
    log_in_with_code(client, anna)
    answer = client.post(f"/admin/accounts/user/{alice.pk}/act/ban/", {"reason": "Cheats."})
    assert answer.status_code == 422
    assert "a game with them" in answer.content.decode()
