"""Accessibility of the table: signs for colours, forced colours, fourfold zoom, large targets.

And the table in text, played by keyboard and announced turn by turn.
"""

import base64
import re
from itertools import combinations

from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE
from tests.browser.pages.conftest import Enter
from tests.browser.pages.laid_tables import answering, game_near_its_end
from tests.browser.pages.seated_player import bots_play
from tests.browser.pages.tabbing import focused, tab_to

COLOURS = "BRPGKO"
# Pixels that differ at least between two signs at 40 px, in black and white.
LEAST_DIFFERENT = 0.15

# Cards without their colour's sign.
UNSIGNED = """() => [...document.querySelectorAll("svg.card")].filter((card) => {
  const letter = [...card.classList].find((name) => /^card-[BRPGKOX]$/.test(name))?.slice(5);
  return !card.querySelector(`use[href="#c-s${letter === "X" ? "N" : letter}"]`);
}).length"""
# A small card in six colours, 40 px wide, in greyscale.
IN_SIX_COLOURS = """(colours) => {
  const drawn = document.querySelector("#turns-in .card-s").outerHTML;
  const row = document.createElement("div");
  row.id = "six";
  for (const letter of colours) {
    const card = drawn.replace(/card-[BRPGKOX]"/, `card-${letter}"`).replace(/#c-s./, `#c-s${letter}`);
    row.insertAdjacentHTML("beforeend", card);
  }
  Object.assign(row.style, { position: "fixed", inset: "0 auto auto 0", zIndex: 99, display: "flex", gap: "10px" });
  row.style.filter = "grayscale(1)";
  document.body.append(row);
  for (const card of row.children) card.style.width = "40px";
}"""
# Pixels of the lower half, where the sign is, nearer to its lightest than to its darkest.
LIGHT = """async (picture) => {
  const bytes = Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0));
  const bitmap = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  const place = canvas.getContext("2d");
  place.drawImage(bitmap, 0, 0);
  const { data } = place.getImageData(12, 36, 16, 16);
  const greys = [...data].filter((_value, at) => at % 4 === 0);
  const colourless = greys.every((grey, at) => data[at * 4 + 1] === grey && data[at * 4 + 2] === grey);
  const middle = (Math.min(...greys) + Math.max(...greys)) / 2;
  return colourless ? greys.map((grey) => grey > middle) : [];
}"""
# Targets below 24 px, except links within text.
PRESSED = "a[href], button, summary, select, input:not([type=hidden])"
SMALL = """(pressed) => [...document.querySelectorAll(pressed)].filter((one) => {
  const box = (one.closest("label") ?? one).getBoundingClientRect();
  const shown = one.checkVisibility({ checkOpacity: false, checkVisibilityCSS: true }) && box.width > 1;
  const alone = one.parentElement.textContent.trim() === one.textContent.trim();
  const inText = getComputedStyle(one).display === "inline" && !alone;
  const spread = getComputedStyle(one, "::after");
  const larger = spread.position === "absolute" && spread.content !== "none";
  return shown && !inText && !larger && (box.width < 24 || box.height < 24);
}).map((one) => one.outerHTML.slice(0, 200))"""
# The sent turn is accepted, or asked about.
ANSWERED = "v => document.getElementById('table').dataset.version !== v || document.activeElement.id === 'ask-sure'"


def pictures(page: Page) -> list[list[bool]]:
    """Each of the six cards' signs as light and dark pixels."""
    page.evaluate(IN_SIX_COLOURS, COLOURS)
    found = []
    for card in page.locator("#six > .card").all():
        taken = base64.b64encode(card.screenshot()).decode()
        found.append(page.evaluate(LIGHT, taken))
    page.evaluate("document.getElementById('six').remove()")
    return found


