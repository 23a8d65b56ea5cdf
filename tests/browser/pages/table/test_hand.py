"""Choosing, sorting and playing cards by mouse, touch and keys; the hint, and the question before a turn."""

import re
import time
from collections.abc import Sequence

from playwright.sync_api import CDPSession, Locator, Page, Route, ViewportSize, expect

from games.models import Game
from tests.browser.conftest import PHONE
from tests.browser.pages.conftest import Enter
from tests.browser.pages.laid_tables import NINE, answering, facing, table_of
from tests.browser.pages.seated_player import SeatedPlayer, is_at_the_cards, settled
from tests.factories import make_person

LIVE = "3m"
# Presses all keys before any script can answer, and returns the cards that are chosen afterwards.
QUICK_KEYS = """async (keys) => {
  for (const key of keys) document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
  await new Promise((resume) => setTimeout(resume, 100));
  return [...document.querySelectorAll("#hand input:checked")].map((box) => box.value);
}"""


def begin(
    enter: Enter, pace: str, *, cards: str = NINE, lead: str = "G1", **options: object
) -> tuple[SeatedPlayer, Game]:
    """A person with these cards, and a bot's lead to beat."""
    player = enter("alice", **options)
    game = answering(player.user, pace=pace, cards=cards, lead=lead)
    player.sit_at(game)
    return player, game


def lying(page: Page) -> list[str]:
    """The cards in hand in their order."""
    return [card.get_attribute("value") or "" for card in page.locator("#hand input").all()]


def plays(page: Page) -> list[list[str]]:
    """The legal sets."""
    text = page.locator("#turn-form").get_attribute("data-plays") or ""
    return [re.findall(r"[A-Z]\d", play) for play in text.split()]


def card(page: Page, code: str) -> Locator:
    return page.locator(f"label[data-card='{code}']")


def middle(place: Locator) -> tuple[float, float]:
    box = place.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def right_of(place: Locator) -> tuple[float, float]:
    """A point in the right half of the element."""
    box = place.bounding_box()
    assert box is not None
    return box["x"] + box["width"] * 0.8, box["y"] + box["height"] / 2


def drag(page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    """Press, move in some steps and release the mouse."""
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(*end, steps=6)
    page.mouse.up()


# The page stays at its top for some frames, a swipe's momentum spent.
BACK_UP = """() => {
  window.rested = scrollY === 0 ? (window.rested ?? 0) + 1 : 0;
  scrollTo({ top: 0, behavior: "instant" });
  return window.rested > 20;
}"""
TIP_COVERS = """() => {
  const box = (one) => one.getBoundingClientRect();
  const tip = box(document.querySelector("#touch-hint"));
  const meets = (one) => one.left < tip.right && one.right > tip.left && one.top < tip.bottom && one.bottom > tip.top;
  const places = [...document.querySelectorAll(".sorting button, .hand-card, #laid")];
  return places.filter((place) => meets(box(place))).map((place) => place.outerHTML);
}"""
# On a laptop the hint covers neither the set on the table nor the clock.
SET_IS_WHOLE = """() => {
  const hint = document.querySelector("#hints").getBoundingClientRect();
  return [...document.querySelectorAll("#cloth [data-card], #clock")].every((one) => {
    const box = one.getBoundingClientRect();
    return box.bottom <= hint.top || box.right <= hint.left;
  });
}"""


def drag_two_and_give_up(page: Page) -> None:
    """Chosen cards are dragged together; Escape puts them back."""
    before = lying(page)
    card(page, before[0]).click()
    card(page, before[1]).click()
    page.mouse.move(*middle(card(page, before[1])))
    page.mouse.down()
    page.mouse.move(*middle(card(page, before[6])), steps=5)
    expect(page.locator(".drag-ghost .card")).to_have_count(2)
    page.keyboard.press("Escape")
    page.mouse.up()
    expect(page.locator(".drag-ghost")).to_have_count(0)
    assert lying(page) == before
    page.keyboard.press("Escape")


def test_cards_are_dragged_by_the_mouse(enter: Enter) -> None:
    player, _game = begin(enter, LIVE)
    page = player.page
    before = lying(page)
    # The first drag is over before its script has come.
    late: list[Route] = []
    page.route("**/hand_drag*.js", lambda route: late.append(route), times=1)
    with page.expect_request("**/hand_drag*.js"):
        drag(page, middle(card(page, before[0])), right_of(card(page, before[3])))
    moved = [*before[1:4], before[0], *before[4:]]
    assert lying(page) == before
    late[0].continue_()
    expect(page.locator("#sort-own")).to_have_attribute("aria-pressed", "true")
    assert lying(page) == moved
    expect(page.locator("#hand input:checked")).to_have_count(0)
    page.wait_for_function("() => performance.getEntriesByType('resource').some((it) => it.name.includes('/order/'))")
    page.reload()
    assert lying(page) == moved

    drag_two_and_give_up(page)

    held = lying(page)
    legal = next(play for play in plays(page) if len(play) == 1)
    too_low = [code for code in held if [code] not in plays(page)]
    version = player.version
    drag(page, middle(card(page, too_low[0])), middle(page.locator("#cloth")))
    assert player.version == version
    expect(page.locator(f"#card-{too_low[0]}")).to_be_checked()
    page.locator(f"#card-{held[-1]}").focus()
    drag(page, middle(card(page, legal[0])), middle(page.locator("#cloth")))
    player.sees(version + 1)
    expect(card(page, legal[0])).to_have_count(0)
    assert not set(legal) & set(lying(page))


def test_an_order_is_kept_when_an_older_part_comes_after_it(enter: Enter) -> None:
    asks, lays = enter("alice"), enter("bob")
    game = table_of(asks.user, lays.user, pace=LIVE)
    for player in (asks, lays):
        settled(player.sit_at(game))
    page = lays.page
    held: list[Route] = []
    page.route("**/part/", lambda route: held.append(route), times=1)
    with page.expect_request("**/part/"):
        asks.page.get_by_role("button", name="Ask for a pause").click()
    before = lying(page)
    [route] = held
    older = route.fetch()
    moved = [*before[1:], before[0]]
    with page.expect_response("**/order/"):
        drag(page, middle(card(page, before[0])), right_of(card(page, before[-1])))
    assert lying(page) == moved
    route.fulfill(response=older)
    expect(page.locator("#wish")).to_contain_text("alice wants a pause")
    expect(page.locator("#sort-own")).to_have_attribute("aria-pressed", "true")
    assert lying(page) == moved


class Finger:
    """A touch on a phone, sent through Chromium."""

    def __init__(self, page: Page) -> None:
        self.session: CDPSession = page.context.new_cdp_session(page)

    def move(self, path: Sequence[tuple[float, float]], at: float | None = None) -> None:
        """Press at the first point, move along the others, release at the last; all in one moment at the time `at`."""
        when = {} if at is None else {"timestamp": at}
        for number, (x, y) in enumerate(path):
            kind = "touchMove" if number else "touchStart"
            self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}], **when})
        self.session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": [], **when})


