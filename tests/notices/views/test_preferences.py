"""A person's choices about notifications."""

from datetime import time
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django.fixtures import Settings

from accounts.models import User
from games.models import Notice, Preferences, Webhook
from games.people.preference_selectors import CHOICE_KINDS, MANDATORY_KINDS, ChannelChoice, channels_for
from tests.clients import ClientOf
from tests.notices.choices import device_of, webhook_of
from tests.page_texts import main_of, queries_of, words_of

NOTICES = "/settings/notices/"
CUSTOM = "/settings/notices/custom/"
PLAIN: dict[str, Any] = {
    "digest_hour": "18", "digest_weekday": "6", "remind_share": "25", "quiet_from": "", "quiet_to": "",
    **{f"{kind}_mail": "now" for kind in CHOICE_KINDS},
}  # fmt: skip
_NOW = ChannelChoice()
_DAILY = ChannelChoice(mail="daily", push=False, webhook=False)
_NEVER = ChannelChoice(mail="off", push=False, webhook=False)


@pytest.fixture(autouse=True)
def _push(settings: Settings) -> None:
    settings.VAPID_PRIVATE_KEY = "set"


@pytest.fixture
def reached(alice: User) -> User:
    """Alice with all channels."""
    device_of(alice)
    webhook_of(alice)
    return alice


def save(client: Client, **chosen: Any) -> Any:
    return client.post(CUSTOM, PLAIN | chosen, follow=True)


def choose(client: Client, level: str, **chosen: Any) -> Any:
    return client.post(NOTICES, {"level": level} | chosen, follow=True)


def chosen_level(page: str) -> str:
    [radio] = [tag for tag in page.split("<input") if 'name="level"' in tag and "checked" in tag.split(">")[0]]
    return radio.split('value="')[1].split('"')[0]


def field(page: str, name: str) -> str:
    return (
        "<input"
        + page.split(f'name="{name}"')[0].rsplit("<input", 1)[1]
        + page.split(f'name="{name}"')[1].split(">")[0]
    )


def test_it_begins_with_what_holds_for_everybody(alice: User, client_of: ClientOf) -> None:
    page = main_of(client_of(alice).get(NOTICES))
    assert chosen_level(page) == "every"
    assert 'value="custom"' not in page
    assert "Decisions about your account and answers to appeals and reports always come by email" in page
    assert "checked" in field(page, "mail_cards")
    assert "checked" in field(page, "mail_links")
    assert not Preferences.objects.exists()


@pytest.mark.parametrize(
    ("level", "told"),
    [
        ("every", {"turn": _NOW, "reminder": _NOW, "over": _NOW, "mention": ChannelChoice(mail="off")}),
        ("daily", {"turn": _DAILY, "reminder": _NOW, "over": _DAILY, "mention": _NEVER}),
        ("urgent", {"turn": _NEVER, "reminder": _NOW, "timeout": _NOW, "over": _NEVER, "mention": _NEVER}),
        ("nothing", {"turn": _NEVER, "reminder": _NEVER, "over": _NEVER, "mention": _NEVER}),
    ],
)
def test_a_simple_choice_stands_for_choices_by_kind(
    alice: User, client_of: ClientOf, level: str, told: dict[str, ChannelChoice]
) -> None:
    Preferences.objects.create(user=alice, channels={"turn": {"mail": "weekly", "push": False}})
    client = client_of(alice)
    answer = choose(client, level, mail_cards="on")
    assert "Saved." in words_of(answer)
    assert chosen_level(main_of(answer)) == level
    kept = Preferences.objects.get(user=alice)
    assert {kind: channels_for(kept, Notice.Kind(kind)) for kind in told} == told
    assert (kept.mail_cards, kept.mail_links) == (True, False)
    assert channels_for(kept, Notice.Kind.SANCTION).mail == "now"


