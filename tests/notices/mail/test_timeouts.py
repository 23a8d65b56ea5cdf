"""Notifications to an absent person as time keeps running out."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine

from accounts.models import User
from games.models import Game, Notice
from games.notices.mail import compose, compose_digest
from games.outbox.schedule import TIMEOUT_DIGEST_DELAY
from games.outbox.write import notice_write
from games.play.timeouts import TIMEOUTS_BEFORE_CARETAKER, wait_attend
from tests.factories import seat_to_act
from tests.games_laid import lay_slow_game
from tests.notices.choices import chooses
from tests.notices.mail_server import Server
from tests.notices.outbox import send
from tests.play.slow_games import START, actor_and_other, clock_of, person_acts

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("travel")]

KIND = Notice.Kind.TIMEOUT


def runs_out(game: Game, travel: time_machine.Traveller) -> None:
    due_at = clock_of(game).due_at
    assert due_at is not None
    travel.move_to(due_at)
    wait_attend(game_id=game.pk)
    game.refresh_from_db()


def away(game: Game, person: User, times: int, travel: time_machine.Traveller) -> None:
    while times:
        if seat_to_act(game).user == person:
            runs_out(game, travel)
            times -= 1
        else:
            person_acts(game)


def rows(user: User) -> list[Notice]:
    return list(Notice.objects.filter(kind=KIND, user=user, channel=Notice.Channel.MAIL).order_by("pk"))


def only_timeouts(*people: User) -> None:
    for person in people:
        chooses(person, "off")
        chooses(person, kinds=[KIND.value])


def test_where_turns_take_minutes_one_mail_covers_all(
    server: Server, alice: User, bob: User, travel: time_machine.Traveller
) -> None:
    only_timeouts(alice, bob)
    game = lay_slow_game([alice, bob], "60s")
    person, _other = actor_and_other(game)
    for time in range(1, TIMEOUTS_BEFORE_CARETAKER):
        away(game, person, 1, travel)
        assert len(rows(person)) == time
        assert [send(row).status for row in rows(person)][-1] == Notice.Status.WAITING
    away(game, person, 1, travel)
    assert server.mails == []
    outcomes = [(row.status, row.reason) for row in map(send, rows(person))]
    assert outcomes[-1] == (Notice.Status.SENT, "")
    travel.shift(TIMEOUT_DIGEST_DELAY)
    assert {send(row).reason for row in rows(person)[:-1]} == {"a later notification covers it"}
    (mail,) = server.mails
    assert mail["Subject"] == f"Your time ran out in {game.title}"


def test_one_without_a_follower_is_sent_in_the_end(
    server: Server, alice: User, bob: User, travel: time_machine.Traveller
) -> None:
    only_timeouts(alice, bob)
    game = lay_slow_game([alice, bob], "3m")
    person, _other = actor_and_other(game)
    away(game, person, 1, travel)
    [row] = rows(person)
    assert send(row).due_at == row.created_at + TIMEOUT_DIGEST_DELAY
    travel.shift(TIMEOUT_DIGEST_DELAY)
    assert send(row).status == Notice.Status.SENT


def test_where_turns_take_hours_each_is_sent_immediately(
    server: Server, alice: User, bob: User, travel: time_machine.Traveller
) -> None:
    only_timeouts(alice, bob)
    game = lay_slow_game([alice, bob], "1h")
    person, _other = actor_and_other(game)
    away(game, person, 1, travel)
    assert send(rows(person)[0]).status == Notice.Status.SENT


def test_the_last_turn_comes_before_the_bot_that_takes_the_seat(
    alice: User, bob: User, travel: time_machine.Traveller
) -> None:
    game = lay_slow_game([alice, bob], "60s")
    person, _other = actor_and_other(game)
    away(game, person, TIMEOUTS_BEFORE_CARETAKER, travel)
    message = compose(rows(person)[-1], "x@example.org")
    for body in (str(message.body), str(message.alternatives[0][0])):
        assert "A stand-in bot plays for you" in body
        assert body.rindex("time ran out") < body.index("A stand-in bot plays for you")


@pytest.mark.parametrize(("pace", "told"), [("60s", False), ("3m", False), ("1h", True)])
def test_the_next_deadline_is_given_where_it_matters(
    alice: User,
    bob: User,
    pace: str,
    told: bool,  # noqa: FBT001 # a parameter of the test
) -> None:
    game = lay_slow_game([alice, bob], pace)
    person, _other = actor_and_other(game)
    notice_write(KIND, game, person, START)
    [row] = rows(person)
    for body in (compose(row, "x@example.org").body, compose(row, "x@example.org").alternatives[0][0]):
        assert ("You have until" in str(body)) == told
    row.digest = Notice.Digest.HOURLY
    assert ("You have until" in str(compose_digest([row], "x@example.org").body)) == told


def test_the_turn_itself_says_until_when_at_any_pace(alice: User, bob: User) -> None:
    game = lay_slow_game([alice, bob], "3m")
    row = Notice.objects.get(kind=Notice.Kind.TURN, game=game)
    assert "You have until" in str(compose(row, "x@example.org").body)


def test_mails_with_a_day_in_between_tell_one_after_the_other(
    server: Server, alice: User, bob: User, travel: time_machine.Traveller
) -> None:
    only_timeouts(alice, bob)
    game = lay_slow_game([alice, bob], "1d")
    person, _other = actor_and_other(game)
    for _time in range(2):
        away(game, person, 1, travel)
        travel.shift(timedelta(minutes=3))
        assert send(rows(person)[-1]).status == Notice.Status.SENT
    assert len(server.mails) == 2
