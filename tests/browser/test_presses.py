"""Presses that come late, or while the page's part is exchanged for a newer one."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.conftest import PHONE, NewContext
from tests.browser.players import Player
from tests.embedded.running import Running

# The first part that is newer is there, and is not handed on before `__go`.
HOLD = """(before) => {
  const real = window.fetch;
  window.fetch = async (...asked) => {
    const answer = await real(...asked);
    if (Number(answer.headers.get("X-Odin-Part")) > before && !window.__go) {
      const text = await answer.text();
      await new Promise((go) => { window.__go = go; });
      return { status: answer.status, headers: answer.headers, text: async () => text };
    }
    return answer;
  };
}"""


def test_a_card_that_is_being_pressed_is_not_taken_from_under_the_press(site: Running, visit: NewContext) -> None:
    players = [Player(site, visit(reduced_motion="reduce"), handle) for handle in ("sigvor", "tordis")]
    for player in players:
        player.register()
    players[0].open_game(seats=2, greedy=0, target="15")
    players[1].join_by(players[0].invitation_link())
    for player in players:
        player.at_table()
    acts = next(player for player in players if player.must_act)
    waits = next(player for player in players if player is not acts)
    page = waits.page
    page.evaluate(HOLD, waits.version)
    acts.take_turn()
    page.wait_for_function("() => typeof window.__go === 'function'")
    card = page.locator("#hand .hand-card").last
    code = card.locator("input").get_attribute("value")
    card.hover()
    page.mouse.down()
    page.evaluate("window.__go()")
    page.evaluate("new Promise((done) => setTimeout(done))")
    page.mouse.up()
    waits.sees(acts.version)
    expect(page.locator(f"#card-{code}")).to_be_checked()


CUT_OFF = """() => [...document.querySelectorAll(".seat-tally, .last-state .muted b")].filter((points) => {
  const box = points.getBoundingClientRect();
  const room = points.closest(".seat-tags, .last-state").getBoundingClientRect();
  return box.width && (box.right > room.right || box.bottom > room.bottom + 2);
}).map((points) => points.outerHTML)"""
# Presses a button of the turn, and what then lies in the middle of the question's way back; whether it still asks.
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


def test_a_tap_that_comes_late_stays_at_the_table(site: Running, visit: NewContext) -> None:
    """The second of two taps on Play, or on Pass, meets nothing that leads away or takes the turn back."""
    player = Player(site, visit(viewport=PHONE, has_touch=True), "hallbera")
    player.register()
    player.open_game(seats=2, greedy=1, target="15", private=True)
    player.page.locator("#table[data-my-turn]").wait_for()
    address = player.open_game(seats=6, greedy=5, target="15", private=True)
    page = player.page
    page.locator("#table[data-my-turn]").wait_for()
    may = (page.locator("#turn-form").get_attribute("data-plays") or "").split()
    if may:
        codes = re.findall(r"[A-Z]\d", min(may, key=len))
        for code in codes:
            page.locator(f"label[data-card='{code}']").tap()
        if player.picks_up(codes):
            page.locator("#pickup label.pick").first.tap()
    before = player.version
    # Where buttons send a turn: Play, Pass, and the answers to what is asked before.
    sends = page.locator(".bar-actions").bounding_box()
    assert sends
    # Whatever comes up where the finger is, and in the whole bar besides, it is pressed as soon as it is there.
    page.evaluate("""() => {
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
      document.addEventListener("odin:swapped", () => { late(); setTimeout(late, 350); setTimeout(late, 700); });
    }""")
    sends_turn = "#play" if may else "#pass"
    # Nor does it put the question away that stands where the button was.
    assert page.evaluate(PRESSED_TWICE, sends_turn)
    page.locator("#ask-back").tap()
    expect(page.locator("#ask")).to_be_hidden()
    player.send(sends_turn)
    player.sees(before + 1)
    page.wait_for_function("() => window.tried >= 2")
    assert page.evaluate("window.led") == []
    assert page.url == address
    assert not any("button-main" in look for look in page.evaluate("window.looks"))
    # Nor does it ever lie where a turn was sent from, however late the tap; and no seat's points are cut off.
    leads = page.locator("#next-game").bounding_box()
    assert leads
    assert leads["y"] + leads["height"] <= sends["y"]
    assert leads["height"] >= 44
    assert page.evaluate(CUT_OFF) == []
    # A moment later it leads on.
    expect(page.locator("#table.is-held")).to_have_count(0)
