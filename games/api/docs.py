"""The page that documents the interface, made of its OpenAPI and AsyncAPI documents."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe

from accounts.site.public_pages import public_page
from games.api.asyncapi import document as messages_document
from games.api.asyncapi.document import CHANNELS, CLOSES, MESSAGES
from games.api.interface import DESCRIPTION, PREFIX, document, document_text
from games.engine import Refusal
from games.notices.outward.http_client import TIME_S
from games.outside_bots.limits import MAX_GAMES, TURNS

CLIENTS: Final = {"odin_bot.py": "text/x-python", "odin_bot.mjs": "text/javascript"}
"""The reference clients in docker/clients/, and their media types."""
_REF: Final = "#/components/schemas/"


@dataclass(frozen=True, slots=True)
class DocumentedValue:
    """A parameter or a field. `type`: in words such as "integer or null". `default`: "" for none."""

    name: str
    type: str
    required: bool
    description: str
    default: str = ""


@dataclass(frozen=True, slots=True)
class DocumentedCall:
    """An operation. `scope`: the token's; "" for any. `answer`: the schema of its answer; "" for none."""

    id: str
    method: str
    path: str
    summary: str
    description: str
    scope: str
    parameters: tuple[DocumentedValue, ...]
    body: tuple[DocumentedValue, ...]
    answer: str


@dataclass(frozen=True, slots=True)
class DocumentedSchema:
    """A schema that answers have."""

    name: str
    description: str
    fields: tuple[DocumentedValue, ...]


@csrf_exempt
@require_safe
def openapi_json(request: HttpRequest) -> HttpResponse:
    return HttpResponse(document_text(), content_type="application/json")


@csrf_exempt
@require_safe
def asyncapi_json(request: HttpRequest) -> HttpResponse:
    return HttpResponse(messages_document.document_text(), content_type="application/json")


@csrf_exempt
@require_safe
def client(request: HttpRequest, name: str) -> HttpResponse:
    """A reference client, to be downloaded."""
    if name not in CLIENTS:
        raise Http404
    text = (settings.BASE_DIR / "docker" / "clients" / name).read_bytes()
    answer = HttpResponse(text, content_type=f"{CLIENTS[name]}; charset=utf-8")
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


@require_safe
@public_page
def docs(request: HttpRequest) -> HttpResponse:
    page = {
        "calls": calls(),
        "answers": answers(),
        "prefix": PREFIX,
        "about": DESCRIPTION,
        "about_messages": messages_document.DESCRIPTION,
        "channels": CHANNELS,
        "closes": {int(code): words for code, words in CLOSES.items()},
        "shapes": messages(),
        "bot_games": MAX_GAMES,
        "bot_turns": TURNS,
        "refusals": [reason.value for reason in Refusal],
        "webhook_s": round(TIME_S),
    }
    return render(request, "games/api/docs.html", page)


@cache
def calls() -> tuple[DocumentedCall, ...]:
    """All operations, in the document's order."""
    return tuple(_calls(document()))


@cache
def answers() -> tuple[DocumentedSchema, ...]:
    """The schemas but those of bodies and parameters, which the page has with their operations."""
    schemas = document()["components"]["schemas"]
    return tuple(
        DocumentedSchema(name, schema.get("description", ""), _fields(schema))
        for name, schema in schemas.items()
        if not name.endswith(("Body", "Filter"))
    )


@cache
def messages() -> tuple[DocumentedSchema, ...]:
    """The messages of sockets and streams, and then what they hold, in the document's order."""
    found = messages_document.document()["components"]
    named = {_name(each["payload"]): name for name, each in found["messages"].items()}
    shown = [
        DocumentedSchema(named.get(name, name), schema.get("description", ""), _fields(schema))
        for name, schema in found["schemas"].items()
    ]
    return tuple(sorted(shown, key=lambda schema: schema.name not in MESSAGES))


def _calls(found: dict[str, Any]) -> Iterator[DocumentedCall]:
    schemas = found["components"]["schemas"]
    for path, methods in found["paths"].items():
        for method, call in methods.items():
            [needed] = call["security"]
            yield DocumentedCall(
                id=call["operationId"],
                method=method.upper(),
                path=path,
                summary=call["summary"],
                description=call.get("description", ""),
                scope="".join(needed["Token"]),
                parameters=tuple(_parameter(each) for each in call["parameters"]),
                body=_body(call["requestBody"], schemas) if "requestBody" in call else (),
                answer=next((_schema(each) for status, each in call["responses"].items() if status < "300"), ""),
            )


def _parameter(parameter: dict[str, Any]) -> DocumentedValue:
    return _value(
        parameter["name"], parameter["schema"], parameter.get("description", ""), required=parameter["required"]
    )


def _body(body: dict[str, Any], schemas: dict[str, Any]) -> tuple[DocumentedValue, ...]:
    """The fields of the body; the body itself if its format is described elsewhere."""
    name = _schema(body)
    if name:
        return _fields(schemas[name])
    described = body["content"]["application/json"]["schema"]
    return (DocumentedValue("body", _type(described), required=True, description=body["description"]),)


def _fields(schema: dict[str, Any]) -> tuple[DocumentedValue, ...]:
    required = schema.get("required", ())
    return tuple(
        _value(name, each, each.get("description", ""), required=name in required)
        for name, each in schema.get("properties", {}).items()
    )


def _value(name: str, schema: dict[str, Any], description: str, *, required: bool) -> DocumentedValue:
    default = schema.get("default")
    return DocumentedValue(
        name, _type(schema), required, description, "" if default in (None, "") else _literal(default)
    )


def _schema(holder: dict[str, Any]) -> str:
    """The name of the schema of a body or an answer; "" if it has none."""
    content = holder.get("content", {}).get("application/json", {})
    return _name(content.get("schema", {}))


def _name(schema: dict[str, Any]) -> str:
    """The name of the schema that this one refers to; "" if it refers to none."""
    return str(schema.get("$ref", "")).removeprefix(_REF)


def _type(schema: dict[str, Any]) -> str:
    """The type in words.

    >>> _type({"anyOf": [{"type": "array", "items": {"enum": [10, 15]}}, {"type": "null"}]})
    'list of (10, 15) or null'
    """
    if "$ref" in schema:
        return _name(schema)
    if "anyOf" in schema:
        return " or ".join(_type(each) for each in schema["anyOf"])
    if "enum" in schema:
        return ", ".join(map(_literal, schema["enum"]))
    if schema.get("type") == "array":
        items = _type(schema["items"])
        return f"list of {items}" if items.isalpha() else f"list of ({items})"
    if "minimum" in schema and "maximum" in schema:
        return f"{schema['type']} from {schema['minimum']} to {schema['maximum']}"
    return str(schema.get("type", "any value"))


def _literal(value: object) -> str:
    """The value as JSON has it, but with the page's quotes."""
    return f"“{value}”" if isinstance(value, str) else json.dumps(value)
