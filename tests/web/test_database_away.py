"""Pages while the database is away: 503 with words, and few lines in the log."""

from __future__ import annotations

from collections.abc import Iterator
from io import StringIO

import pytest
from django.db import DatabaseError, OperationalError, connection
from django.test import Client

from odinsite.database.away import is_database_away
from tests.console import console_text
from tests.page_texts import words_of

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def browser(monkeypatch: pytest.MonkeyPatch) -> Iterator[Client]:
    """A browser of a site whose database is away."""
    connection.close()
    with monkeypatch.context() as away:
        away.setitem(connection.settings_dict, "HOST", "/nowhere")
        yield Client(raise_request_exception=False)


@pytest.fixture
def written() -> Iterator[StringIO]:
    with console_text() as text:
        yield text


def test_a_page_says_that_it_is_our_fault_and_when_to_come_back(browser: Client) -> None:
    answer = browser.get("/games/")
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")
    assert answer.headers["Cache-Control"] == "no-store"
    assert "Try again in a moment." in words_of(answer)


@pytest.mark.parametrize(("path", "accept"), [("/games/", "application/json"), ("/api/v1/games", "*/*")])
def test_programs_read_why(browser: Client, path: str, accept: str) -> None:
    answer = browser.get(path, headers={"Accept": accept, "Authorization": "Bearer odin_x"})
    assert (answer.status_code, answer.json()["error"]) == (503, "try_later")


def test_the_log_says_it_once(browser: Client, written: StringIO) -> None:
    for _time in range(5):
        browser.get("/games/")
    lines = [line for line in written.getvalue().splitlines() if " odin.request " not in line]
    assert len(lines) == 1
    assert "ERROR django.request" in lines[0]
    assert ": the database is away: " in lines[0]


def test_the_log_says_it_of_a_path_with_percent_signs(
    browser: Client, written: StringIO, capsys: pytest.CaptureFixture[str]
) -> None:
    browser.get("/players/100%25s/")
    line, _request = written.getvalue().splitlines()
    assert "/players/100%s/: the database is away: " in line
    assert "Traceback" not in capsys.readouterr().err


def test_other_errors_of_the_database_are_none_of_an_absence() -> None:
    for statement, is_away in (("SELECT 1/0", False), ("SELECT pg_terminate_backend(pg_backend_pid())", True)):
        with pytest.raises(DatabaseError) as raised, connection.cursor() as cursor:
            cursor.execute(statement)
        assert is_database_away(raised.value) is is_away
        connection.close()
    assert not is_database_away(ValueError())
    assert is_database_away(OperationalError("the connection is lost"))
