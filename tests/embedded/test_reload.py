"""`manage.py up --reload` picks up changes to a copy of the code."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.embedded.prepared import data_folder
from tests.embedded.running import ROOT, Running, Visitor, manage, wait_until

pytestmark = pytest.mark.whole

COPIED = ("accounts", "games", "manage.py", "odinsite", "templates")


@pytest.fixture(scope="module")
def code(tmp_path_factory: pytest.TempPathFactory) -> Path:
    copy = tmp_path_factory.mktemp("reload") / "code"
    copy.mkdir()
    for name in COPIED:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, copy / name)
        else:
            shutil.copy(source, copy / name)
    return copy


@pytest.fixture(scope="module")
def site(code: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    data = data_folder(tmp_path_factory.mktemp("reload-data") / "data")
    with Running(data, "--reload", root=code) as running:
        yield running


def replace(path: Path, old: str, new: str) -> None:
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))


def shows(url: str, text: str) -> bool:
    try:
        return text in Visitor().get(url)[1]
    except OSError:
        return False


def test_templates_and_styles_show_at_once(site: Running, code: Path) -> None:
    replace(code / "templates/games/learning/rules.html", "{% block main %}", "{% block main %}<p>changed page</p>")
    assert shows(f"{site.address}/rules/", "<p>changed page</p>")
    replace(code / "odinsite/static/odin/css/site/tokens.css", ":root", "/* changed style */ :root")
    assert shows(f"{site.address}/static/odin/css/site/tokens.css", "changed style")


def test_python_shows_after_a_restart_and_a_fault_is_reported_until_mended(site: Running, code: Path) -> None:
    before = {child.pid for child in site.children()}
    replace(code / "odinsite/asgi.py", "\napplication = ", "\napplication = = ")
    wait_until(lambda: "The web process: " in site.heard(), "the fault being told")
    assert "odinsite/asgi.py changed: starting web and worker again." in site.heard()
    replace(code / "odinsite/health.py", 'answer("ok\\n", 200)', 'answer("changed code\\n", 200)')
    replace(code / "odinsite/asgi.py", "application = = ", "application = ")
    wait_until(lambda: shows(f"{site.address}/livez", "changed code"), "the changed and mended code")
    # The keeper runs on.
    assert len(before & {child.pid for child in site.children()}) == 1


def test_others_may_not_reach_a_site_that_shows_its_faults(tmp_path: Path) -> None:
    ended = manage("up", "--reload", "--host", "0.0.0.0", "--port", "0", "--data", str(tmp_path / "data"))
    assert ended.returncode == 1
    assert "only this computer reaches" in ended.stderr
