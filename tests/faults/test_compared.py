"""The figures of a run tell a lost turn, a doubled one and a halt."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from accounts.mail.outbox import BACK_OFF, mails_queue
from accounts.sweeps import SWEEPS
from tests.faults.play import MAILS_S, compared, halt
from tests.faults.programs import Book, Turn
from tests.faults.run import data_folder

TURN = Turn(0, "game", 3, 1, "R5")


def stored(*turns: Turn, by: str = "player") -> list[dict[str, Any]]:
    return [
        {"game": turn.game, "version": turn.version + 1, "seat": turn.seat, "turn": turn.turn, "by": by}
        for turn in turns
    ]


def book_of(*acknowledged: Turn) -> Book:
    return Book(0, sent=set(acknowledged), acknowledged=[(1.0, turn) for turn in acknowledged])


def test_an_acknowledged_turn_that_is_not_stored_is_lost() -> None:
    other = Turn(0, "game", 4, 0, "pass")
    assert compared(book_of(TURN, other), stored(TURN)) == ({other}, [])


def test_a_turn_that_was_never_sent_or_has_the_version_of_another_is_doubled() -> None:
    later, twin = Turn(0, "game", 4, 1, "R5"), Turn(0, "game", 3, 1, "pass")
    assert compared(book_of(TURN), stored(TURN, later)) == (set(), ["game"])
    assert compared(book_of(TURN), stored(TURN, twin, by="bot")) == (set(), ["game"])
    assert compared(book_of(TURN), stored(TURN)) == (set(), [])


def test_a_halt_counts_from_the_last_turn_before_it() -> None:
    assert halt([1.0, 4.0, 5.0], since=2.0, until=7.5) == 3.0
    assert halt([1.0], since=2.0, until=7.5) == 6.5
    assert halt([], since=2.0, until=7.5) == 5.5


def test_a_named_folder_is_made_and_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Processes of the site have other working folders."""
    monkeypatch.chdir(tmp_path)
    with data_folder(Path("kept/site")) as folder:
        assert folder == tmp_path / "kept/site"
    assert folder.is_dir()


def test_an_email_that_failed_twice_has_time_for_its_next_attempt() -> None:
    """Its server first refuses it, and then hangs."""
    assert (BACK_OFF[1] + 2 * SWEEPS[mails_queue.__name__].every).total_seconds() < MAILS_S
