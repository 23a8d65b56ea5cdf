"""Feeds of deadlines at secret addresses."""

from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import urlsplit

import pytest
import time_machine
from django.http import HttpResponse
from django.test import Client
from icalendar import Calendar

from accounts.models import User
from games.lobby.services import NewGame
from games.models import Deadline, Game
from games.notices.calendar_feed import calendar_address, calendar_drop, calendar_renew
from tests.factories import make_person, rng_of, seat_to_act, take_turn
from tests.games_laid import lay_game
from tests.page_texts import queries_of
from tests.table.tables import cards_told

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 11, 20, 12, tzinfo=UTC)


def path_of(user: User) -> str:
    calendar_renew(user=user)
    return urlsplit(calendar_address(User.objects.get(pk=user.pk))).path


def feed_of(page: object) -> tuple[Any, list[Any]]:
    assert isinstance(page, HttpResponse)
    feed = Calendar.from_ical(page.content)
    return feed, list(feed.walk("VEVENT"))


def test_it_has_an_event_for_each_turn_that_waits(alice: User, bob: User, client: Client) -> None:
    with time_machine.travel(NOW, tick=False):
        days = lay_game([alice, bob], NewGame(seats=2, pace=Game.Pace.D3))
        hours = lay_game([alice, bob], NewGame(seats=2, pace=Game.Pace.D1))
        for game in (days, hours):
            while seat_to_act(game).user != alice:
                take_turn(game, rng_of(1))
        page = client.get(path_of(alice))
    feed, events = feed_of(page)
    assert [event["dtstart"].dt for event in events] == [NOW + timedelta(days=1), NOW + timedelta(days=3)]
    assert [event["dtend"].dt - event["dtstart"].dt for event in events] == [timedelta(minutes=15)] * 2
    assert events[0]["summary"] == f"Odin: your turn in {hours.title}"
    assert events[0]["url"].endswith(f"/g/{hours.public_id}/")
    assert {str(event["status"]) for event in events} == {"CONFIRMED"}
    assert {event["dtstamp"].dt for event in events} == {NOW}
    assert feed["refresh-interval"].dt == timedelta(hours=1)
    assert feed["x-published-ttl"] in ("PT1H", b"PT1H")
    assert (str(feed["version"]), str(feed["method"])) == ("2.0", "PUBLISH")


def test_a_turn_without_a_time_limit_is_no_event(alice: User, bob: User, client: Client) -> None:
    game = lay_game([alice, bob], NewGame(seats=2, pace=Game.Pace.NONE))
    assert Deadline.objects.get(game=game).due_at is not None
    _feed, events = feed_of(client.get(path_of(seat_to_act(game).user)))
    assert events == []


def test_an_event_keeps_its_name_while_the_turn_waits_and_goes_with_it(alice: User, bob: User, client: Client) -> None:
    game = lay_game([alice, bob])
    acting = seat_to_act(game).user
    path = path_of(acting)
    [first] = feed_of(client.get(path))[1]
    later = Deadline.objects.get().since + timedelta(days=2)
    Deadline.objects.update(due_at=later)
    [moved] = feed_of(client.get(path))[1]
    assert moved["uid"] == first["uid"]
    assert moved["dtstart"].dt == later.replace(microsecond=0)
    take_turn(game, rng_of(1))
    assert feed_of(client.get(path))[1] == []
    take_turn(game, rng_of(1))
    [next_turn] = feed_of(client.get(path))[1]
    assert next_turn["uid"] != first["uid"]


def test_a_stopped_clock_has_no_event(alice: User, bob: User, client: Client) -> None:
    game = lay_game([alice, bob])
    path = path_of(seat_to_act(game).user)
    Deadline.objects.update(due_at=None)
    assert feed_of(client.get(path))[1] == []


def test_it_contains_no_card_and_no_other_persons_turn(alice: User, bob: User, client: Client) -> None:
    game = lay_game([alice, bob])
    take_turn(game, rng_of(1))
    acting = seat_to_act(game).user
    other = next(user for user in (alice, bob) if user != acting)
    page = client.get(path_of(acting))
    lines = [line for line in page.content.decode().splitlines() if not line.startswith(("UID", "URL"))]
    assert not cards_told("\n".join(lines))
    assert other.handle not in "\n".join(lines).replace(game.title, "")
    assert feed_of(client.get(path_of(other)))[1] == []


def test_a_new_address_makes_the_old_one_useless_and_dropping_it_does_for_good(alice: User, client: Client) -> None:
    first = path_of(alice)
    second = path_of(alice)
    assert [client.get(path).status_code for path in (first, second)] == [404, 200]
    calendar_drop(user=alice)
    calendar_drop(user=alice)
    assert calendar_address(User.objects.get(pk=alice.pk)) == ""
    third = path_of(alice)
    assert [client.get(path).status_code for path in (first, second, third)] == [404, 404, 200]


def test_an_address_is_one_person_s_alone(alice: User, bob: User, client: Client) -> None:
    path = path_of(alice)
    path_of(bob)
    charlie = make_person("charlie")
    for pk in (bob.pk, charlie.pk, 10**17):
        assert client.get(path.replace(f"/{alice.pk}-", f"/{pk}-")).status_code == 404
    assert client.get(f"{path[:-5]}{'1' if path[-5] == '0' else '0'}.ics").status_code == 404
    assert calendar_address(charlie) == ""
    User.objects.filter(pk=alice.pk).update(is_active=False)
    assert client.get(path).status_code == 404


def test_a_program_that_has_the_events_gets_no_second_copy(alice: User, bob: User, client: Client) -> None:
    game = lay_game([alice, bob], NewGame(seats=2, pace=Game.Pace.D1))
    person = seat_to_act(game).user
    path = path_of(person)
    etag = client.get(path)["ETag"]
    again = client.get(path, headers={"If-None-Match": etag})
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", etag)
    assert "private" in again["Cache-Control"]
    assert queries_of(lambda: client.get(path, headers={"If-None-Match": etag})) == 2
    take_turn(game, rng_of(1))
    changed = client.get(path, headers={"If-None-Match": etag})
    assert changed.status_code == 200
    assert changed["ETag"] != etag
    assert feed_of(changed)[1] == []


def test_it_is_a_calendar_that_only_its_reader_may_keep(alice: User, client: Client) -> None:
    path = path_of(alice)
    page = client.get(path)
    assert page["Content-Type"] == "text/calendar; charset=utf-8"
    assert "private" in page["Cache-Control"]
    assert "no-cache" in page["Cache-Control"]
    assert page["X-Robots-Tag"] == "noindex"
    assert not page.cookies
    assert client.post(path).status_code == 405
    assert queries_of(lambda: client.get(path)) == 2
