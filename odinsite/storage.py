"""How static files lie on the disk: under names that carry their hash, beside compressed copies."""

from collections.abc import Iterable, Iterator

from whitenoise.storage import CompressedManifestStaticFilesStorage


class HashedStaticFiles(CompressedManifestStaticFilesStorage):
    """WhiteNoise's storage, with modules that import each other by hashed names, and a first start without a wait."""

    # Without this a browser keeps an old module that a new one imports by its plain name.
    support_js_module_import_aggregation = True
    keep_only_hashed_files = True

    def compress_files(self, names: Iterable[str]) -> Iterator[tuple[str, str]]:
        """Leave out the admin: many files for few readers, and most of the time that compressing takes."""
        yield from super().compress_files(name for name in names if not name.startswith("admin/"))
