"""A worker dies while it sends an email: nothing is lost, and repeated emails are marked."""

from __future__ import annotations

import random

import pytest
from django.utils import timezone
from pytest_django.fixtures import Settings

from games.models import Game, Notice
from games.notices.due import due_rows
from tests.factories import take_turn
from tests.notices.mail_server import Server
from tests.notices.outbox import make_due, send, turn_mail
from tests.tasks.conftest import Crashes

pytestmark = [pytest.mark.whole, pytest.mark.django_db(transaction=True)]

Status = Notice.Status


def crash(crashes: Crashes, row: Notice, server: Server, moment: str) -> None:
    """Let a process send the row and die before or after the server takes the email."""
    crashes.happen("mail", row.pk, moment, *server.address)
    row.refresh_from_db()
    assert (row.status, row.attempts, row.uncertain) == (Status.SENDING, 1, False)
    # Another worker leaves it alone for now.
    assert row not in due_rows(timezone.now())


@pytest.fixture
def server(settings: Settings) -> Server:
    running = Server()
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = running.address
    return running


@pytest.mark.parametrize(("moment", "mails"), [("before", 1), ("after", 2)])
def test_a_mail_in_doubt_comes_again_with_the_same_message_id(
    server: Server, crashes: Crashes, game: Game, moment: str, mails: int
) -> None:
    row = turn_mail(game)
    with server:
        crash(crashes, row, server, moment)
        make_due(row)
        row = send(row)
        assert (row.status, row.attempts, row.uncertain) == (Status.SENT, 2, True)
        assert [mail["Message-ID"] for mail in server.mails] == [row.message_id] * mails


def test_an_outdated_mail_in_doubt_does_not_come_again(
    server: Server, crashes: Crashes, game: Game, rng: random.Random
) -> None:
    row = turn_mail(game)
    with server:
        crash(crashes, row, server, "after")
        take_turn(game, rng)
        make_due(row)
        row = send(row)
        assert (row.status, row.uncertain) == (Status.DROPPED, True)
        assert len(server.mails) == 1
