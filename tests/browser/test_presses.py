"""Presses while the page's part is exchanged for a newer one."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import NewContext
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
