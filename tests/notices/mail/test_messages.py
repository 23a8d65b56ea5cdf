"""Decisions, answers and outcomes are sent immediately to all concerned."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.core.mail import EmailMultiAlternatives
from django.utils import timezone
from pytest_django.fixtures import Settings

from accounts.decisions.appeals import appeal_answer, appeal_make
from accounts.decisions.sanctions import sanction_impose
from accounts.models import Sanction, User
from games.models import Game, Notice
from games.notices.claim import outbox_claim
from games.notices.mail import compose
from games.outbox.decisions import appeal_notice_write, decision_notice_write, report_notice_write
from games.outbox.write import notice_write
from tests.factories import make_person, make_staff, seat_to_act
from tests.games_laid import lay_game
from tests.notices.choices import EVERY_KIND, chooses, device_of, quiet, webhook_of
from tests.notices.mail_server import Server
from tests.notices.outbox import send
from tests.notices.told_rows import make_appeal, make_report, make_sanction

pytestmark = pytest.mark.django_db

Kind, Status = Notice.Kind, Notice.Status
NOON = datetime(2026, 12, 1, 12, tzinfo=UTC)
SITE = "https://odin.example.org"


@pytest.fixture(autouse=True)
def noon(settings: Settings) -> Iterator[None]:
    settings.VAPID_PRIVATE_KEY = "0000000000000000000000000000000000000000001"
    settings.PUBLIC_URL = SITE
    with time_machine.travel(NOON, tick=False):
        yield


@pytest.fixture
def mod(db: None) -> User:
    return make_person("mod")


def mail_of(user: User, kind: Notice.Kind) -> Notice:
    return Notice.objects.filter(user=user, kind=kind, channel="mail").latest("pk")


def made(user: User, kind: Notice.Kind) -> EmailMultiAlternatives:
    return compose(mail_of(user, kind), user.email)


def bodies(message: EmailMultiAlternatives) -> tuple[str, str]:
    return str(message.body), str(message.alternatives[0][0])


def decided(user: User, by: User, kind: str = "mute", **more: object) -> Sanction:
    sanction = make_sanction(user, by, kind, **more)
    decision_notice_write(sanction, timezone.now())
    return sanction


def test_they_come_at_once_whatever_was_switched_off(server: Server, alice: User, bob: User, mod: User) -> None:
    chooses(alice, "off")
    quiet(alice, 8, 20)
    device, _hook = device_of(alice), webhook_of(alice)
    alice.refresh_from_db()
    sanction = decided(alice, mod, "suspend", ends_at=NOON + timedelta(days=3))
    User.objects.filter(pk=alice.pk).update(suspended_until=sanction.ends_at)
    appeal_notice_write(make_appeal(sanction, mod), timezone.now())
    report_notice_write(make_report(alice, bob, mod), timezone.now())
    rows = list(Notice.objects.filter(user=alice).order_by("pk"))
    assert [(row.kind, row.channel, row.target, row.game_id) for row in rows] == [
        (kind, channel, target, None)
        for kind in ("sanction", "appeal", "report")
        for channel, target in (("mail", 0), ("push", device.pk))
    ]
    assert {(row.due_at, row.digest, row.version) for row in rows} == {(NOON, "", 0)}
    for row in rows[::2]:
        assert send(row).status == Status.SENT
    assert [mail["Subject"] for mail in server.mails] == [
        "Your account is suspended", "Your appeal: the decision was upheld",
        "Your report: we acted on it",
    ]  # fmt: skip
    for mail in server.mails:
        assert not {"List-Unsubscribe", "List-Id", "In-Reply-To", "References"} & set(mail.keys())


def test_the_services_tell_of_decision_and_answer_and_the_rest_lapses(server: Server, alice: User, bob: User) -> None:
    game = lay_game([alice, bob])
    acts = seat_to_act(game).user
    first, second = make_staff("judge", "moderator"), make_staff("other", "moderator")
    sanction = sanction_impose(actor=first, user=acts, kind="suspend", reason="Names at the table.", days=3)
    turn = Notice.objects.get(user=acts, kind=Kind.TURN)
    assert (turn.status, turn.reason) == (Status.DROPPED, "your account is suspended")
    assert send(mail_of(acts, Kind.SANCTION)).status == Status.SENT
    appeal = appeal_make(user=acts, sanction_id=sanction.pk, text="It was a joke.")
    appeal_answer(actor=second, appeal_id=appeal.pk, outcome="lifted", answer="Agreed.")
    assert send(mail_of(acts, Kind.APPEAL)).status == Status.SENT
    # The answer says that it was lifted.
    assert Notice.objects.filter(user=acts, kind=Kind.SANCTION).count() == 1
    assert [mail["Subject"] for mail in server.mails] == [
        "Your account is suspended", "Your appeal: the decision was lifted",
    ]  # fmt: skip


def test_an_event_notifies_once_and_each_change_again(alice: User, mod: User) -> None:
    sanction = decided(alice, mod, "mute")
    decision_notice_write(sanction, timezone.now())
    assert Notice.objects.count() == 1
    for number in (1, 2):
        decision_notice_write(sanction, timezone.now(), changed=True)
        assert mail_of(alice, Kind.SANCTION).number == number
    Notice.objects.all().delete()
    decision_notice_write(sanction, timezone.now(), changed=True)
    assert mail_of(alice, Kind.SANCTION).number == 1


def test_only_an_erased_account_hears_nothing_any_more(alice: User, bob: User, mod: User) -> None:
    decided(alice, mod, "ban")
    row = mail_of(alice, Kind.SANCTION)
    User.objects.filter(pk=alice.pk).update(is_active=False, erased_at=NOON)
    assert outbox_claim(notice_id=row.pk) is None
    row.refresh_from_db()
    assert (row.status, row.reason) == (Status.DROPPED, "the account is closed")
    decided(bob, mod, "ban")
    User.objects.filter(pk=bob.pk).update(is_active=False)
    assert outbox_claim(notice_id=mail_of(bob, Kind.SANCTION).pk) is not None


def test_nothing_is_sent_for_deleted_rows_or_removed_devices(alice: User, bob: User, mod: User) -> None:
    device_of(alice)
    report = make_report(alice, bob, mod)
    report_notice_write(report, timezone.now())
    mail, push = Notice.objects.order_by("pk")
    push.subscription = None
    push.save()
    assert outbox_claim(notice_id=push.pk) is None
    report.delete()
    assert outbox_claim(notice_id=mail.pk) is None
    assert set(Notice.objects.values_list("reason", flat=True)) == {
        "the device or webhook was removed or turned off", "what it’s about was deleted",
    }  # fmt: skip


@pytest.mark.parametrize("kind", [kind for kind in EVERY_KIND if kind not in ("sanction", "appeal", "report")])
def test_suspended_people_get_no_other_notices(alice: User, bob: User, kind: str) -> None:
    game = lay_game([alice, bob])
    Notice.objects.all().delete()
    chooses(alice)
    alice.refresh_from_db()
    notice_write(Kind(kind), game, alice, NOON)
    User.objects.filter(pk=alice.pk).update(suspended_until=NOON + timedelta(days=1))
    row = Notice.objects.get(user=alice)
    Notice.objects.update(due_at=NOON)
    assert outbox_claim(notice_id=row.pk) is None
    row.refresh_from_db()
    assert (row.status, row.reason) == (Status.DROPPED, "your account is suspended")


@pytest.mark.parametrize(
    ("kind", "subject", "means"),
    [
        ("warn", "You’ve received a warning", "This is only a warning."),
        ("mute", "You can’t write in chats", "You can still play"),
        ("bar", "You can’t join new games", "You can finish your running games."),
        ("ban", "Your account is banned", "You have resigned your running games"),
    ],
)
def test_a_decision_says_what_why_and_how_to_answer(
    alice: User, mod: User, kind: str, subject: str, means: str
) -> None:
    make_staff("judge", "moderator")
    sanction = decided(alice, mod, kind, reason="You wrote <i>this</i>:\nnames & more names")
    message = made(alice, Kind.SANCTION)
    assert message.subject == subject
    text, html = bodies(message)
    assert "Reason: You wrote <i>this</i>:\nnames & more names\n" in text
    assert "You wrote &lt;i&gt;this&lt;/i&gt;:<br>names &amp; more names" in html
    for body in (text, html):
        assert "Hello alice," in body
        assert means in body
        assert ("This has no end date." in body) == (kind != "warn")
        assert f"{SITE}/settings/decisions/#decision-{sanction.pk}" in body
        assert "You can appeal once, and a different moderator will answer." in body
        assert ("save your data" in body) == (kind == "ban")
        assert "You can’t turn off emails like this." in body
        assert "/stop/" not in body
        assert not re.search(r"\bmod\b", body)


def test_a_site_with_one_moderator_says_who_answers(alice: User) -> None:
    mona = make_staff("mona", "moderator")
    sanction = decided(alice, mona, "mute")
    for body in bodies(made(alice, Kind.SANCTION)):
        assert "You can appeal once. This site has only one moderator, so the same one will answer." in body
    appeal_notice_write(make_appeal(sanction, mona, "upheld"), timezone.now())
    for body in bodies(made(alice, Kind.APPEAL)):
        assert "The moderator who decided also answered, as the site had no other." in body


def test_the_end_is_given_in_the_readers_time_and_language(alice: User, mod: User) -> None:
    User.objects.filter(pk=alice.pk).update(time_zone="Asia/Tokyo")
    decided(alice, mod, "suspend", ends_at=NOON + timedelta(days=3))
    for body in bodies(made(alice, Kind.SANCTION)):
        assert "This applies until Friday, 4 December 2026, 21:00 (Asia/Tokyo)." in body
        assert "A stand-in bot plays your running games" in body


def test_a_decision_that_was_shortened_or_lifted_says_so(alice: User, mod: User) -> None:
    sanction = decided(alice, mod, "bar", ends_at=NOON + timedelta(days=3))
    decision_notice_write(sanction, timezone.now(), changed=True)
    message = made(alice, Kind.SANCTION)
    assert message.subject == "A decision about your account was shortened"
    for body in bodies(message):
        assert "This applies until Friday, 4 December 2026" in body
        assert "no new games" in body
    sanction.lifted_at, sanction.lifted_by, sanction.lift_reason = NOON, mod, "It was somebody else."
    sanction.save()
    message = made(alice, Kind.SANCTION)
    assert message.subject == "A decision about your account was lifted"
    for body in bodies(message):
        assert "This no longer applies." in body
        assert "It was somebody else." in body
        assert "You can finish your running games." not in body
        assert "You can appeal" not in body


@pytest.mark.parametrize(
    ("outcome", "said"),
    [("upheld", "the decision was upheld"), ("shortened", "the decision was shortened"), ("lifted", "was lifted")],
)
def test_an_answer_says_what_became_of_the_decision(alice: User, mod: User, outcome: str, said: str) -> None:
    sanction = make_sanction(alice, mod, "mute", ends_at=NOON + timedelta(days=1))
    if outcome == "lifted":
        sanction.lifted_at, sanction.lifted_by = NOON, mod
        sanction.save()
    appeal_notice_write(make_appeal(sanction, mod, outcome), timezone.now())
    message = made(alice, Kind.APPEAL)
    assert message.subject.startswith("Your appeal: ")
    assert message.subject.endswith(said)
    text, html = bodies(message)
    assert "Our answer: Jokes end\nwhere others ask you to stop.\n" in text
    assert "Jokes end<br>where others" in html
    for body in (text, html):
        assert "no chat" in body
        assert ("This applies until Wednesday, 2 December 2026" in body) == (outcome != "lifted")
        assert f"{SITE}/settings/decisions/" in body


@pytest.mark.parametrize("at_a_table", [True, False])
def test_the_reporter_learns_the_outcome_only(
    alice: User,
    bob: User,
    mod: User,
    at_a_table: bool,  # noqa: FBT001 # a parameter of the test
) -> None:
    game: Game | None = lay_game([alice, bob]) if at_a_table else None
    report = make_report(alice, bob, mod, game)
    report.sanction = make_sanction(bob, mod, "mute", reason="He shouted at alice.")
    report.save()
    report_notice_write(report, timezone.now())
    message = made(alice, Kind.REPORT)
    assert message.subject == "Your report: we acted on it"
    where = f", {game.title}" if game is not None else ""
    for body in bodies(message):
        assert f"You reported this on Tuesday, 1 December 2026: chat message, bob{where}." in body
        assert "It will not happen again." in body
        assert f"{SITE}/settings/reports/" in body
        assert "He shouted" not in body
        assert not re.search(r"\bmod\b", body)
