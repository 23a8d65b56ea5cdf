"""`/livez` and `/readyz` report whether the site can serve, and reveal no secrets."""

from __future__ import annotations

import logging
import shutil
import tempfile
from collections import namedtuple

import pytest
from django.db import connection
from django.test import Client, override_settings
from django.test.utils import CaptureQueriesContext

from odinsite.settings import SECURE_REDIRECT_EXEMPT

DEAD = "unix:///nowhere/word.sock"
Usage = namedtuple("Usage", ["total", "used", "free"])
FULL = Usage(10**12, 10**12, 0)


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/readyz", "/healthz"])
def test_ok_while_both_servers_answer(client: Client, path: str) -> None:
    with CaptureQueriesContext(connection) as asked:
        response = client.get(path)
    assert (response.status_code, response.content) == (200, b"ok\n")
    assert response.headers["Cache-Control"] == "no-store"
    assert len(asked) == 1
    assert not response.cookies


@pytest.mark.parametrize("path", ["/readyz", "/healthz"])
@pytest.mark.django_db
def test_a_missing_redis_is_reported_and_pages_go_on(client: Client, path: str) -> None:
    with override_settings(REDIS_URL=DEAD):
        response = client.get(path)
    assert (response.status_code, response.content) == (200, b"ok\nno answer from: redis (REDIS_URL)\n")


def test_the_process_answers_without_any_server(client: Client) -> None:
    """The test has no access to the database, so a query would fail it."""
    with override_settings(REDIS_URL=DEAD):
        response = client.get("/livez")
    assert (response.status_code, response.content) == (200, b"ok\n")
    assert response.headers["Cache-Control"] == "no-store"
    assert not response.cookies


@pytest.mark.django_db
@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM django_migrations WHERE app = 'games'",
        "ALTER TABLE django_migrations RENAME TO gone",
    ],
)
def test_migrations_that_are_missing_are_told(client: Client, statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement % ())
    response = client.get("/readyz")
    assert (response.status_code, response.content) == (503, b"migrations are missing: manage.py migrate\n")
    assert client.get("/livez").status_code == 200


@pytest.mark.django_db
def test_a_database_that_lets_nobody_read_does_not_answer(client: Client) -> None:
    with connection.cursor() as cursor:
        cursor.execute("CREATE ROLE reads_nothing")
        cursor.execute("SET LOCAL ROLE reads_nothing")
    response = client.get("/readyz")
    assert (response.status_code, response.content) == (503, b"no answer from: database\n")


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("total", "free", "full"),
    [
        (10**12, 3 * 10**8, False),
        (10**12, 10**8, True),
        # A container has little memory for temporary files.
        (64 * 10**6, 10**7, False),
        (64 * 10**6, 10**6, True),
    ],
)
def test_a_disk_that_is_nearly_full_is_a_warning(
    client: Client, monkeypatch: pytest.MonkeyPatch, *, total: int, free: int, full: bool
) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _folder: Usage(total, total - free, free))
    response = client.get("/readyz")
    assert response.status_code == 200
    assert response.content.startswith(b"ok\n")
    assert (b"the disk is nearly full: temporary files\n" in response.content) == full


@pytest.mark.django_db
def test_a_containers_temporary_files_do_not_hide_that_the_machines_disk_is_nearly_full(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    memory = tempfile.gettempdir()
    monkeypatch.setattr(
        shutil, "disk_usage", lambda folder: Usage(256 * 10**6, 0, 256 * 10**6) if str(folder) == memory else FULL
    )
    response = client.get("/readyz")
    assert response.status_code == 200
    assert b"the disk is nearly full: the site's own files\n" in response.content
    assert b"temporary" not in response.content


@pytest.mark.django_db
def test_a_silent_database_is_named_and_nothing_else_is_told(
    client: Client, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    connection.close()
    monkeypatch.setitem(connection.settings_dict, "HOST", "/nowhere")
    with caplog.at_level(logging.ERROR):
        response = client.get("/readyz")
    assert (response.status_code, response.content) == (503, b"no answer from: database\n")
    assert "The database does not answer" in caplog.text
    assert client.get("/livez").status_code == 200


@pytest.mark.django_db
@override_settings(SECURE_SSL_REDIRECT=True, SECURE_REDIRECT_EXEMPT=SECURE_REDIRECT_EXEMPT)
def test_they_are_not_redirected_to_https(client: Client) -> None:
    for path in ("/healthz", "/readyz", "/livez"):
        assert client.get(path).status_code == 200
    assert client.get("/rules/").status_code == 301


@pytest.mark.django_db
def test_a_probe_may_name_any_host(client: Client) -> None:
    for path in ("/healthz", "/readyz", "/livez"):
        assert client.get(path, headers={"Host": "10.1.2.3:8000"}).status_code == 200
    assert client.get("/rules/", headers={"Host": "10.1.2.3:8000"}).status_code == 400
