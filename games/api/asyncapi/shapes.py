"""JSON schemas of typed dictionaries."""

from __future__ import annotations

from types import NoneType, UnionType
from typing import Any, Final, Literal, NotRequired, Union, get_args, get_origin, get_type_hints, is_typeddict

Schema = dict[str, Any]
SCHEMAS: Final = "#/components/schemas/"
_PLAIN: Final = {str: "string", int: "integer", bool: "boolean", NoneType: "null"}


class Shapes:
    """Collects the schemas of all dictionaries that are referred to, by name, in `found`. `names` renames some."""

    def __init__(self, names: dict[type, str]) -> None:
        self.found: dict[str, Schema] = {}
        self._names = names

    def reference(self, kind: type) -> Schema:
        """A reference to the dictionary's schema."""
        name = self._names.get(kind, kind.__name__)
        if name not in self.found:
            # Before its fields, which may refer to it.
            self.found[name] = {}
            self.found[name].update(self._dictionary(kind))
        return {"$ref": f"{SCHEMAS}{name}"}

    def _dictionary(self, kind: Any) -> Schema:
        fields, marked = get_type_hints(kind), get_type_hints(kind, include_extras=True)
        # `__required_keys__` misses marks in modules whose annotations are text.
        optional = {name for name, each in marked.items() if get_origin(each) is NotRequired} | kind.__optional_keys__
        required = [name for name in fields if name not in optional]
        description = " ".join((kind.__dict__.get("__doc__") or "").split())
        return {
            "type": "object",
            **({"description": description} if description else {}),
            "properties": {name: self._shape(each) for name, each in fields.items()},
            **({"required": required} if required else {}),
        }

    def _shape(self, kind: Any) -> Schema:
        """The schema of a field. Raises TypeError for a type that messages don't have."""
        origin, inner = get_origin(kind), get_args(kind)
        if kind in _PLAIN:
            return {"type": _PLAIN[kind]}
        if is_typeddict(kind):
            return self.reference(kind)
        if origin is Literal:
            return {"type": "string", "enum": list(inner)}
        if origin is list:
            return {"type": "array", "items": self._shape(inner[0])}
        if origin in (Union, UnionType):
            return {"anyOf": [self._shape(each) for each in inner]}
        raise TypeError(kind)
