"""PostgreSQL's plans as lines of text."""

from collections.abc import Iterator
from typing import Any

_SHOWN = ("Index Cond", "Recheck Cond", "Filter", "Rows Removed by Filter", "Sort Key")


def plan_lines(node: dict[str, Any], depth: int = 0) -> Iterator[str]:
    """The node and those below it, each with its rows and buffers."""
    on = node.get("Index Name") or node.get("Relation Name") or ""
    read = node["Shared Hit Blocks"] + node["Shared Read Blocks"]
    rows, loops = node["Actual Rows"], node["Actual Loops"]
    yield f"{'  ' * depth}{node['Node Type']} {on} rows={rows:g} loops={loops} buffers={read}"
    for name in _SHOWN:
        if node.get(name):
            shown = ", ".join(node[name]) if isinstance(node[name], list) else node[name]
            yield f"{'  ' * depth}    {name}: {shown}"
    for below in node.get("Plans", ()):
        yield from plan_lines(below, depth + 1)


def rows_read(node: dict[str, Any], table: str) -> int:
    """How many rows of the table the node and those below it read, with those that they leave out."""
    below = sum(rows_read(one, table) for one in node.get("Plans", ()))
    if node.get("Relation Name") != table:
        return below
    return below + int((node["Actual Rows"] + node.get("Rows Removed by Filter", 0)) * node["Actual Loops"])
