"""Runs the tests in stages: `python -m tests` the quick ones and a journey in the browser, `python -m tests all` all,
`python -m tests plain` the quick ones without the fast path.

Browsers need their own process, because Playwright's synchronous interface conflicts with asyncio. The journey mostly
waits, so it runs at the same time as the quick tests.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import IO


@dataclass(frozen=True, slots=True)
class Stage:
    name: str
    options: tuple[str, ...]

    def begin(self, output: IO[bytes] | None = None) -> subprocess.Popen[bytes]:
        """Start pytest with its own cache, as stages may overlap."""
        cache = f"cache_dir=.pytest_cache/{self.name}"
        command = [sys.executable, "-m", "pytest", "-o", cache, NO_RESTART, *self.options]
        return subprocess.Popen(command, stdout=output, env=ENVIRONMENT)

    def passes(self) -> bool:
        return self.begin().wait() == 0


BROWSER = "tests/browser"
# Containers often forbid bytecode. Here a hundred processes start, and each would compile the site again.
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
ALL = ("-m", "")
# Pytest's asserts, which show what they compared, take five times as long to compile as Python's. So only failed tests
# run with them.
PLAIN = "--assert=plain"
# A test that hangs ends its process (`faulthandler_timeout` in pyproject.toml). In a new one, xdist would run it again.
NO_RESTART = "--max-worker-restart=0"
FAILED = ("--last-failed", "--last-failed-no-failures", "none")
CORES = os.cpu_count() or 1
QUICK = Stage("quick", ("-n", "auto", "--dist", "worksteal", PLAIN))
QUICK_AGAIN = Stage("quick", FAILED)
JOURNEY = Stage("journey", (BROWSER,))
# A file's tests share a site, so one worker runs them. They mostly wait for processes: two workers more than cores.
WHOLE = Stage("whole", ("-n", str(CORES + 2), "--dist", "loadfile", PLAIN, "-m", "whole"))
WHOLE_AGAIN = Stage("whole", (*FAILED, "-m", "whole"))
# The longest test takes three minutes here, so a slow machine may need the ten that end a hanging one.
PATIENT = ("-o", "faulthandler_timeout=1800")
# Journeys share a site, so they are one group (`tests/browser/conftest.py`).
PAGES = Stage("browser", ("-n", str(CORES + 1), "--dist", "loadgroup", PLAIN, *PATIENT, *ALL, BROWSER))
PAGES_AGAIN = Stage("browser", (*FAILED, *PATIENT, *ALL, BROWSER))


@contextmanager
def beside(stage: Stage) -> Iterator[subprocess.Popen[bytes]]:
    """Run the stage at the same time as the block, and print its output at the end."""
    with tempfile.TemporaryFile() as output:
        process = stage.begin(output)
        try:
            yield process
            process.wait()
        finally:
            process.terminate()
            process.wait()
            output.seek(0)
            print(f"\n== {stage.name}\n{output.read().decode(errors='replace')}", flush=True)


def whole() -> Stage:
    """Name the files with such tests: collecting others takes seconds."""
    files = [path for path in sorted(Path("tests").rglob("test_*.py")) if not path.is_relative_to(BROWSER)]
    marked = tuple(str(path) for path in files if "mark.whole" in path.read_text(encoding="utf-8"))
    return replace(WHOLE, options=(*WHOLE.options, *marked))


def passes(stage: Stage, again: Stage) -> bool:
    """Run the stage. Failed tests run again to show what they compared, and have failed even if they pass then."""
    if stage.passes():
        return True
    print(f"\n== failed tests of the stage {stage.name}, run again to show what they compared", flush=True)
    again.passes()
    return False


def quick() -> bool:
    with beside(JOURNEY) as journey:
        passed = passes(QUICK, QUICK_AGAIN)
    return passed and journey.returncode == 0


def everything() -> bool:
    """Run the stages one after another: browsers would time out while sites start."""
    passed = passes(QUICK, QUICK_AGAIN)
    passed = passes(whole(), WHOLE_AGAIN) and passed
    return passes(PAGES, PAGES_AGAIN) and passed


def plain() -> bool:
    """The quick tests without the fast path (accounts/fast/README.md)."""
    ENVIRONMENT["ODIN_FAST"] = "0"
    return passes(QUICK, QUICK_AGAIN)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests", description=__doc__)
    parser.add_argument("which", nargs="?", choices=tuple(STAGES), default="quick", help="`quick` by default")
    which = parser.parse_args().which
    passed = STAGES[which]()
    if which == "quick":
        print("\nThese were the quick tests and one journey in the browser. All: python -m tests all")
    return 0 if passed else 1


STAGES = {"quick": quick, "plain": plain, "all": everything}

if __name__ == "__main__":
    sys.exit(main())
