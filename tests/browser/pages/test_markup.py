"""The Nu checker, which is W3C's, reads the markup of every page as the site sends it."""

import os
import random
import subprocess
from contextlib import closing
from pathlib import Path
from shutil import which

import pytest
from playwright.sync_api import Browser

from games.history import review
from games.simulation.screenshots.pages import PAGES
from games.simulation.screenshots.scenes import scenes_make
from tests.browser.axe import Reader
from tests.browser.conftest import REQUIRED

NU = Path(__file__).parents[3] / ".ci/node_modules/vnu-jar/build/dist/vnu.jar"
# Safari takes the meaning of a table away if its parts are no longer displayed as a table.
ROLES = ".*“role” attribute must not be used on a “t[dhr]” element.*"
BROKEN = '<!DOCTYPE html><html lang="en"><title>Broken</title><div x>'


def faults_in(folder: Path) -> list[str]:
    command = ["java", "-jar", str(NU), "--errors-only", "--filterpattern", ROLES, "--format", "gnu", str(folder)]
    return subprocess.run(command, capture_output=True, text=True, check=False).stderr.splitlines()


@pytest.mark.skipif(
    not os.environ.get(REQUIRED) and not (which("java") and NU.exists()),
    reason="no Nu checker here: npm ci --prefix .ci, and on Debian: apt-get install default-jre-headless",
)
def test_the_nu_checker_finds_nothing_but_a_planted_fault(
    browser: Browser, address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # How well a bot thought for the review's page is not the claim.
    monkeypatch.setattr(review, "BUDGET_MS", 2)
    scenes = scenes_make("en", random.Random(1), visits=1)
    with closing(Reader(browser, address, scenes.places, scenes.sessions)) as reader:
        for page, source in reader.sources(PAGES, "en"):
            (tmp_path / f"{page.name}.html").write_text(source, encoding="utf-8")
    (tmp_path / "broken.html").write_text(BROKEN, encoding="utf-8")
    found = faults_in(tmp_path)
    assert [fault for fault in found if "broken.html" not in fault] == []
    assert any("“x” not allowed" in fault for fault in found)
