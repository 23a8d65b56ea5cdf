"""A note that goes with a turn: its author writes it in the bar, and its reader's open page shows it."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from games.models import Game
from tests.browser.axe import faults
from tests.browser.conftest import PHONE
from tests.browser.pages.conftest import Enter
from tests.browser.pages.laid_tables import lay_hand, table_of
from tests.browser.pages.seated_player import settled


def write(page: Page, words: str) -> None:
    page.locator("#note-new summary").click()
    page.locator("#turn-note-text").fill(words)
    page.locator("#note-new summary").click()


def test_a_note_comes_with_the_turn_and_goes_with_the_next(enter: Enter) -> None:
    author, reader = enter("alice"), enter("bob", viewport=PHONE)
    game = table_of(author.user, reader.user, visibility=Game.Visibility.PUBLIC)
    lay_hand(game, author.user, "R8 B8 K7 G6 P5", table="G1")
    pages = [player.sit_at(game) for player in (author, reader)]
    visitor = enter("charlie").sit_at(game)
    for page in (*pages, visitor):
        settled(page)
    write(author.page, "Mind <b>me</b>, Bob")
    author.take_turn(small=True)
    for page in pages:
        expect(page.locator(".turn-note q")).to_have_text("Mind <b>me</b>, Bob")
    expect(reader.page.locator(".turn-note a")).to_have_text("Report")
    assert faults(reader.page, "note") == []
    reader.sees(author.version)
    visitor.wait_for_function("v => Number(document.querySelector('#table').dataset.version) === v", arg=author.version)
    expect(visitor.locator(".turn-note")).to_have_count(0)
    # Its turn came from the socket or with the note: the field is there.
    write(reader.page, "Thanks")
    assert faults(reader.page, "field of a note") == []
    reader.take_turn(small=True)
    for page in pages:
        expect(page.locator(".turn-note q")).to_have_text("Thanks")
    author.sees(reader.version)
    author.take_turn(small=True)
    reader.sees(author.version)
    for page in pages:
        expect(page.locator(".turn-note")).to_have_count(0)
