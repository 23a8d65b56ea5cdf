"""No text that people read is in templates, Python or scripts outside the calls that translate it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Final

import pytest
from django.template.base import Lexer, Token, TokenType

from tests.words.catalogues import ROOT, python_files, template_files

SPOKEN: Final = {"alt", "aria-description", "aria-label", "aria-roledescription", "placeholder", "title"}
"""Attributes that are read out or shown."""

CODE: Final = {"code", "kbd", "script", "style"}
"""The text in these is in no language."""

NAMES: Final = frozenset({"Odin", "CSV", "ID", "JSON", "Discord", "Mattermost", "Slack"})
"""What is the same in all languages."""

BLANK: Final = {"blocktrans": "endblocktrans", "blocktranslate": "endblocktranslate", "comment": "endcomment"}


class Shown(HTMLParser):
    """Collects what a reader of a page would see or hear."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.texts: list[str] = []
        self.silent = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.texts += [value for name, value in attrs if name in SPOKEN and value]
        self.silent += tag in CODE

    def handle_endtag(self, tag: str) -> None:
        self.silent -= tag in CODE and self.silent > 0

    def handle_data(self, data: str) -> None:
        if not self.silent:
            self.texts.append(data)


def outside(tokens: list[Token]) -> Iterator[str]:
    """The source without its tags, and without the text between tags that translate it or that fill in a class."""
    end = ""
    for token in tokens:
        tag = token.contents.split() if token.token_type == TokenType.BLOCK else [""]
        if end:
            end = "" if tag[0] == end else end
        elif tag[0] in BLANK:
            end = BLANK[tag[0]]
        elif tag[0] == "block" and tag[1].endswith("_class"):
            end = "endblock"
        elif token.token_type == TokenType.TEXT:
            yield token.contents


def words_in(texts: list[str]) -> list[str]:
    """The texts in which there is a word of a language."""
    return [text.strip() for text in texts if set(re.findall(r"[^\W\d_]{2,}", text)) - NAMES]


def words_outside(path: Path) -> list[str]:
    """What a template says by itself."""
    source = "".join(outside(Lexer(path.read_text()).tokenize()))
    if path.suffix == ".txt":
        return words_in([re.sub(r"https?://\S+", "", source)])
    page = Shown()
    page.feed(source)
    page.close()
    return words_in(page.texts)


FOR_PROGRAMMERS: Final = ROOT / "templates/games/api"
"""The documentation of the interface, in English as the document that it is made of."""


@pytest.mark.parametrize(
    "path",
    [path for path in template_files() if FOR_PROGRAMMERS not in path.parents],
    ids=lambda path: str(path.relative_to(ROOT / "templates")),
)
def test_a_template_says_nothing_by_itself(path: Path) -> None:
    assert words_outside(path) == []


LABELS: Final = {
    "label",
    "help_text",
    "verbose_name",
    "verbose_name_plural",
    "short_description",
    "empty_label",
    "description",
}
SAYING: Final = {"ValidationError", "PermissionDenied", "Http404"}
TOLD: Final = {"debug", "error", "info", "success", "warning"}


def said_in(tree: ast.AST) -> Iterator[str]:
    """Texts that stand where people will read them, as they are."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Name(id="messages"), attr=attr), args=[_, text, *_rest]):
                yield from plain(text) if attr in TOLD else ()
            case ast.Call(func=ast.Name(id=name), args=[text, *_rest]) if name in SAYING:
                yield from plain(text)
            case ast.Call(func=ast.Attribute(value=ast.Name(id="models"), attr=attr), args=[text, *_rest]):
                yield from plain(text) if attr.endswith("Field") and attr != "OneToOneField" else ()
            case ast.keyword(arg=arg, value=text) if arg in LABELS:
                yield from plain(text)
            case ast.Assign(targets=[ast.Name(id=name)], value=text) if name in LABELS:
                yield from plain(text)
            case ast.ClassDef(bases=[*bases]) if any("TextChoices" in ast.unparse(base) for base in bases):
                yield from (text for line in node.body if isinstance(line, ast.Assign) for text in chosen(line.value))


def chosen(value: ast.expr) -> Iterator[str]:
    """The label of a choice: the second of a pair; a value alone makes a label of its name, which nobody translates."""
    match value:
        case ast.Tuple(elts=[_, text]):
            yield from plain(text)
        case ast.Constant(value=str(text)):
            yield text


def plain(text: ast.expr) -> Iterator[str]:
    """A text with words, where the expression is one without a call around it."""
    match text:
        case ast.Constant(value=str(words)) if words_in([words]):
            yield words
        case ast.JoinedStr(values=values):
            yield from words_in([str(part.value) for part in values if isinstance(part, ast.Constant)])


IN_ENGLISH: Final = frozenset({"management", "embedded", "web", "mail_hooks.py", "api"})
"""Commands, hooks and the interface for programs speak to operators and programmers."""


def test_python_says_nothing_untranslated() -> None:
    found = {
        str(path.relative_to(ROOT)): texts
        for path in python_files()
        if IN_ENGLISH.isdisjoint(path.parts) and (texts := list(said_in(ast.parse(path.read_text()))))
    }
    assert found == {}


SAID_BY_SCRIPT: Final = re.compile(
    r"""\b(?:textContent|innerText|title|ariaLabel|placeholder|alt)\s*=\s*["'`]([^"'`]*[A-Za-z]{2}[^"'`]*)["'`]"""
    r"""|setAttribute\(\s*["'](?:aria-label|title|alt|placeholder)["']\s*,\s*["'`]([^"'`]*[A-Za-z]{2}[^"'`]*)["'`]"""
)


def said_by(script: str) -> Iterator[str]:
    """Texts with words that a script shows; what it fills in is not its own."""
    filled = re.sub(r"\$\{[^}]*\}", "", script)
    return (hit[0] or hit[1] for hit in SAID_BY_SCRIPT.findall(filled))


def test_scripts_take_their_words_from_the_page() -> None:
    scripts = sorted((ROOT / "odinsite" / "static" / "odin" / "js").rglob("*.js"))
    found = {path.name: lines for path in scripts if (lines := list(said_by(path.read_text())))}
    assert scripts
    assert found == {}


def test_the_look_finds_what_it_looks_for(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text(
        '{% trans "Fine" %} Odin <b title="Not fine">{{ name }}</b> {% blocktrans %}Fine{% endblocktrans %} wrong'
    )
    assert words_outside(page) == ["Not fine", "wrong"]
    source = 'messages.info(request, "Saved it.")\nx = forms.CharField(label=_("Name"), help_text="Your name")'
    assert list(said_in(ast.parse(source))) == ["Saved it.", "Your name"]
    assert list(said_by('place.textContent = "Hello there"; count.textContent = `${at}/${all.length}`;')) == [
        "Hello there"
    ]
