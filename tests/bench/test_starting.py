"""Scripts run by hand start: outside of pytest Django is not set up."""

import subprocess
import sys

import pytest
from django.conf import settings

from tests.embedded.running import PATIENCE

pytestmark = pytest.mark.whole

BENCHES = ("page", "waits", "signals", "admin", "compare", "streams", "clients")
SCRIPTS = [*(f"bench.{name}" for name in BENCHES), "browser.axe"]


@pytest.mark.parametrize("script", SCRIPTS)
def test_it_says_what_it_takes(script: str) -> None:
    asked = [sys.executable, "-m", f"tests.{script}", "--help"]
    done = subprocess.run(asked, cwd=settings.BASE_DIR, capture_output=True, text=True, check=False, timeout=PATIENCE)
    assert done.returncode == 0, done.stderr
    assert "usage:" in done.stdout
