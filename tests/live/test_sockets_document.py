"""SOCKETS.md has every message of the sockets, with the fields that the code gives it, and every close code."""

from __future__ import annotations

import re
from typing import Any, get_args, get_type_hints, is_typeddict

import pytest

from games.engine import ViewJson
from games.live.base import Close
from games.live.frames import LookingFrame, TurnFrame, is_ping, parse_frame
from games.live.messages import NewsMessage, SocketMessage
from odinsite.web.draining import RESTART
from tests.document_examples import ROOT, json_examples

DOCUMENT = "games/live/SOCKETS.md"
SENT, HEARD = json_examples(DOCUMENT)[:3], json_examples(DOCUMENT)[3:]


def kinds(message: type) -> set[str]:
    """The values that the message's `type` may have."""
    return set(get_args(get_type_hints(message)["type"]))


def fits(example: dict[str, Any], message: Any) -> bool:
    """Whether the example has the fields of this type, and no other."""
    return example["type"] in kinds(message) and message.__required_keys__ <= set(example) <= fields(message)


def fields(message: Any) -> set[str]:
    return set(message.__required_keys__ | message.__optional_keys__)


MESSAGES = [message for message in get_args(SocketMessage) if is_typeddict(message)]


@pytest.mark.parametrize("message", MESSAGES, ids=lambda message: message.__name__)
def test_the_document_has_an_example_of_each_kind(message: Any) -> None:
    shown = {example["type"] for example in HEARD if fits(example, message)}
    assert shown == ({"seat"} if message is NewsMessage else kinds(message))


def test_each_example_is_a_message_that_sockets_send() -> None:
    unknown = [example for example in HEARD if not any(fits(example, message) for message in MESSAGES)]
    assert unknown == []


def test_the_examples_from_the_client_are_frames() -> None:
    turn, looking, ping = SENT
    text = re.findall(r"^```json\n(.*?)\n```$", (ROOT / DOCUMENT).read_text(), re.MULTILINE | re.DOTALL)
    assert parse_frame(text[0]) == TurnFrame(turn["version"], turn["turn"])
    assert parse_frame(text[1]) == LookingFrame(looking["version"])
    assert is_ping(text[2]), ping


def test_the_document_has_every_close_code() -> None:
    named = re.findall(r"^\| (\d{4}) \|", (ROOT / DOCUMENT).read_text(), re.MULTILINE)
    assert list(map(int, named)) == sorted({RESTART, *Close})


def test_the_arenas_document_names_every_field_of_the_view() -> None:
    table = (ROOT / "games/bots/arena/README.md").read_text().split("| field | meaning |")[1]
    named = [name for row in re.findall(r"^\| (`.*?`) \|", table, re.MULTILINE) for name in re.findall(r"`(\w+)`", row)]
    assert sorted(named) == sorted(ViewJson.__required_keys__)