def test_the_table_serves_every_eye_and_hand(enter: Enter) -> None:
    player = enter("alice")
    page = player.sit_at(answering(player.user, seats=4))

    # Without colour: every card has its sign, and no two signs look alike.
    assert page.evaluate(UNSIGNED) == 0
    signs = dict(zip(COLOURS, pictures(page), strict=True))
    assert all(len(sign) == 256 for sign in signs.values())
    for one, other in combinations(COLOURS, 2):
        different = sum(a != b for a, b in zip(signs[one], signs[other], strict=True)) / 256
        assert different > LEAST_DIFFERENT, (one, other, different)

    # Forced colours: cards keep theirs, chosen ones have an outline, the seat to act a wider border.
    page.emulate_media(forced_colors="active")
    card = page.locator(".hand-card").first
    card.click()
    drawn = card.locator(".card")
    assert drawn.evaluate("it => getComputedStyle(it).forcedColorAdjust") == "none"
    assert drawn.evaluate("it => getComputedStyle(it).outlineStyle") != "none"
    assert page.locator(".weft").evaluate("it => getComputedStyle(it).backgroundImage") == "none"
    card.click()
    page.emulate_media(forced_colors="none")

    # Fourfold zoom of 1280 by 1024: one column, no sideways scrolling, nothing fixed over it.
    page.set_viewport_size({"width": 320, "height": 256})
    page.reload()
    assert page.evaluate("document.documentElement.scrollWidth") == 320
    assert page.locator("#bar").evaluate("it => getComputedStyle(it).position") not in ("sticky", "fixed")
    page.goto(f"{page.url}text/")
    assert page.evaluate("document.documentElement.scrollWidth") == 320
    page.go_back()

    # Targets of at least 24 px, by touch and by mouse.
    for size in (PHONE, {"width": 1280, "height": 800}):
        page.set_viewport_size({"width": size["width"], "height": size["height"]})
        page.reload()
        assert page.evaluate(SMALL, PRESSED) == [], size


def take_text_turn(page: Page) -> str:
    """Take the list's first entry by keyboard; return it."""
    tab_to(page, "play-")
    page.keyboard.press("Space")
    chosen = page.locator("input[name='play']:checked").get_attribute("value") or ""
    if chosen != "pass" and not chosen.endswith(" out") and page.locator("input[name='pickup']").count():
        tab_to(page, "pick-")
        page.keyboard.press("Space")
    tab_to(page, "take-turn")
    # It is held for a moment when the page changes.
    expect(page.locator("html.is-changed")).to_have_count(0)
    before = page.locator("#table").get_attribute("data-version")
    page.keyboard.press("Enter")
    page.wait_for_function(ANSWERED, arg=before)
    if focused(page) == "ask-sure":
        page.keyboard.press("Enter")
    return chosen


def test_a_game_in_text_by_the_keyboard_is_heard_turn_by_turn_to_its_end(enter: Enter) -> None:
    player = enter("alice")
    page, game = player.page, game_near_its_end(player.user)
    address = f"/g/{game.public_id}/"
    page.goto(f"{address}text/")
    page.locator("#always-text").click()
    player.sit_at(game)
    assert page.url.endswith(f"{address}text/")
    turns = 0
    while not player.over:
        player.come_to_turn(game)
        if player.over:
            break
        chosen = take_text_turn(page)
        player.sees(game.version + 1)
        expect(page.locator("#said")).to_contain_text(
            "You passed." if chosen == "pass" else re.compile("You (played|led|went out)")
        )
        if not player.over:
            assert focused(page) in {"now", "take-turn"}
        turns += 1
    assert turns > 1
    assert player.stayed
    expect(page.locator("#said")).to_contain_text(re.compile("Berserker (played|opened|passed|went out)"))
    expect(page.locator("#said > p").last).to_contain_text("win")


def test_a_game_in_text_ends_without_scripts(enter: Enter) -> None:
    player = enter("alice", java_script_enabled=False, viewport=PHONE)
    page, game = player.page, game_near_its_end(player.user)
    page.goto(f"/g/{game.public_id}/text/")
    while not player.over:
        if not player.must_act:
            bots_play(game)
            page.get_by_role("link", name="Reload").click()
        else:
            page.locator("input[name='play']").first.check()
            if page.locator("input[name='pickup']").count():
                page.locator("input[name='pickup']").first.check()
            with page.expect_navigation():
                page.locator("#take-turn").click()
            if page.locator("#ask-sure").count():
                page.locator("#ask-sure").click()
        # The press led to another page, the rest of which may be on its way.
        page.wait_for_load_state()
        expect(page).to_have_url(re.compile(r"/text/$"))
    expect(page.locator("#game-over")).to_contain_text("win")
