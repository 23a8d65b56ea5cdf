"""Records of days' hands: published after the day, and sound."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.test import Client

from accounts.models import User
from games.daily.services import daily_hand
from games.daily.strongest import strongest_line
from games.engine import verify_record
from tests.daily.conftest import TODAY, member, play_day
from tests.page_texts import main_of

RECORD = "/daily/2026-11-28/record.json"
CLOSED = datetime(2026, 11, 29, 0, 30, tzinfo=UTC)


def test_a_record_is_published_when_its_day_closes(client: Client, alice: User, noon: Any) -> None:
    play_day(member(alice))
    noon.move_to(CLOSED - timedelta(seconds=1))
    assert client.get(RECORD).status_code == 404
    assert "record.json" not in main_of(client.get("/daily/2026-11-28/"))
    noon.move_to(CLOSED)
    assert RECORD in main_of(client.get("/daily/2026-11-28/"))
    assert verify_record(client.get(RECORD).json()) == []


def test_a_players_record_has_their_turns_and_a_strangers_the_strongest_bots(
    client_of: Any, client: Client, alice: User, noon: Any
) -> None:
    play = play_day(member(alice))
    strongest_line(hand_id=play.hand_id)
    play.hand.refresh_from_db()
    noon.move_to(CLOSED)
    own = client_of(alice).get(RECORD).json()
    assert (own["turns"], own["points"][0]) == (play.turns.split(), play.points)
    assert verify_record(own) == []
    assert client.get(RECORD).json()["turns"] == play.hand.strongest.split()


@pytest.mark.parametrize("path", ["/daily/2026-11-29/record.json", "/daily/2026-10-01/record.json"])
def test_a_day_to_come_or_long_gone_has_no_record(client: Client, path: str) -> None:
    assert client.get(path).status_code == 404


def test_the_command_exports_and_verifies_a_day(noon: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    strongest_line(hand_id=daily_hand(TODAY).hand_id)
    with pytest.raises(CommandError, match="not published yet"):
        call_command("record", "export", "2026-11-28")
    noon.move_to(CLOSED)
    call_command("record", "export", "2026-11-28")
    sound, damaged = tmp_path / "sound.json", tmp_path / "damaged.json"
    sound.write_text(capsys.readouterr().out)
    call_command("record", "verify", str(sound))
    record = json.loads(sound.read_text())
    damaged.write_text(json.dumps(record | {"turns": ["pass", *record["turns"]]}))
    with pytest.raises(CommandError, match="1 of 2 records are not sound"):
        call_command("record", "verify", str(sound), str(damaged))
    said = capsys.readouterr().out.splitlines()[1:]
    assert said[0] == f"{sound}: sound"
    assert said[1].startswith(f"{damaged}: turn 1, 'pass' of seat ")
