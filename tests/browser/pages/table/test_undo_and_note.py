"""A turn taken back on all pages, and a private note that is saved while typing."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import PHONE
from tests.browser.pages.conftest import Enter
from tests.browser.pages.laid_tables import table_of
from tests.browser.pages.seated_player import SeatedPlayer, settled


def test_a_turn_is_taken_back_and_a_note_outlasts_the_turns(enter: Enter) -> None:
    players = enter("alice"), enter("bob", viewport=PHONE)
    game = table_of(*(player.user for player in players))
    for player in players:
        settled(player.sit_at(game))
    acts, waits = sorted(players, key=lambda player: not player.must_act)
    # The note is opened and half written before the turn.
    turns = acts.page.locator("#all-turns")
    if turns.is_visible():
        turns.click()
    acts.page.locator("#to-note").click()
    expect(acts.page.get_by_role("textbox", name="Your note")).to_be_focused()
    note = acts.page.get_by_role("textbox", name="Your note")
    note.fill("Nines are gone")
    in_place(acts)
    acts.take_turn()
    taken = acts.version
    waits.sees(taken)
    acts.page.locator("#to-note").click()
    expect(note).to_have_value("Nines are gone")
    expect(acts.page.locator("#note-said")).to_have_text("Saved.")
    expect(waits.page.locator("#undo")).to_have_count(0)
    fetched: list[str] = []
    acts.page.on("request", lambda request: fetched.append(request.url))
    acts.page.locator("#undo").click()
    for player in players:
        player.sees(taken + 1)
        assert player.stayed
        assert player.must_act == (player is acts)
    expect(waits.page.locator("#turns-in .entry-undo").first).to_contain_text("took back a turn")
    expect(acts.page.locator("#undo")).to_have_count(0)
    acts.page.wait_for_load_state("networkidle")
    # The answer has shown it.
    assert not any("/part/" in address for address in fetched)
    written_elsewhere(acts)


def in_place(player: SeatedPlayer) -> None:
    """The note is where the reader was: in a drawer over the page, or in the turns' column."""
    page = player.page
    assert page.evaluate("scrollY") == 0
    expect(page.locator("#note h2")).to_have_count(1)
    for width, height in ((360, 740), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        expect(page.locator("#note:modal")).to_have_count(int(width == 360))
        expect(page.locator("#note-keep")).to_be_in_viewport(ratio=1)
    boxes = page.evaluate(
        "['#note', '.log'].map((name) => JSON.stringify(document.querySelector(name).getBoundingClientRect()))"
    )
    assert boxes[0] == boxes[1]
    expect(page.locator("#log-scroll")).to_be_hidden()
    page.keyboard.press("Escape")
    expect(page.locator("#note")).to_be_hidden()
    expect(page.locator("#to-note")).to_be_focused()


def written_elsewhere(player: SeatedPlayer) -> None:
    """Text written on another device is not overwritten."""
    note = player.page.get_by_role("textbox", name="Your note")
    player.page.reload()
    player.page.locator("#to-note").click()
    expect(note).to_have_value("Nines are gone")
    other = player.context.new_page()
    other.goto(player.page.locator("#note").get_attribute("data-address") or "")
    other.get_by_role("textbox", name="Your note").fill("From the phone")
    other.locator("#note-keep").click()
    expect(other.get_by_text("Saved.")).to_be_visible()
    note.fill("From the desk")
    expect(player.page.locator("#note-said")).to_contain_text("changed on another device")
    player.page.locator("#note-keep").click()
    expect(player.page.get_by_text("From the phone")).to_be_visible()
    player.page.locator("#note-keep").click()
    expect(player.page.get_by_text("Saved.")).to_be_visible()
