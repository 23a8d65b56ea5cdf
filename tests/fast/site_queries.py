"""The site's prepared queries, without those that tests make."""

from importlib import import_module
from typing import Any

from accounts.fast.queries import PreparedQuery


def site_queries() -> list[PreparedQuery[Any]]:
    # All views.
    import_module("odinsite.urls")
    found = [one for one in PreparedQuery.registry if one.make.__module__.startswith(("accounts.", "games."))]
    assert len(found) > 40
    return found
