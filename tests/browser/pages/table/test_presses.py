"""Late presses, and presses while the page's part is swapped."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from games.models import Game
from games.play.turn import turn_play
from tests.browser.conftest import PHONE
from tests.browser.pages.conftest import Enter
from tests.browser.pages.laid_tables import NINE, answering, lay_hand, table_of
from tests.browser.pages.stopped_clock import stop_clock
from tests.factories import make_person
from tests.games_laid.cards import lay


def test_a_card_that_is_being_pressed_is_not_taken_from_under_the_press(enter: Enter) -> None:
    waits, bob = enter("alice"), make_person("bob")
    game = table_of(waits.user, bob)
    lay_hand(game, bob, "G6 G4", others="R7 B5 K3")
    # The page's first request once it listens has been answered.
    page = waits.page
    with page.expect_response("**/part/"), page.expect_websocket(lambda one: "/page/" in one.url) as socket:
        waits.sit_at(game)
    card = page.locator("#hand .hand-card").last
    code = card.locator("input").get_attribute("value")
    card.hover()
    page.mouse.down()
    with socket.value.expect_event("framereceived", lambda frame: '"turn"' in frame):
        turn_play(public_id=game.public_id, user=bob, version=game.version, text="G4")
    page.evaluate("new Promise((done) => setTimeout(done, 300))")
    assert waits.version == game.version
    page.mouse.up()
    waits.sees(game.version + 1)
    expect(page.locator(f"#card-{code}")).to_be_checked()


CUT_OFF = """() => [...document.querySelectorAll(".seat-tally, .last-state .muted b")].filter((points) => {
  const box = points.getBoundingClientRect();
  const room = points.closest(".seat-tags, .last-state").getBoundingClientRect();
  return box.width && (box.right > room.right || box.bottom > room.bottom + 2);
}).map((points) => points.outerHTML)"""
# Presses a turn's button, then what covers the place of the question's Back; whether it still asks.
PRESSED_TWICE = """(name) => new Promise((done) => {
  document.querySelector(name).click();
  const again = () => {
    const question = document.querySelector("#ask:not([hidden])");
    if (!question) return setTimeout(again, 5);
    const back = document.getElementById("ask-back").getBoundingClientRect();
    document.elementFromPoint(back.x + back.width / 2, back.y + back.height / 2).click();
    return done(!question.hidden);
  };
  again();
})"""
# Presses whatever appears under the finger or in the bar, at once and while the table is held. On a busy machine a
# timer may come after that, when a tap is meant.
LATE_TAPS = """() => {
  window.led = [];
  window.looks = [];
  addEventListener("click", (event) => {
    const way = event.target.closest("#next-game, #undo");
    if (way) window.led.push(way.id);
  }, { capture: true });
  const late = () => {
    if (document.querySelector("#table[data-my-turn]")) return;
    for (const way of document.querySelectorAll("#next-game, #undo")) {
      const box = way.getBoundingClientRect();
      const hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
      hit?.click();
      window.looks.push(way.className);
      window.tried = (window.tried ?? 0) + 1;
    }
  };
  document.addEventListener("odin:swapped", () => {
    const swapped = performance.now();
    const soon = () => {
      if (performance.now() - swapped < 900) late();
      window.timers = (window.timers ?? 0) + 1;
    };
    late();
    for (const wait of [350, 700]) setTimeout(soon, wait);
  });
}"""


def six_people(user: User) -> Game:
    """A game of six without undo, so that the page asks about turns."""
    others = [make_person(name) for name in ("bob", "cara", "dan", "eve", "fay")]
    game = table_of(user, *others, undo=False)
    lay_hand(game, user, NINE, table="G1")
    return game


@pytest.mark.parametrize("sends_turn", ["#play", "#pass"])
def test_a_tap_that_comes_late_stays_at_the_table(enter: Enter, sends_turn: str) -> None:
    """The second of two taps on Play or Pass neither leads away nor takes the turn back."""
    player = enter("alice", viewport=PHONE, has_touch=True)
    # Another game waits too: a link leads there.
    answering(player.user)
    page = player.sit_at(six_people(player.user))
    address = page.url
    if sends_turn == "#play":
        page.locator("label[data-card='O4']").tap()
    before = player.version
    # Buttons that send a turn: Play, Pass, and the questions' answers.
    sends = page.locator(".bar-actions").bounding_box()
    assert sends
    page.evaluate(LATE_TAPS)
    # Nor does it close the question in the button's place.
    assert page.evaluate(PRESSED_TWICE, sends_turn)
    page.locator("#ask-back").tap()
    expect(page.locator("#ask")).to_be_hidden()
    player.send(sends_turn)
    player.sees(before + 1)
    page.wait_for_function("() => window.timers >= 2")
    assert page.evaluate("window.tried") >= 1
    assert page.evaluate("window.led") == []
    assert page.url == address
    assert not any("button-main" in look for look in page.evaluate("window.looks"))
    # Nor is it ever where a turn was sent from; and no seat's points are cut off.
    leads = page.locator("#next-game").bounding_box()
    assert leads
    assert leads["y"] + leads["height"] <= sends["y"]
    assert leads["height"] >= 44
    assert page.evaluate(CUT_OFF) == []
    # A moment later it works.
    expect(page.locator("#table.is-held")).to_have_count(0)


# As in table/hold.js.
CHANGED_MS = 500


def waits_to_beat(user: User) -> tuple[Game, User]:
    """A game in which the person may plan a pair over a single card, and the other one is to act before."""
    bob, cara = make_person("bob"), make_person("cara")
    game = table_of(user, bob, cara)
    lay(game, NINE, "K5 B5", "G4 P8 O7", to_act=2, table="P3", table_seat=1)
    return game, cara


SENT = """() => {
  window.sent = [];
  addEventListener("submit", ({ submitter }) => window.sent.push(submitter.id), { capture: true });
}"""


def press_is_over(page: Page) -> None:
    """The page waits for the end of a press before it changes again."""
    page.clock.run_for(100)


def press_in_each_way(page: Page, button: str) -> None:
    """Press by pointer, on the focused button and by single key, as a hand does that began before the page changed."""
    place = page.locator(button).bounding_box()
    assert place
    page.mouse.click(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)
    page.locator(button).focus()
    for key in ("Enter", "Space", "p"):
        page.keyboard.press(key)
    press_is_over(page)


def shows(page: Page, version: int) -> None:
    """Wait for the version without the page's clock, which `sees` needs."""
    expect(page.locator("#table")).to_have_attribute("data-version", str(version))


