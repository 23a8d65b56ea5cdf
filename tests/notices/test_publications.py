"""Notifications of requests to publish a replay."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from django.utils import timezone
from pytest_django.fixtures import Settings

from accounts.models import User
from games.history.publication.services import PublicationAnswer, publication_answer, publication_ask, publication_see
from games.history.publication.upkeep import OBJECT_WITHIN, publications_sweep
from games.models import Game, Notice, Publication
from games.notices.claim import outbox_claim
from games.notices.mail import compose, compose_digest
from games.notices.outward import notice_news
from games.notices.staleness import AGREED, LOOKED, NO_WISH
from games.outbox.schedule import PUBLISH_GAP
from tests.games_laid import finished_game
from tests.notices.choices import chooses, device_of, webhook_of
from tests.notices.mail_server import Server
from tests.notices.mail_texts import words
from tests.notices.outbox import make_due, send

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def push(settings: Settings) -> None:
    settings.VAPID_PRIVATE_KEY = "0000000000000000000000000000000000000000001"


@pytest.fixture
def over(travel: time_machine.Traveller, alice: User, bob: User) -> Game:
    game = finished_game([alice, bob], recorded="target_10_of_two", visibility="private", name="Boathouse")
    # Its players are away.
    travel.shift(timedelta(minutes=5))
    return game


def ask(over: Game, user: User, hand: int | None = None) -> Publication:
    return publication_ask(public_id=over.public_id, user=user, hand=hand, hides_name=False)


def answer(row: Publication, user: User, act: PublicationAnswer) -> None:
    publication_answer(public_id=row.game.public_id, user=user, publication_id=row.pk, answer=act)


def mail_of(row: Publication) -> Notice:
    return Notice.objects.get(kind=Notice.Kind.PUBLISH, about=row.pk, channel="mail")


def outcome(notice: Notice) -> str:
    """Return "sent off", or why it is not sent, or "" while it waits."""
    make_due(notice)
    claimed = outbox_claim(notice_id=notice.pk)
    notice.refresh_from_db()
    return "sent off" if claimed is not None else notice.reason


def test_it_comes_by_all_channels_of_invitations(over: Game, alice: User, bob: User) -> None:
    device_of(bob)
    webhook_of(bob)
    ask(over, alice)
    rows = Notice.objects.filter(kind=Notice.Kind.PUBLISH).order_by("channel")
    assert [(row.channel, row.user, row.game) for row in rows] == [
        ("mail", bob, over), ("push", bob, over), ("webhook", bob, over)
    ]  # fmt: skip


def test_people_without_notifications_of_invitations_get_none(over: Game, alice: User, bob: User) -> None:
    chooses(bob, "off", kinds=["invitation"])
    row = ask(over, alice)
    assert not Notice.objects.filter(kind=Notice.Kind.PUBLISH, channel="mail").exists()
    publications_sweep()
    row.refresh_from_db()
    assert row.told_at is None


def test_the_mail_names_asker_and_hand_and_leads_to_the_buttons(over: Game, alice: User, bob: User) -> None:
    row = ask(over, alice, hand=2)
    message = compose(mail_of(row), "bob@example.org")
    assert message.subject == "alice asks to publish Boathouse"
    text, html = str(message.body), str(message.alternatives[0][0])
    for body in (text, words(html)):
        assert "alice asked to publish hand 2." in body
        assert "Players we can’t reach must agree." in body
        assert "If you don’t answer, your name is hidden." in body
        assert "Agree or object" in body
        assert "Stop these emails" in body
    for body in (text, html):
        assert f"/g/{over.public_id}/replay/#publication" in body
        assert row.token not in body


def test_a_digest_and_other_channels_tell_the_same(over: Game, alice: User, bob: User) -> None:
    notice = mail_of(ask(over, alice))
    news = notice_news(notice)
    assert news.words == "alice asks to publish Boathouse."
    assert news.address.endswith(f"/g/{over.public_id}/replay/#publication")
    notice.digest = "daily"
    digest = compose_digest([notice], "bob@example.org")
    assert "* alice asks to publish Boathouse" in str(digest.body)
    assert f"/g/{over.public_id}/replay/#publication" in str(digest.body)


@pytest.mark.parametrize("end", ["agree", "see", "withdraw", "object"])
def test_it_lapses_once_it_is_needless(over: Game, alice: User, bob: User, charlie: User, end: str) -> None:
    row = ask(over, alice)
    match end:
        case "agree":
            # Another player has yet to agree.
            Publication.objects.filter(pk=row.pk).update(agreed=[0, 1])
        case "see":
            publication_see(publication_id=row.pk, seat=over.seats.get(user=bob).number)
        case "withdraw":
            answer(row, alice, PublicationAnswer.END)
        case "object":
            answer(row, bob, PublicationAnswer.END)
    assert outcome(mail_of(row)) == {"agree": AGREED, "see": LOOKED}.get(end, NO_WISH)


def test_asking_again_and_again_tells_once_an_hour(
    over: Game, alice: User, bob: User, travel: time_machine.Traveller
) -> None:
    first = ask(over, alice)
    sent = mail_of(first)
    assert outcome(sent) == "sent off"
    sent.status, sent.sent_at = Notice.Status.SENT, timezone.now()
    sent.save()
    answer(first, alice, PublicationAnswer.END)
    travel.shift(timedelta(minutes=10))
    again = mail_of(ask(over, alice))
    assert outcome(again) == ""
    assert again.due_at == sent.sent_at + PUBLISH_GAP
    travel.shift(PUBLISH_GAP)
    assert outcome(again) == "sent off"


def test_the_sent_mail_begins_the_day(
    server: Server, over: Game, alice: User, bob: User, travel: time_machine.Traveller
) -> None:
    row = ask(over, alice)
    assert send(mail_of(row)).status == Notice.Status.SENT
    assert len(server.mails) == 1
    for public in (False, True):
        publications_sweep()
        assert (Client().get(f"/r/{row.token}/").status_code == 200) is public
        travel.shift(OBJECT_WITHIN)
