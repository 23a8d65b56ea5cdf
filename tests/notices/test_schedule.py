"""Emails that are delayed or never sent."""

from __future__ import annotations

import random
from datetime import datetime, timedelta

import pytest
from allauth.account.models import EmailAddress
from django.db.models import QuerySet
from django.utils import timezone

from accounts.models import User
from games.lobby.invitations import invitation_decline, person_invite
from games.lobby.services import NewGame, game_leave
from games.models import Deadline, Game, Notice, Seat
from games.notices.claim import outbox_claim
from games.notices.outcome import outbox_sent
from games.outbox.schedule import PRESENCE_TIMEOUT
from games.play.presence import presence_save
from games.play.seats.resign import seat_resign
from games.play.timeouts import wait_attend
from games.play.undo.services import turn_undo
from tests.factories import make_person, seat_to_act, seats_of, take_turn
from tests.games_laid import Place, finished_game, game_at, lay_game, turn_next
from tests.notices.choices import channels_of
from tests.notices.mail_server import Server, part
from tests.notices.outbox import make_due, send, swept, turn_mail, wait_until_due

pytestmark = pytest.mark.django_db

Status = Notice.Status


def soon(at: datetime, wait: timedelta) -> bool:
    return abs(at - timezone.now() - wait) < timedelta(seconds=20)


def people_of(game: Game) -> list[User]:
    return [seat.user for seat in seats_of(game)]


def waiting_rows(game: Game) -> QuerySet[Notice]:
    """The waiting rows of the current turn."""
    return Notice.objects.filter(game=game, kind=Notice.Kind.TURN, version=game.version)


def notice_at(game: Game) -> datetime:
    at = Deadline.objects.get(pk=game.pk).notice_at
    assert at is not None
    return at


def test_people_on_the_page_are_notified_two_minutes_later(server: Server, game: Game) -> None:
    seat = seat_to_act(game)
    presence_save(public_id=game.public_id, user=seat.user)
    row = send(turn_mail(game))
    assert (row.status, row.attempts) == (Status.WAITING, 0)
    assert soon(row.due_at, timedelta(minutes=2))
    assert swept() == 0
    Seat.objects.filter(pk=seat.pk).update(looked_at=timezone.now() - timedelta(minutes=2, seconds=1))
    make_due(row)
    assert swept() == 1
    assert send(row).status == Status.SENT


def test_mails_wait_while_the_player_keeps_looking(server: Server, game: Game) -> None:
    row = turn_mail(game)
    for _again in range(3):
        presence_save(public_id=game.public_id, user=row.user)
        make_due(row)
        assert send(row).status == Status.WAITING
    assert server.mails == []


def test_no_mail_within_a_minute_of_ones_own_turn(server: Server, game: Game, rng: random.Random) -> None:
    for _turn in range(2):
        take_turn(game, rng)
    assert not waiting_rows(game).exists()
    assert soon(notice_at(game), timedelta(minutes=1))
    Seat.objects.filter(game=game).update(acted_at=timezone.now() - timedelta(seconds=61))
    Deadline.objects.filter(pk=game.pk).update(notice_at=timezone.now())
    wait_attend(game_id=game.pk)
    assert send(turn_mail(game)).status == Status.SENT


def test_no_mail_against_bots_alone_without_a_time_limit(alice: User, rng: random.Random) -> None:
    game = lay_game([alice], NewGame(seats=2, bots=["berserker"], pace=Game.Pace.NONE))
    dealt = game.version
    take_turn(game, rng)
    while seat_to_act(game).user != alice:
        take_turn(game, rng)
    take_turn(game, rng)
    turn_undo(public_id=game.public_id, user=alice)
    assert Deadline.objects.get(pk=game.pk).notice_at is None
    assert not Notice.objects.filter(kind=Notice.Kind.TURN, version__gt=dealt).exists()


def test_a_present_players_notice_is_written_once_they_left(server: Server, game: Game, rng: random.Random) -> None:
    for person in people_of(game):
        presence_save(public_id=game.public_id, user=person)
    take_turn(game, rng)
    assert soon(notice_at(game), timedelta(minutes=2))
    for _look in range(2):
        presence_save(public_id=game.public_id, user=seat_to_act(game).user)
        Deadline.objects.filter(pk=game.pk).update(notice_at=timezone.now() - timedelta(seconds=1))
        wait_attend(game_id=game.pk)
        assert not waiting_rows(game).exists()
        assert soon(notice_at(game), timedelta(minutes=2))
    wait_until_due(game)
    assert Deadline.objects.get(pk=game.pk).notice_at is None
    row = turn_mail(game)
    assert (row.user, row.version) == (seat_to_act(game).user, game.version)
    assert send(row).status == Status.SENT


