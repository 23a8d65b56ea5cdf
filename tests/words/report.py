"""What `python -m tests.words` prints."""

from __future__ import annotations

from collections.abc import Iterable

from tests.words.catalogues import compile_english, translated, update
from tests.words.checks import TRANSLATIONS, faults_in, faults_in_english
from tests.words.duplicates import near_duplicates
from tests.words.english import totals


def _tell(heading: str, faults: list[str]) -> None:
    print("\n".join((heading, *(f"  {fault}" for fault in faults))))  # noqa: T201 # talks to a terminal


def _tell_english() -> bool:
    """Compile the English catalogue, print the messages' totals and faults, and return whether all is well."""
    compile_english()
    (count, words), faults = totals(), faults_in_english()
    sums = f"en: {count:,} messages, {words:,} words; near duplicates {len(near_duplicates())}; errors {len(faults)}"
    _tell(sums, faults)
    return not faults


def _tell_language(language: str) -> bool:
    """Update a language's catalogue, print its faults, and return whether it is whole."""
    waiting, catalogue = update(language), translated(language)
    faults = [fault for check in TRANSLATIONS for fault in faults_in(language, catalogue, check)]
    _tell(f"{language}: {waiting} waiting, {len(faults)} errors", faults)
    return not waiting and not faults


def report(languages: Iterable[str]) -> int:
    """Update and check these languages; the exit status."""
    well = [_tell_english(), *map(_tell_language, languages)]
    return 0 if all(well) else 1
