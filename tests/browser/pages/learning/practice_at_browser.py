"""A practice game in a browser's session."""

import random
from typing import Any

from django.contrib.sessions.backends.db import SessionStore
from playwright.sync_api import Page

from games.engine import legal_turns
from games.learning.practice import practice_from_json, practice_to_json, practice_turn


def session_of(page: Page) -> SessionStore:
    [key] = [cookie["value"] for cookie in page.context.cookies() if cookie["name"] == "sessionid"]
    return SessionStore(key)


def change_practice(page: Page, **facts: object) -> None:
    session = session_of(page)
    session["practice"] |= facts
    session.save()


def near_the_hands_end(page: Page, turns: int) -> dict[str, Any]:
    """A session in which so many of the reader's turns are left in this hand, if the reader plays the longest."""
    practice = practice_from_json(session_of(page)["practice"])
    chance, came = random.Random(1), []
    while practice and not practice.state.over:
        came.append(practice)
        longest = max(legal_turns(practice.state), key=lambda turn: len(turn.cards))
        practice = practice_turn(practice, longest.text, chance)
    return practice_to_json(came[max(0, len(came) - turns)])


def lead(page: Page) -> None:
    """Let the reader lead, so that a play is recommended."""
    page.locator("#practice-form").wait_for()
    change_practice(page, leader=0, turns="")
    page.reload()
