"""A game played elsewhere, from the file to its shared replay."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.axe import faults
from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.pages.conftest import Enter
from tests.records.played_elsewhere import as_file, damaged, one_record, put


def test_a_game_is_imported_replayed_shared_and_deleted(enter: Enter) -> None:
    page, other = enter("ana").page, enter("ben").page
    page.goto("/records/")
    wrong = damaged(put([0, 0, 0], "hands", 0, "points"))
    for name, raw in (("wrong.json", wrong), ("game.json", as_file(one_record()))):
        page.get_by_label("Game record").set_input_files({"name": name, "mimeType": "application/json", "buffer": raw})
        page.get_by_label("Title").fill("Club final")
        page.get_by_role("button", name="Import game").click()
        if name == "wrong.json":
            expect(page.get_by_role("main")).to_contain_text("This game record has a fault: hand 1: its points are")
    expect(page.get_by_role("main")).to_contain_text("Imported by ana.")
    page.get_by_role("link", name="Next turn").click()
    expect(page.locator("#replay-said")).to_contain_text("player")
    assert faults(page, "imported replay", windows=(PHONE, DESKTOP)) == []
    address = page.url
    page.get_by_role("button", name="Share by link").click()
    other.goto(address)
    expect(other.get_by_role("main")).to_contain_text("They aren’t accounts of this site.")
    page.locator("summary", has_text="Delete").click()
    page.get_by_role("button", name="Delete game").click()
    expect(page.get_by_role("main")).to_contain_text("You have no imported games yet.")
