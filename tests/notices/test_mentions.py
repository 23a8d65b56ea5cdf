"""People mentioned in a chat are notified, unless they read it anyway or may not read it."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone
from pytest_django.fixtures import Settings

from accounts.models import User
from games.models import ChatLine, Game, Notice, Preferences, Seat
from games.notices.claim import outbox_claim
from games.outbox.decisions import mention_notice_write
from games.outbox.schedule import PRESENCE_TIMEOUT
from games.people.blocks import person_block
from tests.notices.choices import chooses, device_of, webhook_of
from tests.notices.told_rows import make_line

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def push(settings: Settings) -> None:
    settings.VAPID_PRIVATE_KEY = "0000000000000000000000000000000000000000001"


def named(game: Game, by: User, user: User) -> ChatLine:
    line = make_line(game, by, f"@{user.handle} your turn")
    mention_notice_write(line, User.objects.get(pk=user.pk), line.created_at)
    return line


def mentions() -> list[Notice]:
    return list(Notice.objects.filter(kind="mention").order_by("channel"))


def outcome(row: Notice) -> str:
    """Return "sent off", or why it is not sent."""
    Notice.objects.filter(pk=row.pk).update(due_at=timezone.now())
    claimed = outbox_claim(notice_id=row.pk)
    row.refresh_from_db()
    return "sent off" if claimed is not None else row.reason


def test_by_push_and_webhook_unless_asked_otherwise(game: Game, alice: User, bob: User) -> None:
    device, hook = device_of(alice), webhook_of(alice)
    named(game, bob, alice)
    assert [(row.channel, row.target) for row in mentions()] == [("push", device.pk), ("webhook", hook.pk)]
    assert all(row.due_at == row.created_at for row in mentions())
    chooses(alice, "now", kinds=["mention"])
    named(game, bob, alice)
    assert [row.channel for row in mentions()] == ["mail", "push", "push", "webhook", "webhook"]


def test_it_waits_during_a_look_and_lapses_afterwards(game: Game, alice: User, bob: User) -> None:
    chooses(alice, kinds=["mention"])
    now = timezone.now()
    Seat.objects.filter(user=alice).update(looked_at=now - timedelta(seconds=30))
    named(game, bob, alice)
    [row] = mentions()
    assert row.due_at == now - timedelta(seconds=30) + PRESENCE_TIMEOUT
    Seat.objects.filter(user=alice).update(looked_at=row.created_at + timedelta(seconds=1))
    assert outcome(row) == "you’ve looked at the game"


@pytest.mark.parametrize("gone", ["hidden", "erased", "blocked", "kid", "off", "nothing"])
def test_it_lapses_with_the_line_and_the_wish_to_read_it(game: Game, alice: User, bob: User, gone: str) -> None:
    chooses(alice, kinds=["mention"])
    line, at = named(game, bob, alice), timezone.now()
    match gone:
        case "hidden":
            ChatLine.objects.update(hidden_at=at, hidden_by=alice)
        case "erased":
            ChatLine.objects.update(erased_at=at, text="")
        case "blocked":
            person_block(user=bob, handle="alice")
        case "kid":
            Preferences.objects.update(kid_mode=True)
        case "off":
            Preferences.objects.update(chat=False)
    [row] = mentions()
    assert row.about == line.pk
    assert outcome(row) == ("sent off" if gone == "nothing" else "you can no longer see the message")
