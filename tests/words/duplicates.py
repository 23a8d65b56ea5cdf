"""Messages that differ only in capitals, in their last sign or in how they name what is filled in.

Such messages should be one: add the full stop outside, use `capfirst`, and name placeholders alike. Where two uses need
different translations, give one of them a context that says why.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable

from babel.messages.catalog import Message

from tests.words.catalogues import Key, ids, key_of, messages, said
from tests.words.placeholders import PLACE


def likeness(message: Message) -> Key:
    """Return one key for messages that are nearly the same: context, and the last form without small differences."""
    text = PLACE.sub("#", ids(message)[-1].lower()).rstrip(".:!?… ")
    return message.context or "", re.sub(r"\s+", " ", text)


def groups(found: Iterable[Message]) -> list[list[str]]:
    """The messages that are nearly the same as another one, in groups."""
    alike: dict[Key, list[str]] = defaultdict(list)
    for message in found:
        alike[likeness(message)].append(key_of(message)[1])
    return [group for group in alike.values() if len(group) > 1]


def near_duplicates() -> list[list[str]]:
    return groups(messages(said()).values())


def duplicate_faults() -> list[str]:
    return [f"say it with one message: {' | '.join(map(repr, group))}" for group in near_duplicates()]
