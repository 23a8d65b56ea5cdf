"""Preferences, and defaults for missing or invalid ones."""

from datetime import time
from typing import Any

import pytest

from accounts.models import User
from games.errors import Refused
from games.models import Notice, Preferences
from games.notices.levels import Level
from games.notices.links.unsubscribe import mails_stop
from games.notices.preferences import NoticeChoices, SimpleChoices, preferences_change, simple_choices_save
from games.people.errors import PersonReason, PreferenceReason
from games.people.preference_selectors import CHOICE_KINDS, MANDATORY_KINDS, ChannelChoice, channels_for, preferences_of
from games.people.preferences import waking_change
from tests.page_texts import queries_of

USUAL = ChannelChoice(mail="now", push=True, webhook=True)
NIGHT = (time(22), time(7))


def choices(**changed: Any) -> NoticeChoices:
    plain: dict[str, Any] = {
        "channels": {}, "digest_hour": 18, "digest_weekday": 6, "quiet": None, "quiet_exempt": [],
        "remind_share": 25, "remind_repeat": False,
    }  # fmt: skip
    return NoticeChoices(**plain | changed)


def test_defaults_apply_without_a_row(alice: User) -> None:
    preferences = preferences_of(alice)
    assert preferences.user_id == alice.pk
    assert preferences.mail_cards
    assert preferences.mail_links
    assert not Preferences.objects.exists()
    others = set(Notice.Kind) - MANDATORY_KINDS - {Notice.Kind.MENTION, Notice.Kind.HAND}
    assert {channels_for(preferences, kind) for kind in others} == {USUAL}
    assert channels_for(preferences, Notice.Kind.HAND) == ChannelChoice("off", push=False, webhook=False)


def test_an_account_fetched_with_its_preferences_costs_no_query(alice: User, bob: User) -> None:
    Preferences.objects.create(user=alice, remind_share=50)
    people = list(User.objects.select_related("preferences").order_by("pk"))
    assert queries_of(lambda: [preferences_of(person) for person in people]) == 0
    assert [preferences_of(person).remind_share for person in people] == [50, 25]


def test_a_row_written_later_is_found(alice: User) -> None:
    preferences_of(alice)
    Preferences.objects.create(user=alice, remind_share=50)
    assert preferences_of(User.objects.get(pk=alice.pk)).remind_share == 50


def test_each_kind_has_its_own_choice() -> None:
    chosen = {"turn": {"mail": "daily", "push": False, "webhook": True}, "over": {"mail": "off"}}
    preferences = Preferences(channels=chosen)
    assert channels_for(preferences, Notice.Kind.TURN) == ChannelChoice("daily", push=False, webhook=True)
    assert channels_for(preferences, Notice.Kind.OVER) == ChannelChoice("off", push=True, webhook=True)
    assert channels_for(preferences, Notice.Kind.REMINDER) == USUAL


def test_being_taken_into_a_game_goes_by_its_start() -> None:
    preferences = Preferences(channels={"started": {"mail": "off", "push": False, "webhook": False}})
    assert channels_for(preferences, Notice.Kind.JOINED) == ChannelChoice("off", push=False, webhook=False)
    follow = {Notice.Kind.JOINED, Notice.Kind.TABLE, Notice.Kind.PUBLISH}
    assert set(CHOICE_KINDS) == set(Notice.Kind) - follow - MANDATORY_KINDS


def test_being_invited_to_a_table_goes_by_invitations() -> None:
    preferences = Preferences(channels={"invitation": {"mail": "weekly", "push": False, "webhook": False}})
    assert channels_for(preferences, Notice.Kind.TABLE) == ChannelChoice("weekly", push=False, webhook=False)


def test_notices_of_decisions_cannot_be_switched_off() -> None:
    off = {"mail": "off", "push": False, "webhook": True}
    for kind in MANDATORY_KINDS:
        chosen = channels_for(Preferences(channels={kind.value: off}), kind)
        assert chosen == ChannelChoice("now", push=True, webhook=False)


def test_mentions_are_mailed_only_on_request() -> None:
    kind = Notice.Kind.MENTION
    assert channels_for(Preferences(), kind) == ChannelChoice("off", push=True, webhook=True)
    asked = Preferences(channels={kind.value: {"mail": "daily", "push": False}})
    assert channels_for(asked, kind) == ChannelChoice("daily", push=False, webhook=True)


@pytest.mark.parametrize(
    "broken",
    [None, [], "now", {"turn": None}, {"turn": []}, {"turn": {"mail": ["now"]}},
     {"turn": {"mail": "often", "push": 1, "webhook": "yes"}}],
)  # fmt: skip
def test_nonsense_in_the_row_counts_as_nothing(broken: object) -> None:
    assert channels_for(Preferences(channels=broken), Notice.Kind.TURN) == USUAL


