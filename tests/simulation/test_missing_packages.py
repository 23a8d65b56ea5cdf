"""The site starts with its own packages alone, and development commands name the ones that are missing."""

from __future__ import annotations

import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
# The beginnings of these packages' file names.
SIMULATE = ("aiosmtpd", "time_machine", "playwright")


@pytest.fixture
def packages(tmp_path: Path) -> Path:
    """All installed packages but those of the extra `simulate`."""
    folder = tmp_path / "packages"
    folder.mkdir()
    for installed in Path(sysconfig.get_paths()["platlib"]).iterdir():
        if not installed.name.startswith(SIMULATE):
            (folder / installed.name).symlink_to(installed)
    return folder


# Each starts Django, whose checks import the site's settings, models and pages.
COMMANDS = """
import sys
sys.path.append({packages!r})
from odinsite.embedded import main
for arguments in {commands!r}:
    try:
        main(["manage.py", *arguments])
    except SystemExit as ended:
        print(arguments[0], ended.code)
"""


@pytest.mark.whole
def test_a_missing_package_is_named_in_one_line(packages: Path, tmp_path: Path) -> None:
    commands = [["simulate_month"], ["screenshots", "--out", str(tmp_path / "pictures")]]
    code = COMMANDS.format(packages=str(packages), commands=commands)
    # `-S` leaves out the interpreter's own packages.
    ended = subprocess.run(
        [sys.executable, "-S", "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=120, check=False
    )
    assert ended.stdout.splitlines() == ["simulate_month 1", "screenshots 1"], ended.stderr
    assert ended.stderr.splitlines() == [
        "CommandError: A simulated month needs aiosmtpd and time-machine: pip install -r tests/requirements.lock",
        "CommandError: Pictures need Playwright: pip install -r tests/requirements.lock",
    ]
