"""Fields of forms where one chooses, drawn once for the same choices (FORM_RENDERER)."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, Final

from django.forms.renderers import DjangoTemplates
from django.http import HttpRequest
from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from games.web.kept.fragments import kept

# Fields that people type into are rendered each time.
_CHOICES: Final = frozenset(
    f"django/forms/widgets/{name}.html"
    for name in ("checkbox", "checkbox_option", "checkbox_select", "radio", "radio_option", "select")
)
# The most options to cache: the admin lists rows.
_MOST: Final = 60


class ChoiceRenderer(DjangoTemplates):
    def render(self, template_name: str, context: dict[str, Any], request: HttpRequest | None = None) -> str:
        widget = context.get("widget", {})
        options = sum(len(group) for _name, group, _index in widget.get("optgroups", ()))
        if template_name not in _CHOICES or context.keys() != {"widget"} or options > _MOST:
            return super().render(template_name, context, request)
        return _drawn(template_name, Widget(widget))


class Widget:
    """A widget that equals others with the same values."""

    def __init__(self, values: dict[str, Any]) -> None:
        self.values = values
        self._key = _frozen(values)

    def __hash__(self) -> int:
        return hash(self._key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Widget) and self._key == other._key


_RENDERER: Final = DjangoTemplates()


@kept(get_language)
def _drawn(template_name: str, widget: Widget) -> SafeString:
    return SafeString(_RENDERER.render(template_name, {"widget": widget.values}))


def _frozen(value: Any) -> Hashable:
    """The value as a key, with types: safe and plain strings are escaped differently, and 1 equals True."""
    match value:
        case dict():
            return tuple((name, _frozen(one)) for name, one in value.items())
        case list() | tuple():
            return tuple(_frozen(one) for one in value)
        case Promise():
            return str(value)
        case _:
            return type(value), value