def test_choices_are_kept_and_other_kinds_stay_as_they_are(alice: User) -> None:
    preferences_change(user=alice, choices=choices(channels={Notice.Kind.OVER: ChannelChoice("off")}))
    weekly = ChannelChoice("weekly", push=False, webhook=False)
    changed = choices(
        channels={Notice.Kind.TURN: weekly}, quiet=NIGHT, quiet_exempt=[Notice.Kind.TURN], digest_hour=7,
        digest_weekday=0, remind_share=50, remind_repeat=True,
    )  # fmt: skip
    preferences_change(user=alice, choices=changed)
    kept = Preferences.objects.get()
    assert channels_for(kept, Notice.Kind.TURN) == weekly
    assert channels_for(kept, Notice.Kind.OVER).mail == "off"
    assert (kept.quiet, kept.quiet_exempt, kept.digest_hour, kept.digest_weekday) == (list(NIGHT), ["turn"], 7, 0)
    assert (kept.remind_share, kept.remind_repeat) == (50, True)


def test_a_change_leaves_hours_and_vacation_alone(alice: User) -> None:
    Preferences.objects.create(user=alice, waking=[time(8), time(20)], vacation_days=7, calendar_number=3)
    preferences_change(user=alice, choices=choices())
    kept = Preferences.objects.get()
    assert (kept.waking, kept.vacation_days, kept.calendar_number) == ([time(8), time(20)], 7, 3)


def test_quiet_hours_without_length_are_refused(alice: User) -> None:
    with pytest.raises(Refused) as refused:
        preferences_change(user=alice, choices=choices(quiet=(time(9), time(9))))
    assert refused.value.reason == PreferenceReason.QUIET_EMPTY
    assert not Preferences.objects.exists()


@pytest.mark.parametrize(
    ("chosen", "kept"),
    [
        (None, None),
        ((time(8), time(18)), [time(8), time(18)]),
        ((time(20), time(6)), [time(20), time(6)]),
        ((time(8), time(8)), None),
    ],
)
def test_waking_hours_may_pass_midnight_and_a_whole_day_is_none(
    alice: User, chosen: tuple[time, time] | None, kept: list[time] | None
) -> None:
    Preferences.objects.create(user=alice, waking=[time(9), time(21)], remind_share=50)
    waking_change(user=alice, waking=chosen)
    row = Preferences.objects.get()
    assert (row.waking, row.remind_share) == (kept, 50)


@pytest.mark.parametrize("hours", [(time(8), time(17, 59)), (time(20), time(5, 59)), (time(8), time(8, 1))])
def test_waking_hours_below_ten_a_day_are_refused(alice: User, hours: tuple[time, time]) -> None:
    with pytest.raises(Refused) as refused:
        waking_change(user=alice, waking=hours)
    assert refused.value.reason == PreferenceReason.WAKING_SHORT
    assert not Preferences.objects.exists()


def test_mails_of_one_kind_stop_and_nothing_else(alice: User) -> None:
    quiet = {"turn": {"mail": "daily", "push": False, "webhook": True}}
    Preferences.objects.create(user=alice, channels=quiet)
    for _again in range(2):
        mails_stop(user=alice, what=Notice.Kind.TURN)
    mails_stop(user=alice, what=Notice.Kind.JOINED)
    kept = Preferences.objects.get()
    assert channels_for(kept, Notice.Kind.TURN) == ChannelChoice("off", push=False, webhook=True)
    assert channels_for(kept, Notice.Kind.STARTED) == ChannelChoice("off")
    assert channels_for(kept, Notice.Kind.OVER) == USUAL


def test_a_broken_row_is_mended_by_the_next_choice(alice: User) -> None:
    Preferences.objects.create(user=alice, channels=["now"])
    mails_stop(user=alice, what=Notice.Kind.OVER)
    assert channels_for(Preferences.objects.get(), Notice.Kind.OVER) == ChannelChoice("off")


def test_a_closed_account_chooses_nothing(alice: User) -> None:
    User.objects.filter(pk=alice.pk).update(is_active=False)
    with pytest.raises(Refused) as refused:
        preferences_change(user=alice, choices=choices())
    assert refused.value.reason == PersonReason.ACCOUNT_CLOSED
    with pytest.raises(Refused) as refused:
        simple_choices_save(user=alice, choices=SimpleChoices(Level.NOTHING, mail_cards=True, mail_links=True))
    assert refused.value.reason == PersonReason.ACCOUNT_CLOSED
