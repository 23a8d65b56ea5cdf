"""The messages on buttons, found in the templates, and how long they may be.

A button is a `<button>` or a link with the class `button`. What only screen readers say is not counted.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from typing import Final

from babel.messages.catalog import Message
from django.template.base import Lexer, Token, TokenType
from django.utils.translation import trim_whitespace

from tests.words.catalogues import Key, ids, messages, said, strings, template_files
from tests.words.placeholders import PLACE

MOST: Final = 20
MOST_WORDS: Final = 3
MOST_TRANSLATED: Final = 30
ALLOWED: Final[dict[Key, str]] = {}
"""Messages on buttons that may be longer, and why."""

TRANS: Final = re.compile(
    r"""trans(?:late)?\s+(?P<q>["'])(?P<text>.*?)(?P=q)(?:.*?\bcontext\s+(?P<c>["'])(?P<context>.*?)(?P=c))?"""
    r"""(?:.*?\bas\s+(?P<name>\w+))?\s*$"""
)
UNDERSCORE: Final = re.compile(r"""_\((?P<q>["'])(?P<text>.*?)(?P=q)\)""")
CONTEXT: Final = re.compile(r"""\bcontext\s+(["'])(.*?)\1""")
MARK: Final = re.compile("\ue000(\\d+)\ue001")
"""A placeholder for a message in a template's HTML."""

SILENT: Final = {"script", "style", "svg"}
VOID: Final = {"br", "hr", "img", "input", "link", "meta"}


class Marked:
    """A template's HTML with a mark for each message, and the messages."""

    def __init__(self, tokens: list[Token]) -> None:
        self.found: list[Key] = []
        self.named: dict[str, list[Key]] = {}
        self.tokens = iter(tokens)
        self.html = "".join(self.parts())

    def mark(self, key: Key) -> str:
        self.found.append(key)
        return f"\ue000{len(self.found) - 1}\ue001"

    def parts(self) -> Iterator[str]:
        for token in self.tokens:
            match token.token_type:
                case TokenType.TEXT:
                    yield token.contents
                case TokenType.VAR:
                    yield from map(self.mark, self.variable(token.contents))
                case TokenType.BLOCK:
                    yield from map(self.mark, self.block(token.contents))

    def variable(self, contents: str) -> list[Key]:
        """The message that a variable shows: a literal, or one that a tag named before."""
        if literal := UNDERSCORE.search(contents):
            return [("", literal["text"])]
        return self.named.get(contents.split("|")[0].strip(), [])

    def block(self, contents: str) -> list[Key]:
        if contents.split()[0] in {"blocktrans", "blocktranslate"}:
            return [self.sentence(contents)]
        tag = TRANS.match(contents)
        if tag is None:
            return []
        key = (tag["context"] or "", tag["text"])
        if tag["name"]:
            self.named.setdefault(tag["name"], []).append(key)
            return []
        return [key]

    def sentence(self, contents: str) -> Key:
        """The message of a block of words, its singular."""
        parts: list[str] = []
        for token in self.tokens:
            if token.token_type == TokenType.BLOCK:
                break
            parts.append(f"%({token.contents})s" if token.token_type == TokenType.VAR else token.contents)
        while token.token_type != TokenType.BLOCK or not token.contents.startswith("endblocktrans"):
            token = next(self.tokens)
        text = "".join(parts)
        context = CONTEXT.search(contents)
        return context[2] if context else "", trim_whitespace(text) if "trimmed" in contents.split() else text


class Buttons(HTMLParser):
    """Collects the marks that a reader sees on buttons."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.inside: list[str] = []
        self.hidden: list[str] = []
        self.marks: list[int] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        classes = (dict(attrs).get("class") or "").split()
        if self.inside and tag not in VOID:
            self.inside.append(tag)
        elif tag == "button" or (tag == "a" and "button" in classes):
            self.inside = [tag]
        if self.inside and tag not in VOID and (self.hidden or tag in SILENT or "visually-hidden" in classes):
            self.hidden.append(tag)

    def handle_endtag(self, tag: str) -> None:
        for opened in (self.inside, self.hidden):
            if opened and opened[-1] == tag:
                opened.pop()

    def handle_data(self, data: str) -> None:
        if self.inside and not self.hidden:
            self.marks += map(int, MARK.findall(data))


def messages_on(source: str) -> list[Key]:
    """The messages on the buttons of a template."""
    marked, page = Marked(Lexer(source).tokenize()), Buttons()
    page.feed(marked.html)
    page.close()
    return [marked.found[mark] for mark in page.marks]


@cache
def on_buttons() -> dict[Key, str]:
    """The messages on all buttons, each with a template that has it."""
    return {key: path.name for path in template_files() for key in messages_on(path.read_text())}


def shown(text: str) -> str:
    """The text with a short word for each placeholder."""
    return PLACE.sub("00", re.sub(r"<[^>]*>", "", text))


def too_long(text: str) -> bool:
    return len(shown(text)) > MOST and len(text.split()) > MOST_WORDS


def button_faults() -> list[str]:
    """English messages too long for a button."""
    every = messages(said())
    return [
        f"too long for a button: {text!r} in {where}"
        for key, where in on_buttons().items()
        if key not in ALLOWED
        for text in ids(every[key])
        if too_long(text)
    ]


def translated_button_faults(key: Key, message: Message) -> Iterator[str]:
    """Translations too long for a button."""
    if key in on_buttons() and key not in ALLOWED:
        for text in strings(message):
            if (length := len(shown(text))) > MOST_TRANSLATED:
                yield f"{length} characters on a button, at most {MOST_TRANSLATED}: {text!r}"
