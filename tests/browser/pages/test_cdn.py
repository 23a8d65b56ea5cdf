"""Pages whose static files come from another host, as from a CDN."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.pages.conftest import Enter
from tests.browser.pages.laid_tables import facing
from tests.embedded.prepared import static_collected
from tests.factories import make_person
from tests.live.children import free_port, running, wait_for_port


@pytest.fixture
def address(transactional_db: None, tmp_path: Path) -> Iterator[str]:
    """A site at an address, whose files are at the name of this machine: another origin."""
    port, log = free_port(), tmp_path / "web.log"
    address = f"http://127.0.0.1:{port}"
    settings = {
        "PUBLIC_URL": address,
        "STATIC_URL": f"http://localhost:{port}/static/",
        "ALLOWED_HOSTS": "localhost",
        "STATIC_ROOT": str(static_collected()),
        "DJANGO_ALLOW_ASYNC_UNSAFE": "",
    }
    with running("-m", "odinsite.web", "-b", "127.0.0.1", "-p", str(port), log=log, **settings) as process:
        wait_for_port(port, process, log)
        yield address


def test_a_table_loads_everything_and_plays(enter: Enter, address: str) -> None:
    player = enter("alice", fresh=True, service_workers="allow")
    refused: list[str] = []
    files: set[str] = set()
    player.page.on("console", lambda line: refused.append(line.text) if line.type == "error" else None)
    player.page.on("requestfinished", lambda request: files.add(request.url) if "/static/" in request.url else None)
    page = player.sit_at(facing(player.user, make_person("bob"), table="G2"))
    page.locator("label[data-card='R8']").click()
    page.locator("#play").click()
    page.locator("#ask-sure").click()
    player.sees(player.version)
    expect(page.locator("#play")).to_have_count(0)
    assert player.stayed
    page.wait_for_function("() => navigator.serviceWorker.ready.then(() => true)")
    assert refused == []
    assert {name.split("/static/")[0] for name in files} == {address.replace("127.0.0.1", "localhost")}
    assert {Path(name).suffix for name in files} >= {".css", ".js", ".woff2"}
