"""A person's choices about notices."""

from datetime import time, timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games.models import Notice, Preferences, PushSubscription, Webhook
from games.people.preference_selectors import CHOICE_KINDS, MANDATORY_KINDS, ChannelChoice, channels_for
from tests.clients import ClientOf
from tests.page_texts import main_of, queries_of, words_of

NOTICES = "/settings/notices/"
PLAIN: dict[str, Any] = {
    "digest_hour": "18", "digest_weekday": "6", "remind_share": "25", "mail_links": "on", "quiet_from": "",
    "quiet_to": "", **{f"{kind}_mail": "now" for kind in CHOICE_KINDS},
}  # fmt: skip


def save(client: Client, **chosen: Any) -> Any:
    return client.post(NOTICES, PLAIN | chosen, follow=True)


def field(page: str, name: str) -> str:
    return (
        "<input"
        + page.split(f'name="{name}"')[0].rsplit("<input", 1)[1]
        + page.split(f'name="{name}"')[1].split(">")[0]
    )


def test_it_begins_with_what_holds_for_everybody(alice: User, client_of: ClientOf) -> None:
    page = main_of(client_of(alice).get(NOTICES))
    for kind in CHOICE_KINDS:
        chosen = page.split(f'name="{kind}_mail"')[1].split("</select>")[0]
        usual = "off" if kind == Notice.Kind.MENTION else "now"
        assert f'<option value="{usual}" selected>' in chosen
        assert "checked" in field(page, f"{kind}_push")
        assert "checked" in field(page, f"{kind}_webhook")
    for kind in MANDATORY_KINDS:
        assert f"{kind}_mail" not in page
    assert "Decisions about your account and answers to appeals and reports always come by email" in page
    assert "checked" not in field(page, "mail_cards")
    assert not Preferences.objects.exists()


def test_every_choice_is_kept_and_shown_again(alice: User, client_of: ClientOf) -> None:
    client = client_of(alice)
    answer = save(
        client, turn_mail="daily", turn_webhook="on", over_mail="off", over_push="on", digest_hour="7",
        digest_weekday="0", quiet_from="22:30", quiet_to="07:00", quiet_exempt=["reminder", "invitation"],
        remind_share="50", remind_repeat="on", mail_cards="on", mail_links="",
    )  # fmt: skip
    assert "Saved." in words_of(answer)
    kept = Preferences.objects.get(user=alice)
    assert channels_for(kept, Notice.Kind.TURN) == ChannelChoice("daily", push=False, webhook=True)
    assert channels_for(kept, Notice.Kind.OVER) == ChannelChoice("off", push=True, webhook=False)
    assert channels_for(kept, Notice.Kind.TIMEOUT) == ChannelChoice("now", push=False, webhook=False)
    assert (kept.digest_hour, kept.digest_weekday, kept.remind_share, kept.remind_repeat) == (7, 0, 50, True)
    assert (kept.quiet, kept.quiet_exempt) == ([time(22, 30), time(7)], ["invitation", "reminder"])
    assert (kept.mail_cards, kept.mail_links) == (True, False)
    page = main_of(client.get(NOTICES))
    assert 'value="22:30"' in field(page, "quiet_from")
    assert '<option value="daily" selected>' in page.split('name="turn_mail"')[1].split("</select>")[0]
    assert "checked" not in field(page, "mail_links")


def test_empty_times_end_the_quiet_hours(alice: User, client_of: ClientOf) -> None:
    Preferences.objects.create(user=alice, quiet=[time(22), time(7)])
    save(client_of(alice))
    assert Preferences.objects.get().quiet is None


