"""What the English messages may not say, and how long they may be."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from babel.messages.catalog import Message

from tests.words.catalogues import ids, messages, said

AVOIDED: Final = re.compile(
    r"\bwhoever\b|^who\s|\bwhom\b|\banew\b|\bat once\b|\bmeanwhile\b|\bby itself\b|\bstands\b|\bfirst page\b"
    r"|\blay(s|ing)?\b|\blaid\b|\be-mail|\bmails?\b|\bsomebody\b|;",
    re.IGNORECASE,
)
"""Old-fashioned or unclear words, words that the glossary replaces, and semicolons."""

ALLOWED: Final = {
    "Who can join": "labels a field whose choices are groups of people",
    "Who is it about?": "is a question",
}
"""Messages with an avoided word, and why they keep it."""

STRAIGHT: Final = re.compile(r"""["']""")
STRAIGHT_ALLOWED: Final = {
    'Send JSON like {"type": "turn", …} or {"type": "looking"}.': "shows JSON",
}
"""Messages with straight quotes, in English and in translations, and why they keep them."""

APART: Final = re.compile(r"\s%(?:%|[\s.,:!?)]|$)")
MOST_WORDS: Final = 25
MOST_MESSAGES: Final = 3_180
MOST_IN_ALL: Final = 17_650


def straight(source: str, text: str) -> bool:
    """Whether a text, which says `source` in any language, has straight quotes outside of tags."""
    return source not in STRAIGHT_ALLOWED and bool(STRAIGHT.search(re.sub(r"<[^>]*>", "", text)))


def faults_in(text: str) -> Iterator[str]:
    """What is wrong with an English text."""
    if text not in ALLOWED and (avoided := AVOIDED.search(text)):
        yield f"avoid {avoided[0]!r}"
    if straight(text, text):
        yield "use curly quotes and apostrophes"
    if APART.search(text):
        yield "no space before %"
    if (words := len(text.split())) > MOST_WORDS:
        yield f"{words} words, at most {MOST_WORDS}"


def faults(found: Iterator[Message]) -> Iterator[str]:
    """The faults of all forms of these messages."""
    for message in found:
        for text in dict.fromkeys(ids(message)):
            yield from (f"{fault}: {text!r}" for fault in faults_in(text))


def english_faults() -> list[str]:
    return list(faults(iter(messages(said()).values())))


def totals() -> tuple[int, int]:
    """How many messages the site has, and how many words they have, in all their forms."""
    every = messages(said()).values()
    return len(every), sum(len(text.split()) for message in every for text in ids(message))


def total_faults() -> list[str]:
    count, words = totals()
    found = [f"{count:,} messages, at most {MOST_MESSAGES:,}"] if count > MOST_MESSAGES else []
    return [*found, f"{words:,} words, at most {MOST_IN_ALL:,}"] if words > MOST_IN_ALL else found


def unused_exceptions() -> list[str]:
    """Exceptions for messages that are gone."""
    every = {text for message in messages(said()).values() for text in ids(message)}
    return sorted({*ALLOWED, *STRAIGHT_ALLOWED} - every)
