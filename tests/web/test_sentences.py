"""Lists of names in sentences, by the language's rules."""

import pytest
from django.utils import translation

from games.web.sentences import in_a_row


@pytest.mark.parametrize(
    ("language", "names", "told"),
    [
        ("en", ["Ana", "Ina"], "Ana and Ina"),
        ("es", ["Ana", "Bea"], "Ana y Bea"),
        ("es", ["Ana", "Bea", "Inés"], "Ana, Bea e Inés"),
        ("es", ["Ana", "hilda"], "Ana e hilda"),
        ("es", ["Ana", "Ylva"], "Ana e Ylva"),
        ("es", ["Ana", "Yolanda"], "Ana y Yolanda"),
        ("es", ["Ana", "Hielo"], "Ana y Hielo"),
        ("es", ["Ana", "Iago"], "Ana y Iago"),
        ("it", ["Ana", "Elena"], "Ana ed Elena"),
        ("it", ["Ana", "Émile"], "Ana ed Émile"),
        ("it", ["Elena", "Ada"], "Elena e Ada"),
        ("de", ["Ina"], "Ina"),
        ("es", [], ""),
    ],
)
def test_and_suits_the_word_that_follows(language: str, names: list[str], told: str) -> None:
    with translation.override(language):
        assert in_a_row(names) == told
