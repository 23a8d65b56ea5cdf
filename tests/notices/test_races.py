"""Two workers race for one row, as threads on PostgreSQL."""

from __future__ import annotations

import threading
from collections.abc import Sequence

import pytest
from django.db import connection
from django.utils import timezone

from accounts.models import User
from games.lobby.services import NewGame
from games.models import Game, Notice
from games.outbox.write import notice_write
from games.tasks import notice_send
from tests.factories import make_person
from tests.games_laid import lay_game
from tests.notices.choices import chooses
from tests.notices.mail_server import Server
from tests.notices.outbox import make_due, turn_mail

pytestmark = pytest.mark.django_db(transaction=True)

WORKERS = 4


def at_once(notice_ids: Sequence[int]) -> None:
    barrier = threading.Barrier(len(notice_ids))

    def work(notice_id: int) -> None:
        try:
            barrier.wait(10)
            notice_send(notice_id)
        finally:
            connection.close()

    threads = [threading.Thread(target=work, args=[notice_id]) for notice_id in notice_ids]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def test_workers_that_take_the_same_row_send_one_mail(server: Server) -> None:
    alice, bob = make_person("alice"), make_person("bob")
    games: list[Game] = [lay_game([alice, bob]) for _round in range(5)]
    for game in games:
        at_once([turn_mail(game).pk] * WORKERS)
    assert len(server.mails) == len(games)
    rows = Notice.objects.filter(kind=Notice.Kind.TURN)
    assert {(row.status, row.attempts) for row in rows} == {(Notice.Status.SENT, 1)}


def test_workers_that_take_rows_of_the_same_collected_mail_send_one(server: Server) -> None:
    alice, bob = make_person("alice"), make_person("bob")
    for user in (alice, bob):
        chooses(user, "daily")
    for _round in range(3):
        game = lay_game([alice, bob], NewGame(seats=2))
        Notice.objects.filter(game=game).exclude(kind=Notice.Kind.TURN).delete()
        notice_write(Notice.Kind.MODERATION, game, User.objects.get(pk=alice.pk), timezone.now())
    rows = list(Notice.objects.filter(user=alice, kind=Notice.Kind.MODERATION))
    make_due(*Notice.objects.filter(user=alice))
    at_once([row.pk for row in rows] + [rows[0].pk])
    assert len(server.mails) == 1
    sent = Notice.objects.filter(user=alice)
    assert {(row.status, row.attempts) for row in sent} == {(Notice.Status.SENT, 1)}
    assert {row.message_id for row in sent} == {server.mails[0]["Message-ID"]}
