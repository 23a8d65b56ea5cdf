"""Emails collected by the hour, day or week describe, at the person's hour, what is still true."""

from __future__ import annotations

import random
import re
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.utils import timezone

from accounts.models import User
from games.lobby.services import NewGame
from games.models import Game, Notice
from games.notices.claim import CLAIM_TIMEOUT, outbox_claim
from games.notices.mail import compose_digest
from games.outbox.write import notice_write
from games.play.seats.resign import seat_resign
from tests.factories import make_person, seat_to_act, take_turn
from tests.games_laid import finished_game, lay_game
from tests.notices.choices import chooses
from tests.notices.mail_server import Server, part
from tests.notices.outbox import make_due, send, turn_mail

pytestmark = pytest.mark.django_db

Kind, Status = Notice.Kind, Notice.Status
# A Wednesday, 13:20 in Berlin.
NOON = datetime(2027, 1, 13, 12, 20, tzinfo=UTC)


@pytest.mark.parametrize(
    ("every", "due"),
    [
        ("hourly", datetime(2027, 1, 13, 13, 0, tzinfo=UTC)),
        ("daily", datetime(2027, 1, 13, 17, 0, tzinfo=UTC)),
        ("weekly", datetime(2027, 1, 17, 17, 0, tzinfo=UTC)),
    ],
)
def test_it_comes_at_the_persons_hour(alice: User, bob: User, every: str, due: datetime) -> None:
    for user in (alice, bob):
        user.time_zone = "Europe/Berlin"
        user.save()
        chooses(user, every)
    with time_machine.travel(NOON, tick=False):
        game = lay_game([alice, bob])
    rows = Notice.objects.filter(game=game)
    assert {(row.digest, row.due_at) for row in rows} == {(every, due)}


@pytest.fixture
def collected(alice: User, bob: User) -> list[Notice]:
    """Daily emails that wait: turns and starts of three games."""
    for user in (alice, bob):
        chooses(user, "daily")
    games = [lay_game([alice, bob], NewGame(seats=2, name=name)) for name in ("Alder", "Birch", "Cedar")]
    leader = seat_to_act(games[0]).user
    Notice.objects.exclude(user=leader).delete()
    Notice.objects.filter(kind=Kind.JOINED).delete()
    rows = list(Notice.objects.order_by("pk"))
    make_due(*rows)
    return rows


def statuses(rows: list[Notice]) -> list[str]:
    for row in rows:
        row.refresh_from_db()
    return [row.status for row in rows]


def test_one_mail_tells_all(server: Server, collected: list[Notice]) -> None:
    for row in reversed(collected):
        send(row)
    (mail,) = server.mails
    told = [row for row, status in zip(collected, statuses(collected), strict=True) if status == Status.SENT]
    assert {row.of_game.name for row in told} == {"Alder", "Birch", "Cedar"}
    assert len({row.message_id for row in told}) == 1
    assert mail["Message-ID"] == told[0].message_id
    assert mail["Subject"] == "Updates from 3 games"
    assert mail["In-Reply-To"] is None
    for kind in ("plain", "html"):
        text = part(mail, kind)
        for row in told:
            assert f"/g/{row.of_game.public_id}/" in text
    turns = sum(row.kind == Kind.TURN for row in told)
    assert f"{turns} game" in part(mail, "plain")
    assert part(mail, "plain").count("You have until ") == turns


def test_each_turn_has_its_link(server: Server, collected: list[Notice]) -> None:
    send(collected[0])
    turns = [row for row in collected if row.kind == Kind.TURN]
    for kind in ("plain", "html"):
        text = part(server.mails[0], kind)
        assert len(set(re.findall(r"/m/[A-Za-z0-9_-]{43}/", text))) == len(turns) > 0
        assert "so don’t forward it" in text


def test_the_leader_gets_what_the_fingerprint_covers(server: Server, collected: list[Notice]) -> None:
    send(collected[0])
    for kind in ("plain", "html"):
        text = part(server.mails[0], kind)
        for row in collected:
            assert row.of_game.fingerprint in text


def test_what_no_longer_holds_is_left_out(server: Server, collected: list[Notice], rng: random.Random) -> None:
    turn = next(row for row in collected if row.kind == Kind.TURN)
    take_turn(turn.of_game, rng)
    send(turn)
    turn.refresh_from_db()
    assert (turn.status, turn.reason) == (Status.DROPPED, "the turn was played")
    assert turn.of_game.name not in part(server.mails[0], "plain")


