"""The kept database of tests: made again when its sources change or it is broken, and nothing stays behind a run."""

from __future__ import annotations

import inspect
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import weakref
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest
from django.apps import apps
from django.db.models.signals import post_migrate

from odinsite.embedded.folder import BASE_DIR
from tests.kept_database import sources

ONE_TEST = "tests/test_emptying.py"
PATIENCE_S = 120.0


def test_what_makes_the_database_is_among_its_sources() -> None:
    receivers = [entry[1] for entry in post_migrate.receivers]
    functions: list[Any] = [made() if isinstance(made, weakref.ReferenceType) else made for made in receivers]
    files = {Path(inspect.getfile(made)) for made in (*functions, *apps.get_models())}
    ours = {path for path in files if BASE_DIR in path.parents and ".venv" not in path.parts}
    assert len(ours) > 10
    assert ours <= set(sources())


class Runs:
    """Test runs with a store and a temporary folder of their own."""

    def __init__(self, place: Path) -> None:
        self.store = place / "store"
        self.temporary = place / "tmp"
        self.temporary.mkdir()

    def begin(self, *options: str) -> subprocess.Popen[str]:
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST", "ODIN_"))}
        return subprocess.Popen(
            [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *options, ONE_TEST],
            cwd=BASE_DIR,
            env={**kept, "ODIN_TEST_STORE": str(self.store), "TMPDIR": str(self.temporary)},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )

    def kept(self) -> list[Path]:
        return [path for path in self.store.iterdir() if path.is_dir()]

    def left(self) -> list[str]:
        """What a run left: processes that name its temporary folder, and what is in that."""
        found = [" ".join(process.info["cmdline"] or []) for process in psutil.process_iter(["cmdline"])]
        names = [path.name for path in self.temporary.iterdir() if path.name.startswith("odin-")]
        return [*names, *(line for line in found if str(self.temporary) in line)]


@pytest.fixture(scope="module")
def place() -> Iterator[Path]:
    # A short name: the paths of sockets have little room.
    folder = Path(tempfile.mkdtemp(prefix="k-", dir="/tmp"))
    folder.chmod(0o711)
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="module")
def runs(place: Path) -> Runs:
    """Runs that share a store: making the database is what takes long."""
    return Runs(place)


def passed(run: subprocess.Popen[str]) -> str:
    words, _none = run.communicate(timeout=PATIENCE_S)
    assert run.returncode == 0, words
    assert "Traceback" not in words
    return words


@pytest.mark.whole
def test_two_runs_at_a_time_make_it_once_and_a_broken_one_is_made_again(runs: Runs) -> None:
    both = [runs.begin("-n0"), runs.begin("-n2")]
    assert all("passed" in passed(run) for run in both)
    [kept] = runs.kept()
    (kept / "global/pg_control").write_bytes(b"")
    passed(runs.begin("-n0"))
    assert (kept / "global/pg_control").stat().st_size > 0
    assert runs.left() == []


@pytest.mark.whole
def test_a_killed_worker_leaves_nothing_behind(runs: Runs) -> None:
    run = runs.begin("-n2")
    before = [path.stat().st_ino for path in runs.kept()]
    deadline = time.monotonic() + PATIENCE_S
    while len(children := psutil.Process(run.pid).children()) < 3 and time.monotonic() < deadline:
        time.sleep(0.05)
    for child in children:
        if "-c" in child.cmdline():
            child.kill()
            break
    words, _none = run.communicate(timeout=PATIENCE_S)
    assert "node down" in words
    assert [path.stat().st_ino for path in runs.kept()] == before, "what is kept is copied, not made again"
    assert runs.left() == []


@pytest.mark.whole
def test_ctrl_c_leaves_nothing_behind(runs: Runs) -> None:
    interrupt(runs, "-n2", after_s=4.0)


@pytest.mark.whole
def test_ctrl_c_while_the_database_is_made_leaves_nothing_behind(place: Path) -> None:
    (place / "n").mkdir(mode=0o711)
    interrupt(Runs(place / "n"), "-n0", after_s=0.5)


def interrupt(runs: Runs, workers: str, *, after_s: float) -> None:
    """Press Ctrl-C during a run, which must end and leave nothing."""
    run = runs.begin(workers)
    time.sleep(after_s)
    # As a terminal does: to all that it started, but for those with a session of their own.
    os.killpg(run.pid, signal.SIGINT)
    run.communicate(timeout=PATIENCE_S)
    deadline = time.monotonic() + PATIENCE_S
    while (left := runs.left()) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert left == []
