"""Fields where one chooses are drawn once, as Django draws them."""

from __future__ import annotations

import pytest
from django import forms
from django.forms.renderers import DjangoTemplates
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy, override

from odinsite.widgets import ChoiceRenderer

COLOURS = [("r", gettext_lazy("red")), ("<b>", "<i>plain</i>"), ("s", SafeString("<i>safe</i>"))]


class Fields(forms.Form):
    select = forms.ChoiceField(choices=COLOURS)
    radio = forms.ChoiceField(choices=COLOURS, widget=forms.RadioSelect)
    several = forms.MultipleChoiceField(choices=COLOURS, widget=forms.CheckboxSelectMultiple)
    check = forms.BooleanField()
    words = forms.CharField()


def drawn(renderer: DjangoTemplates, initial: dict[str, object]) -> str:
    form = Fields(initial=initial, renderer=renderer)
    tags = [radio.tag() for name in ("radio", "several") for radio in form[name]]
    return "\n".join([*(str(field) for field in form), *tags])


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize(
    "initial",
    [{}, {"select": "r", "radio": "s", "several": ["r", "<b>"], "check": True, "words": "<me>"}, {"check": 1}],
)
def test_they_are_djangos(language: str, initial: dict[str, object]) -> None:
    with override(language):
        expected = drawn(DjangoTemplates(), initial)
        assert [drawn(ChoiceRenderer(), initial) for _time in range(2)] == [expected, expected]


def test_safe_and_plain_labels_are_told_apart() -> None:
    def select(label: str) -> str:
        return str(forms.Select(choices=[("a", label)]).render("one", None, renderer=ChoiceRenderer()))

    assert "<i>it</i>" in select(SafeString("<i>it</i>"))
    assert "&lt;i&gt;it&lt;/i&gt;" in select("<i>it</i>")
