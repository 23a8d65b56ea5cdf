"""Compares the messages that a viewer gets in two courses of a game, without each answer's random parts."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from django.core.cache import cache
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import User
from accounts.site.state import SiteNow, site_keep
from games.live.viewer_state import state_since
from games.models import Game
from games.notices.calendar_feed import calendar_address

# Pages of a running game, and those that replay it from the deal.
OF_A_GAME = (
    *("table", "table_part", "text_table", "text_part", "since", "sound", "record", "chat", "chat_part", "review"),
    *("note", "figures"),
)
AGAIN = ("replay", "replay_frames")
# Everything that shows turns as they are taken: the live parts of pages, and the record.
LIVE = ("table_part", "text_part", "chat_part", "since", "record", "review")
# CSRF and form tokens, and the policy's nonces.
# Random, of each request.
OF_REQUEST = {"Set-Cookie", "X-Request-ID"}
_RANDOM = re.compile(
    r'(name="(?:csrfmiddlewaretoken|once)" value|nonce|data-csrf|"csrf")(=|: )"[^"]*"|\'nonce-[^\']*\''
)

Result = TypeVar("Result")
Answer = tuple[int, str, str, int]
Sent = dict[str, Answer]


@dataclass(frozen=True)
class Watcher:
    """A viewer with a browser; None is a visitor."""

    user: User | None
    client: Client

    @classmethod
    def of(cls, user: User | None) -> Watcher:
        client = Client()
        if user is not None:
            client.force_login(user, backend="accounts.sign_in.backends.PersonBackend")
        return cls(user, client)

    def sent(self, game: Game, *more: str, pages: Sequence[str] = (*OF_A_GAME, *AGAIN), around: bool = True) -> Sent:
        """Status, headers, body and number of queries of a game's pages and `more`, and its socket's view.

        `around` adds the lists that show the game.
        """
        addresses = [reverse(f"games:{name}", args=[game.public_id]) for name in pages]
        if "table" in pages:
            addresses.append(f"{reverse('games:table', args=[game.public_id])}?hand=1")
        addresses += more
        if around:
            addresses += [reverse("home"), reverse("games:open"), reverse("games:waiting")]
        if around and self.user is not None:
            addresses.append(calendar_address(self.user).removeprefix("http://testserver"))
        found = {address: self._answer(address) for address in addresses}
        events, _watch = state_since(game.public_id, self.user)
        return found | {"socket": (0, "", json.dumps(events), 0)}

    def _answer(self, address: str) -> tuple[int, str, str, int]:
        with CaptureQueriesContext(connection) as queries:
            answer = self.client.get(address)
            body = answer.getvalue().decode()
        headers = "\n".join(f"{name}: {value}" for name, value in sorted(answer.items()) if name not in OF_REQUEST)
        return answer.status_code, _RANDOM.sub("", headers), _RANDOM.sub("", body), len(queries)


def seen_after(courses: Iterable[Callable[[], None]], see: Callable[[], Result]) -> list[Result]:
    """The results seen after each course; all begin in the same state."""
    seen = []
    for course in courses:
        before = transaction.savepoint()
        # Cached for the former course of the game.
        cache.clear()
        site_keep(SiteNow())
        course()
        seen.append(see())
        transaction.savepoint_rollback(before)
    return seen
