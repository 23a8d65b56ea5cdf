"""What a person chose, and what holds where nothing was chosen or the row holds nonsense."""

import pytest

from accounts.models import User
from games.models import Notice, Preferences
from games.selectors.preferences import CHOICE_KINDS, ChannelChoice, channels_for, preferences_of
from tests.pages.reading import queries_of

USUAL = ChannelChoice(mail="now", push=True, webhook=True)


def test_who_chose_nothing_has_the_defaults_and_no_row(alice: User) -> None:
    preferences = preferences_of(alice)
    assert preferences.user_id == alice.pk
    assert preferences.mail_links
    assert not Preferences.objects.exists()
    assert {channels_for(preferences, kind) for kind in Notice.Kind} == {USUAL}


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
    assert set(CHOICE_KINDS) == set(Notice.Kind) - {Notice.Kind.JOINED}


@pytest.mark.parametrize(
    "broken",
    [None, [], "now", {"turn": None}, {"turn": []}, {"turn": {"mail": ["now"]}},
     {"turn": {"mail": "often", "push": 1, "webhook": "yes"}}],
)  # fmt: skip
def test_nonsense_in_the_row_counts_as_nothing(broken: object) -> None:
    assert channels_for(Preferences(channels=broken), Notice.Kind.TURN) == USUAL
