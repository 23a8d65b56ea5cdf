"""Checks by the database: whether an email was still true when it came, and whether games and rows ended well."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import UTC, datetime, time, timedelta

import pytest
import time_machine
from django.utils import timezone

from accounts.models import User
from games.lobby.services import NewGame
from games.models import Deadline, Game, Notice
from games.people.preference_selectors import CHOICE_KINDS, ChannelChoice
from games.play.undo.services import turn_undo
from games.simulation.month.mail_evidence import mailed_events
from games.simulation.month.mail_server import ReceivedMail
from games.simulation.month.people import Removal
from games.simulation.month.row_checks import completed_waits, games_stuck, rows_lost, rows_missing, rows_open
from tests.factories import make_game, play_out, seat_to_act, take_turn
from tests.simulation.people import somebody

pytestmark = pytest.mark.django_db(transaction=True)

NOON = datetime(2027, 10, 12, 12, 0, tzinfo=UTC)
DAY = timedelta(days=1)
HOUR = timedelta(hours=1)
ID = "<turn@odin>"
DAILY = ChannelChoice("daily", push=False, webhook=False)


@pytest.fixture
def game(alice: User, bob: User) -> Game:
    """A game of one hand, dealt at noon, that waits for its first leader."""
    with time_machine.travel(NOON, tick=False):
        return make_game([alice, bob], NewGame(seats=2, target=None))


@pytest.fixture
def row(game: Game) -> Notice:
    """The first turn's notification, as if sent under ID."""
    Notice.objects.filter(kind=Notice.Kind.TURN).update(status="sent", sent_at=NOON, message_id=ID)
    return Notice.objects.get(message_id=ID)


def mail_to(user: User, at: datetime = NOON) -> ReceivedMail:
    return ReceivedMail(ID, user.email, "Your turn", at)


def test_a_turns_mail_is_news_while_the_turn_waits(row: Notice, rng: random.Random) -> None:
    (told,) = mailed_events(mail_to(row.user), somebody(row.user))
    assert (told.kind, told.game, told.stale, told.unwanted) == ("turn", row.game_id, "", "")
    take_turn(row.of_game, rng)
    (told,) = mailed_events(mail_to(row.user), somebody(row.user))
    assert "no longer waits" in told.stale


def test_a_reminder_is_stale_after_the_deadline(row: Notice) -> None:
    Notice.objects.filter(pk=row.pk).update(kind=Notice.Kind.REMINDER, number=1)
    due = Deadline.objects.get().due_at
    assert due is not None
    assert [told.stale for told in mailed_events(mail_to(row.user, due), somebody(row.user))] == [""]
    late = mail_to(row.user, due + timedelta(seconds=1))
    assert [told.stale for told in mailed_events(late, somebody(row.user))] == ["the deadline has passed"]


def test_what_was_switched_off_or_comes_in_quiet_hours_is_unwanted(row: Notice) -> None:
    switched_off = somebody(row.user)
    switched_off.stops[Notice.Kind.TURN] = NOON
    assert [told.unwanted for told in mailed_events(mail_to(row.user), switched_off)] == ["switched off"]
    asleep = somebody(row.user, quiet=(time(13), time(15)))
    assert [told.unwanted for told in mailed_events(mail_to(row.user), asleep)] == ["it is 14:00 for them"]
    collects = somebody(row.user, "daily")
    assert [told.unwanted for told in mailed_events(mail_to(row.user), collects)] == ["sent now, not daily"]
    collects.choices = replace(collects.choices, channels=dict.fromkeys(CHOICE_KINDS, DAILY))
    Notice.objects.filter(pk=row.pk).update(kind="options", game=None, version=0, about=1)
    assert [told.unwanted for told in mailed_events(mail_to(row.user), collects)] == [""]


def test_a_person_gets_each_kind_as_the_site_reads_their_choices() -> None:
    person = somebody(User(), quiet=(time(22), time(8)))
    person.choices = replace(person.choices, channels={Notice.Kind.INVITATION: DAILY})
    # Choices from before a kind existed hold for it through another.
    kinds = Notice.Kind.OPTIONS, Notice.Kind.MESSAGE, Notice.Kind.OVER
    assert [person.mail_choice(kind, NOON) for kind in kinds] == ["daily", "daily", "now"]
    night = NOON + 11 * HOUR
    assert person.wants_quiet(Notice.Kind.OPTIONS, night)
    # Decisions about a person are sent at any hour.
    assert not person.wants_quiet(Notice.Kind.SANCTION, night)


def test_two_mails_of_one_wait_are_one_event_whatever_their_rows_say(row: Notice, alice: User, bob: User) -> None:
    row.pk = None
    row.number, row.message_id = 0, "<again@odin>"
    row.version += 1
    row.save(force_insert=True)
    # As if another player had resigned: a new version without a new wait.
    row.of_game.events.create(kind="resign", seat=0, hand_number=1, after_turn=0, version=row.version, created_at=NOON)
    person = somebody(row.user)
    events = [
        told.key for name in (ID, "<again@odin>") for told in mailed_events(ReceivedMail(name, "", "", NOON), person)
    ]
    assert len(events) == 2
    assert len(set(events)) == 1


