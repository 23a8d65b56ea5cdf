"""A request to pause or resume is notified once, while it is open."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine

from accounts.models import User
from games.models import Game, Notice, Seat
from games.notices.mail import compose, compose_digest
from games.notices.outward import notice_news
from games.play.presence import presence_save
from games.play.seats.resign import seat_resign
from games.play.waits.pauses import pause_want
from tests.factories import make_person
from tests.games_laid import lay_slow_game
from tests.notices.choices import chooses, webhook_of
from tests.notices.mail_server import Server
from tests.notices.outbox import send, swept
from tests.play.slow_games import person_acts

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("travel")]

KIND = Notice.Kind.PAUSE
MINUTES = timedelta(minutes=3)


@pytest.fixture
def people() -> list[User]:
    found = [make_person(name) for name in ("anna", "ben", "cara")]
    for person in found:
        chooses(person, "off")
        chooses(person, kinds=[KIND.value])
    return found


@pytest.fixture
def table(people: list[User]) -> Game:
    game = lay_slow_game(people, "8h")
    Notice.objects.all().delete()
    return game


def wish(game: Game, user: User, *, want: bool = True) -> None:
    pause_want(public_id=game.public_id, user=user, want=want, version=None)
    game.refresh_from_db()


def rows(user: User | None = None) -> list[Notice]:
    found = Notice.objects.filter(kind=KIND, channel=Notice.Channel.MAIL)
    return list((found.filter(user=user) if user else found).order_by("pk"))


def outcomes(travel: time_machine.Traveller) -> list[tuple[str, str]]:
    travel.shift(MINUTES)
    return [(row.status, row.reason) for row in (send(row) for row in rows())]


def test_a_wish_reaches_the_others_after_a_moment(
    server: Server, table: Game, people: list[User], travel: time_machine.Traveller
) -> None:
    anna, ben, cara = people
    wish(table, anna)
    assert [row.user for row in rows()] == [ben, cara]
    assert swept() == 0
    assert outcomes(travel) == [(Notice.Status.SENT, "")] * 2
    assert [mail["Subject"] for mail in server.mails] == [f"Pause {table.title}?"] * 2


def test_text_html_digest_and_news_name_the_requester(table: Game, people: list[User]) -> None:
    anna, ben, _cara = people
    wish(table, anna)
    row = rows(ben)[0]
    message = compose(row, "ben@example.org")
    html = str(message.alternatives[0][0])
    for body in (str(message.body), html):
        assert f"Pause {table.title}?" in body
        assert "anna" in body
        assert "The game pauses when all players agree, for 14 days at most." in body
    row.digest = Notice.Digest.DAILY
    assert f"Pause {table.title}?" in str(compose_digest([row], "ben@example.org").body)
    assert notice_news(row).words == f"anna wants to pause {table.title}."


def test_a_wish_to_go_on_has_its_own_words(
    server: Server, table: Game, people: list[User], travel: time_machine.Traveller
) -> None:
    anna, ben, cara = people
    for person in people:
        wish(table, person)
    assert table.status == Game.Status.PAUSED
    assert {reason for _status, reason in outcomes(travel)} == {"the request was withdrawn or agreed to"}
    wish(table, cara)
    row = rows(anna)[-1]
    message = compose(row, "anna@example.org")
    assert message.subject == f"Resume {table.title}?"
    assert "cara" in str(message.body)
    assert "automatically on" in str(message.body)
    assert notice_news(row).words == f"cara wants to resume {table.title}."
    wish(table, ben)
    assert notice_news(row).words == f"ben and cara want to resume {table.title}."
    travel.shift(MINUTES)
    assert send(row).status == Notice.Status.SENT
    assert send(rows(ben)[-1]).reason == "you’ve answered"


def test_the_second_pause_request_asks_no_player_twice(table: Game, people: list[User]) -> None:
    anna, ben, cara = people
    wish(table, anna)
    person_acts(table)
    wish(table, ben)
    assert len(rows(cara)) == 1
    assert rows(anna) == []


def test_a_repeated_wish_notifies_once_a_version(
    server: Server, table: Game, people: list[User], travel: time_machine.Traveller
) -> None:
    anna, ben, _cara = people
    wish(table, anna)
    wish(table, anna, want=False)
    wish(table, anna)
    assert len(rows(ben)) == 1
    outcomes(travel)
    wish(table, anna, want=False)
    wish(table, anna)
    assert len(rows(ben)) == 1
    assert len(server.mails) == 2


def test_a_withdrawn_wish_is_dropped_and_notified_when_repeated(
    server: Server, table: Game, people: list[User], travel: time_machine.Traveller
) -> None:
    anna, ben, _cara = people
    wish(table, anna)
    wish(table, anna, want=False)
    assert outcomes(travel) == [(Notice.Status.DROPPED, "the request was withdrawn or agreed to")] * 2
    wish(table, anna)
    assert [row.status for row in rows(ben)] == [Notice.Status.WAITING]
    assert outcomes(travel) == [(Notice.Status.SENT, "")] * 2


def test_a_look_or_resignation_drops_the_mail_of_a_request(
    server: Server, table: Game, people: list[User], travel: time_machine.Traveller
) -> None:
    anna, ben, cara = people
    wish(table, anna)
    travel.shift(timedelta(seconds=10))
    presence_save(public_id=table.public_id, user=ben)
    seat_resign(public_id=table.public_id, user=cara)
    travel.shift(MINUTES)
    assert [row.reason for row in map(send, rows())] == [
        "you’ve looked at the game",
        "the game is over, or you resigned",
    ]
    assert server.mails == []


def test_a_later_wish_mentions_the_earlier(
    server: Server, table: Game, people: list[User], travel: time_machine.Traveller
) -> None:
    anna, ben, _cara = people
    wish(table, anna)
    wish(table, anna, want=False)
    person_acts(table)
    wish(table, anna)
    travel.shift(MINUTES)
    assert [send(row).reason for row in rows(ben)] == ["a later notification covers it", ""]


def test_every_way_that_is_chosen_is_taken(table: Game, people: list[User]) -> None:
    anna, ben, cara = people
    webhook_of(ben)
    chooses(cara, "off", kinds=[KIND.value])
    wish(table, anna)
    found = Notice.objects.filter(kind=KIND).values_list("user__handle", "channel")
    assert set(found) == {("ben", "mail"), ("ben", "webhook")}


def test_bots_and_held_seats_are_not_asked(people: list[User]) -> None:
    game = lay_slow_game(people[:2], bots=["berserker"])
    Seat.objects.filter(game=game, user=people[1]).update(held_by=game.seats.get(kind="bot").user)
    wish(game, people[0])
    assert rows() == []
