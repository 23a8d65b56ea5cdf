"""How templates are written."""

from pathlib import Path

from django.conf import settings

LINE = 120


def test_no_line_of_a_page_is_longer_than_one_of_code() -> None:
    [folder] = settings.TEMPLATES[0]["DIRS"]
    long = {
        f"{path.relative_to(folder)}:{number}"
        for path in Path(folder).rglob("*.html")
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if len(line) > LINE
    }
    assert long == set()