@pytest.mark.parametrize(
    ("mail", "digests"),
    [
        pytest.param("daily", ["daily"], id="a digest is written at once"),
        pytest.param("off", [], id="nobody is looked for who wants no notice"),
    ],
)
def test_a_present_players_choice(game: Game, rng: random.Random, mail: str, digests: list[str]) -> None:
    for person in people_of(game):
        presence_save(public_id=game.public_id, user=person)
        channels_of(person, {"turn": {"mail": mail, "push": False, "webhook": False}})
    take_turn(game, rng)
    assert Deadline.objects.get(pk=game.pk).notice_at is None
    assert [row.digest for row in waiting_rows(game)] == digests


def test_a_turn_that_was_played_meanwhile_is_not_mailed(server: Server, game: Game, rng: random.Random) -> None:
    row = turn_mail(game)
    take_turn(game, rng)
    row = send(row)
    assert (row.status, row.reason) == (Status.DROPPED, "the turn was played")
    assert server.mails == []


def test_a_turn_has_one_mail_however_often_it_is_asked_for(server: Server, game: Game, rng: random.Random) -> None:
    for _turn in range(6):
        wait_until_due(game)
        rows = Notice.objects.filter(game=game, kind=Notice.Kind.TURN, status=Status.WAITING)
        make_due(*rows)
        for row in [*rows, *rows]:
            send(row)
        take_turn(game, rng)
    sent = Notice.objects.filter(game=game, kind=Notice.Kind.TURN, status=Status.SENT)
    assert len(server.mails) == sent.count() == 6
    assert len({row.version for row in sent}) == 6


def test_an_older_turns_mail_never_follows_a_newer_ones(server: Server, game: Game, rng: random.Random) -> None:
    older = turn_mail(game)
    for _turn in range(2):
        take_turn(game, rng)
    wait_until_due(game)
    newer = turn_mail(game)
    assert newer.user == older.user
    make_due(older, newer)
    assert (send(older).status, send(newer).status) == (Status.DROPPED, Status.SENT)


def test_another_ones_resignation_does_not_end_the_wait(server: Server, alice: User, bob: User, charlie: User) -> None:
    game = lay_game([alice, bob, charlie])
    row = turn_mail(game)
    other = next(person for person in (alice, bob, charlie) if person != row.user)
    seat_resign(public_id=game.public_id, user=other)
    assert send(row).status == Status.SENT


def test_resigned_players_get_no_mail(server: Server, alice: User, bob: User, charlie: User) -> None:
    game = lay_game([alice, bob, charlie])
    row = turn_mail(game)
    seat_resign(public_id=game.public_id, user=row.user)
    assert send(row).status == Status.DROPPED


def test_an_unverified_address_gets_no_mail(server: Server, alice: User) -> None:
    bob = make_person("bob", verified=False)
    lay_game([alice, bob], NewGame(seats=3))
    row = Notice.objects.get(kind=Notice.Kind.JOINED, user=bob)
    make_due(row)
    row = send(row)
    assert (row.status, row.reason) == (Status.DROPPED, "your address isn’t confirmed")
    assert server.mails == []


def test_an_address_that_was_changed_and_not_yet_verified_gets_no_mail(server: Server, game: Game) -> None:
    row = turn_mail(game)
    EmailAddress.objects.filter(user=row.user).update(verified=True)
    User.objects.filter(pk=row.user.pk).update(email="elsewhere@example.org")
    assert send(row).status == Status.DROPPED
    assert server.mails == []


def test_a_closed_account_gets_no_mail(server: Server, game: Game) -> None:
    row = turn_mail(game)
    User.objects.filter(pk=row.user.pk).update(is_active=False)
    assert (send(row).status, row.reason) == (Status.DROPPED, "the account is closed")


def test_bots_get_no_rows(alice: User) -> None:
    game = game_at([alice], Place(1, 0), recorded="single_hand_with_bot")
    for _turn in range(4):
        turn_next(game)
    assert set(Notice.objects.values_list("user__handle", flat=True)) == {"alice"}


def start_mail(game: Game, *, leads: bool = False) -> Notice:
    rows = Notice.objects.filter(game=game, kind=Notice.Kind.STARTED).order_by("pk")
    leader = seat_to_act(game).user
    return next(row for row in rows if (row.user == leader) == leads)


