"""Neither format shows a secret, an email address or a variable of a traceback."""

from __future__ import annotations

import logging
import socket

import pytest
from django.http import HttpRequest

from odinsite.logs.hiding import hide_secrets
from tests.console import FORMATTERS, console_text, json_lines

SECRET = "5ec7e7" * 10 + "abcd"
CARDS = "B7 K1 X0"
log = logging.getLogger("odin.format")


def fails(secret: str, cards: str) -> None:
    """Raise an error about the secret."""
    raise ValueError(f'the link "/m/{secret}/" or ?key={secret}" of alice@example.org')


@pytest.mark.parametrize("shape", FORMATTERS)
def test_a_traceback_shows_neither_secrets_nor_variables(shape: str) -> None:
    with console_text(shape) as text:
        try:
            fails(SECRET, CARDS)
        except ValueError:
            log.exception("failed at /stop/%s/", SECRET)
    assert "fails(SECRET, CARDS)" in text.getvalue()
    for hidden in (SECRET, CARDS, "alice"):
        assert hidden not in text.getvalue()


def test_json_stays_sound_around_hidden_secrets() -> None:
    with console_text("json") as text:
        log.warning('"?key=%s" and "/m/%s"\nand \\ "…"', SECRET, SECRET)
    [line] = json_lines(text.getvalue())
    assert line["message"] == '"?key=…" and "/m/…"\nand \\ "…"'


def test_json_has_no_objects_of_libraries() -> None:
    request = HttpRequest()
    request.path = f"/i/{SECRET}/"
    with console_text("json") as text:
        log.warning("told", extra={"request": request, "data": {"args": SECRET}, "status_code": 404})
    [line] = json_lines(text.getvalue())
    assert line.keys() == {"time", "level", "logger", "message"}


@pytest.mark.parametrize(
    ("text", "hidden"),
    [
        ("to alice.b+odin@mail.example.org, twice", "to …@mail.example.org, twice"),
        ("{'alice@example.org': (550, b'No')}", "{'…@example.org': (550, b'No')}"),
        ("/x?email=alice%40example.org&a=1", "/x?email=…%40example.org&a=1"),
        (f"bots@{socket.gethostname()} ready", f"bots@{socket.gethostname()} ready"),
        ("redis://:word@10.0.0.1:6379/0", "redis://:…@10.0.0.1:6379/0"),
        ("odin@localhost and @media", "odin@localhost and @media"),
        ("turn R6B6<R5 of B7, ['K1', 'X0']: no card K9.", "turn … of …, ['…', '…']: no card K9."),
        ("(Card(colour='B', number=7),)", "(Card(…),)"),
        ("/g/B7/ takes B10, BR2 and UTF8", "/g/B7/ takes B10, BR2 and UTF8"),
    ],
)
def test_email_addresses_and_cards_are_hidden_and_workers_are_named(text: str, hidden: str) -> None:
    assert hide_secrets(text) == hidden
