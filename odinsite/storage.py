"""How static files lie on the disk: under names that carry their hash, beside compressed copies, styles joined."""

import re
from collections.abc import Iterable, Iterator
from typing import Any

from django.contrib.staticfiles.storage import StaticFilesStorage
from django.core.files.base import ContentFile
from whitenoise.storage import CompressedManifestStaticFilesStorage

Paths = dict[str, tuple[StaticFilesStorage, str]]

# Only in this form, at the start of a line, and only of files in the same folder: what they name is still found there.
IMPORT = re.compile(r'^@import "([\w-]+\.css)";\n', re.MULTILINE)
COMMENT = re.compile(r"/\*.*?\*/\s*", re.DOTALL)


class HashedStaticFiles(CompressedManifestStaticFilesStorage):
    """WhiteNoise's storage, with modules that import each other by hashed names, and a first start without a wait."""

    # Without this a browser keeps an old module that a new one imports by its plain name.
    support_js_module_import_aggregation = True
    keep_only_hashed_files = True

    def post_process(self, paths: Paths, dry_run: bool = False, **options: Any) -> Iterator[Any]:  # noqa: FBT001, FBT002
        """Put the imported styles in the place of the `@import`s: a page must have them all before it shows anything.

        Where nothing is collected, as with DEBUG, browsers follow the imports themselves.
        """
        if not dry_run:
            joined = {name: text for name in paths if name.endswith(".css") and (text := self._joined(paths, name))}
            for name, text in joined.items():
                self.delete(name)
                paths[name] = (self, self.save(name, ContentFile(text.encode())))
        yield from super().post_process(paths, dry_run, **options)

    def compress_files(self, names: Iterable[str]) -> Iterator[tuple[str, str]]:
        """Leave out the admin: many files for few readers, and most of the time that compressing takes."""
        yield from super().compress_files(name for name in names if not name.startswith("admin/"))

    def _joined(self, paths: Paths, name: str) -> str:
        """The style with those that it imports in their places, without comments; "" where it imports none."""
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
