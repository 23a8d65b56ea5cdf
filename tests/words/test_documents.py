"""Links, commands and citations of the documents lead somewhere, and each check finds what it looks for."""

from pathlib import Path

import pytest

from tests.words.catalogues import ROOT, python_files, template_files
from tests.words.documents import (
    broken_links,
    comments,
    documents,
    gone_names,
    missing_files,
    unknown_commands,
    wrong_citations,
)

ENGINE = ROOT / "games" / "engine" / "rules.py"
STATIC = ROOT / "odinsite" / "static" / "odin"


@pytest.mark.parametrize("path", documents(), ids=lambda path: str(path.relative_to(ROOT)))
def test_a_document_leads_somewhere(path: Path) -> None:
    text = path.read_text()
    assert [*broken_links(path, text), *missing_files(path, text), *unknown_commands(text), *gone_names(text)] == []


def test_the_code_cites_documents_points_and_headings_that_exist() -> None:
    tests = [path for path in sorted((ROOT / "tests").rglob("*.py")) if path.parent.name != "words"]
    found = {
        str(path.relative_to(ROOT)): wrong
        for path in (*python_files(), *tests)
        if (wrong := list(wrong_citations(path, path.read_text())))
    }
    assert found == {}


def test_comments_name_modules_that_exist() -> None:
    tests = sorted((ROOT / "tests").rglob("*.py"))
    files = [*python_files(), *template_files(), *tests, *STATIC.rglob("*.css"), *STATIC.rglob("*.js")]
    found = {str(path.relative_to(ROOT)): wrong for path in files if (wrong := list(gone_names(comments(path))))}
    assert found == {}


def test_it_finds_broken_links_and_commands() -> None:
    text = "# Here\n[a](nowhere.md) [b](#there) [c](#here) `manage.py fly` `python -m games.fly` `bash .ci/fly`"
    assert list(broken_links(ENGINE, text)) == ["no such file: nowhere.md", "no such heading: #there"]
    assert list(unknown_commands(text)) == [
        "no such command: fly",
        "no such module: games.fly",
        "no such script: .ci/fly",
    ]


def test_it_finds_files_that_are_gone() -> None:
    text = "`games/engine/rules.py`, `../engine/cards.py` and `games/gone.py`, but not `.data/key` and `g1/part`"
    assert list(missing_files(ENGINE, text)) == ["no such file: games/gone.py"]


def test_it_finds_wrong_citations() -> None:
    good = 'RULES.md, 2 and 10, "Options" and games/live/SOCKETS.md, README.md of the site'
    assert list(wrong_citations(ENGINE, good)) == []
    wrong = 'LAW.md, RULES.md, 99, RULES.md,\n    "Law"'
    assert list(wrong_citations(ENGINE, wrong)) == [
        "no such document: LAW.md",
        "RULES.md has no point 99",
        "RULES.md has no heading 'Law'",
    ]


def test_it_finds_modules_that_are_gone(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(
        '"""By games.gone and games.engine.rules.apply."""\n# See accounts.models.\nx = "games.no"\n'
    )
    assert list(gone_names(comments(tmp_path / "a.py"))) == ["no such module: games.gone"]
    (tmp_path / "a.html").write_text("{# games.engine.gone #} games.not {# odinsite.web #}")
    assert list(gone_names(comments(tmp_path / "a.html"))) == ["no such module: games.engine.gone"]
