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
# Workers start with neighbouring tests, which share sites. Pytest's asserts, which tell what they compared, take five
# times as long to compile as Python's; only what failed is run again with them.
QUICK = Stage("quick", ("-n", "auto", "--dist", "worksteal", "--assert=plain"))
QUICK_AGAIN = Stage("quick", ("--last-failed", "--last-failed-no-failures", "none"))
JOURNEY = Stage("journey", (BROWSER,))
# A file's tests share its site; the longest files first. They wait for processes, so one worker more than cores.
WORKERS = str((os.cpu_count() or 1) + 1)
WHOLE = Stage("whole", ("-n", WORKERS, "--dist", "loadfile", "--no-loadscope-reorder", "-m", "whole"))
# The longest first; tests that share a whole site on one worker.
PAGES = Stage("browser", ("-n", WORKERS, "--dist", "loadgroup", "--no-loadscope-reorder", *ALL, BROWSER))
PAGES_AGAIN = Stage("browser", ("--last-failed", "--last-failed-no-failures", "none", *ALL, BROWSER))


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


def quick_passes() -> bool:
    """Tell what failed; it failed even if it passes then."""
    if QUICK.passes():
        return True
    print("\n== what failed of the quick tests, once more for what it compared", flush=True)
    QUICK_AGAIN.passes()
    return False


def quick() -> bool:
    with beside(JOURNEY) as journey:
        passed = quick_passes()
    return passed and journey.returncode == 0


def everything() -> bool:
    """Run stages in turn: browsers would time out beside starting sites."""
    passed = quick_passes()
    passed = whole().passes() and passed
    if PAGES.passes():
        return passed
    print("\n== what failed in the browser, with the machine to itself", flush=True)
    return PAGES_AGAIN.passes() and passed


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
