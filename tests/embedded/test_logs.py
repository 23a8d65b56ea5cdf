"""The logs of running processes stay short."""

from __future__ import annotations

import signal
import sys
from pathlib import Path

import pytest

from odinsite.embedded import child, processes
from tests.embedded.running import wait_until

# It writes a line now, and another at each signal.
WRITER = """
import signal
signal.signal(signal.SIGUSR1, lambda *_: print("y" * 9, flush=True))
print("x" * 99, flush=True)
while True:
    signal.pause()
"""


def test_a_long_log_is_emptied_while_a_process_writes_to_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log = tmp_path / "web.log"
    process = processes.start([sys.executable, "-c", WRITER], log=log, folder=tmp_path)
    try:
        wait_until(log.read_text, "a line")
        child.shorten_open(log)
        assert log.read_text() == "x" * 99 + "\n"
        monkeypatch.setattr(child, "LOG_MAX_BYTES", 50)
        child.shorten_open(log)
        assert (log.read_text(), (tmp_path / "web.old.log").read_text()) == ("", "x" * 99 + "\n")
        process.send_signal(signal.SIGUSR1)
        wait_until(log.read_text, "another line")
        assert log.read_bytes() == b"yyyyyyyyy\n"
    finally:
        processes.kill(process)


def test_a_log_that_is_not_there_is_no_error(tmp_path: Path) -> None:
    child.shorten_open(tmp_path / "none.log")
