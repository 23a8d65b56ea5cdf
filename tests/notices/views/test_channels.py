"""Devices, webhooks, and the calendar's address."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django.fixtures import Settings

from accounts.models import User
from games.models import Preferences, PushSubscription, Webhook
from games.models.channels import TEST_TIMEOUT
from games.notices.calendar_feed import calendar_address, calendar_renew
from games.notices.webhooks import WEBHOOKS_MAX, webhook_add, webhook_test, webhook_tested
from games.outbox.channels import own_webhooks
from tests.clients import ClientOf, session_of
from tests.page_texts import main_of, queries_of, words_of

CHANNELS = "/settings/channels/"
SLACK = "https://hooks.slack.com/services/T000/B000/abcdefghijklmnop"
JSON = "https://hooks.example.org/odin/0123456789abcdef"


def add(client: Client, kind: str = "json", address: str = JSON, name: str = "") -> Any:
    return client.post(reverse("games:webhook_add"), {"kind": kind, "address": address, "name": name}, follow=True)


def press(client: Client, name: str, *arguments: int) -> Any:
    return client.post(reverse(f"games:{name}", args=arguments), follow=True)


def device(user: User, label: str = "Firefox, Android") -> PushSubscription:
    number = PushSubscription.objects.count()
    return PushSubscription.objects.create(
        user=user,
        session=session_of(user),
        endpoint_hash=str(number),
        sealed_endpoint=b"x",
        label=label,
        created_at=timezone.now(),
    )


def test_a_webhook_is_added_shown_masked_and_removed(alice: User, client_of: ClientOf) -> None:
    client = client_of(alice)
    answer = add(client, "slack", SLACK, "  Our   pier ")
    assert "Webhook added." in words_of(answer)
    assert "Slack: Our pier" in words_of(answer)
    assert "hooks.slack.com/…mnop" in words_of(answer)
    assert "abcdefgh" not in answer.content.decode()
    answer = press(client, "webhook_remove", Webhook.objects.get().pk)
    assert "Webhook removed." in words_of(answer)
    assert not Webhook.objects.exists()


def test_the_secret_of_a_plain_webhook_is_shown_once(alice: User, client_of: ClientOf) -> None:
    client = client_of(alice)
    first = main_of(add(client))
    [line] = own_webhooks(alice)
    assert line.secret
    assert f">{line.secret}</textarea>" in first
    assert line.secret not in main_of(client.get(CHANNELS))
    assert "Secret for signatures" not in words_of(add(client, "slack", SLACK))


@pytest.mark.parametrize(
    ("sent", "words"),
    [
        ({"address": ""}, "Enter an address."),
        ({"address": "https://hooks.example.org/" + "x" * 1000}, "This address is too long."),
        ({"address": "hooks.example.org"}, "Enter a full web address starting with https://."),
        ({"address": "http://hooks.example.org/odin"}, "Enter a full web address starting with https://."),
        ({"address": "https://hooks.example.org/\x00"}, "Null characters are not allowed."),
        ({"address": "https://127.0.0.1/odin"}, "This address is in a private network"),
        ({"kind": "telegram"}, "“telegram” isn’t a choice. Choose one from the list."),
        ({"kind": "slack"}, "Slack webhooks start with https://hooks.slack.com/services/."),
        ({"kind": "mattermost"}, "The address of a Mattermost webhook ends in /hooks/ and a key."),
        ({"name": "x" * 41}, "40 characters at most"),
        ({"name": "two\nlines"}, "Use only visible characters."),
    ],
)
def test_what_is_no_webhook_is_refused_in_words_and_kept_in_the_form(
    alice: User, client_of: ClientOf, sent: dict[str, str], words: str
) -> None:
    answer = add(client_of(alice), **({"name": "Pier"} | sent))
    assert answer.status_code == 422
    assert words in words_of(answer)
    assert sent.get("name") or 'value="Pier"' in main_of(answer)
    assert not Webhook.objects.exists()


def test_an_address_shows_its_errors_beside_it(alice: User, client_of: ClientOf) -> None:
    for client, address in ((client_of(alice), "ftp://example.org"), (client_of(alice), JSON)):
        add(client, address=JSON)
        page = main_of(add(client, address=address))
        assert 'aria-describedby="id_address_helptext id_address_error"' in page
        assert 'id="id_address_error"' in page
    assert Webhook.objects.count() == 1


def test_after_the_fifth_webhook_there_is_no_form_and_a_sixth_is_refused(alice: User, client_of: ClientOf) -> None:
    client = client_of(alice)
    for number in range(WEBHOOKS_MAX):
        assert 'name="address"' in main_of(client.get(CHANNELS))
        webhook_add(user=alice, kind="json", address=f"{JSON}{number}")
    assert 'name="address"' not in main_of(client.get(CHANNELS))
    answer = add(client, address=JSON + "more")
    assert answer.status_code == 422
    assert "You already have 5 webhooks. Remove one first." in words_of(answer)


def test_a_test_runs_and_its_outcome_is_told(alice: User, client_of: ClientOf) -> None:
    client = client_of(alice)
    hook = webhook_add(user=alice, kind="json", address=JSON)
    words = words_of(press(client, "webhook_test", hook.pk))
    assert "Sending test…" in words
    assert 'data-again="2"' in main_of(client.get(CHANNELS))
    answer = press(client, "webhook_test", hook.pk)
    assert answer.status_code == 429
    assert 0 < int(answer.headers["Retry-After"]) <= TEST_TIMEOUT.total_seconds()
    assert "You just tested this webhook." in words_of(answer)
    script = client.post(reverse("games:webhook_test", args=[hook.pk]), headers={"Accept": "application/json"})
    assert (script.status_code, script.json()["error"]) == (429, "tested_lately")
    assert 0 < int(script.headers["Retry-After"]) <= TEST_TIMEOUT.total_seconds()
    webhook_tested(webhook_id=hook.pk, failure="answered with 418")
    page = client.get(CHANNELS)
    assert "answered with 418" in words_of(page)
    assert "data-again" not in main_of(page)
    webhook_tested(webhook_id=hook.pk)
    assert "it arrived" in words_of(client.get(CHANNELS))


def test_a_test_that_got_lost_is_not_waited_for(alice: User, client_of: ClientOf) -> None:
    hook = webhook_add(user=alice, kind="json", address=JSON)
    webhook_test(user=alice, webhook_id=hook.pk)
    Webhook.objects.update(tested_at=timezone.now() - timedelta(minutes=2))
    page = client_of(alice).get(CHANNELS)
    assert "The test didn’t go through. Try again." in words_of(page)
    assert "data-again" not in main_of(page)


def test_why_a_webhook_was_stopped_is_told(alice: User, client_of: ClientOf) -> None:
    webhook_add(user=alice, kind="json", address=JSON)
    Webhook.objects.update(stopped_at=timezone.now(), stopped_why="it answered with 500 & <more>")
    words = words_of(client_of(alice).get(CHANNELS))
    assert "Stopped" in words
    assert "it answered with 500 & <more>. A successful test turns it back on." in words


def test_devices_are_listed_and_removed(alice: User, bob: User, client_of: ClientOf) -> None:
    client = client_of(alice)
    mine, nameless, theirs = device(alice), device(alice, ""), device(bob, "Chrome, Windows")
    words = words_of(client.get(CHANNELS))
    assert "Firefox, Android" in words
    assert "Unknown browser" in words
    assert "Chrome, Windows" not in words
    answer = press(client, "device_remove", mine.pk)
    assert "Device removed." in words_of(answer)
    assert set(PushSubscription.objects.all()) == {nameless, theirs}


@pytest.mark.parametrize("name", ["webhook_remove", "webhook_test", "device_remove"])
def test_other_peoples_channels_cannot_be_changed(alice: User, bob: User, client_of: ClientOf, name: str) -> None:
    hook = webhook_add(user=alice, kind="json", address=JSON)
    phone = device(alice)
    for number in (hook.pk, phone.pk, 10**30):
        assert press(client_of(bob), name, number).status_code == 404
    hook.refresh_from_db()
    assert hook.tested_at is None
    assert PushSubscription.objects.filter(pk=phone.pk).exists()


def test_where_the_site_has_no_push_the_page_says_so(alice: User, client_of: ClientOf, settings: Settings) -> None:
    client, words = client_of(alice), "This site can’t send push notifications"
    assert words not in words_of(client.get(CHANNELS))
    settings.VAPID_PRIVATE_KEY = ""
    assert words in words_of(client.get(CHANNELS))


def test_the_calendars_address_is_made_renewed_and_dropped(alice: User, client_of: ClientOf) -> None:
    client = client_of(alice)
    assert "Create address" in words_of(client.get(CHANNELS))
    first = press(client, "calendar_renew")
    assert "Calendar address created." in words_of(first)
    assert address_of(alice) in main_of(first)
    old = address_of(alice)
    second = press(client, "calendar_renew")
    assert "The old one no longer works." in words_of(second)
    assert old not in main_of(second)
    assert address_of(alice) in main_of(second)
    answer = press(client, "calendar_drop")
    assert "Calendar address removed." in words_of(answer)
    assert "Create address" in words_of(answer)
    assert Preferences.objects.get().calendar_number == 0


def address_of(user: User) -> str:
    return calendar_address(User.objects.get(pk=user.pk))


ADDRESSES = [
    "webhooks/", "webhooks/1/test/", "webhooks/1/remove/", "devices/1/remove/", "calendar/renew/", "calendar/drop/",
]  # fmt: skip


@pytest.mark.parametrize("path", ADDRESSES)
def test_a_visitor_logs_in_first_and_comes_back_to_the_page(client: Client, db: None, path: str) -> None:
    assert client.get(CHANNELS).headers["Location"] == f"{reverse('account_login')}?next={CHANNELS}"
    for ask in (client.get, client.post):
        assert ask(CHANNELS + path).headers["Location"] == f"{reverse('account_login')}?next={CHANNELS}"


@pytest.mark.parametrize("path", ADDRESSES)
def test_loading_a_refused_page_again_leads_to_the_page(alice: User, client_of: ClientOf, path: str) -> None:
    assert client_of(alice).get(CHANNELS + path).headers["Location"] == CHANNELS


def test_webhooks_and_devices_cost_no_more_queries(alice: User, client_of: ClientOf) -> None:
    client = client_of(alice)
    # Session, account with preferences, webhooks, devices, games that wait.
    assert queries_of(lambda: client.get(CHANNELS)) == 5
    calendar_renew(user=alice)
    for number in range(WEBHOOKS_MAX):
        webhook_add(user=alice, kind="json", address=f"{JSON}{number}")
        device(alice)
    assert queries_of(lambda: client.get(CHANNELS)) == 5
    assert "no-store" in client.get(CHANNELS).headers["Cache-Control"]
