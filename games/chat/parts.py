"""The parts of a chat line: plain text, links and names."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

_MARKED: Final = re.compile(r"(?P<link>https?://[^\s<>\"“”«»]+)|(?<![A-Za-z0-9_@-])@[A-Za-z0-9_-]+", re.IGNORECASE)
# Browsers keep these signs; `encodings.idna`, of IDNA 2003, takes them for others or drops them.
_OTHER_HOST: Final = re.compile("[\u00df\u1e9e\u03c2\u200c\u200d]")
_HOST: Final = re.compile(r"[a-z0-9._:-]+")
_PUNCTUATION: Final = ".,:;!?…'’*_~)]}"


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of a message. `host`: a link's host in ASCII, so that look-alike letters show; `link`: its place among
    the message's links, from 0, or None. `is_name`: the piece is an @username.
    """

    text: str
    link: int | None = None
    host: str = ""
    is_name: bool = False


def line_parts(text: str) -> tuple[Part, ...]:
    """The line's parts in order, which together say the same.

    >>> [part.text for part in line_parts("See https://example.org/a_(b)). @bob")]
    ['See ', 'https://example.org/a_(b)', '). ', '@bob']
    """
    return tuple(_parts(text))


def _parts(text: str) -> Iterator[Part]:
    begin, links = 0, 0
    for found in _MARKED.finditer(text):
        address = _without_punctuation(found["link"]) if found["link"] else ""
        host = _host(address)
        if address and not host:
            continue
        if begin < found.start():
            yield Part(text[begin : found.start()])
        if address:
            yield Part(address, link=links, host=host)
            links += 1
        else:
            yield Part(found[0], is_name=True)
        begin = found.start() + len(address or found[0])
    if begin < len(text):
        yield Part(text[begin:])


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
