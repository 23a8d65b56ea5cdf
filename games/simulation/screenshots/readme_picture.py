"""The README's picture of the table. It carries a stamp, which tells when the page says or colours something else."""

import hashlib
import re
import struct
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from django.conf import settings

PAGE: Final = "table-chosen"
PICTURE: Final = Path(settings.BASE_DIR, ".github", "table.png")
KEYWORD: Final = b"Page"
TEMPLATES: Final = ("partials/frame", "games/table/bar", "games/table/board", "games/table/log")
COLOURS: Final = Path(settings.BASE_DIR, "odinsite", "static", "odin", "css", "site", "tokens.css")
MESSAGES: Final = re.compile(r"{% trans(?:late)? .*?%}|{% blocktrans.*?%}.*?{% endblocktrans", re.DOTALL)
TOKENS: Final = re.compile(r"--[\w-]+:[^;]+;")
# Length, name and data of the header, and its checksum, follow the signature.
HEADER_END: Final = 8 + 4 + 4 + 13 + 4


def page_stamp() -> str:
    """A digest of the site's name, of all messages of the table's templates, and of the colours."""
    parts = [settings.SITE_NAME, *_messages(), *TOKENS.findall(COLOURS.read_text(encoding="utf-8"))]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def _messages() -> Iterator[str]:
    for folder in TEMPLATES:
        for template in sorted(Path(settings.BASE_DIR, "templates", folder).rglob("*.html")):
            yield from MESSAGES.findall(template.read_text(encoding="utf-8"))


def picture_keep(photograph: Path) -> None:
    """Copy the photograph to the README's place, with the page's stamp as a text chunk after the header."""
    png = photograph.read_bytes()
    text = b"tEXt" + KEYWORD + b"\0" + page_stamp().encode()
    chunk = struct.pack(">I", len(text) - 4) + text + struct.pack(">I", zlib.crc32(text))
    PICTURE.write_bytes(png[:HEADER_END] + chunk + png[HEADER_END:])


def picture_stamp() -> str:
    """The stamp in the README's picture, or an empty text."""
    found = re.search(rb"tEXt" + KEYWORD + rb"\0([0-9a-f]{64})", PICTURE.read_bytes())
    return found[1].decode() if found else ""