def test_a_press_that_was_to_plan_takes_no_turn(enter: Enter) -> None:
    """After a pass from another device, a press that was to take a turn does not plan it either, for half a second."""
    player = enter("alice", fresh=True)
    page = player.page
    stop_clock(page)
    game, cara = waits_to_beat(player.user)
    with page.expect_response("**/part/"):
        player.sit_at(game)
    # Loads the single keys.
    page.keyboard.press("?")
    page.locator("#keys").press("Escape")
    for code in ("R8", "B8"):
        page.locator(f"label[data-card='{code}']").click()
    press_is_over(page)
    page.evaluate(SENT)
    turn_play(public_id=game.public_id, user=cara, version=game.version, text="G4")
    shows(page, game.version + 1)
    expect(page.locator("#play")).to_have_attribute("aria-disabled", "false")
    press_in_each_way(page, "#play")
    turn_play(public_id=game.public_id, user=player.user, version=game.version + 1, text="pass")
    shows(page, game.version + 2)
    expect(page.locator("#arm")).to_have_attribute("aria-disabled", "false")
    press_in_each_way(page, "#arm")
    assert page.evaluate("window.sent") == []
    page.clock.run_for(CHANGED_MS)
    page.clock.resume()
    page.locator("#arm").click()
    expect(page.locator(".planned-sets .order")).to_contain_text("Cancel")


def test_a_held_pass_is_not_pressed(enter: Enter) -> None:
    """If the reader can only pass, that is the main button, in place of "Play on my turn"."""
    player = enter("alice", fresh=True, viewport=PHONE)
    page = player.page
    stop_clock(page)
    game, cara = waits_to_beat(player.user)
    lay(game, "R8 B1", "K5 B5", "G9 P8 O7", to_act=2, table="P3", table_seat=1)
    with page.expect_response("**/part/"):
        player.sit_at(game)
    page.evaluate(SENT)
    turn_play(public_id=game.public_id, user=cara, version=game.version, text="G9")
    shows(page, game.version + 1)
    press_in_each_way(page, "#pass")
    assert page.evaluate("window.sent") == []
    page.clock.run_for(CHANGED_MS)
    page.clock.resume()
    page.locator("#pass").click()
    shows(page, game.version + 2)