def between(start: tuple[float, float], end: tuple[float, float], steps: int = 8) -> list[tuple[float, float]]:
    """Points on the way from one to the other."""
    return [
        (start[0] + (end[0] - start[0]) * step / steps, start[1] + (end[1] - start[1]) * step / steps)
        for step in range(steps + 1)
    ]


def test_cards_are_dragged_by_a_finger_and_the_page_still_scrolls(enter: Enter) -> None:
    player, _game = begin(enter, LIVE, viewport=PHONE, has_touch=True, is_mobile=True)
    page, finger = player.page, Finger(player.page)
    # The first touch loads the script for it.
    with page.expect_response(lambda answer: "/hand_drag" in answer.url):
        page.locator("#sort-colour").tap()
    expect(page.locator("#sort-colour")).to_have_attribute("aria-pressed", "true")
    before = lying(page)

    first, third = middle(card(page, before[0])), card(page, before[2]).bounding_box()
    assert third is not None
    finger.move(between(first, (third["x"] + third["width"] - 6, first[1])))
    expect(page.locator("#sort-own")).to_have_attribute("aria-pressed", "true")
    assert lying(page)[:3] == [before[1], before[2], before[0]]

    finger.move(between(middle(card(page, before[5])), (middle(card(page, before[5]))[0], 120), 12))
    page.wait_for_function("() => scrollY > 0")
    assert page.locator("#hand input:checked").count() == 0
    page.wait_for_function(BACK_UP)

    legal = next(play for play in plays(page) if len(play) == 1)
    card(page, legal[0]).tap()
    expect(page.locator(f"#card-{legal[0]}")).to_be_checked()
    the_tip_covers_no_button(page)
    version = player.version
    finger.move(between(middle(card(page, legal[0])), middle(page.locator("#cloth")), 12))
    player.sees(version + 1)
    assert legal[0] not in lying(page)
    chosen_cards_are_played(player, finger)


def the_tip_covers_no_button(page: Page) -> None:
    """Check the tip where the sorting is next to the last turn, and where it is below it."""
    tip = page.locator("#touch-hint")
    expect(tip).to_have_text("Double-tap a chosen card, or flick it up, to play it.")
    for window in (ViewportSize(width=390, height=844), PHONE):
        page.set_viewport_size(window)
        assert page.evaluate(TIP_COVERS) == []


