"""The interface with all its operations, and its OpenAPI document."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import cache, wraps
from pathlib import Path
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers
from ninja import NinjaAPI
from ninja.operation import Operation

from games.api import account, acts, bots, challenges, chat, games, notifications, players, playing, records, streams
from games.api.auth import Token
from games.api.limits import OF_ACCOUNT, OF_TOKEN, limit_headers
from games.api.problems import PROBLEM, handle_errors

ROOMS: Final = (account, games, challenges, playing, acts, chat, players, bots, notifications, records, streams)
FILE: Final = Path(__file__).with_name("openapi.json")
PREFIX: Final = "/api/v1/"
DESCRIPTION: Final = f"""\
Programs act for the account whose token they send as “Authorization: Bearer odin_…”. People make tokens in their \
settings, and choose what each may do. Errors are problem details (RFC 9457), with the reason as “error”. A token may \
send {OF_TOKEN} requests a minute, and an account {OF_ACCOUNT}; RateLimit headers tell what is left. \
An answer with the status 429 tells in Retry-After when to try again. \
Scripts on other sites may read (GET) with a token in the header; cookies open nothing."""


class Interface(NinjaAPI):
    def get_openapi_operation_id(self, operation: Operation) -> str:
        """The function's name, without ninja's module."""
        return operation.view_func.__name__


def make_interface() -> Interface:
    api = Interface(
        title="Odin", version="1", description=DESCRIPTION, openapi_url=None, docs_url=None, urls_namespace="api"
    )
    api.add_decorator(_with_headers, mode="view")
    for each in ROOMS:
        api.add_router("", each.router)
    handle_errors(api)
    return api


def _with_headers(run: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Add the limits to every answer, and let only the caller store it."""

    @wraps(run)
    def answered(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        response = run(request, *args, **kwargs)
        limit_headers(request, response)
        response.headers["Cache-Control"] = "private, no-cache"
        patch_vary_headers(response, ["Authorization"])
        return response

    return answered


interface: Final = make_interface()


def document() -> dict[str, Any]:
    """The OpenAPI 3.1 document, as plain JSON values. It names the scope that each operation needs, and the media type
    of problems, which ninja doesn't know.
    """
    found: dict[str, Any] = json.loads(json.dumps(interface.get_openapi_schema(path_prefix=PREFIX)))
    scopes = {operation.view_func.__name__: _scope(operation) for operation in _operations()}
    for path in found["paths"].values():
        for call in path.values():
            call["security"] = [{"Token": scopes[call["operationId"]]}]
            for status, answer in call["responses"].items():
                if status >= "400":
                    answer["content"] = {PROBLEM: answer["content"]["application/json"]}
    return found


@cache
def document_text() -> str:
    """The document as games/api/openapi.json has it."""
    return json.dumps(document(), indent=1, ensure_ascii=False) + "\n"


def _operations() -> Iterator[Operation]:
    for each in ROOMS:
        for path in each.router.path_operations.values():
            yield from path.operations


def _scope(operation: Operation) -> list[str]:
    """The scope that the operation's token needs; [] for any token."""
    [token] = operation.auth_callbacks
    return [token.scope.value] if isinstance(token, Token) and token.scope is not None else []
