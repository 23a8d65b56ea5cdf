"""Checks messages against the AsyncAPI document, more strictly than its readers: no unknown field passes."""

from __future__ import annotations

from typing import Any, Final

from games.api.asyncapi.document import CHANNELS, MESSAGES, document
from games.api.asyncapi.shapes import SCHEMAS

_TYPES: Final[dict[str, tuple[type, ...]]] = {
    "string": (str,), "integer": (int,), "boolean": (bool,), "null": (type(None),), "array": (list,),
    "object": (dict,),
}  # fmt: skip
SENT: Final = tuple(dict.fromkeys(name for channel in CHANNELS for name in channel.sends))
"""The names of all messages that the site sends."""


def sent_faults(message: Any) -> list[str]:
    """What is wrong with a message of the site, by its `type`; [] if it is as one of those documented."""
    return message_faults(message, SENT)


def message_faults(message: Any, names: tuple[str, ...]) -> list[str]:
    """What is wrong with the message as each of those with its `type`; [] if it is as one of them."""
    found: list[str] = [f"{message} is of no documented type"]
    for name in names:
        shape = document()["components"]["messages"][name]["payload"]
        faults = _faults(message, shape, name)
        if not faults:
            return []
        if not any(fault.startswith(f"{name}.type:") for fault in faults):
            found = faults
    return found


def _faults(value: Any, shape: dict[str, Any], place: str) -> list[str]:
    if "$ref" in shape:
        return _faults(value, document()["components"]["schemas"][shape["$ref"].removeprefix(SCHEMAS)], place)
    if "anyOf" in shape:
        tries = [_faults(value, each, place) for each in shape["anyOf"]]
        return [] if [] in tries else [fault for each in tries for fault in each]
    if not _is_of(value, shape["type"]):
        return [f"{place}: {value!r} is no {shape['type']}"]
    if "enum" in shape and value not in shape["enum"]:
        return [f"{place}: {value!r} is none of {shape['enum']}"]
    if shape["type"] == "array":
        return [fault for each in value for fault in _faults(each, shape["items"], f"{place}[]")]
    return _fields_faults(value, shape, place) if shape["type"] == "object" else []


def _is_of(value: object, kind: str) -> bool:
    """Whether the value has the schema's type. bool is an int in Python."""
    return isinstance(value, _TYPES[kind]) and not (isinstance(value, bool) and kind == "integer")


def _fields_faults(value: dict[str, Any], shape: dict[str, Any], place: str) -> list[str]:
    fields = shape["properties"]
    missing = [f"{place}.{name}: missing" for name in shape.get("required", ()) if name not in value]
    unknown = [f"{place}.{name}: unknown" for name in value if name not in fields]
    wrong = [
        fault for name in value if name in fields for fault in _faults(value[name], fields[name], f"{place}.{name}")
    ]
    return missing + unknown + wrong


assert set(SENT) <= set(MESSAGES)
