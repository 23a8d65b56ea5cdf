"""Emails in real conversations with a mail server."""

from __future__ import annotations

import logging
from datetime import UTC, timedelta
from email.utils import parsedate_to_datetime

import pytest
from django.utils import timezone

from games.models import Game, Notice
from games.notices.claim import CLAIM_TIMEOUT
from games.notices.claim import outbox_claim as claim
from games.notices.mail import compose
from games.notices.outcome import BACK_OFF
from tests.notices.mail_server import Server, part
from tests.notices.outbox import make_due, send, swept, turn_mail

pytestmark = pytest.mark.django_db


def test_a_mail_goes_to_the_person_with_text_and_html(server: Server, game: Game) -> None:
    row = send(turn_mail(game))
    (mail,) = server.mails
    assert server.recipients == [row.user.email]
    assert (row.status, row.attempts, row.reason) == (Notice.Status.SENT, 1, "")
    assert row.sent_at is not None
    assert mail.get_content_type() == "multipart/alternative"
    assert game.public_id in part(mail, "plain")
    assert game.public_id in part(mail, "html")


def test_its_headers_say_what_it_is(server: Server, game: Game) -> None:
    send(turn_mail(game))
    (mail,) = server.mails
    assert mail["Auto-Submitted"] == "auto-generated"
    assert mail["List-Id"] == "<games.localhost>"
    assert mail["Message-ID"].startswith("<odin.mail.")
    assert mail["In-Reply-To"] == mail["References"]
    sent = parsedate_to_datetime(mail["Date"]).replace(tzinfo=UTC)  # "-0000" says UTC, no place
    assert abs(sent - timezone.now()) < timedelta(minutes=1)


def test_a_games_mails_make_one_thread(server: Server, game: Game) -> None:
    rows = Notice.objects.filter(game=game, kind=Notice.Kind.STARTED)
    make_due(*rows)
    for row in [*rows, turn_mail(game)]:
        send(row)
    assert len(server.mails) == 2
    assert len({mail["References"] for mail in server.mails}) == 1
    assert len({mail["Message-ID"] for mail in server.mails}) == 2


def test_a_temporary_refusal_is_tried_again_with_the_same_message_id(server: Server, game: Game) -> None:
    server.data = ["451 4.7.1 greylisted, come back later"]
    row = send(turn_mail(game))
    assert (row.status, row.attempts) == (Notice.Status.WAITING, 1)
    assert "451" in row.reason
    assert swept() == 0
    first_try = message_id(row)
    make_due(row)
    row = send(row)
    assert row.status == Notice.Status.SENT
    assert [mail["Message-ID"] for mail in server.mails] == [first_try]


def message_id(row: Notice) -> str:
    return str(compose(row, "somebody@example.org").extra_headers["Message-ID"])


def test_each_wait_is_longer_and_the_last_refusal_final(server: Server, game: Game) -> None:
    row = turn_mail(game)
    for wait in BACK_OFF:
        server.rcpt = ["450 4.2.1 mailbox busy"]
        row = send(row)
        assert row.status == Notice.Status.WAITING
        assert abs(row.due_at - timezone.now() - wait) < timedelta(seconds=20)
        make_due(row)
    server.rcpt = ["450 4.2.1 mailbox busy"]
    row = send(row)
    assert (row.status, row.attempts) == (Notice.Status.FAILED, len(BACK_OFF) + 1)
    assert swept() == 0
    assert server.mails == []


@pytest.mark.parametrize("at", ["rcpt", "data"])
def test_a_permanent_refusal_is_final(server: Server, game: Game, at: str) -> None:
    setattr(server, at, ["550 5.1.1 <alice@example.org> no such mailbox"])
    row = send(turn_mail(game))
    assert row.status == Notice.Status.FAILED
    assert row.reason == "the email server refused it: 550 5.1.1 … no such mailbox"
    make_due(row)
    assert swept() == 0
    assert send(row).attempts == 1


def test_a_server_that_is_down_is_tried_again(server: Server, game: Game) -> None:
    server.stop()
    row = send(turn_mail(game))
    assert (row.status, row.attempts, row.uncertain) == (Notice.Status.WAITING, 1, False)
    assert row.reason == "the email server didn’t answer: ConnectionRefusedError Connection refused"


def test_no_address_and_no_text_is_logged(server: Server, game: Game, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    row = turn_mail(game)
    server.rcpt = [f"451 4.7.1 <{row.user.email}> try later"]
    send(row)
    make_due(row)
    send(row)
    logged = "\n".join(
        record.getMessage() for record in caplog.records if record.name != "mail.log"
    )  # the server's own
    assert f"notice {row.pk} was not taken" in logged
    for secret in (row.user.email, row.user.handle, game.public_id, "your turn"):
        assert secret not in logged


def test_a_worker_that_died_in_sending_does_not_keep_the_mail(server: Server, game: Game) -> None:
    row = turn_mail(game)
    assert claim(notice_id=row.pk) is not None
    assert send(row).status == Notice.Status.SENDING
    assert server.mails == []
    row.refresh_from_db()
    assert abs(row.due_at - timezone.now() - CLAIM_TIMEOUT) < timedelta(seconds=20)
    make_due(row)
    assert swept() == 1
    assert send(row).status == Notice.Status.SENT
    assert len(server.mails) == 1


def test_a_mail_on_which_every_worker_died_has_failed(server: Server, game: Game) -> None:
    row = turn_mail(game)
    for _attempt in range(len(BACK_OFF) + 1):
        assert claim(notice_id=row.pk) is not None
        make_due(row)
    assert send(row).status == Notice.Status.FAILED
    assert server.mails == []


def test_sending_twice_sends_once(server: Server, game: Game) -> None:
    row = turn_mail(game)
    send(row)
    send(row)
    assert len(server.mails) == 1
    assert row.attempts == 1


def test_a_server_that_falls_silent_leaves_it_in_doubt_whether_it_took_the_mail(server: Server, game: Game) -> None:
    server.data = [Server.HANG_UP]
    row = send(turn_mail(game))
    assert (row.status, row.attempts, row.uncertain) == (Notice.Status.WAITING, 1, True)
    make_due(row)
    row = send(row)
    assert (row.status, row.uncertain) == (Notice.Status.SENT, True)
    assert [mail["Message-ID"] for mail in server.mails] == [row.message_id] * 2
