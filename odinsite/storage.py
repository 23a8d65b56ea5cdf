"""Static files on disk: hashed names, compressed copies, joined styles, scripts without comments, and the files of
earlier versions for some days.
"""

import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from posixpath import normpath
from time import time
from typing import Any, Final

from django.contrib.staticfiles.storage import StaticFilesStorage
from django.core.files.base import ContentFile
from whitenoise.storage import CompressedManifestStaticFilesStorage

Paths = dict[str, tuple[StaticFilesStorage, str]]

# Imports at the start of a line and from the same folder, so that relative addresses stay right.
IMPORT = re.compile(r'^@import "([\w-]+\.css)";\n', re.MULTILINE)
# Pages that were open before an update go on asking for its files, for days after it replaced them.
RETENTION_DAYS: Final = 14
HASHED: Final = re.compile(r"\.[0-9a-f]{12}\.\w+(?:\.gz|\.br)?$")
COMPRESSED: Final = re.compile(r"\.(?:gz|br)$")
COMMENT = re.compile(r"/\*.*?\*/\s*", re.DOTALL)
# Whole lines, because text in quotes may look like a comment. They are a quarter of what browsers would download.
COMMENT_LINES: Final = re.compile(r"^[ \t]*(?://[^\n]*|/\*.*?\*/[ \t]*)\n", re.DOTALL | re.MULTILINE)
OWN_SCRIPTS: Final = "odin/js/"
# People read the script that checks deals.
READ_BY_PEOPLE: Final = "odin/js/fair/"


class HashedStaticFiles(CompressedManifestStaticFilesStorage):
    """Static files with hashes in their names, and in modules' imports too."""

    # Otherwise browsers keep old modules imported by plain names.
    support_js_module_import_aggregation = True
    keep_only_hashed_files = True
    # The length of the longest chain of imports.
    max_post_process_passes = 12

    def post_process(self, paths: Paths, dry_run: bool = False, **options: Any) -> Iterator[Any]:  # noqa: FBT001, FBT002
        """Replace `@import`s by the styles, as a page waits for all of them, and leave out scripts' comments. With
        DEBUG browsers get the files as they are.
        """
        before = set(self.hashed_files.values())
        # By file name, the names of its references when it was last read; and those of the file being read now.
        self._references: dict[str, dict[str, str]] = {}
        self._read: dict[str, str] = {}
        if not dry_run:
            changed = {name: text for name in paths if (text := self._changed(paths, name))}
            for name, text in changed.items():
                self.delete(name)
                paths[name] = (self, self.save(name, ContentFile(text.encode())))
        yield from super().post_process(paths, dry_run, **options)
        if not dry_run:
            self._forget(before)

    def _forget(self, before: set[str]) -> None:
        """Delete hashed files that were replaced RETENTION_DAYS ago. Those of `before` that were replaced now get a new
        time of change, from which the days count.
        """
        now, here = time(), set(self.hashed_files.values())
        root = Path(self.location)
        for path in root.rglob("*"):
            name = COMPRESSED.sub("", path.relative_to(root).as_posix())
            if name in here or not HASHED.search(path.name):
                continue
            if name in before:
                os.utime(path, (now, now))
            elif path.stat().st_mtime < now - RETENTION_DAYS * 24 * 3600:
                path.unlink()

    def _post_process(
        self, paths: Paths, adjustable_paths: list[str], hashed_files: dict[str, str]
    ) -> Iterator[tuple[str, str, bool, bool]]:
        """Leave out what refers to nothing that changed since: Django reads all files again until none changes."""
        for name in sorted(paths, key=lambda name: name.count("/"), reverse=True):
            known = self._references.get(name)
            if known is None or any(hashed_files.get(other) != hashed for other, hashed in known.items()):
                self._references[name] = self._read = {}
                yield from super()._post_process({name: paths[name]}, adjustable_paths, hashed_files)

    def _stored_name(self, name: str, hashed_files: dict[str, str]) -> str:
        found: str = super()._stored_name(name, hashed_files)
        self._read[normpath(name)] = found
        return found

    def compress_files(self, names: Iterable[str]) -> Iterator[tuple[str, str]]:
        """Leave out the admin: most of the compressing time for few readers."""
        yield from super().compress_files(name for name in names if not name.startswith("admin/"))

    def _changed(self, paths: Paths, name: str) -> str:
        """What is served in place of the file; "" if that is the file itself."""
        if name.endswith(".css"):
            return self._joined(paths, name)
        if name.endswith(".js") and name.startswith(OWN_SCRIPTS) and not name.startswith(READ_BY_PEOPLE):
            return COMMENT_LINES.sub("", _text(paths, name))
        return ""

    def _joined(self, paths: Paths, name: str) -> str:
        """The style with its imports in place, without comments; "" without imports."""
        text = _text(paths, name)
        if not IMPORT.search(text):
            return ""
        folder = name.rpartition("/")[0]
        whole = IMPORT.sub(lambda found: _text(paths, f"{folder}/{found[1]}"), text)
        return COMMENT.sub("", whole)


def _text(paths: Paths, name: str) -> str:
    storage, path = paths[name]
    with storage.open(path) as file:
        return bytes(file.read()).decode()
