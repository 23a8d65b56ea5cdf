"""The site's prepared queries, without those that tests make."""

from importlib import import_module
from itertools import product
from typing import Any

from accounts.fast.queries import PreparedQuery
from games.ratings import profile


def site_queries() -> list[PreparedQuery[Any]]:
    # All views.
    import_module("odinsite.urls")
    # These are made when they are asked for the first time.
    for is_bot, viewed, merged in product((False, True), repeat=3):
        # No account is merged into a bot's.
        if not (is_bot and merged):
            profile._results(is_bot=is_bot, viewed=viewed, merged=merged)
            profile._running(is_bot=is_bot, viewed=viewed, merged=merged)
    found = [one for one in PreparedQuery.registry if one.make.__module__.startswith(("accounts.", "games."))]
    assert len(found) > 40
    return found
