"""The modules that `{% modulepreload %}` names."""

import re
from collections import Counter
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.template import Context, Template
from django.templatetags.static import static
from pytest_django.fixtures import Settings

from games.web.module_links import imported

TABLE = "odin/js/table/table.js"
SCRIPTS = settings.BASE_DIR / "odinsite" / "static" / "odin" / "js"


def links(entry: str) -> list[str]:
    page = Template(f'{{% load modules %}}{{% modulepreload "{entry}" %}}').render(Context())
    return re.findall(r'<link rel="modulepreload" fetchpriority="low" href="([^"]+)">', page)


def graph(entry: Path) -> set[Path]:
    """The files that a script imports, found on the disk."""
    files: set[Path] = set()
    unread = [entry]
    while unread:
        file = unread.pop()
        for named in re.findall(r'\bfrom "(\..+)";', file.read_text()):
            path = (file.parent / named).resolve(strict=True)
            if path not in files:
                files.add(path)
                unread.append(path)
    return files


def test_the_links_are_the_modules_that_a_script_imports() -> None:
    entry = Path(str(finders.find(TABLE)))
    assert {Path(str(finders.find(name))) for name in imported(TABLE)} == graph(entry)
    assert links(TABLE) == [static(name) for name in imported(TABLE)]
    assert static("odin/js/site/socket.js") in links(TABLE)


def test_what_is_imported_when_it_is_needed_is_not_fetched_early() -> None:
    assert not any("confirm" in address or "sound" in address for address in links(TABLE))


def test_each_import_of_our_scripts_is_understood() -> None:
    for file in SCRIPTS.rglob("*.js"):
        name = f"odin/js/{file.relative_to(SCRIPTS).as_posix()}"
        assert {Path(str(finders.find(module))) for module in imported(name)} == graph(file) - {file}, name


def test_each_late_import_of_our_scripts_bears_that_its_module_is_gone() -> None:
    """After an update the module may be gone (site/late.js). An import by name is given to `needed` or `extra`."""
    for file in SCRIPTS.rglob("*.js"):
        text = file.read_text()
        borne = re.findall(r'\b(?:needed|extra)\(\(\) => import\("', text)
        named = re.findall(r'^const (\w+) = \(\) => import\("', text, re.MULTILINE)
        assert len(re.findall(r"\bimport\(", text)) == len(borne) + len(named), file
        assert all(re.search(rf"\b(?:load|extra)\({name}\b", text) for name in named), file


def test_with_debug_a_changed_script_is_read_again(settings: Settings, tmp_path: Path) -> None:
    settings.DEBUG = True
    settings.STATICFILES_DIRS = [tmp_path]
    finders.get_finder.cache_clear()  # type: ignore[attr-defined]
    (tmp_path / "one.js").write_text('import { a } from "./two.js";\n')
    (tmp_path / "two.js").write_text("export const a = 1;\n")
    try:
        assert [address.rpartition("/")[2] for address in links("one.js")] == ["two.js"]
        (tmp_path / "one.js").write_text("")
        assert links("one.js") == []
    finally:
        finders.get_finder.cache_clear()  # type: ignore[attr-defined]


def test_each_static_file_is_found_once() -> None:
    """`collectstatic` has a line for each that it finds again."""
    found = [name for finder in finders.get_finders() for name, _storage in finder.list([])]
    assert [name for name, times in Counter(found).items() if times > 1] == []


def test_an_unknown_script_is_an_error() -> None:
    with pytest.raises(FileNotFoundError):
        links("odin/js/unknown.js")
