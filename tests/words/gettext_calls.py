"""The calls that translate, found by the syntax tree of a module and by the nodes of a template.

The catalogues' own extractor reads tokens instead (`catalogues.said`): what it misses is found here.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal

from django.template import Context, Node, Template
from django.template.base import FilterExpression, Lexer, TokenType
from django.templatetags.i18n import BlockTranslateNode, TranslateNode

from tests.words.catalogues import Key

SHAPES: Final[dict[str, tuple[Literal["context", "message", "plural"], ...]]] = {
    "gettext": ("message",),
    "ngettext": ("message", "plural"),
    "pgettext": ("context", "message"),
    "npgettext": ("context", "message", "plural"),
}
"""What the first arguments of each call are; `_lazy` and `_noop` change nothing."""


CONSTANT: Final = re.compile(r"""\b_\(("(?:[^"\\]|\\.)*")\)""")
"""A translated constant in a template."""


@dataclass(frozen=True, slots=True)
class GettextCall:
    line: int
    key: Key | None
    """None where an argument is not a literal."""
    in_f_string: bool


def calls_in(tree: ast.Module) -> Iterator[GettextCall]:
    """Every call of a function of `django.utils.translation` that takes a message, under whatever name."""
    formatted = {id(node) for text in ast.walk(tree) if isinstance(text, ast.JoinedStr) for node in ast.walk(text)}
    names = _imported(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and (called := _called(node.func, names)):
            yield GettextCall(node.lineno, _key(node, called), id(node) in formatted)


def _imported(tree: ast.Module) -> dict[str, str]:
    """The functions by the names that the module has for them, without `_lazy` and `_noop`."""
    return {
        name.asname or name.name: base
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module == "django.utils.translation"
        for name in node.names
        if (base := _base(name.name)) in SHAPES
    }


def _base(name: str) -> str:
    return name.removesuffix("_lazy").removesuffix("_noop")


def _called(function: ast.expr, names: dict[str, str]) -> str:
    match function:
        case ast.Name(id=name):
            return names.get(name, "")
        case ast.Attribute(value=ast.Name(id="translation"), attr=name) if _base(name) in SHAPES:
            return _base(name)
        case _:
            return ""


def _key(call: ast.Call, function: str) -> Key | None:
    parts = {"context": ""}
    for part, value in zip(SHAPES[function], call.args, strict=False):
        if not (isinstance(value, ast.Constant) and isinstance(value.value, str)):
            return None
        parts[part] = value.value
    return (parts["context"], parts["message"]) if set(SHAPES[function]) <= parts.keys() else None


def template_keys(source: str) -> Iterator[Key]:
    """The messages of `{% trans %}`, `{% blocktrans %}`, and `_("…")` in any tag or variable."""
    for token in Lexer(source).tokenize():
        if token.token_type in {TokenType.BLOCK, TokenType.VAR}:
            yield from (("", json.loads(text)) for text in CONSTANT.findall(token.contents))
    for node in Template(source).nodelist:
        yield from _node_keys(node)


def _node_keys(node: Node) -> Iterator[Key]:
    match node:
        case TranslateNode() if message := getattr(node.filter_expression.var, "literal", None):
            yield _literal(node.message_context), message
        case BlockTranslateNode():
            yield _literal(node.message_context), node.render_token_list(node.singular)[0]
    for name in node.child_nodelists:
        for child in getattr(node, name, ()):
            yield from _node_keys(child)


def _literal(context: FilterExpression | None) -> str:
    return str(context.resolve(Context())) if context else ""
