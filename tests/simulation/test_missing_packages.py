"""With only its own packages the site starts, and development commands name missing ones."""

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


def manage(packages: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a command with these packages only: `-S` leaves out the interpreter's own."""
    code = (
        f"import sys; sys.path.append({str(packages)!r}); from odinsite.embedded import main; sys.exit(main(sys.argv))"
    )
    command = [sys.executable, "-S", "-c", code, *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120, check=False)


@pytest.mark.whole
@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["simulate_month"], "A simulated month needs aiosmtpd and time-machine"),
        (["screenshots", "--out", "{folder}"], "Pictures need Playwright"),
    ],
)
def test_a_missing_package_is_named_in_one_line(
    packages: Path, tmp_path: Path, arguments: list[str], words: str
) -> None:
    # Django first checks the whole site, which imports its settings, models and pages.
    ended = manage(packages, *[argument.format(folder=tmp_path / "pictures") for argument in arguments])
    assert ended.returncode == 1
    assert ended.stderr.strip() == f"CommandError: {words}: pip install -r tests/requirements.lock"