def chosen_cards_are_played(player: SeatedPlayer, finger: Finger) -> None:
    """Play by a fling upwards that ends below the cloth, and by a second tap; two taps on another card change nothing.
    The page has shown a tip about both, and does not do so again.
    """
    for flings in (True, False):
        game = answering(player.user, pace="3m")
        page = player.sit_at(game)
        settled(page)
        place, now = middle(card(page, "R8")), time.time()
        for later in (0.0, 0.1):
            finger.move([place], at=now + later)
        expect(page.locator("#card-R8")).not_to_be_checked()
        card(page, "R8").tap()
        expect(page.locator("#card-R8")).to_be_checked()
        expect(page.locator("#touch-hint")).to_have_count(0)
        assert player.version == game.version
        # Longer than two taps that belong together.
        page.wait_for_timeout(400)
        place, now = middle(card(page, "R8")), time.time()
        if flings:
            finger.move([place, (place[0], place[1] - 40), (place[0] + 9, place[1] - 80)], at=now)
        else:
            for later in (0.0, 0.1):
                finger.move([place], at=now + later)
        player.sees(game.version + 1)
        assert "R8" not in lying(page)


def test_keys_choose_and_play_and_can_be_switched_off(enter: Enter) -> None:
    player, bob = enter("alice"), make_person("bob")
    # A part fetched at the start would take the hint away.
    settled(player.sit_at(facing(player.user, bob)))
    keys_choose(player.page)
    chosen = the_hint_names_plays(player)
    a_slow_game_asks_in_place(player, chosen)
    player.sit_at(facing(player.user, bob))
    keys_are_switched_off(player.page)


def keys_choose(page: Page) -> None:
    keys, cards = page.keyboard, page.locator("#hand input")
    keys.press("c")
    expect(cards.first).to_be_focused()
    before = lying(page)
    keys.press("Shift+ArrowRight")
    expect(cards.nth(1)).to_have_value(before[0])
    expect(cards.nth(1)).to_be_focused()
    numbers_choose(page)
    expect(page.locator("#bar-need")).to_contain_text("1 card above 1")
    keys.press("Escape")
    expect(page.locator("#hand input:checked")).to_have_count(0)
    assert page.evaluate(QUICK_KEYS, ["7", "Escape"]) == []
    assert page.evaluate(QUICK_KEYS, ["7"]) == ["K7"]
    keys.press("Escape")
    expect(page.locator("#hand input:checked")).to_have_count(0)


def numbers_choose(page: Page) -> None:
    """NINE has two eights and one 7 and no 9."""
    chosen = page.locator("#hand input:checked")
    for pressed, codes in ("7", {"K7"}), ("7", set()), ("9", set()), ("8", {"R8"}), ("8", {"B8"}), ("8", {"R8", "B8"}):
        page.keyboard.press(pressed)
        expect(chosen).to_have_count(len(codes))
        assert {box.get_attribute("value") for box in chosen.all()} == codes, pressed
    # The number of a card that has the focus, too.
    expect(page.locator("#hand input:focus")).to_be_checked()
    page.keyboard.press("8")
    expect(chosen).to_have_count(0)
    page.keyboard.press("7")
    expect(chosen).to_have_count(1)


def the_hint_names_plays(player: SeatedPlayer) -> int:
    """Check the hint, which shows nothing unless requested; a play is chosen by its number of cards."""
    page = player.page
    page.keyboard.press("h")
    hinted = page.locator(".hint-play").first
    expect(hinted).to_be_focused()
    assert page.evaluate(SET_IS_WHOLE)
    largest = max(len(play) for play in plays(page))
    chosen = re.findall(r"[A-Z]\d", hinted.get_attribute("data-play") or "")
    assert len(chosen) == largest
    hinted.click()
    expect(page.locator("#hand input:checked")).to_have_count(largest)
    expect(page.locator("#hints")).to_have_count(0)
    if player.picks_up(chosen):
        page.keyboard.press("u")
        expect(page.locator("#pickup input").first).to_be_checked()
    return largest


def a_slow_game_asks_in_place(player: SeatedPlayer, chosen: int) -> None:
    """Check the question without a request; Escape closes it and keeps the choice."""
    page, keys, version = player.page, player.page.keyboard, player.version
    asked = page.locator("#ask-words")
    for way_back in ("Escape", ""):
        keys.press("p")
        expect(asked).to_contain_text("Play ")
        expect(page.locator("#ask-sure")).to_be_focused()
        assert player.version == version
        if way_back:
            keys.press(way_back)
            expect(page.locator("#ask")).to_be_hidden()
            expect(page.locator("#play")).to_be_focused()
            expect(page.locator("#hand input:checked")).to_have_count(chosen)
    keys.press("Enter")
    player.sees(version + 1)
    assert player.stayed
    assert is_at_the_cards(page)
    # Screen readers find no answered question.
    expect(page.locator("#said")).not_to_contain_text("Do you want to")


def keys_are_switched_off(page: Page) -> None:
    keys = page.keyboard
    keys.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    page.get_by_label("Use single keys in this browser").uncheck()
    keys.press("Escape")
    expect(page.locator("dialog#keys")).to_be_hidden()
    page.locator("#hand input").first.focus()
    keys.press("1")
    keys.press("Space")
    expect(page.locator("#hand input").first).to_be_checked()
    page.goto("/settings/table/")
    expect(page.get_by_label("Use single keys in this browser")).not_to_be_checked()
    page.get_by_label("never").check()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Saved for all games.")).to_be_visible()
