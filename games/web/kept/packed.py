"""Answers put together from pieces, of which those that are kept were compressed once."""

from __future__ import annotations

import re
import secrets
import struct
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers

# As Django compresses for pieces that are kept; others, which each answer compresses, take two thirds of that time and
# get 1% longer.
KEPT_LEVEL: Final = 6
LEVEL: Final = 5
# As Django's middleware: against guesses by the length (BREACH).
MAX_RANDOM_BYTES: Final = 100
_HEAD: Final = b"\x1f\x8b\x08\x08\x00\x00\x00\x00\x00\xff"
_END: Final = b"\x03\x00"
_GZIP: Final = re.compile(r"\bgzip\b")


@dataclass(frozen=True, slots=True)
class Packed:
    """A piece as a block of a gzip stream, which refers to nothing before it."""

    deflated: bytes

    @classmethod
    def of(cls, text: str, level: int = KEPT_LEVEL) -> Packed:
        return cls(_deflated(text.encode(), level))

    @property
    def plain(self) -> bytes:
        return zlib.decompress(self.deflated + _END, -zlib.MAX_WBITS)


Piece = str | Packed


def filled(text: str, holes: dict[str, Iterable[Piece]]) -> list[Piece]:
    """The text's pieces, with those of `holes` where they are named.

    >>> filled("one (hole) two", {"(hole)": ["1"]})
    ['one ', '1', ' two']
    """
    parts = re.split("|".join(f"({re.escape(name)})" for name in holes), text)
    return [piece for part in parts if part for piece in holes.get(part, (part,))]


def packed(text: str, *holes: str, level: int = KEPT_LEVEL) -> list[Piece]:
    """The text's pieces to keep, and its holes."""
    pieces = filled(text, {name: [name] for name in holes})
    return [piece if piece in holes or isinstance(piece, Packed) else Packed.of(piece, level) for piece in pieces]


def replaced(pieces: Sequence[Piece], now: Mapping[str, str]) -> list[Piece]:
    """With what the holes are filled with now."""
    return [now.get(piece, piece) if isinstance(piece, str) else piece for piece in pieces]


def joined(pieces: Sequence[Piece]) -> bytes:
    """As one text, which Django's middleware compresses: many short pieces get a third longer alone."""
    return b"".join(_plain(piece) for piece in pieces)


def pieced_response(request: HttpRequest, pieces: Sequence[Piece]) -> HttpResponse:
    """Compressed if the browser allows it, as Django's middleware does with other answers."""
    if not _GZIP.search(request.headers.get("Accept-Encoding", "")):
        return HttpResponse(joined(pieces))
    response = HttpResponse(_gzipped(pieces))
    response.headers["Content-Encoding"] = "gzip"
    patch_vary_headers(response, ("Accept-Encoding",))
    return response


def _plain(piece: Piece) -> bytes:
    return piece.plain if isinstance(piece, Packed) else piece.encode()


def _gzipped(pieces: Sequence[Piece]) -> bytes:
    check = size = 0
    stream = [_HEAD, b"a" * secrets.randbelow(MAX_RANDOM_BYTES), b"\x00"]
    for piece in pieces:
        plain = _plain(piece)
        stream.append(piece.deflated if isinstance(piece, Packed) else _deflated(plain, LEVEL))
        check, size = zlib.crc32(plain, check), size + len(plain)
    return b"".join((*stream, _END, struct.pack("<LL", check, size)))


def _deflated(plain: bytes, level: int) -> bytes:
    """Ends at a byte's border."""
    work = zlib.compressobj(level, zlib.DEFLATED, -zlib.MAX_WBITS)
    return work.compress(plain) + work.flush(zlib.Z_FULL_FLUSH)
