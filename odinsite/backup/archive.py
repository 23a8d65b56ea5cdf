"""A backup's file: a zip with `manifest.json` and COPY's text for each table.

All digests are checked before use. A truncated zip has no directory.
"""

from __future__ import annotations

import hashlib
import json
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path
from typing import IO, Any

from odinsite.backup.encryption import decrypted
from odinsite.backup.errors import BackupRefused
from odinsite.backup.tables import Counter, Step

FORMAT = "odin-backup/1"
MANIFEST = "manifest.json"
MANIFEST_MAX = 16_000_000
CHUNK = 1 << 20
# Higher levels hardly shrink rows.
LEVEL = 3
_BROKEN = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError)


@dataclass(frozen=True)
class BackupTable:
    """A table in the backup. `columns`: in the text's order; `sha256`: of the text."""

    table: str
    columns: list[str]
    rows: int
    sha256: str


@dataclass(frozen=True)
class Manifest:
    """The backup's table of contents. `keys`: check values of the CHAIN_KEYs needed."""

    taken_at: datetime
    postgres: str
    keys: list[str]
    migrations: list[Step]
    counters: list[Counter]
    parts: list[BackupTable]

    def written(self) -> str:
        return json.dumps({"format": FORMAT, **asdict(self), "taken_at": self.taken_at.isoformat()}, indent=1)


def manifest_read(text: bytes) -> Manifest:
    """Read the manifest. Raises BackupRefused if it is none of this format."""
    try:
        found: dict[str, Any] = json.loads(text)
        if found["format"] != FORMAT:
            raise BackupRefused(f"The file is of the format {found['format']!r}; this version reads {FORMAT}.")
        manifest = Manifest(
            taken_at=datetime.fromisoformat(found["taken_at"]),
            postgres=str(found["postgres"]),
            keys=[str(key) for key in found["keys"]],
            migrations=[(str(app), str(name)) for app, name in found["migrations"]],
            counters=[Counter(**counter) for counter in found["counters"]],
            parts=[BackupTable(**part) for part in found["parts"]],
        )
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise BackupRefused("The file is no backup of this site: its manifest makes no sense.") from error
    if manifest.taken_at.tzinfo is None:
        raise BackupRefused("The file is no backup of this site: its manifest makes no sense.")
    return manifest


class Writing:
    """A backup that is being written; the manifest comes last."""

    def __init__(self, target: IO[bytes]) -> None:
        self.zip = zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=LEVEL)
        self.parts: list[BackupTable] = []

    def part(self, table: str, columns: list[str], rows: Iterator[bytes | memoryview]) -> None:
        digest, count = hashlib.sha256(), 0
        with self.zip.open(_member(table), "w", force_zip64=True) as member:
            for chunk in rows:
                digest.update(chunk)
                member.write(chunk)
                count += bytes(chunk).count(b"\n")
        self.parts.append(BackupTable(table, columns, count, digest.hexdigest()))

    def end(self, manifest: Manifest) -> None:
        self.zip.writestr(MANIFEST, manifest.written())
        self.zip.close()


class Reading:
    """An open backup. `text` yields chunks of any length."""

    def __init__(self, path: Path, archive: zipfile.ZipFile, manifest: Manifest) -> None:
        self.path = path
        self.zip = archive
        self.manifest = manifest

    def text(self, part: BackupTable) -> Iterator[bytes]:
        """The table's rows as text. Raises BackupRefused if the file is unreadable."""
        with _plainly(self.path), self.zip.open(_member(part.table)) as member:
            while chunk := member.read(CHUNK):
                yield chunk


@contextmanager
def reading(path: Path, identity: Path | None = None) -> Iterator[Reading]:
    """Open a backup, decrypted with the private key in the file `identity` if it is encrypted. Raises BackupRefused
    unless all of it is sound.
    """
    with ExitStack() as stack:
        with _plainly(path):
            archive = stack.enter_context(zipfile.ZipFile(stack.enter_context(decrypted(path, identity))))
            found = Reading(path, archive, _manifest(archive))
        for part in found.manifest.parts:
            _check(found, part)
        yield found


@contextmanager
def _plainly(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise BackupRefused(f"{path} cannot be read: {error.strerror or error}.") from error
    except _BROKEN as error:
        raise BackupRefused(f"{path} is no backup of this site, or it is damaged or cut short ({error}).") from error


def _manifest(archive: zipfile.ZipFile) -> Manifest:
    try:
        info = archive.getinfo(MANIFEST)
    except KeyError as error:
        raise BackupRefused("The file is no backup of this site: it has no manifest.") from error
    if info.file_size > MANIFEST_MAX:
        raise BackupRefused("The file is no backup of this site: its manifest makes no sense.")
    manifest = manifest_read(archive.read(MANIFEST))
    if {MANIFEST, *(_member(part.table) for part in manifest.parts)} != set(archive.namelist()):
        raise BackupRefused("The file is damaged: it does not hold the tables that its manifest names.")
    return manifest


def _check(found: Reading, part: BackupTable) -> None:
    digest, rows = hashlib.sha256(), 0
    for chunk in found.text(part):
        digest.update(chunk)
        rows += chunk.count(b"\n")
    if (digest.hexdigest(), rows) != (part.sha256, part.rows):
        raise BackupRefused(f"The file is damaged: the rows of {part.table} are not those that were written.")


def _member(table: str) -> str:
    return f"tables/{table}.copy"
