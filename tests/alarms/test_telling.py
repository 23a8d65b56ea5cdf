"""Operators are told once for each change of health, and daily while something is wrong."""

from __future__ import annotations

import time
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import pytest
import redis
from django.core.management import call_command
from django.test import override_settings

from games.health.heartbeats import KEY, heartbeat_send
from games.queues import QUEUES
from odinsite.alarms import changes
from tests.alarms.receiver import Receiver, receiving
from tests.deploy.living_processes import living_processes
from tests.notices.mail_server import Server, part

pytestmark = pytest.mark.django_db
SECRET = "5ec7e7" * 8


@pytest.fixture(autouse=True)
def living() -> Iterator[redis.Redis]:
    """All processes send heartbeats."""
    with living_processes() as server:
        yield server


@pytest.fixture
def chat() -> Iterator[Receiver]:
    with receiving() as server, override_settings(ALARM_URL=f"{server.address}/hooks/{SECRET}"):
        yield server


@pytest.fixture
def noted(tmp_path: Path) -> Path:
    return tmp_path / "alarm.json"


def look(noted: Path, *more: str) -> int:
    """Look and tell; return the exit status."""
    try:
        call_command("health", "--tell", str(noted), *more, stdout=StringIO())
    except SystemExit as end:
        return int(end.code or 0)
    return 0


def texts(chat: Receiver) -> list[str]:
    return [body["text"] for body in chat.json()]


def test_red_is_told_once_after_two_looks_and_green_once(chat: Receiver, living: redis.Redis, noted: Path) -> None:
    for _time in range(3):
        look(noted)
    assert chat.bodies == []
    living.hdel(KEY, "worker")
    look(noted)
    assert chat.bodies == []
    for _time in range(3):
        look(noted)
    [red] = chat.json()
    assert red["text"] == red["content"]
    assert "something is wrong\nno worker takes the queue clocks\n" in red["text"]
    heartbeat_send("worker", tuple(QUEUES))
    for _time in range(3):
        look(noted)
    assert len(chat.bodies) == 2
    assert texts(chat)[1].endswith("all is well again")


def test_a_restart_between_two_looks_is_not_told(chat: Receiver, living: redis.Redis, noted: Path) -> None:
    living.hdel(KEY, "worker")
    look(noted)
    heartbeat_send("worker", tuple(QUEUES))
    look(noted)
    living.hdel(KEY, "worker")
    look(noted)
    assert chat.bodies == []


def test_another_fault_is_told_and_other_figures_are_not(
    chat: Receiver, living: redis.Redis, noted: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(changes, "LOOKS", 1)
    living.delete(KEY)
    look(noted)
    before = len(chat.bodies)
    with override_settings(BACKUP_DIR=str(noted.parent)):
        look(noted)
        assert len(chat.bodies) == before + 1
        (noted.parent / "odin-1.zip").write_bytes(b"x")
        look(noted)
    assert len(chat.bodies) == before + 1


def test_red_is_told_again_after_a_day(chat: Receiver, living: redis.Redis, noted: Path) -> None:
    living.hdel(KEY, "worker")
    for _time in range(3):
        look(noted)
    told = changes.Told.read(noted)
    changes.Told(told.faults, time.time() - changes.DAY_S, told.looks).write(noted)
    for _time in range(3):
        look(noted)
    assert len(chat.bodies) == 2


def test_what_was_not_taken_is_told_the_next_time(
    chat: Receiver, living: redis.Redis, noted: Path, caplog: pytest.LogCaptureFixture
) -> None:
    living.hdel(KEY, "worker")
    chat.status = 500
    assert [look(noted) for _time in range(2)] == [0, 1]
    assert "ALARM_URL did not take the alarm: 500" in caplog.text
    assert SECRET not in caplog.text
    chat.status = 200
    assert look(noted) == 0
    assert len(chat.bodies) == 2


def test_administrators_get_a_mail_too(living: redis.Redis, noted: Path) -> None:
    with Server() as server:
        host, port = server.address
        smtp = {"EMAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend", "EMAIL_HOST": host, "EMAIL_PORT": port}
        with override_settings(**smtp, ADMINS=[("", "ops@example.org")]):
            living.hdel(KEY, "worker")
            for _time in range(2):
                assert look(noted) == 0
    [mail] = server.mails
    assert "no worker takes the queue clocks" in part(mail, "plain")


def test_a_failed_unit_is_told_at_once(chat: Receiver, noted: Path) -> None:
    assert look(noted, "--failed", "backup-odin.service") == 0
    assert texts(chat)[0].endswith("backup-odin.service failed")


def test_it_tells_while_database_and_redis_are_away(chat: Receiver, noted: Path) -> None:
    with override_settings(REDIS_URL="unix:///nowhere/word.sock"):
        for _time in range(2):
            look(noted)
    assert "no answer from: redis" in texts(chat)[0]


def test_a_note_that_cannot_be_read_counts_as_none(chat: Receiver, noted: Path) -> None:
    noted.write_text("[]")
    assert look(noted) == 0
    assert chat.bodies == []
