"""What the site says, found in its sources, and the catalogues of its translations.

`python -m tests.words` brings the catalogues up to date (see `update`). No program of the system is needed.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import DEFAULT_KEYWORDS, extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.conf import settings
from django.utils.translation import template as django_templates

ROOT: Final = Path(__file__).parents[2]
APPS: Final = ("accounts", "games", "odinsite")
LOCALE: Final = ROOT / "odinsite" / "locale"
MAKERS: Final = "The makers of Odin by web"
ENGLISH: Final = settings.LANGUAGE_CODE
"""Its catalogue has only libraries' messages in our own words (`odinsite.borrowed_words`)."""
TRANSLATED: Final = tuple(code for code, _name in settings.LANGUAGES if code != settings.LANGUAGE_CODE)
KEYWORDS: Final = {
    **DEFAULT_KEYWORDS,
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext_lazy": (1, 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext_lazy": ((1, "c"), 2, 3),
}

Key = tuple[str, str]
"""A message's context (empty where it has none) and its singular."""


def python_files() -> Iterator[Path]:
    """The modules whose words people read."""
    for app in APPS:
        yield from (path for path in sorted((ROOT / app).rglob("*.py")) if "migrations" not in path.parts)


def template_files() -> Iterator[Path]:
    """Pages and mails; the site's long texts are files of a language each (`templates/site/words`)."""
    for path in sorted((ROOT / "templates").rglob("*")):
        if path.suffix in {".html", ".txt"}:
            yield path


@cache
def said() -> Catalog:
    """Every message in the sources, without translations."""
    found = Catalog(fuzzy=False)
    for path in (*python_files(), *template_files()):
        source = path.read_text()
        if path.suffix != ".py":
            # What is left of a template is not Python: without indents it can be read as a row of tokens.
            lines = django_templates.templatize(source, origin=str(path)).splitlines()
            source = "\n".join(line.strip() for line in lines)
        where = str(path.relative_to(ROOT))
        found_here = extract("python", BytesIO(source.encode()), keywords=KEYWORDS, comment_tags=("Translators:",))
        for _line, message, comments, context in found_here:
            found.add(message, locations=[(where, 0)], auto_comments=comments, context=context)
    return found


def po_file(language: str) -> Path:
    return LOCALE / language / "LC_MESSAGES" / "django.po"


def translated(language: str) -> Catalog:
    """The language's catalogue as committed."""
    with po_file(language).open("rb") as file:
        return read_po(file, locale=language)


def key_of(message: Message) -> Key:
    singular = message.id if isinstance(message.id, str) else message.id[0]
    return message.context or "", singular


def messages(catalogue: Catalog) -> dict[Key, Message]:
    """All messages but the header."""
    return {key_of(message): message for message in catalogue if message.id}


def compiled(catalogue: Catalog) -> bytes:
    """The catalogue as `gettext` reads it."""
    with BytesIO() as file:
        write_mo(file, catalogue)
        return file.getvalue()


def written(catalogue: Catalog) -> bytes:
    """The catalogue as translators read it."""
    with BytesIO() as file:
        write_po(file, catalogue, width=0, include_lineno=False, sort_by_file=True)
        return file.getvalue()


def renewed(catalogue: Catalog) -> Catalog:
    """That catalogue with what is new in the sources and without what is gone.

    Its dates are those of the last time that there were other messages: what has not changed is written as it was.
    """
    changed = set(messages(catalogue)) != set(messages(said()))
    catalogue.update(said(), update_creation_date=changed)
    catalogue.obsolete.clear()
    language = catalogue.locale.english_name if catalogue.locale else ""
    catalogue.header_comment = (
        f"# What Odin by web says, in {language}.\n# Under the same licence as Odin by web itself.\n#"
    )
    catalogue.project, catalogue.version, catalogue.msgid_bugs_address = "Odin by web", "1", ""
    catalogue.last_translator, catalogue.language_team = MAKERS, language
    catalogue.revision_date, catalogue.fuzzy = catalogue.creation_date, False
    return catalogue


def update(language: str) -> int:
    """Add what is new in the sources to the language's catalogue, drop what is gone, and compile it.

    A message that is like one that is gone takes its translation, marked as fuzzy. Returns how many messages wait for
    a translator.
    """
    path = po_file(language)
    path.parent.mkdir(parents=True, exist_ok=True)
    catalogue = renewed(translated(language) if path.exists() else Catalog(locale=language))
    path.write_bytes(written(catalogue))
    path.with_suffix(".mo").write_bytes(compiled(catalogue))
    return sum(1 for message in messages(catalogue).values() if waits(message))


def compile_english() -> None:
    po_file(ENGLISH).with_suffix(".mo").write_bytes(compiled(translated(ENGLISH)))


def waits(message: Message) -> bool:
    """Whether the message has no translation yet, or one that a translator must look at."""
    return message.fuzzy or not all(strings(message))


def strings(message: Message) -> tuple[str, ...]:
    """A message's translation, all its plural forms."""
    return (message.string,) if isinstance(message.string, str) else tuple(message.string or ())


def ids(message: Message) -> tuple[str, ...]:
    """What the message says in English: one text, or singular and plural."""
    return (message.id,) if isinstance(message.id, str) else tuple(message.id)
