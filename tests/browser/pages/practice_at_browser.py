"""A practice game in a browser's session."""

from django.contrib.sessions.backends.db import SessionStore
from playwright.sync_api import Page


def change_practice(page: Page, **facts: object) -> None:
    [key] = [cookie["value"] for cookie in page.context.cookies() if cookie["name"] == "sessionid"]
    session = SessionStore(key)
    session["practice"] |= facts
    session.save()


def lead(page: Page) -> None:
    """Let the reader lead, so that a play is recommended."""
    page.locator("#practice-form").wait_for()
    change_practice(page, leader=0, turns="")
    page.reload()
