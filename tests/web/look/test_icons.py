"""The line drawings of `{% icon %}`."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.template import Context, Template

from games.web.icons import DRAWINGS

USE = re.compile(r'{% icon "([a-z-]+)"')


def drawn(tag: str) -> str:
    return Template("{% load icons %}" + tag).render(Context())


def test_an_icon_is_a_drawing_that_screen_readers_leave_out() -> None:
    path = '<path d="M9 4 17 12 9 20"/>'
    assert drawn('{% icon "chevron" %}') == f'<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">{path}</svg>'
    assert drawn('{% icon "chevron" "big" %}').startswith('<svg class="icon big" ')


def test_an_unknown_icon_is_an_error() -> None:
    with pytest.raises(KeyError):
        drawn('{% icon "unknown" %}')


def test_the_templates_use_each_drawing_and_no_other() -> None:
    templates = (path.read_text() for folder in settings.TEMPLATES[0]["DIRS"] for path in Path(folder).rglob("*.html"))
    assert {name for text in templates for name in USE.findall(text)} == set(DRAWINGS)
