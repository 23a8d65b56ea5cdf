"""The log of a table's options, and what its members hear of a change."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from hypothesis import given
from hypothesis import strategies as st
from pytest_django.fixtures import Settings

from accounts.models import User
from games.lobby.services import NewGame
from games.models import Notice, StandingChange, StandingMember, StandingTable
from games.notices.claim import outbox_claim
from games.notices.mail import compose
from games.notices.outcome import outbox_sent
from games.notices.staleness import GONE, REVERTED, TABLE_SEEN, TOLD
from games.standing.change_words import option_lines
from games.standing.changes import KEPT, OPTIONS, TOLD_AFTER, TOLD_EACH, changed
from games.standing.presence import member_look
from games.standing.services import owner_change, table_change, table_join, table_leave
from tests.clients import ClientOf
from tests.factories import make_person
from tests.notices.choices import chooses, device_of
from tests.page_texts import main_of, words_of
from tests.standing.tables import make_table

NOON = datetime(2026, 11, 28, 12, tzinfo=UTC)
SECOND = timedelta(seconds=1)


@pytest.fixture
def noon(db: None) -> Iterator[time_machine.Traveller]:
    with time_machine.travel(NOON, tick=False) as traveller:
        yield traveller


@pytest.fixture
def table(noon: object, alice: User, bob: User) -> StandingTable:
    return make_table([alice, bob], pace="1d")


def change(table: StandingTable, user: User, *, goes_on: bool = False, **options: Any) -> None:
    new = replace(NewGame(seats=6, name="Thursday", pace="1d"), **options)
    table_change(public_id=table.public_id, user=user, new=new, goes_on=goes_on)


def news_of(user: User) -> list[Notice]:
    return list(Notice.objects.filter(user=user, kind=Notice.Kind.OPTIONS).order_by("pk"))


def outcome(row: Notice, noon: time_machine.Traveller) -> str:
    """Send the notification when it is due. Returns its text, or why it is not sent."""
    noon.move_to(max(row.due_at, datetime.now(UTC)))
    claimed = outbox_claim(notice_id=row.pk)
    if claimed is None:
        row.refresh_from_db()
        return row.reason
    body = str(compose(claimed.first, "bob@example.org").body)
    outbox_sent(notice_id=row.pk)
    return body


def test_the_others_hear_of_a_change_in_words(table: StandingTable, alice: User, bob: User, noon: Any) -> None:
    change(table, alice, pace="3d", target=None, rated=True)
    assert news_of(alice) == []
    [row] = news_of(bob)
    assert row.due_at == NOON + TOLD_AFTER
    body = outcome(row, noon)
    for words in (
        "Thursday has new options",
        "Pace: 1 day a turn → 3 days a turn",
        "Target: 15 → Single hand",
        "Rated: No → Yes",
        "You sit out until you agree.",
        f"/t/{table.public_id}/",
        "Stop these emails",
    ):
        assert words in body
    assert "Goat" not in body


def test_a_change_that_asks_nothing_says_when_it_applies(
    table: StandingTable, alice: User, bob: User, noon: Any
) -> None:
    change(table, alice, seats=4, goes_on=True)
    body = outcome(news_of(bob)[0], noon)
    assert "Most players in a game: 6 → 4" in body
    assert "Next game begins automatically: No → Yes" in body
    assert "They apply from the next game on." in body
    assert "You sit out" not in body


def test_a_new_name_is_no_change_of_options(table: StandingTable, alice: User, bob: User) -> None:
    change(table, alice, name="Friday")
    assert news_of(bob) == []
    assert not StandingChange.objects.exists()


def test_changes_until_the_news_goes_out_are_told_together(
    table: StandingTable, alice: User, bob: User, noon: Any
) -> None:
    change(table, alice, pace="3d")
    noon.move_to(NOON + TOLD_AFTER - SECOND)
    change(table, alice, pace="7d", goat=True)
    [row] = news_of(bob)
    body = outcome(row, noon)
    assert "Pace: 1 day a turn → 7 days a turn" in body
    assert "Play with the goat: No → Yes" in body


def test_what_is_put_back_at_once_is_not_told(table: StandingTable, alice: User, bob: User, noon: Any) -> None:
    change(table, alice, pace="3d")
    change(table, alice)
    assert not StandingChange.objects.exists()
    assert outcome(news_of(bob)[0], noon) == GONE


def test_news_comes_once_an_hour_at_most(table: StandingTable, alice: User, bob: User, noon: Any) -> None:
    change(table, alice, pace="3d")
    assert "3 days" in outcome(news_of(bob)[0], noon)
    for minute in range(1, 40):
        noon.move_to(NOON + TOLD_AFTER + minute * timedelta(minutes=1))
        change(table, alice, pace=("2d", "7d", "14d")[minute % 3])
    _first, second = news_of(bob)
    assert second.due_at == NOON + TOLD_AFTER + TOLD_EACH
    assert "Pace: 3 days a turn → 2 days a turn" in outcome(second, noon)
    noon.shift(TOLD_EACH)
    change(table, alice, pace="1d")
    assert news_of(bob)[-1].due_at == datetime.now(UTC) + TOLD_AFTER


def test_a_digest_tells_all_changes_in_one_email(table: StandingTable, alice: User, bob: User, noon: Any) -> None:
    chooses(bob, "daily", kinds=["options"], digest_hour=18)
    change(table, alice, pace="3d")
    noon.shift(timedelta(hours=2))
    change(table, alice, pace="3d", goat=True)
    first, second = news_of(bob)
    assert first.due_at == second.due_at == NOON.replace(hour=18)
    noon.move_to(first.due_at)
    assert outcome(second, noon) == TOLD
    body = outcome(first, noon)
    assert "Pace: 1 day a turn → 3 days a turn" in body
    assert "Play with the goat: No → Yes" in body


def test_an_hourly_digest_waits_until_no_change_can_join_it(
    table: StandingTable, alice: User, bob: User, noon: Any
) -> None:
    chooses(bob, "hourly", kinds=["options"])
    noon.move_to(NOON - timedelta(minutes=2))
    change(table, alice, pace="3d")
    assert [row.due_at for row in news_of(bob)] == [NOON.replace(hour=13)]


def test_a_later_digest_that_finds_everything_as_before_is_not_sent(
    table: StandingTable, alice: User, bob: User, noon: Any
) -> None:
    chooses(bob, "daily", kinds=["options"], digest_hour=18)
    change(table, alice, pace="3d")
    noon.shift(timedelta(hours=2))
    change(table, alice)
    assert outcome(news_of(bob)[0], noon) == REVERTED


def test_a_member_who_has_seen_the_page_or_left_hears_nothing(
    table: StandingTable, alice: User, bob: User, charlie: User, noon: Any
) -> None:
    table_join(token=table.invite_token, user=charlie)
    change(table, alice, pace="3d")
    noon.shift(SECOND)
    member_look(public_id=table.public_id, user=bob)
    table_leave(public_id=table.public_id, user=charlie)
    assert outcome(news_of(charlie)[0], noon) == GONE
    assert outcome(news_of(bob)[0], noon) == TABLE_SEEN


def test_preferences_and_levels_decide_about_channels(table: StandingTable, alice: User, bob: User) -> None:
    chooses(bob, "off", kinds=["options"])
    change(table, alice, pace="3d")
    assert news_of(bob) == []


def test_a_device_hears_of_it_in_one_line(table: StandingTable, alice: User, bob: User, settings: Settings) -> None:
    settings.VAPID_PRIVATE_KEY = "0000000000000000000000000000000000000000001"
    device_of(bob)
    change(table, alice, pace="3d")
    assert {row.channel for row in news_of(bob)} == {"mail", "push"}


def test_a_former_owner_hears_of_what_the_next_one_changes(
    table: StandingTable, alice: User, bob: User, noon: Any
) -> None:
    change(table, alice, pace="3d")
    owner_change(public_id=table.public_id, user=alice, member_id=StandingMember.objects.get(table=table, user=bob).pk)
    change(table, bob, pace="7d")
    assert "1 day a turn → 7 days a turn" in outcome(news_of(alice)[0], noon)


def test_the_page_shows_the_latest_changes_to_members_only(
    table: StandingTable, alice: User, bob: User, charlie: User, client_of: ClientOf, noon: Any
) -> None:
    path = f"/t/{table.public_id}/"
    assert "Changed options" not in main_of(client_of(bob).get(path))
    for pace in ("3d", "7d", "14d", "1d"):
        change(table, alice, pace=pace)
        noon.shift(2 * TOLD_EACH)
    page = words_of(client_of(bob).get(path))
    assert "14 days a turn → 1 day a turn" in page
    assert "3 days a turn → 7 days a turn" in page
    assert "1 day a turn → 3 days a turn" not in page
    assert client_of(charlie).get(path).status_code == 404


def test_old_changes_are_deleted(table: StandingTable, alice: User, noon: Any) -> None:
    change(table, alice, pace="3d")
    noon.shift(KEPT + SECOND)
    change(table, alice, pace="7d")
    assert [row.after for row in StandingChange.objects.all()] == [{"pace": "7d"}]


def test_a_change_costs_little_at_the_largest_table(
    table: StandingTable, alice: User, django_assert_max_num_queries: Any
) -> None:
    for number in range(10):
        table_join(token=table.invite_token, user=make_person(f"p{number}"))
    # Ten for the change, and one row for each of eleven people.
    with django_assert_max_num_queries(24):
        change(table, alice, pace="3d")


chosen = st.dictionaries(st.sampled_from(OPTIONS), st.sampled_from([1, 2, 3]), max_size=4)


@given(chosen, st.lists(chosen, max_size=6))
def test_changes_come_to_the_difference_of_first_and_last(first: dict[str, int], steps: list[dict[str, int]]) -> None:
    options, rows = dict.fromkeys(OPTIONS, 1) | first, []
    begun = dict(options)
    for step in steps:
        rows.append(StandingChange(before={name: options[name] for name in step}, after=step))
        options |= step
    assert changed(rows) == {name: (begun[name], options[name]) for name in OPTIONS if begun[name] != options[name]}


def test_every_option_has_its_words(db: None) -> None:
    examples: dict[str, tuple[object, object]] = {
        "seats_count": (2, 6), "target": (15, None), "pace": ("60s", "none"), "timeout_action": ("pass", "caretaker"),
        "next_leader": ("left", "last"),
    }  # fmt: skip
    lines = option_lines({name: examples.get(name, (False, True)) for name in OPTIONS})
    assert len(lines) == len(set(lines)) == len(OPTIONS)
    assert "Pace: 60 seconds a turn → No limit" in lines
    assert "When time is up: The player passes, or leads their lowest card → A stand-in bot takes the turn" in lines
    assert "Next leader: The player to the left of the last leader → The player who played last" in lines
