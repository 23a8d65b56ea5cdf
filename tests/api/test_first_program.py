"""The program in the documentation plays its game over the network, as it is written there."""

from __future__ import annotations

import html
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.request import urlopen

import pytest

from accounts.models import User
from games.models import Game
from tests.api.programs import token_text
from tests.live.children import running, web

pytestmark = [pytest.mark.whole, pytest.mark.django_db(transaction=True)]


@pytest.fixture(scope="module")
def site(django_db_setup: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A site with a worker, for the bot's turns. With DEBUG, pages need no collected files."""
    folder = tmp_path_factory.mktemp("site")
    queue = ("-m", "odinsite.queue", str(folder / "timetable"))
    with (
        running(*queue, log=folder / "worker.log", BOT_PAUSE_S="0"),
        web(folder / "web.log", DEBUG="1", BOT_PAUSE_S="0") as process,
    ):
        yield f"http://{process.address}"


def test_the_first_program_plays_a_whole_hand(site: str, alice: User, tmp_path: Path) -> None:
    page = urlopen(f"{site}/api/v1/docs").read().decode()
    found = re.search(r"<pre[^>]*><code>(.+?)</code></pre>", page, re.DOTALL)
    assert found
    scopes = re.findall(r"<code>(\w+)</code>", page.partition('id="first"')[2].partition("<pre")[0])
    assert scopes == ["read", "play"]
    program = html.unescape(found[1]).replace("odin_…", token_text(alice, *scopes))
    assert site in program
    file = tmp_path / "first.py"
    file.write_text(program)
    assert len(program.splitlines()) == 10
    subprocess.run([sys.executable, file], capture_output=True, timeout=600, check=True)
    assert Game.objects.get().status == Game.Status.FINISHED