def test_other_choices_show_as_custom_and_are_kept(alice: User, client_of: ClientOf) -> None:
    stored = {"turn": {"mail": "weekly", "push": False, "webhook": True}}
    Preferences.objects.create(user=alice, channels=stored, mail_cards=True)
    client = client_of(alice)
    page = main_of(client.get(NOTICES))
    assert chosen_level(page) == "custom"
    assert "Custom" in words_of(client.get(NOTICES))
    choose(client, "custom", mail_links="on")
    kept = Preferences.objects.get()
    assert (kept.channels, kept.mail_cards, kept.mail_links) == (stored, False, True)


@pytest.mark.parametrize("level", ["custom", "often", ""])
def test_a_level_that_is_not_offered_is_refused(alice: User, client_of: ClientOf, level: str) -> None:
    assert choose(client_of(alice), level).status_code == 422
    assert not Preferences.objects.exists()


def test_hours_and_reminders_stay_when_the_simple_choice_changes(alice: User, client_of: ClientOf) -> None:
    Preferences.objects.create(user=alice, quiet=[time(22), time(7)], digest_hour=7, remind_share=50)
    choose(client_of(alice), "daily")
    kept = Preferences.objects.get()
    assert (kept.quiet, kept.digest_hour, kept.remind_share) == ([time(22), time(7)], 7, 50)


def test_the_table_begins_with_what_holds_for_everybody(reached: User, client_of: ClientOf) -> None:
    page = main_of(client_of(reached).get(CUSTOM))
    for kind in CHOICE_KINDS:
        chosen = page.split(f'name="{kind}_mail"')[1].split("</select>")[0]
        usual = "off" if kind in (Notice.Kind.MENTION, Notice.Kind.HAND) else "now"
        assert f'<option value="{usual}" selected>' in chosen
        for way in ("push", "webhook"):
            assert ("checked" in field(page, f"{kind}_{way}")) == (kind != Notice.Kind.HAND)
    for kind in MANDATORY_KINDS:
        assert f"{kind}_mail" not in page


def test_every_choice_is_kept_and_shown_again(reached: User, client_of: ClientOf) -> None:
    client = client_of(reached)
    answer = save(
        client, turn_mail="daily", turn_webhook="on", over_mail="off", over_push="on", digest_hour="7",
        digest_weekday="0", quiet_from="22:30", quiet_to="07:00", quiet_exempt=["reminder", "invitation"],
        remind_share="50", remind_repeat="on",
    )  # fmt: skip
    assert "Saved." in words_of(answer)
    kept = Preferences.objects.get(user=reached)
    assert channels_for(kept, Notice.Kind.TURN) == ChannelChoice("daily", push=False, webhook=True)
    assert channels_for(kept, Notice.Kind.OVER) == ChannelChoice("off", push=True, webhook=False)
    assert channels_for(kept, Notice.Kind.TIMEOUT) == ChannelChoice("now", push=False, webhook=False)
    assert (kept.digest_hour, kept.digest_weekday, kept.remind_share, kept.remind_repeat) == (7, 0, 50, True)
    assert (kept.quiet, kept.quiet_exempt) == ([time(22, 30), time(7)], ["invitation", "reminder"])
    page = main_of(client.get(CUSTOM))
    assert 'value="22:30"' in field(page, "quiet_from")
    assert '<option value="daily" selected>' in page.split('name="turn_mail"')[1].split("</select>")[0]
    assert chosen_level(main_of(client.get(NOTICES))) == "custom"


def test_a_table_that_says_what_a_simple_choice_does_shows_as_that(reached: User, client_of: ClientOf) -> None:
    client = client_of(reached)
    save(client, **{f"{kind}_mail": "off" for kind in CHOICE_KINDS})
    assert chosen_level(main_of(client.get(NOTICES))) == "nothing"


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
        ({"quiet_exempt": ["everything"]}, "“everything” isn’t a choice. Choose one from the list."),
        ({"turn_mail": "often"}, "“often” isn’t a choice. Choose one from the list."),
        ({"turn_mail": ""}, "This field is required."),
        ({"digest_hour": "24"}, "isn’t a choice. Choose one from the list."),
        ({"digest_weekday": "7"}, "isn’t a choice. Choose one from the list."),
        ({"remind_share": "99"}, "isn’t a choice. Choose one from the list."),
        ({"remind_share": "x" * 5000}, "isn’t a choice. Choose one from the list."),
        ({"turn_mail": "now\x00"}, "isn’t a choice. Choose one from the list."),
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


