"""Errors are emailed to administrators: few, and without secrets."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.test import override_settings

from odinsite.alarms.mails import ErrorMailHandler
from odinsite.alarms.places import Places
from odinsite.celery import app
from odinsite.logs.configuration import logging_settings
from odinsite.logs.formats import LineFormatter
from tests.alarms.failing import PLANTED, SECRET, fail, log_failure
from tests.embedded.running import wait_until
from tests.live.children import running
from tests.notices.mail_server import Server, part

SMTP = "django.core.mail.backends.smtp.EmailBackend"


@pytest.fixture
def server() -> Iterator[Server]:
    with Server() as found:
        host, port = found.address
        admins = [("", "ops@example.org"), ("", "more@example.org")]
        with override_settings(EMAIL_BACKEND=SMTP, EMAIL_HOST=host, EMAIL_PORT=port, ADMINS=admins):
            yield found


@pytest.fixture
def handler(server: Server) -> Iterator[ErrorMailHandler]:
    found, root = ErrorMailHandler(), logging.getLogger()
    found.setFormatter(LineFormatter())
    root.addHandler(found)
    yield found
    root.removeHandler(found)


def settle(handler: ErrorMailHandler) -> None:
    """Wait until all is reported."""
    handler._pool().submit(bool).result(60)


def test_many_errors_of_a_place_are_one_mail_to_all_without_secrets(handler: ErrorMailHandler, server: Server) -> None:
    log_failure(times=5)
    settle(handler)
    [mail] = server.mails
    assert server.recipients == ["ops@example.org", "more@example.org"]
    assert mail["Subject"].startswith(f"[{settings.SITE_NAME}] ValueError in ")
    text = part(mail, "plain")
    assert "Traceback" in text
    assert "ValueError: no … at /m/…" in text
    for planted in PLANTED:
        assert planted not in mail.as_string()


def test_the_next_mail_of_a_place_counts_those_between(
    handler: ErrorMailHandler, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    log_failure(times=4)
    monkeypatch.setattr(handler.places, "period_s", 0.0)
    log_failure()
    settle(handler)
    assert "This happened 3 more times since the last email." in part(server.mails[1], "plain")


def test_other_places_have_their_own_mails_up_to_a_limit(handler: ErrorMailHandler, server: Server) -> None:
    handler.places = Places(period_s=3600, most=2)
    for number in range(4):
        logging.getLogger(f"odin.{number}").error("It failed")
    settle(handler)
    assert len(server.mails) == 2


def test_refusals_and_warnings_are_no_mails(handler: ErrorMailHandler, server: Server) -> None:
    logging.getLogger("django.security").error("Invalid host", extra={"status_code": 400})
    logging.getLogger("odin").warning("Something is odd")
    settle(handler)
    assert server.mails == []


def test_a_mail_server_that_refuses_is_no_further_error(
    handler: ErrorMailHandler, server: Server, caplog: pytest.LogCaptureFixture
) -> None:
    server.data = ["550 No"]
    log_failure()
    settle(handler)
    wait_until(lambda: "An error was not reported" in caplog.text, "the warning")
    assert server.mails == []


def test_django_sends_no_mails_of_its_own() -> None:
    """They have settings, requests and variables."""
    for mails in (False, True):
        found: Any = logging_settings(level="INFO", shape="lines", mails=mails)
        assert found["loggers"]["django"]["handlers"] == []
        assert ("mails" in found["root"]["handlers"]) is mails
    with pytest.raises(ValueError, match="no R6B6"):
        fail()


@pytest.mark.whole
@pytest.mark.django_db(transaction=True)
def test_a_real_worker_sends_one_mail_for_tasks_that_fail_at_the_same_place(tmp_path: Path) -> None:
    log = tmp_path / "worker.log"
    app.control.purge()
    with Server() as server:
        host, port = server.address
        extra = {"ODIN_ADMINS": "ops@example.org", "EMAIL_URL": f"smtp://{host}:{port}"}
        worker = ("-m", "celery", "-A", "odinsite", "worker", "-c", "1", "--without-gossip", "--without-mingle")
        with running(*worker, log=log, **extra) as process:
            for _time in range(3):
                app.send_task("games.tasks.game_settle", [f"/m/{SECRET}/"])
            done = "odin.task games.tasks.game_settle FAILURE"
            wait_until(lambda: log.read_text().count(done) == 3 or process.poll() is not None, "the failures")
            wait_until(lambda: server.mails or process.poll() is not None, "the mail")
    [mail] = server.mails
    assert "expected a number but got '/m/…" in part(mail, "plain")
    assert SECRET not in mail.as_string()
    app.control.purge()
