"""The parts of a chat line: plain text, links and names."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

# An @username, where `%s` is what it may be.
_NAME: Final = r"(?<![A-Za-z0-9_@-])@%s(?![A-Za-z0-9_-])"
# `bare`: without a scheme, and part of no other address.
_LINK: Final = r"(?P<link>(?:https?://|(?P<bare>(?<![\w@./:-])www\.))[^\s<>\"“”«»]+)"
_MARKED: Final = re.compile(f"{_LINK}|{_NAME % '[A-Za-z0-9_-]+'}", re.IGNORECASE)
_BARE_SCHEME: Final = "https://"
# "www.example" is no address that people write without a scheme.
_BARE_DOTS: Final = 2
# Browsers keep these signs; `encodings.idna`, of IDNA 2003, takes them for others or drops them.
_OTHER_HOST: Final = re.compile("[\u00df\u1e9e\u03c2\u200c\u200d]")
_HOST: Final = re.compile(r"[a-z0-9._:-]+")
_PUNCTUATION: Final = ".,:;!?…'’*_~)]}"


@dataclass(frozen=True, slots=True)
class MessagePart:
    """A piece of a message. `host`: a link's host in ASCII, so that look-alike letters show; `link`: its place among
    the message's links, from 0, or None. `is_name`: the piece is an @username.
    """

    text: str
    link: int | None = None
    host: str = ""
    address: str = ""
    is_name: bool = False


def mentions(text: str, handle: str) -> bool:
    """Whether the username is mentioned as @username, in any case.

    >>> mentions("Well played, @Bob!", "bob"), mentions("bob", "bob"), mentions("@bob-2, you?", "bob")
    (True, False, False)
    """
    return mention_pattern(handle).search(text) is not None


def mention_pattern(handle: str) -> re.Pattern[str]:
    return re.compile(_NAME % re.escape(handle), re.IGNORECASE)


def line_parts(text: str) -> tuple[MessagePart, ...]:
    """The line's parts in order, which together say the same.

    >>> [part.text for part in line_parts("See https://example.org/a_(b)). @bob")]
    ['See ', 'https://example.org/a_(b)', '). ', '@bob']
    """
    return tuple(_parts(text))


def _parts(text: str) -> Iterator[MessagePart]:
    begin, links = 0, 0
    for found in _MARKED.finditer(text):
        part = _link(found, links) if found["link"] else MessagePart(found[0], is_name=True)
        if part is None:
            continue
        if begin < found.start():
            yield MessagePart(text[begin : found.start()])
        yield part
        links += part.link is not None
        begin = found.start() + len(part.text)
    if begin < len(text):
        yield MessagePart(text[begin:])


def _link(found: re.Match[str], number: int) -> MessagePart | None:
    text = _without_punctuation(found["link"])
    address = _BARE_SCHEME + text if found["bare"] else text
    host = _host(address)
    if not host or (found["bare"] and host.count(".") < _BARE_DOTS):
        return None
    return MessagePart(text, link=number, host=host, address=address)


def _without_punctuation(address: str) -> str:
    """The address without what ends the sentence around it."""
    while address[-1] in _PUNCTUATION and not (address[-1] == ")" and address.count("(") >= address.count(")")):
        address = address[:-1]
    return address


def _host(address: str) -> str:
    """The host of an address; "" for a text that is none, and for one that misleads readers: with a username before the
    host, or with a host that browsers read as another.
    """
    try:
        parts = urlsplit(address)
        host = (parts.hostname or "").encode("idna").decode().lower()
    except ValueError:
        return ""
    if "@" in parts.netloc or _OTHER_HOST.search(parts.netloc) or not _HOST.fullmatch(host):
        return ""
    return host
