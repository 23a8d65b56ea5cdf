"""The kept database, made again when needed; runs leave nothing."""

from __future__ import annotations

import inspect
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import weakref
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest
from django.apps import apps
from django.db.models.signals import post_migrate

from odinsite.embedded.folder import BASE_DIR
from tests.embedded.running import heed_sigint, wait_until
from tests.kept_database import kept_folder, sources

PATIENCE_S = 120.0


def test_what_makes_the_database_is_among_its_sources() -> None:
    receivers = [entry[1] for entry in post_migrate.receivers]
    functions: list[Any] = [made() if isinstance(made, weakref.ReferenceType) else made for made in receivers]
    files = {Path(inspect.getfile(made)) for made in (*functions, *apps.get_models())}
    ours = {path for path in files if BASE_DIR in path.parents and ".venv" not in path.parts}
    assert len(ours) > 10
    assert ours <= set(sources())


# A waiting test that loads neither Django nor fixtures.
WAITS = """
import os
import time
from pathlib import Path

place = Path(__file__).parent

def test_it_waits():
    (place / "pid").write_text(str(os.getpid()))
    (place / "waiting").touch()
    while not (place / "go").exists():
        time.sleep(0.02)
"""
PLUGINS = "[pytest]\naddopts = -p tests.servers -p xdist\n"
# Other installed plugins are most of a run's start.
ALONE = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}


class Runs:
    def __init__(self, place: Path) -> None:
        self.store = place / "store"
        self.temporary = place / "tmp"
        self.test = place / "test_it.py"
        self.settings = place / "pytest.ini"
        self.temporary.mkdir()
        self.test.write_text(WAITS)
        self.settings.write_text(PLUGINS)

    def begin(self, *options: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-c", self.settings, *options, self.test],
            cwd=BASE_DIR,
            env=self.environment(),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
            preexec_fn=heed_sigint,
        )

    def environment(self) -> dict[str, str]:
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST", "ODIN_"))}
        return {**kept, **ALONE, "ODIN_TEST_STORE": str(self.store), "TMPDIR": str(self.temporary)}

    def make(self) -> None:
        """Make the database, as a run that found none."""
        subprocess.run([sys.executable, "-m", "tests.kept_database"], cwd=BASE_DIR, env=self.environment(), check=True)

    def go(self) -> None:
        (self.test.parent / "go").touch()

    def wait_for(self, pattern: str, run: subprocess.Popen[str]) -> None:
        wait_until(lambda: any(self.store.parent.glob(pattern)) or run.poll() is not None, pattern, PATIENCE_S)
        assert run.poll() is None, run.communicate()[0]

    def keep(self) -> None:
        self.store.mkdir()
        subprocess.run(["cp", "-a", str(kept_folder()), str(self.store)], check=True)

    def kept(self) -> list[Path]:
        return [path for path in self.store.iterdir() if path.is_dir()]

    def left(self) -> list[str]:
        found = [" ".join(process.info["cmdline"] or []) for process in psutil.process_iter(["cmdline"])]
        names = [path.name for path in self.temporary.iterdir() if path.name.startswith("odin-")]
        return [*names, *(line for line in found if str(self.temporary) in line)]


@pytest.fixture
def runs() -> Iterator[Runs]:
    # A socket's path must be short.
    place = Path(tempfile.mkdtemp(prefix="k-", dir="/tmp"))
    place.chmod(0o711)
    yield Runs(place)
    shutil.rmtree(place, ignore_errors=True)


def passed(run: subprocess.Popen[str]) -> str:
    words, _none = run.communicate(timeout=PATIENCE_S)
    assert run.returncode == 0, words
    assert "Traceback" not in words
    return words


@pytest.mark.whole
def test_a_broken_one_is_made_again_and_two_runs_at_a_time_make_it_once(runs: Runs) -> None:
    runs.keep()
    runs.go()
    [kept] = runs.kept()
    broken = [kept / "global/pg_control", kept / "PG_VERSION"]
    for path in broken:
        path.write_bytes(b"")
    first = runs.begin("-n0")
    runs.wait_for("tmp/odin-template-*", first)
    assert runs.kept() == []
    both = [first, runs.begin("-n1")]
    assert all("passed" in passed(run) for run in both)
    assert runs.kept() == [kept]
    assert all(path.stat().st_size > 0 for path in broken)
    made = kept.stat().st_ino
    # A database that another process made in the meantime is used.
    runs.make()
    assert kept.stat().st_ino == made
    assert runs.left() == []


@pytest.mark.whole
@pytest.mark.parametrize(
    ("workers", "when"),
    [("0", "tmp/odin-tests-*"), ("2", "tmp/odin-template-*"), ("0", "waiting"), ("2", "waiting")],
    ids=["at its start", "while the database is made", "in a test", "in a worker's test"],
)
def test_ctrl_c_leaves_nothing_behind(runs: Runs, workers: str, when: str) -> None:
    if when == "waiting":
        runs.keep()
    run = runs.begin(f"-n{workers}")
    runs.wait_for(when, run)
    # As terminals do: except processes with their own session.
    os.killpg(run.pid, signal.SIGINT)
    run.communicate(timeout=PATIENCE_S)
    wait_until(lambda: runs.left() == [], "the end of all that the run started", PATIENCE_S)


@pytest.mark.whole
def test_a_killed_worker_leaves_nothing_behind(runs: Runs) -> None:
    runs.keep()
    before = [path.stat().st_ino for path in runs.kept()]
    run = runs.begin("-n2")
    runs.wait_for("waiting", run)
    psutil.Process(int((runs.test.parent / "pid").read_text())).kill()
    words, _none = run.communicate(timeout=PATIENCE_S)
    assert "crashed" in words
    assert [path.stat().st_ino for path in runs.kept()] == before, "what is kept is copied, not made again"
    assert runs.left() == []
