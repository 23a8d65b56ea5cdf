"""Two workers with one row at the same moment, as threads on PostgreSQL."""

from __future__ import annotations

import threading

import pytest
from django.db import connection

from games.models import Game, Notice
from games.tasks import send_notice
from tests.factories import make_game, make_person
from tests.mail.rows import turn_mail
from tests.mail.server import Server

pytestmark = pytest.mark.django_db(transaction=True)

WORKERS = 4


def send_at_once(notice_id: int) -> None:
    barrier = threading.Barrier(WORKERS)

    def work() -> None:
        try:
            barrier.wait(10)
            send_notice(notice_id)
        finally:
            connection.close()

    threads = [threading.Thread(target=work) for _ in range(WORKERS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def test_workers_that_take_the_same_row_send_one_mail(server: Server) -> None:
    alice, bob = make_person("alice"), make_person("bob")
    games: list[Game] = [make_game([alice, bob]) for _round in range(5)]
    for game in games:
        send_at_once(turn_mail(game).pk)
    assert len(server.mails) == len(games)
    rows = Notice.objects.filter(kind=Notice.Kind.TURN)
    assert {(row.status, row.attempts) for row in rows} == {(Notice.Status.SENT, 1)}
