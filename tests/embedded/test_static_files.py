"""Static files that the site collects again after an update."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from time import time

import pytest
from django.contrib.staticfiles import finders
from django.test import override_settings

from odinsite import settings
from odinsite.embedded.folder import Folder
from odinsite.embedded.preparation import collect_static
from odinsite.storage import COMMENT_LINES, RETENTION_DAYS

DAY_S = 24 * 3600


class Site:
    """A site with these sources; `served` are the names below its folder of static files."""

    def __init__(self, path: Path) -> None:
        self.sources = path / "sources"
        self.folder = Folder(path / "data")
        self.folder.prepare()
        (self.sources / "site").mkdir(parents=True)

    def update(self, **texts: str) -> set[str]:
        """Write the scripts and collect all; the names of the new files."""
        before = self.served
        for name, text in texts.items():
            (self.sources / "site" / f"{name}.js").write_text(text)
        collect_static(self.folder)
        return self.served - before

    @property
    def served(self) -> set[str]:
        files = (path for path in self.folder.static.rglob("*") if path.is_file())
        return {str(path.relative_to(self.folder.static)) for path in files} - {"staticfiles.json"}

    def grow_older(self, days: int) -> None:
        for path in self.folder.static.rglob("*"):
            os.utime(path, (time() - days * DAY_S,) * 2)


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    site = Site(tmp_path)
    only = ["django.contrib.staticfiles.finders.FileSystemFinder"]
    changed = override_settings(
        STORAGES=settings.STORAGES,
        STATIC_ROOT=str(site.folder.static),
        STATICFILES_DIRS=[str(site.sources)],
        STATICFILES_FINDERS=only,
    )
    finders.get_finder.cache_clear()  # type: ignore[attr-defined]
    with changed:
        yield site
    finders.get_finder.cache_clear()  # type: ignore[attr-defined]


def test_files_of_the_version_before_stay_for_pages_that_are_open(site: Site) -> None:
    """They stay for a time after the update that replaced them, however long they were in use before."""
    text = "export const a = 1;\n" * 100
    first = site.update(late=text, other="export const b = 1;\n")
    # Compressed, too.
    assert {name.rpartition(".")[2] for name in first} == {"js", "gz", "br"}
    site.grow_older(RETENTION_DAYS * 10)
    second = site.update(late=text.replace("1", "2"))
    assert {name.split(".")[0] for name in second} == {"site/late"}
    assert first <= site.served
    site.grow_older(RETENTION_DAYS - 1)
    third = site.update(late=text.replace("1", "3"))
    assert first | second | third == site.served


def test_files_that_were_replaced_long_ago_go(site: Site) -> None:
    first = site.update(late="export const a = 1;\n", other="export const b = 1;\n")
    (site.folder.static / "put-there-by-hand.txt").write_text("mine")
    site.update(late="export const a = 2;\n")
    site.grow_older(RETENTION_DAYS + 1)
    site.update(late="export const a = 3;\n")
    assert {name for name in first if "late" in name}.isdisjoint(site.served)
    assert {name for name in first if "other" in name} <= site.served
    # The files of the version before were replaced just now.
    assert len([name for name in site.served if "late" in name]) == 2
    assert "put-there-by-hand.txt" in site.served


def test_own_scripts_are_served_without_comments_but_for_those_that_people_read(site: Site) -> None:
    text = (
        '// One.\nconst a = "// no comment";\n/** Two\n * lines. */\nexport const b = a; // beside code\n  // Three.\n'
    )
    for name in ("odin/js/a.js", "odin/js/fair/b.js", "others/c.js"):
        (site.sources / name).parent.mkdir(parents=True, exist_ok=True)
        (site.sources / name).write_text(text)
    served = {name.rpartition("/")[2][0]: site.folder.static / name for name in site.update() if name.endswith(".js")}
    assert served["a"].read_text() == 'const a = "// no comment";\nexport const b = a; // beside code\n'
    assert served["b"].read_text() == served["c"].read_text() == text


def test_only_comments_are_left_out_of_the_sites_own_scripts() -> None:
    scripts = (settings.BASE_DIR / "odinsite/static/odin/js").rglob("*.js")
    for text in (script.read_text(encoding="utf-8") for script in scripts):
        served = COMMENT_LINES.sub("", text)
        left_out = Counter(text.splitlines()) - Counter(served.splitlines())
        assert left_out.total() + len(served.splitlines()) == len(text.splitlines())
        assert all(line.strip().startswith(("//", "/*", "*")) for line in left_out), left_out