def test_all_fields_of_the_table_have_names_of_their_own_to_be_read_out(reached: User, client_of: ClientOf) -> None:
    words = words_of(client_of(reached).get(CUSTOM))
    for name in ("Your turn", "Reminder", "Time ran out", "Game started", "Game over", "Invitation", "Moderation"):
        for way in ("Email", "Push", "Webhook"):
            assert f"{way} : {name}" in words


def test_only_channels_that_are_set_up_are_in_the_table(reached: User, bob: User, client_of: ClientOf) -> None:
    client = client_of(reached)
    words = words_of(client.get(CUSTOM))
    assert "Missing a channel?" not in words
    words = words_of(client_of(bob).get(CUSTOM))
    assert "Missing a channel? Set one up" in words
    assert "Email : Your turn" in words
    assert "Push : Your turn" not in words
    assert "Webhook : Your turn" not in words
    Webhook.objects.update(stopped_at=timezone.now())
    words = words_of(client.get(CUSTOM))
    assert "Missing a channel?" in words
    assert "Push : Your turn" in words
    assert "Webhook : Your turn" not in words


def test_a_site_without_push_does_not_speak_of_it(reached: User, client_of: ClientOf, settings: Settings) -> None:
    settings.VAPID_PRIVATE_KEY = ""
    words = words_of(client_of(reached).get(CUSTOM))
    assert "Push" not in words
    assert "Missing a channel?" not in words
    assert "Webhook : Your turn" in words


def test_without_an_address_the_table_leads_to_one(reached: User, client_of: ClientOf) -> None:
    User.objects.filter(pk=reached.pk).update(email="")
    page = main_of(client_of(reached).get(CUSTOM))
    assert "turn_mail" not in page
    assert f'href="{reverse("account_email")}">Add email address</a>' in page


def test_channels_that_are_not_set_up_keep_their_choices(alice: User, client_of: ClientOf) -> None:
    stored = {"mail": "now", "push": False, "webhook": True}
    Preferences.objects.create(user=alice, channels={"turn": stored})
    save(client_of(alice), turn_mail="hourly", turn_push="on")
    assert Preferences.objects.get().channels["turn"] == stored | {"mail": "hourly"}


def test_a_bounced_address_is_shown_to_its_owner(alice: User, client_of: ClientOf) -> None:
    client = client_of(alice)
    assert "bounced" not in words_of(client.get(NOTICES))
    User.objects.update(mail_stopped_at=timezone.now(), mail_stopped_why="no such box")
    assert "Emails to alice@example.org bounced, so we’ve stopped sending them." in words_of(client.get(NOTICES))


@pytest.mark.parametrize(("page", "data"), [(NOTICES, {"level": "daily"}), (CUSTOM, PLAIN)])
def test_a_visitor_logs_in_first(client: Client, db: None, page: str, data: dict[str, Any]) -> None:
    assert client.get(page).headers["Location"] == f"{reverse('account_login')}?next={page}"
    assert client.post(page, data).status_code == 302
    assert not Preferences.objects.exists()


def test_the_pages_take_few_queries_and_are_kept_nowhere(alice: User, client_of: ClientOf) -> None:
    client = client_of(alice)
    # Session, account with preferences, games that wait; in the table devices and webhooks too.
    assert queries_of(lambda: client.get(NOTICES)) == 3
    assert queries_of(lambda: client.get(CUSTOM)) == 4
    for page in (NOTICES, CUSTOM):
        assert "no-store" in client.get(page).headers["Cache-Control"]
