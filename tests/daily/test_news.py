"""News of today's hand: asked for, once a day, in the person's hours, and never about a hand that they have begun."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from typing import Any

import pytest
from pytest_django.fixtures import Settings

from accounts.models import User
from games.daily import news
from games.daily.news import hand_news_answer, hand_news_sweep
from games.daily.owner import Owner
from games.daily.services import daily_hand, day_begin
from games.models import DailyHand, HandPlay, Notice, Preferences
from games.notices.claim import outbox_claim
from games.notices.levels import Level, level_of
from games.notices.links.unsubscribe import mails_resume, mails_stop
from games.notices.mail import compose
from games.notices.outward.payload import notice_news
from games.notices.preferences import SimpleChoices, simple_choices_save, wants_hand
from games.notices.staleness import DAY_OVER, HAND_BEGUN, SWITCHED_OFF
from tests.clients import ClientOf
from tests.daily.conftest import TODAY, play_day
from tests.factories import make_person
from tests.notices.choices import chooses, device_of, quiet, webhook_of
from tests.page_texts import main_of, queries_of, words_of

pytestmark = pytest.mark.django_db
MIDNIGHT = datetime.combine(TODAY, time(), UTC)
DAY = timedelta(days=1)
# What is due then goes out as the day begins.
JUST_BEFORE = MIDNIGHT - timedelta(seconds=1)


def told(user: User) -> list[Notice]:
    return list(Notice.objects.filter(user=user, kind=Notice.Kind.HAND).order_by("channel"))


def wants(*people: User) -> None:
    for person in people:
        hand_news_answer(user=person, on=True)


def out_on(noon: Any, day: datetime = MIDNIGHT) -> DailyHand:
    """The day's hand, just dealt and told of."""
    noon.move_to(day + timedelta(seconds=30))
    hand = daily_hand(day.date())
    hand_news_sweep()
    return hand


def outcome(row: Notice, noon: Any) -> str:
    noon.move_to(max(row.due_at, datetime.now(UTC)))
    claimed = outbox_claim(notice_id=row.pk)
    row.refresh_from_db()
    return row.reason if claimed is None else str(compose(claimed.first, "alice@example.org").body)


def test_only_people_who_asked_hear_of_it_once_a_day(alice: User, bob: User, noon: Any) -> None:
    wants(alice)
    out_on(noon)
    for _again in range(3):
        hand_news_sweep()
    [row] = told(alice)
    assert told(bob) == []
    body = outcome(row, noon)
    for words in ("the same cards for everyone", "Play today’s hand", "/daily/", "Stop these emails"):
        assert words in body
    out_on(noon, MIDNIGHT + DAY)
    assert len(told(alice)) == 2


def test_it_says_that_a_streak_ends_without_a_turn(alice: User, noon: Any) -> None:
    wants(alice)
    hand = daily_hand(TODAY - DAY)
    play = {"turns": "", "points": 3, "counts": True, "begun_at": MIDNIGHT, "finished_at": MIDNIGHT}
    HandPlay.objects.create(hand=hand.hand, user=alice, streak=6, **play)
    out_on(noon)
    [row] = told(alice)
    assert notice_news(row).words == "Today’s hand is out. You’ve played 6 days in a row. Play today to go on."
    assert "You’ve played 6 days in a row." in outcome(row, noon)


def test_no_word_comes_about_a_hand_that_was_begun(alice: User, bob: User, noon: Any) -> None:
    wants(alice, bob)
    noon.move_to(MIDNIGHT + timedelta(seconds=5))
    day_begin(day=TODAY, owner=Owner(alice))
    out_on(noon)
    assert told(alice) == []
    day_begin(day=TODAY, owner=Owner(bob))
    assert outcome(told(bob)[0], noon) == HAND_BEGUN


def test_a_day_that_is_over_is_not_told(alice: User, noon: Any) -> None:
    wants(alice)
    out_on(noon)
    noon.move_to(MIDNIGHT + DAY + timedelta(hours=10))
    assert outcome(told(alice)[0], noon) == DAY_OVER


@pytest.mark.parametrize(
    ("zone", "due_at"),
    [
        ("UTC", MIDNIGHT.replace(hour=9)),
        ("Europe/Berlin", MIDNIGHT.replace(hour=8)),
        ("America/New_York", JUST_BEFORE),
        ("America/Sao_Paulo", JUST_BEFORE),
        ("Asia/Tokyo", MIDNIGHT),
        ("Pacific/Auckland", JUST_BEFORE),
    ],
)
def test_it_never_comes_at_night(alice: User, noon: Any, zone: str, due_at: datetime) -> None:
    alice.time_zone = zone
    alice.save(update_fields=["time_zone"])
    wants(alice)
    out_on(noon)
    assert told(alice)[0].due_at == due_at


def test_own_quiet_hours_decide_instead(alice: User, noon: Any) -> None:
    wants(alice)
    quiet(alice, 23, 5)
    out_on(noon)
    assert told(alice)[0].due_at == MIDNIGHT.replace(hour=5)


