"""When members usually play, on the page of their table: only with their permission, and not to people with a block."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from functools import partial
from zoneinfo import ZoneInfo

import pytest
import time_machine

from accounts.models import User
from games.models import Move, Preferences, StandingTable
from games.people.blocks import person_block
from games.standing.habits import hours_switch, usual_times
from games.standing.services import table_leave
from tests.clients import ClientOf
from tests.page_texts import queries_of, words_of
from tests.standing.tables import finished_at, make_table

pytestmark = pytest.mark.django_db
NINE = "Usually plays around 21:00"
HERE = datetime(2026, 11, 28, 12, tzinfo=ZoneInfo("UTC"))


@pytest.fixture(autouse=True)
def here(db: None) -> Iterator[None]:
    with time_machine.travel(HERE, tick=False):
        yield


@pytest.fixture
def table(here: None, alice: User, bob: User, charlie: User) -> StandingTable:
    """A table whose games of the last ten evenings were played at 21:00 in Berlin, where bob lives."""
    User.objects.filter(pk=bob.pk).update(time_zone="Europe/Berlin")
    User.objects.filter(pk__in=[alice.pk, charlie.pk]).update(time_zone="Europe/Berlin")
    with time_machine.travel(HERE - timedelta(days=12), tick=False):
        table = make_table([alice, bob, charlie])
    for day in range(10):
        evening = datetime(2026, 11, 17 + day, 21, 1, tzinfo=ZoneInfo("Europe/Berlin"))
        with time_machine.travel(evening, tick=False):
            finished_at(table, [alice, bob])
    return table


def page(client_of: ClientOf, viewer: User, table: StandingTable) -> str:
    viewer.refresh_from_db()
    return words_of(client_of(viewer).get(f"/t/{table.public_id}/"))


def test_it_is_shown_only_by_those_who_let_it(
    table: StandingTable, alice: User, bob: User, charlie: User, client_of: ClientOf
) -> None:
    assert "Usually plays" not in page(client_of, alice, table)
    hours_switch(user=bob, on=True)
    assert page(client_of, alice, table).count(NINE) == 1
    hours_switch(user=bob, on=False)
    assert "Usually plays" not in page(client_of, alice, table)


def test_the_switch_is_on_the_page_and_shows_what_others_see(
    table: StandingTable, bob: User, client_of: ClientOf
) -> None:
    client, act = client_of(bob), f"/t/{table.public_id}/act/"
    assert "Show my usual time" in page(client_of, bob, table)
    client.post(act, {"act": "hours-on"})
    shown = page(client_of, bob, table)
    assert NINE in shown
    assert "Hide my usual time" in shown
    client.post(act, {"act": "hours-off"})
    assert not Preferences.objects.get(user=bob).show_hours


def test_each_viewer_sees_their_own_time(table: StandingTable, alice: User, bob: User, client_of: ClientOf) -> None:
    hours_switch(user=bob, on=True)
    User.objects.filter(pk=alice.pk).update(time_zone="America/New_York")
    assert "Usually plays around 15:00" in page(client_of, alice, table)


def test_a_block_hides_it_both_ways(
    table: StandingTable, alice: User, bob: User, charlie: User, client_of: ClientOf
) -> None:
    hours_switch(user=bob, on=True)
    hours_switch(user=alice, on=True)
    person_block(user=bob, handle="alice")
    assert page(client_of, alice, table).count(NINE) == 1, "her own"
    assert page(client_of, charlie, table).count(NINE) == 2
    person_block(user=charlie, handle="bob")
    assert page(client_of, charlie, table).count(NINE) == 1


def test_it_is_for_members_only_and_not_for_children(
    table: StandingTable, alice: User, bob: User, client_of: ClientOf
) -> None:
    hours_switch(user=bob, on=True)
    Preferences.objects.filter(user=bob).update(kid_mode=True)
    assert "Usually plays" not in page(client_of, alice, table)
    Preferences.objects.filter(user=bob).update(kid_mode=False)
    table_leave(public_id=table.public_id, user=alice)
    assert client_of(alice).get(f"/t/{table.public_id}/").status_code == 404
    table_leave(public_id=table.public_id, user=bob)


def test_old_turns_and_those_of_bots_and_time_outs_say_nothing(table: StandingTable, alice: User, bob: User) -> None:
    people = [User.objects.get(pk=bob.pk)]
    assert bob.pk in usual_times(table, people, alice, HERE)
    assert usual_times(table, people, alice, HERE + timedelta(weeks=6)) == {}
    taken = Move.objects.exclude(by=Move.By.PLAYER)
    assert not taken.filter(actor=bob).exists()


def test_the_page_costs_two_queries_more_for_any_number_of_people(
    table: StandingTable, alice: User, bob: User, charlie: User, client_of: ClientOf
) -> None:
    client = client_of(alice)
    visit = partial(client.get, f"/t/{table.public_id}/")
    visit()
    plain = queries_of(visit)
    for person in (bob, charlie, alice):
        hours_switch(user=person, on=True)
        assert queries_of(visit) <= plain + 2
