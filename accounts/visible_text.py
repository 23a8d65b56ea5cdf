"""Visible letters, by Unicode's properties, and the form fields of all texts that people write."""

import re
from typing import Any, Final
from unicodedata import category

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

# Default_Ignorable_Code_Point in DerivedCoreProperties.txt of Unicode 17. Python's own table leaves it out. The
# property is given to whole ranges in advance, so that later versions add nothing here.
_IGNORABLE: Final = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
# Symbols whose picture is empty (Braille without a dot, a null notehead), and marks of annotations.
_EMPTY: Final = "\u2800\U0001d159\ufff9-\ufffb"
_BLANK: Final = re.compile(f"[{_IGNORABLE}{_EMPTY}]")
# Scripts and emoji need these between or after letters: joiners, variation selectors, tags.
_JOINING: Final = re.compile("[\u200c\u200d\u180b-\u180d\u180f\ufe00-\ufe0f\U000e0020-\U000e007f\U000e0100-\U000e01ef]")
# Spaces (White_Space), controls, halves of letters, and letters that each font draws as it likes.
_NO_LETTERS: Final = frozenset({"Zs", "Zl", "Zp", "Cc", "Cs", "Co"})

ONLY_VISIBLE: Final = _("Use only visible characters.")


def letter_shows(letter: str) -> bool:
    """Accents show too, though only on a letter before them.

    >>> [letter_shows(letter) for letter in "aé5🦭\u3164\u2800\ufe0f "]
    [True, True, True, True, False, False, False, False]
    """
    return category(letter) not in _NO_LETTERS and _BLANK.match(letter) is None


def text_shows(text: str) -> bool:
    """Whether a reader sees a letter, digit or symbol; an accent alone is none."""
    return any(letter_shows(letter) and category(letter)[0] != "M" for letter in text)


def text_written(text: str) -> str:
    """The text without NUL and surrounding spaces; "" if nothing in it is visible."""
    return text.replace("\x00", "").strip() if text_shows(text) else ""


def is_name(text: str) -> bool:
    """Whether each letter shows, is a space or joins others, as in the names of things."""
    return all(letter == " " or letter_shows(letter) or _JOINING.match(letter) for letter in text)


class WrittenField(forms.CharField):
    """A text in a person's own words; one that shows nothing counts as empty."""

    def to_python(self, value: Any) -> Any:
        text = super().to_python(value)
        return text if text_shows(text or "") else self.empty_value


class NameField(WrittenField):
    """The name of a thing, as `is_name` allows it."""

    def to_python(self, value: Any) -> Any:
        """The name. Raises ValidationError also for a name of invisible letters alone, which is not an empty field."""
        text = forms.CharField.to_python(self, value)
        if not is_name(text or ""):
            raise ValidationError(ONLY_VISIBLE)
        return super().to_python(value)