def test_no_mail_where_nothing_is_left(server: Server, collected: list[Notice]) -> None:
    for public_id in {row.of_game.public_id for row in collected}:
        seat_resign(public_id=public_id, user=collected[0].user)
    rows = [row for row in collected if row.kind in (Kind.TURN, Kind.STARTED)]
    for row in rows:
        send(row)
    assert set(statuses(rows)) == {Status.DROPPED}
    assert server.mails == []


def test_one_game_gives_the_mail_its_subject_and_its_thread(server: Server, alice: User, bob: User) -> None:
    for user in (alice, bob):
        chooses(user, "hourly")
    game = lay_game([alice, bob], NewGame(seats=2, name="Alder"))
    row = turn_mail(game)
    make_due(*Notice.objects.filter(user=row.user))
    send(row)
    (mail,) = server.mails
    assert mail["Subject"] == "Your turn in Alder"
    assert mail["In-Reply-To"].startswith("<odin.game.")


def test_people_and_rhythms_have_mails_of_their_own(server: Server, alice: User, bob: User) -> None:
    games = [lay_game([alice, bob]), lay_game([alice, bob])]
    hourly = {"mail": "hourly", "push": True, "webhook": True}
    for user in (alice, bob):
        chooses(user, "daily", channels=chooses(user, "daily").channels | {"over": hourly})
    Notice.objects.all().delete()
    for game in games:
        for user in User.objects.filter(is_bot=False):
            notice_write(Kind.MODERATION, game, user, timezone.now())
            notice_write(Kind.OVER, game, user, timezone.now())
    rows = list(Notice.objects.all())
    make_due(*rows)
    for row in rows:
        send(row)
    assert set(statuses(rows)) == {Status.SENT}
    mails = {(row.user_id, row.digest): row.message_id for row in rows}
    assert len(mails) == len(set(mails.values())) == len(server.mails) == 4


def test_a_refusal_puts_all_off_and_the_same_mail_comes_again(server: Server, collected: list[Notice]) -> None:
    server.data = ["451 4.7.1 later"]
    send(collected[0])
    held = [row for row, status in zip(collected, statuses(collected), strict=True) if status == Status.WAITING]
    assert len({(row.message_id, row.attempts, row.due_at) for row in held}) == 1
    assert all("451" in row.reason for row in held)
    # Later news are in another email: one Message-ID, one text.
    fresh = lay_game([held[0].user, make_person("charlie")])
    make_due(*Notice.objects.filter(user=held[0].user, status=Status.WAITING))
    send(held[0])
    assert set(statuses(held)) == {Status.SENT}
    (mail,) = server.mails
    assert mail["Message-ID"] == held[0].message_id
    assert fresh.public_id not in part(mail, "plain")
    send(Notice.objects.filter(user=held[0].user, game=fresh, kind__in=(Kind.TURN, Kind.STARTED)).earliest("pk"))
    assert len(server.mails) == 2
    assert fresh.public_id in part(server.mails[1], "plain")


def test_a_worker_that_died_in_sending_leaves_the_whole_mail_to_another(
    server: Server, collected: list[Notice]
) -> None:
    claimed = outbox_claim(notice_id=collected[0].pk)
    assert claimed is not None
    rows = list(claimed.notices)
    with time_machine.travel(datetime.now(UTC) + CLAIM_TIMEOUT + timedelta(seconds=1), tick=False):
        send(rows[-1])
    (mail,) = server.mails
    assert mail["Message-ID"] == rows[0].message_id
    assert set(statuses(rows)) == {Status.SENT}
    assert all(row.uncertain for row in rows)


def test_it_gives_ends_with_the_result(server: Server, alice: User, bob: User) -> None:
    chooses(alice, "weekly")
    game = finished_game([alice, bob], recorded="single_hand_of_two")
    rows = list(Notice.objects.filter(user=alice))
    make_due(*rows)
    for row in rows:
        send(row)
    game_seats = game.seats.select_related("user")
    text = part(server.mails[0], "plain")
    for seat in game_seats:
        assert f"{seat.user.handle}{' (you)' if seat.user == alice else ''}: {seat.points} point" in text
    assert "Weekly digest. You get this email because of your notification settings." in text


def test_a_game_that_waits_is_named_first(game: Game) -> None:
    user = seat_to_act(game).user
    other = lay_game([user, make_person("charlie"), make_person("dora")], NewGame(seats=3, name="Zebra"))
    at = timezone.now()
    started, turn = (
        Notice.objects.create(kind=kind, game=of, user=user, version=0, created_at=at, due_at=at, digest="daily")
        for kind, of in ((Kind.STARTED, other), (Kind.TURN, game))
    )
    text = str(compose_digest([started, turn], "x@example.org").body)
    assert text.index(game.title) < text.index("Zebra")
