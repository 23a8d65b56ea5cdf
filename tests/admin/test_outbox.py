"""The outbox in the admin: by which channel, how often, with what outcome; never the address of a webhook."""

import pytest
from django.test import Client
from django.utils import timezone

from games.models import Notice
from tests.admin.conftest import Scene
from tests.admin.every_page import page_of, words_of
from tests.notices.choices import webhook_of

pytestmark = pytest.mark.django_db


def test_a_notice_shows_its_channel_and_no_address(scene: Scene, boss: Client) -> None:
    hook = webhook_of(scene.people[0], name="my-own-hook")
    at = timezone.now()
    row = Notice.objects.create(
        kind="turn", channel="webhook", game=scene.running, user=scene.people[0], version=9999, webhook=hook,
        target=hook.pk, created_at=at, due_at=at, uncertain=True, reason="the server answered 500",
    )  # fmt: skip
    for path in (page_of(Notice, "changelist"), page_of(Notice, "change", row.pk)):
        text = words_of(boss, path)
        assert "Webhook" in text
        assert "the server answered 500" in text
        for secret in (hook.hint, hook.name, "127.0.0.1/hook", bytes(hook.sealed_address).decode()):
            assert secret not in text


def test_the_list_has_notices_without_a_game_too(scene: Scene, boss: Client) -> None:
    at = timezone.now()
    row = Notice.objects.create(
        kind="sanction", user=scene.people[0], version=0, about=7, created_at=at, due_at=at, reason="450 busy"
    )
    for path in (page_of(Notice, "changelist"), page_of(Notice, "change", row.pk)):
        assert "450 busy" in words_of(boss, path)


def test_channels_and_doubts_are_distinguished(scene: Scene, boss: Client) -> None:
    row = Notice.objects.latest("pk")
    Notice.objects.filter(pk=row.pk).update(channel="push", uncertain=True)
    for query in ("channel__exact=push", "uncertain__exact=1"):
        answer = boss.get(f"{page_of(Notice, 'changelist')}?{query}")
        assert list(answer.context["cl"].result_list) == [row]


def test_staff_see_accounts_with_stopped_mails(scene: Scene, boss: Client) -> None:
    user = scene.people[0]
    type(user).objects.filter(pk=user.pk).update(mail_stopped_at=timezone.now(), mail_stopped_why="no such mailbox")
    assert "no such mailbox" in words_of(boss, page_of(type(user), "change", user.pk))
