"""Promises of styles and templates as a whole: contrast, one dark look, nothing inline."""

import re
from pathlib import Path

import pytest
from django.conf import settings

from tests.web.look.contrast import contrast

CSS = Path(settings.BASE_DIR) / "odinsite" / "static" / "odin" / "css"
SHEETS = sorted(CSS.rglob("*.css"))
TEMPLATES = sorted((Path(settings.BASE_DIR) / "templates").rglob("*.html"))
# Emails contain their styles: no style sheet reaches them, and our policy does not apply.
PAGES = [path for path in TEMPLATES if "mail" not in path.parts and "email" not in path.parts]

Look = dict[str, str]


def tokens() -> list[tuple[str, str, str]]:
    """Colours of tokens.css: name, value in the light look, value in the dark one."""
    text = (CSS / "site" / "tokens.css").read_text()
    return re.findall(r"--([\w-]+): light-dark\((#\w+), (#\w+)\);", text)


LIGHT = {name: light for name, light, _dark in tokens()}
DARK = {name: dark for name, _light, dark in tokens()}


def test_a_look_is_chosen_by_the_colour_scheme_alone() -> None:
    """Else each colour would be named twice, for the system's choice and the reader's."""
    for path in SHEETS:
        text = path.read_text()
        for rule in re.findall(r'\[data-theme="\w+"\][^{]*\{[^}]*\}', text):
            assert re.search(r"\{ (color-scheme|display): [\w ]+; \}", rule), f"{path.name}: {rule}"


def test_every_token_has_a_user() -> None:
    words = "".join(path.read_text() for kind in ("*.css", "*.js") for path in CSS.parent.rglob(kind))
    named = set(re.findall(r"(--[\w-]+):", (CSS / "site" / "tokens.css").read_text()))
    assert named
    assert sorted(name for name in named if not re.search(rf"{name}(?![\w-])(?!:)", words)) == []


def test_every_colour_of_the_tokens_has_two_looks() -> None:
    names = re.findall(r"^  --([\w-]+): [^;]*light-dark", (CSS / "site" / "tokens.css").read_text(), re.MULTILINE)
    assert len(names) > 20
    assert names == [name for name, _light, _dark in tokens()]


@pytest.mark.parametrize("look", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize(
    ("text", "ground"),
    [
        ("ink", "page"), ("ink", "panel"), ("ink", "panel-2"), ("ink", "entry"),
        ("muted", "page"), ("muted", "panel"), ("muted", "panel-2"), ("muted", "entry"),
        ("fjord", "page"), ("fjord", "panel"), ("fjord", "panel-2"),
        ("on-fjord", "fjord"), ("on-fjord", "fjord-deep"),
        ("ember", "ember-ground"), ("danger", "page"), ("danger", "panel"),
        ("wood-ink", "wood"), ("wood-ink", "wood-2"),
        ("cloth-ink", "cloth"), ("cloth-muted", "cloth"),
    ],
)  # fmt: skip
def test_text_stands_out_from_its_ground(look: Look, text: str, ground: str) -> None:
    assert contrast(look[text], look[ground]) >= 4.5


@pytest.mark.parametrize("look", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize(("mark", "ground"), [("lift", "page"), ("focus", "page"), ("focus", "panel")])
def test_rings_stand_out_from_their_ground(look: Look, mark: str, ground: str) -> None:
    assert contrast(look[mark], look[ground]) >= 3


@pytest.mark.parametrize("path", PAGES, ids=[str(path.relative_to(settings.BASE_DIR)) for path in PAGES])
def test_a_page_holds_no_inline_script_or_style(path: Path) -> None:
    source = path.read_text()
    assert not re.search(r"<style|\sstyle=|\son[a-z]+=|javascript:", source)
    assert not re.search(r"<script(?![^>]*\ssrc=)(?![^>]*application/json)", source)


@pytest.mark.parametrize("path", SHEETS, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_a_style_sheet_points_to_files_that_are_there(path: Path) -> None:
    for target in re.findall(r"""url\(["']?([^"')]+)""", path.read_text()):
        assert target.startswith("data:image/svg+xml,") or (path.parent / target).is_file()


def test_every_custom_property_in_use_is_given_or_has_a_fallback() -> None:
    sheets = {f"{path.parent.name}/{path.name}": path.read_text() for path in SHEETS}
    given = set(re.findall(r"(--[\w-]+)\s*:", "".join(sheets.values())))
    for name, text in sheets.items():
        assert set(re.findall(r"var\((--[\w-]+)\)", text)) <= given, name


@pytest.mark.parametrize("path", SHEETS, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_a_style_sheet_has_short_lines(path: Path) -> None:
    assert [line for line in path.read_text().splitlines() if len(line) > 120] == []


def bare(selector: str) -> str:
    """A selector without its parentheses' contents."""
    while (shorter := re.sub(r"\([^()]*\)", "", selector)) != selector:
        selector = shorter
    return selector


def test_what_depends_on_another_element_is_named() -> None:
    """Else browsers restyle the whole page on each change within what `:has()` asks about."""
    for path in SHEETS:
        text = re.sub(r"/\*.*?\*/", "", path.read_text(), flags=re.S)
        for rule in re.findall(r"[^{};]*:has\([^{};]*(?=\{)", text):
            asking = [selector for selector in bare(rule).split(",") if ":has" in selector]
            subjects = [re.split(r"[\s>+~]+", selector.strip())[-1] for selector in asking]
            assert all(re.match(r"[\w.#&]|:is", subject) for subject in subjects), f"{path.name}: {rule.strip()}"
