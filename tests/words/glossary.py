"""The glossary: one word for one thing, in every language (`glossary.toml`)."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Final

from babel.messages.catalog import Message

from tests.words.catalogues import TRANSLATED, ids, messages, said, strings

FILE: Final = Path(__file__).with_suffix(".toml")


@dataclass(frozen=True, kw_only=True)
class Term:
    """`english` and `instead_of` match whole words, `stems` and `never` parts of words."""

    word: str
    english: re.Pattern[str]
    stems: Mapping[str, re.Pattern[str]]
    instead_of: re.Pattern[str] | None = None
    never: Mapping[str, re.Pattern[str]] = field(default_factory=dict)
    exceptions: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    def lacks(self, language: str, source: str, text: str) -> bool:
        """Whether a translation of a message with this word does without the glossary's word."""
        return source not in self.exceptions.get(language, {}) and not self.stems[language].search(text)


def whole(pattern: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w-])(?:{pattern})(?![\w-])", re.IGNORECASE)


def parts(patterns: list[str]) -> re.Pattern[str]:
    return re.compile("|".join(patterns), re.IGNORECASE)


def read(word: str, row: Mapping[str, Any]) -> Term:
    """Read a row of the glossary. Raises KeyError if a language is missing."""
    return Term(
        word=word,
        english=whole(word),
        stems={language: parts(row[language]) for language in TRANSLATED},
        instead_of=whole(row["instead_of"]) if "instead_of" in row else None,
        never={language: parts(words) for language, words in row.get("never", {}).items()},
        exceptions=row.get("except", {}),
    )


@cache
def terms() -> tuple[Term, ...]:
    rows = tomllib.loads(FILE.read_text())
    return tuple(read(word, row) for word, row in rows.items())


@cache
def terms_in(text: str) -> tuple[Term, ...]:
    """The terms of an English text. A word within a longer term is not looked at again."""
    found = []
    for term in terms():
        text, count = term.english.subn(" ", text)
        if count:
            found.append(term)
    return tuple(found)


def plain(text: str) -> str:
    """The text without placeholders and tags, whose names are no words."""
    return re.sub(r"%\(\w+\)[sd]|\{\w*\}|<[^>]*>", " ", text)


def synonym_faults() -> list[str]:
    """English messages that say something else for a term."""
    texts = {text for message in messages(said()).values() for text in ids(message)}
    return [
        f"say {term.word} instead of {found[0]!r}: {text!r}"
        for text in sorted(texts)
        for term in terms()
        if term.instead_of and (found := term.instead_of.search(plain(text)))
    ]


def term_faults(language: str, message: Message) -> Iterator[str]:
    """Glossary words that a translation lacks, and words that it uses instead."""
    source = ids(message)[-1]
    text = strings(message)[-1]
    for term in terms_in(plain(source)):
        if term.lacks(language, source, plain(text)):
            wanted = term.stems[language].pattern
            yield f"{term.word} needs {wanted}: {source!r} is {text!r}"
    for term in terms():
        if language in term.never and (found := term.never[language].search(plain(text))):
            yield f"{term.word} is not {found[0]!r}: {text!r}"


def unused_exceptions() -> list[str]:
    """Exceptions for messages that are gone or have no such word."""
    every = {ids(message)[-1] for message in messages(said()).values()}
    excepted = [(term, source) for term in terms() for found in term.exceptions.values() for source in found]
    return [source for term, source in excepted if source not in every or term not in terms_in(plain(source))]