@pytest.mark.parametrize("hour", range(24))
def test_a_digest_hour_always_comes_within_the_day(alice: User, noon: Any, hour: int) -> None:
    for number, zone in enumerate(("Europe/London", "America/New_York", "Asia/Kolkata", "Pacific/Apia")):
        person = make_person(f"p{number}")
        User.objects.filter(pk=person.pk).update(time_zone=zone)
        chooses(person, "daily", kinds=["hand"], digest_hour=hour)
    out_on(noon)
    for row in Notice.objects.filter(kind=Notice.Kind.HAND):
        assert (MIDNIGHT <= row.due_at < MIDNIGHT + DAY, row.digest) == (True, ""), row.user.time_zone


def test_devices_hear_of_it_and_webhooks_only_on_request(alice: User, noon: Any, settings: Settings) -> None:
    settings.VAPID_PRIVATE_KEY = "0000000000000000000000000000000000000000001"
    device_of(alice)
    webhook_of(alice)
    wants(alice)
    out_on(noon)
    assert [row.channel for row in told(alice)] == ["mail", "push"]
    assert {notice_news(row).tag for row in told(alice)} == {"hand"}


def test_one_link_stops_it_and_undoes_that(alice: User, noon: Any) -> None:
    wants(alice)
    out_on(noon)
    before = mails_stop(user=alice, what=Notice.Kind.HAND)
    assert outcome(told(alice)[0], noon) == SWITCHED_OFF
    kept = Preferences.objects.get(user=alice)
    assert kept.channels["hand"]["push"] is True, "devices are another choice"
    mails_resume(user=alice, before=before)
    assert wants_hand(Preferences.objects.get(user=alice))


def test_the_levels_leave_the_choice_alone(alice: User) -> None:
    wants(alice)
    assert level_of(Preferences.objects.get(user=alice)) == Level.EVERY
    choices = SimpleChoices(Level.NOTHING, mail_cards=True, mail_links=True, hand=True)
    simple_choices_save(user=alice, choices=choices)
    kept = Preferences.objects.get(user=alice)
    assert (level_of(kept), wants_hand(kept)) == (Level.NOTHING, True)
    simple_choices_save(user=alice, choices=SimpleChoices(Level.EVERY, mail_cards=True, mail_links=True, hand=False))
    kept = Preferences.objects.get(user=alice)
    assert (wants_hand(kept), "hand" in kept.channels) == (False, False)


def test_the_settings_have_the_switch(alice: User, client_of: ClientOf) -> None:
    client = client_of(alice)
    assert "Tell me when today’s hand is out" in words_of(client.get("/settings/notices/"))
    sent = {"level": "every", "mail_cards": "on", "mail_links": "on", "hand": "on"}
    assert client.post("/settings/notices/", sent).status_code == 302
    assert wants_hand(Preferences.objects.get(user=alice))
    assert 'name="hand" id="id_hand" checked' in main_of(client.get("/settings/notices/")).replace(
        'aria-describedby="id_hand_helptext" ', ""
    )
    assert "A new hand is out." in words_of(client.get("/settings/notices/custom/"))


OFFER = "Tell me each day"


@pytest.mark.parametrize("act", ["on", "later"])
def test_it_is_offered_once_after_the_hand(alice: User, client_of: ClientOf, act: str) -> None:
    play_day(Owner(alice))
    client, path = client_of(alice), f"/daily/{TODAY}/"
    assert OFFER in words_of(client.get(path))
    answer = client.post("/daily/news/", {"act": act}, follow=True)
    assert ("We’ll tell you" in words_of(answer)) == (act == "on")
    assert wants_hand(Preferences.objects.get(user=alice)) == (act == "on")
    assert OFFER not in words_of(client.get(path))


def test_it_is_not_offered_again_after_a_stop(alice: User, client_of: ClientOf) -> None:
    play_day(Owner(alice))
    simple_choices_save(user=alice, choices=SimpleChoices(Level.EVERY, mail_cards=True, mail_links=True, hand=True))
    mails_stop(user=alice, what=Notice.Kind.HAND)
    simple_choices_save(user=alice, choices=SimpleChoices(Level.EVERY, mail_cards=True, mail_links=True, hand=False))
    assert OFFER not in words_of(client_of(alice).get(f"/daily/{TODAY}/"))


def test_guests_without_an_address_and_visitors_are_not_offered_it(client: Any, client_of: ClientOf) -> None:
    nina = User.objects.create_user(handle="nina", is_guest=True)
    play_day(Owner(nina))
    assert OFFER not in words_of(client_of(nina).get(f"/daily/{TODAY}/"))
    assert client.post("/daily/news/", {"act": "on"}).headers["Location"].startswith("/accounts/login/")


def test_a_sweep_tells_a_slice_and_goes_on_where_it_was(noon: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    people = [make_person(f"p{number}") for number in range(7)]
    wants(*people)
    monkeypatch.setattr(news, "SLICE", 3)
    noon.move_to(MIDNIGHT)
    daily_hand(TODAY)
    assert [hand_news_sweep() for _minute in range(4)] == [3, 3, 1, 0]
    assert Notice.objects.filter(kind=Notice.Kind.HAND).count() == 7
    wants(make_person("late"))
    assert hand_news_sweep() == 1


def test_a_slice_costs_two_queries_a_person_and_little_more(noon: Any) -> None:
    noon.move_to(MIDNIGHT)
    daily_hand(TODAY)
    assert queries_of(hand_news_sweep) == 4, "begin, hand, people, commit"
    wants(*(make_person(f"p{number}") for number in range(5)))
    assert queries_of(hand_news_sweep) == 6 + 2 * 5
