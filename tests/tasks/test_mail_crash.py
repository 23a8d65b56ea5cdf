"""A worker that dies around the exchange with the mail server: nothing is lost, what may come twice is told apart."""

from __future__ import annotations

import random
import signal
import subprocess
import sys

import pytest
from pytest_django.fixtures import Settings

from games.models import Game, Notice
from games.notices.due import outbox_due_ids
from tests.factories import take_turn
from tests.live.children import ROOT, environment
from tests.notices.mail_server import Server
from tests.notices.outbox import make_due, send, turn_mail

pytestmark = [pytest.mark.whole, pytest.mark.django_db(transaction=True)]

Status = Notice.Status


def crash(row: Notice, server: Server, moment: str) -> None:
    """A process of its own sends the row and dies before or after the server takes the mail."""
    host, port = server.address
    command = [sys.executable, "-m", "tests.tasks.mail_crash", str(row.pk), moment]
    told = environment(EMAIL_URL=f"smtp://{host}:{port}")
    died = subprocess.run(command, cwd=ROOT, env=told, check=False, capture_output=True, text=True)
    assert died.returncode == -signal.SIGKILL, died.stderr
    row.refresh_from_db()
    assert (row.status, row.attempts, row.uncertain) == (Status.SENDING, 1, False)
    assert row.pk not in outbox_due_ids(limit=99)  # another worker leaves it alone for now


@pytest.fixture
def server(settings: Settings) -> Server:
    running = Server()
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = running.address
    return running


@pytest.mark.parametrize(("moment", "mails"), [("before", 1), ("after", 2)])
def test_a_mail_in_doubt_comes_again_with_the_same_message_id(
    server: Server, game: Game, moment: str, mails: int
) -> None:
    row = turn_mail(game)
    with server:
        crash(row, server, moment)
        make_due(row)
        row = send(row)
        assert (row.status, row.attempts, row.uncertain) == (Status.SENT, 2, True)
        assert [mail["Message-ID"] for mail in server.mails] == [row.message_id] * mails


def test_a_mail_in_doubt_whose_news_are_old_does_not_come_again(server: Server, game: Game, rng: random.Random) -> None:
    row = turn_mail(game)
    with server:
        crash(row, server, "after")
        take_turn(game, rng)
        make_due(row)
        row = send(row)
        assert (row.status, row.uncertain) == (Status.DROPPED, True)
        assert len(server.mails) == 1