@pytest.mark.parametrize(
    ("chosen", "words"),
    [
        ({"quiet_from": "09:00", "quiet_to": "09:00"}, "Start and end are the same."),
        ({"quiet_from": "22:00"}, "Enter both times or neither."),
        ({"quiet_to": "07:00"}, "Enter both times or neither."),
        ({"quiet_from": "late", "quiet_to": "07:00"}, "Enter a time like 22:30."),
        ({"quiet_from": "25:00", "quiet_to": "07:00"}, "Enter a time like 22:30."),
        ({"quiet_exempt": ["everything"]}, "Select a valid choice. everything is not one of the available choices."),
        ({"turn_mail": "often"}, "Select a valid choice. often is not one of the available choices."),
        ({"turn_mail": ""}, "This field is required."),
        ({"digest_hour": "24"}, "Select a valid choice."),
        ({"digest_weekday": "7"}, "Select a valid choice."),
        ({"remind_share": "99"}, "Select a valid choice."),
        ({"remind_share": "x" * 5000}, "Select a valid choice."),
        ({"turn_mail": "now\x00"}, "Select a valid choice."),
    ],
)
def test_what_cannot_be_is_refused_in_words_and_nothing_is_lost(
    alice: User, client_of: ClientOf, chosen: dict[str, Any], words: str
) -> None:
    answer = save(client_of(alice), **({"over_mail": "weekly"} | chosen))
    assert answer.status_code == 422
    assert words in words_of(answer)
    assert '<option value="weekly" selected>' in main_of(answer)
    assert not Preferences.objects.exists()


def test_an_error_is_shown_at_its_field(alice: User, client_of: ClientOf) -> None:
    page = main_of(save(client_of(alice), quiet_from="22:00"))
    assert 'aria-invalid="true"' in field(page, "quiet_to")
    assert 'aria-describedby="id_quiet_to_error"' in field(page, "quiet_to")
    assert 'id="id_quiet_to_error"' in page
    told = page.split("Not saved yet.")[1].split("What to send")[0]
    assert '<a href="#id_quiet_to">To</a>: Enter both times or neither.' in told


def test_all_fields_of_the_table_have_names_of_their_own_to_be_read_out(alice: User, client_of: ClientOf) -> None:
    words = words_of(client_of(alice).get(NOTICES))
    for name in ("Your turn", "Reminder", "Time ran out", "Game started", "Game over", "Invitation", "Moderation"):
        for way in ("Email", "Push", "Webhook"):
            assert f"{way} : {name}" in words


def test_ways_that_lead_nowhere_are_named(alice: User, bob: User, client_of: ClientOf) -> None:
    client, at = client_of(alice), timezone.now()
    no_push, no_hook = "No device is set up for push", "No webhook is set up"
    assert no_push in words_of(client.get(NOTICES))
    hook = Webhook.objects.create(user=alice, kind="slack", sealed_address=b"x", hint="…", created_at=at)
    PushSubscription.objects.create(user=alice, endpoint_hash="x", sealed_endpoint=b"x", created_at=at)
    words = words_of(client.get(NOTICES))
    assert no_push not in words
    assert no_hook not in words
    assert no_push in words_of(client_of(bob).get(NOTICES))
    hook.stopped_at = at + timedelta(minutes=1)
    hook.save()
    assert no_hook in words_of(client.get(NOTICES))


def test_a_bounced_address_is_shown_to_its_owner(alice: User, client_of: ClientOf) -> None:
    client = client_of(alice)
    assert "bounced" not in words_of(client.get(NOTICES))
    User.objects.update(mail_stopped_at=timezone.now(), mail_stopped_why="no such box")
    assert "Emails to alice@example.org bounced, so we’ve stopped sending them." in words_of(client.get(NOTICES))


def test_a_visitor_logs_in_first(client: Client, db: None) -> None:
    assert client.get(NOTICES).headers["Location"] == f"{reverse('account_login')}?next={NOTICES}"
    assert client.post(NOTICES, PLAIN).status_code == 302
    assert not Preferences.objects.exists()


def test_the_page_takes_few_queries_and_is_kept_nowhere(alice: User, client_of: ClientOf) -> None:
    client = client_of(alice)
    # Session, account with preferences, devices and webhooks, games that wait.
    assert queries_of(lambda: client.get(NOTICES)) == 4
    assert "no-store" in client.get(NOTICES).headers["Cache-Control"]