def test_a_turn_taken_back_and_taken_again_begins_no_other_wait(game: Game, rng: random.Random) -> None:
    people = list(game.seats.values_list("user", flat=True))
    with time_machine.travel(NOON, tick=False) as traveller:
        for back in (False, True, False):
            traveller.shift(HOUR)
            seat = seat_to_act(game)
            take_turn(game, rng)
            told = Notice(
                kind=Notice.Kind.TURN, game=game, user=seat_to_act(game).user, version=game.version, status="sent",
                sent_at=NOON, due_at=NOON, created_at=NOON, message_id=f"<{game.version}@odin>",
            )  # fmt: skip
            told.save()
            if back:
                turn_undo(public_id=game.public_id, user=seat.user)
                game.refresh_from_db()
                take_turn(game, rng)
                Notice.objects.filter(pk=told.pk).update(message_id="<before@odin>")
                told.pk, told.version = None, game.version
                told.save(force_insert=True)
    waits = list(completed_waits(people))
    mails = (
        ReceivedMail(name, "", "", NOON)
        for name in Notice.objects.filter(sent_at=NOON).values_list("message_id", flat=True)
    )
    keys = [
        event.key
        for mail in mails
        for person in people
        for event in mailed_events(mail, somebody(User.objects.get(pk=person)))
    ]
    assert len(keys) == len(set(keys)) + 1
    assert {(wait.person, "turn", wait.game, wait.occasion) for wait in waits} <= set(keys)


def test_a_game_without_a_next_wait_is_stuck(game: Game) -> None:
    assert list(games_stuck(NOON)) == []
    assert [reason for _game, reason in games_stuck(NOON + 5 * DAY)] != []
    Deadline.objects.update(next_at=None)
    assert [stuck for stuck, _reason in games_stuck(NOON)] == [game.pk]


def test_rows_that_come_to_no_good_end_are_lost(row: Notice) -> None:
    Notice.objects.exclude(pk=row.pk).delete()
    assert list(rows_lost(NOON - DAY, NOON, {ID})) == []
    assert len(list(rows_lost(NOON - DAY, NOON, ()))) == 1
    Notice.objects.update(status=Notice.Status.FAILED)
    assert len(list(rows_lost(NOON - DAY, NOON + DAY, {ID}))) == 1
    assert list(rows_open(NOON + DAY)) == []
    for status in (Notice.Status.WAITING, Notice.Status.SENDING):
        Notice.objects.update(status=status)
        assert len(list(rows_open(NOON + DAY))) == 1


def test_a_finished_game_without_notices_is_reported(game: Game, rng: random.Random) -> None:
    people = {seat.user.pk: somebody(seat.user) for seat in game.seats.select_related("user")}
    with time_machine.travel(NOON + timedelta(hours=1), tick=False):
        play_out(game, rng)
        now = timezone.now()
    assert list(rows_missing(now - DAY, now, people)) == []
    Notice.objects.filter(kind=Notice.Kind.OVER).delete()
    assert len(list(rows_missing(now - DAY, now, people))) == 2
    # Rows of an erased account are deleted.
    erased = next(iter(people.values()))
    erased.removal, erased.gone_at = Removal.ERASE, now
    assert len(list(rows_missing(now - DAY, now, people))) == 1


def test_the_waits_of_a_game_are_those_between_its_turns(game: Game, rng: random.Random) -> None:
    with time_machine.travel(NOON, tick=False) as traveller:
        expected = []
        for hours in range(1, 4):
            traveller.move_to(NOON + timedelta(hours=hours))
            expected.append((seat_to_act(game).user_id, NOON + timedelta(hours=hours)))
            take_turn(game, rng)
    waits = list(completed_waits(list(game.seats.values_list("user", flat=True))))
    assert [(wait.person, wait.ends) for wait in waits] == expected[1:]
    assert all(wait.ends - wait.begins == timedelta(hours=1) for wait in waits)


@pytest.fixture
def against_bots(alice: User) -> Game:
    """A game against a bot alone at a pace of days, dealt at noon, in which alice waited for turns and took them."""
    with time_machine.travel(NOON, tick=False) as traveller:
        game = make_game([alice], NewGame(seats=2, target=None, pace=Game.Pace.D14, bots=["skald"]))
        rng = random.Random(4)
        for _turn in range(4):
            traveller.shift(DAY)
            take_turn(game, rng)
    return game


def test_a_game_against_bots_alone_without_a_limit_demands_no_mail(against_bots: Game, alice: User) -> None:
    assert list(completed_waits([alice.pk])) != []
    Game.objects.update(pace=Game.Pace.NONE)
    assert list(completed_waits([alice.pk])) == []


def test_a_turns_mail_in_a_game_against_bots_alone_without_a_limit_is_unwanted(against_bots: Game, alice: User) -> None:
    (row,) = Notice.objects.filter(kind=Notice.Kind.TURN).order_by("-version")[:1]
    Notice.objects.filter(pk=row.pk).update(status="sent", sent_at=NOON, message_id=ID)
    assert [told.unwanted for told in mailed_events(mail_to(alice), somebody(alice))] == [""]
    Game.objects.update(pace=Game.Pace.NONE)
    (told,) = mailed_events(mail_to(alice), somebody(alice))
    assert "only bots wait" in told.unwanted
