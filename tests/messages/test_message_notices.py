"""Notifications of friends' messages: one an hour until they are read, never with the text."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.utils import timezone
from pytest_django.fixtures import Settings

from accounts.models import User
from games.messages.services import messages_read, messages_switch
from games.models import ChatLine, Notice, Preferences
from games.notices.claim import outbox_claim
from games.notices.levels import Level, level_of
from games.notices.mail import compose
from games.notices.outward.payload import notice_news
from games.notices.preferences import SimpleChoices, simple_choices_save
from games.notices.staleness import READ
from games.outbox.schedule import PRESENCE_TIMEOUT
from games.people.blocks import person_block, person_mute
from games.people.preference_selectors import ChannelChoice, channels_for
from tests.clients import ClientOf
from tests.messages.friends import befriend, write
from tests.notices.choices import chooses, device_of, quiet, webhook_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def friends(alice: User, bob: User, settings: Settings) -> None:
    settings.VAPID_PRIVATE_KEY = "0000000000000000000000000000000000000000001"
    befriend(alice, bob)


def told(user: User) -> list[Notice]:
    return list(Notice.objects.filter(user=user, kind="message").order_by("pk"))


def outcome(row: Notice) -> str:
    """Return "sent off", or why it is not sent."""
    Notice.objects.filter(pk=row.pk).update(due_at=timezone.now())
    claimed = outbox_claim(notice_id=row.pk)
    row.refresh_from_db()
    return "sent off" if claimed is not None else row.reason


def test_it_comes_by_all_chosen_channels_and_waits_a_little(alice: User, bob: User, client_of: ClientOf) -> None:
    device, hook = device_of(bob), webhook_of(bob)
    line = write(alice, bob)
    rows = sorted(told(bob), key=lambda row: row.channel)
    assert [(row.channel, row.target, row.about) for row in rows] == [
        ("mail", 0, line.pk), ("push", device.pk, line.pk), ("webhook", hook.pk, line.pk)
    ]  # fmt: skip
    # Those who are on its page have read it by then.
    assert {row.due_at - row.created_at for row in rows} == {PRESENCE_TIMEOUT}
    assert outcome(rows[0]) == "sent off"
    assert client_of(bob).get("/settings/sent/").status_code == 200


def test_it_names_the_author_but_not_the_text(alice: User, bob: User) -> None:
    write(alice, bob, "A secret plan")
    [row] = told(bob)
    message = compose(row, "bob@example.org")
    assert message.subject == "alice wrote you a message"
    for body in (str(message.body), str(message.alternatives[0][0])):
        assert "A secret plan" not in body
        assert "/messages/alice/" in body
        assert "Read message" in body
        assert "Stop these emails" in body
    news = notice_news(row)
    assert (news.words, news.game) == ("alice wrote you a message.", "")
    assert news.address.endswith("/messages/alice/")


def test_the_list_of_what_was_sent_leads_to_the_conversation(alice: User, bob: User, client_of: ClientOf) -> None:
    write(alice, bob)
    Notice.objects.update(status=Notice.Status.SENT, sent_at=timezone.now())

    def links() -> list[str]:
        page = client_of(bob).get("/settings/sent/").content.decode()
        return re.findall(r'<a href="(/messages/[^"]*)">Read message</a>', page)

    assert links() == ["/messages/alice/"]
    person_block(user=bob, handle="alice")
    assert links() == ["/messages/"]


def test_one_an_hour_until_the_messages_are_read(alice: User, bob: User, charlie: User) -> None:
    befriend(charlie, bob)
    start = datetime(2026, 3, 2, 12, tzinfo=UTC)

    def count_at(minutes: int, author: User) -> int:
        with time_machine.travel(start + timedelta(minutes=minutes), tick=False):
            write(author, bob)
        return len(told(bob))

    assert [count_at(minute, alice) for minute in (0, 1, 59)] == [1, 1, 1]
    # Each friend has one's own.
    assert [count_at(minute, charlie) for minute in (2, 3)] == [2, 2]
    assert count_at(61, alice) == 3
    assert count_at(62, alice) == 3
    messages_read(user=bob, other=alice)
    assert count_at(63, alice) == 4


@pytest.mark.parametrize("gone", ["read", "hidden", "erased", "blocked", "muted", "off", "kid", "nothing"])
def test_it_lapses_with_the_message_and_the_wish_to_read_it(alice: User, bob: User, gone: str) -> None:
    write(alice, bob)
    at = timezone.now()
    match gone:
        case "read":
            messages_read(user=bob, other=alice)
        case "hidden":
            ChatLine.all_lines.update(hidden_at=at, hidden_by=bob)
        case "erased":
            ChatLine.all_lines.update(erased_at=at, text="")
        case "blocked":
            person_block(user=bob, handle="alice")
        case "muted":
            person_mute(user=bob, handle="alice")
        case "off":
            messages_switch(user=bob, on=False)
        case "kid":
            Preferences.objects.update(kid_mode=True)
    [row] = told(bob)
    assert outcome(row) == ("sent off" if gone == "nothing" else READ)


def test_muted_friends_are_not_told_of(alice: User, bob: User) -> None:
    person_mute(user=bob, handle="alice")
    write(alice, bob)
    assert told(bob) == []


def test_quiet_hours_and_digests_hold(alice: User, bob: User) -> None:
    hour = timezone.now().hour
    quiet(bob, hour, (hour + 3) % 24)
    write(alice, bob)
    [row] = told(bob)
    assert row.due_at > row.created_at + PRESENCE_TIMEOUT
    Notice.objects.all().delete()
    chooses(bob, "daily", kinds=["message"], quiet=None, digest_hour=(hour + 2) % 24)
    write(alice, bob)
    [row] = told(bob)
    # Digests list games, so it comes by an email of its own.
    assert (row.digest, row.due_at > row.created_at + PRESENCE_TIMEOUT) == ("", True)


@pytest.mark.parametrize("level", [Level.EVERY, Level.DAILY, Level.URGENT, Level.NOTHING])
def test_earlier_choices_hold_for_messages_as_for_invitations(alice: User, bob: User, level: Level) -> None:
    simple_choices_save(user=bob, choices=SimpleChoices(level, mail_cards=True, mail_links=True))
    kept = Preferences.objects.get(user=bob)
    # From before these kinds.
    later = (Notice.Kind.OPTIONS, Notice.Kind.MESSAGE)
    kept.channels = {kind: choice for kind, choice in kept.channels.items() if kind not in later}
    kept.save()
    assert level_of(kept) == level
    assert {channels_for(kept, kind) for kind in later} == {channels_for(kept, Notice.Kind.INVITATION)}
    write(alice, bob)
    assert bool(told(bob)) == (level in (Level.EVERY, Level.DAILY))


def test_messages_have_a_choice_of_their_own(alice: User, bob: User) -> None:
    chooses(bob, "off", kinds=["message"])
    assert channels_for(Preferences.objects.get(user=bob), Notice.Kind.MESSAGE) == ChannelChoice(mail="off")
    write(alice, bob)
    assert told(bob) == []