def test_the_mail_of_a_start_waits_two_minutes(server: Server, game: Game) -> None:
    row = start_mail(game)
    assert soon(row.due_at, timedelta(minutes=2))
    make_due(row)
    assert send(row).status == Status.SENT


def test_a_look_at_the_running_game_drops_the_start_mail(server: Server, game: Game) -> None:
    row = start_mail(game)
    presence_save(public_id=game.public_id, user=row.user)
    make_due(row)
    assert (send(row).status, row.reason) == (Status.DROPPED, "you’ve looked at the game")
    assert server.mails == []


def test_a_look_at_the_open_game_keeps_the_start_mail(server: Server, game: Game) -> None:
    assert game.started_at is not None
    row = start_mail(game)
    Seat.objects.filter(game=game).update(looked_at=game.started_at - PRESENCE_TIMEOUT)
    make_due(row)
    assert send(row).status == Status.SENT


def test_a_taken_turn_drops_the_start_mail(server: Server, game: Game, rng: random.Random) -> None:
    row = start_mail(game, leads=True)
    take_turn(game, rng)
    make_due(row)
    assert (send(row).status, row.reason) == (Status.DROPPED, "you’ve played since")


def test_resigning_drops_the_start_mail(server: Server, alice: User, bob: User, charlie: User) -> None:
    game = lay_game([alice, bob, charlie])
    row = start_mail(game)
    seat_resign(public_id=game.public_id, user=row.user)
    make_due(row)
    assert send(row).status == Status.DROPPED
    assert server.mails == []


def test_the_leader_gets_one_mail_that_includes_the_start(server: Server, game: Game) -> None:
    turn, start = turn_mail(game), start_mail(game, leads=True)
    make_due(start)
    assert (send(start).status, start.reason) == (Status.DROPPED, "the notification of your turn covers it")
    assert send(turn).status == Status.SENT
    (mail,) = server.mails
    for kind in ("plain", "html"):
        assert game.fingerprint in part(mail, kind)


def test_a_turns_mail_follows_the_mail_of_the_start_a_minute_later_at_the_earliest(
    server: Server, game: Game, rng: random.Random
) -> None:
    start = start_mail(game)
    make_due(start)
    assert outbox_claim(notice_id=start.pk) is not None
    take_turn(game, rng)
    wait_until_due(game)
    turn = turn_mail(game)
    assert turn.user == start.user
    assert send(turn).status == Status.WAITING
    outbox_sent(notice_id=start.pk)
    make_due(turn)
    assert send(turn).status == Status.WAITING
    assert soon(turn.due_at, timedelta(minutes=1))
    Notice.objects.filter(pk=start.pk).update(sent_at=timezone.now() - timedelta(seconds=61))
    make_due(turn)
    assert send(turn).status == Status.SENT
    (mail,) = server.mails
    assert game.fingerprint not in part(mail, "plain")


def test_the_deals_values_are_mailed_once(server: Server, game: Game, rng: random.Random) -> None:
    for _turn in range(4):
        wait_until_due(game)
        row = turn_mail(game)
        make_due(row)
        assert send(row).status == Status.SENT
        take_turn(game, rng)
    told = [game.fingerprint in part(mail, "plain") for mail in server.mails]
    assert told == [True, True, False, False]


def test_no_mail_of_a_start_comes_after_the_end(server: Server, alice: User, bob: User) -> None:
    game = finished_game([alice, bob], recorded="single_hand_of_two")
    rows = Notice.objects.filter(game=game).exclude(kind=Notice.Kind.OVER)
    make_due(*rows)
    assert {send(row).status for row in rows} == {Status.DROPPED}


def test_an_invitation_goes_out_at_once_unless_it_is_settled(server: Server, alice: User, bob: User) -> None:
    game = lay_game([alice], NewGame(seats=3))
    person_invite(public_id=game.public_id, host=alice, handle="bob")
    row = Notice.objects.get(kind=Notice.Kind.INVITATION)
    assert row.due_at <= timezone.now()
    invitation_decline(public_id=game.public_id, user=bob)
    assert (send(row).status, row.reason) == (Status.DROPPED, "the invitation is no longer open")
    assert server.mails == []


def test_leaving_drops_the_notice_of_a_seat(server: Server, alice: User, bob: User) -> None:
    game = lay_game([alice, bob], NewGame(seats=3))
    game_leave(public_id=game.public_id, user=bob)
    row = Notice.objects.get(kind=Notice.Kind.JOINED, user=bob)
    make_due(row)
    assert send(row).status == Status.DROPPED
