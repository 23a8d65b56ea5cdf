"""Runs the tests in stages: `python -m tests` the quick ones and a journey in the browser, `python -m tests all` all.

Browsers need their own process, as Playwright's synchronous interface conflicts with asyncio. The journey mostly waits,
so it runs beside the quick tests.
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
        command = [sys.executable, "-m", "pytest", "-o", cache, *self.options]
        return subprocess.Popen(command, stdout=output, env=ENVIRONMENT)

    def passes(self) -> bool:
        return self.begin().wait() == 0


BROWSER = "tests/browser"
# Containers often forbid bytecode. Here a hundred processes start, and each would compile the site again.
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
ALL = ("-m", "")
# Pytest's asserts, which tell what they compared, take five times as long to compile as Python's; only what failed is
# run again with them.
PLAIN = "--assert=plain"
FAILED = ("--last-failed", "--last-failed-no-failures", "none")
CORES = os.cpu_count() or 1
# Workers start with neighbouring tests, which share sites.
QUICK = Stage("quick", ("-n", "auto", "--dist", "worksteal", PLAIN))
QUICK_AGAIN = Stage("quick", FAILED)
JOURNEY = Stage("journey", (BROWSER,))
# A file's tests share its site; the longest files first. They wait for processes, so two workers more than cores.
BY_FILE = ("-n", str(CORES + 2), "--dist", "loadfile", "--no-loadscope-reorder", PLAIN)
WHOLE = Stage("whole", (*BY_FILE, "-m", "whole"))
WHOLE_AGAIN = Stage("whole", (*FAILED, "-m", "whole"))
# The longest first; tests that share a whole site on one worker (`tests/browser/conftest.py`).
PAGES = Stage("browser", ("-n", str(CORES + 1), "--dist", "loadscope", "--no-loadscope-reorder", PLAIN, *ALL, BROWSER))
PAGES_AGAIN = Stage("browser", (*FAILED, *ALL, BROWSER))


@contextmanager
def beside(stage: Stage) -> Iterator[subprocess.Popen[bytes]]:
    """Run the stage beside the block and print its output at the end."""
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
    """Tell what failed; it failed even if it passes then."""
    if stage.passes():
        return True
    print(f"\n== what failed of the stage {stage.name}, once more for what it compared", flush=True)
    again.passes()
    return False


def passes_alone(stage: Stage, again: Stage) -> bool:
    """Run what failed again with the machine to itself: these stages start more processes than there are cores."""
    if stage.passes():
        return True
    print(f"\n== what failed of the stage {stage.name}, with the machine to itself", flush=True)
    return again.passes()


def quick() -> bool:
    with beside(JOURNEY) as journey:
        passed = passes(QUICK, QUICK_AGAIN)
    return passed and journey.returncode == 0


def everything() -> bool:
    """Run stages in turn: browsers would time out beside starting sites."""
    passed = passes(QUICK, QUICK_AGAIN)
    passed = passes_alone(whole(), WHOLE_AGAIN) and passed
    return passes_alone(PAGES, PAGES_AGAIN) and passed


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests", description=__doc__)
    parser.add_argument("which", nargs="?", choices=("quick", "all"), default="quick", help="`quick` by default")
    which = parser.parse_args().which
    passed = everything() if which == "all" else quick()
    if which == "quick":
        print("\nThese were the quick tests and one journey in the browser. All: python -m tests all")
    return 0 if passed else 1


if __name__ == "__main__":
    sys.exit(main())
