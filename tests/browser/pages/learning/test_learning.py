"""Learning on a phone by touch: every position, without scripts the first of each kind; then a whole practice game."""

from __future__ import annotations

import re
from collections.abc import Sequence
from http import HTTPStatus
from typing import Final

import pytest
from django.core import mail
from playwright.sync_api import FloatRect, Locator, Page, Route, ViewportSize, expect

from accounts.models import AccountMail
from accounts.tasks import mail_send
from games.learning.positions import SLUGS
from tests.browser.conftest import MOVES, PHONE, NewContext
from tests.browser.pages.learning.practice_at_browser import change_practice, lead, near_the_hands_end
from tests.browser.pages.stopped_clock import stop_clock
from tests.browser.player_at_browser import MARK, listens
from tests.browser.signing_up import sign_up
from tests.browser.used_browsers import page_of

MAX_TURNS = 200
# Counts of cards that may be a whole play.
FEW = 3
# As in learn/learn.js.
BOT_PAUSE_MS = 700
# The reader's, in a hand that is not played from its deal.
LAST_TURNS = 3
SMALLEST = {"width": 320, "height": 568}
# The taps that solve each position: cards and a pick-up; "pass" takes the button alone.
CARDS: Final = {
    "sets": ("G7", "G4", "G2"),
    "value": ("K4", "K3", "K2"),
    "count": ("O4", "P4"),
    "round": ("R2",),
    "points": ("K9", "K4"),
    "goat": ("B5", "X0"),
    "higher": ("O7",),
    "pick-up": ("P9", "P6", "P3", "pick-K4"),
    "lead": ("G2",),
    "all-at-once": ("B8", "B5", "B2"),
    "last-cards": ("R6", "P6"),
}


def tap_answer(page: Page, slug: str) -> None:
    for name in CARDS.get(slug, ()):
        page.locator(f"label:has(#question-{name})").tap()
    page.locator("#question-pass" if slug == "pass" else "#question-play").tap()


def answer_wrong_first(page: Page, *, script: bool) -> None:
    """Too low a card: the reason shows, the choice stays, and with scripts nothing is reloaded."""
    if script:
        page.evaluate(MARK)
    page.locator("label:has(#question-B5)").tap()
    page.locator("#question-play").tap()
    expect(page.locator(".verdict")).to_contain_text("5 doesn’t beat 5.")
    expect(page.locator("#question-B5")).to_be_checked()
    if script:
        expect(page.locator(".verdict")).to_be_focused()
        expect(page.locator(".so-far")).to_contain_text("worth 5")
        assert page.evaluate("window.__stayed === true")
    page.locator("label:has(#question-B5)").tap()


def solve_all(page: Page, slugs: Sequence[str], *, script: bool) -> None:
    page.goto("/learn/")
    page.locator("#begin").tap()
    for slug in slugs:
        page.wait_for_url(f"**/learn/{slug}/")
        if slug == "higher":
            answer_wrong_first(page, script=script)
        tap_answer(page, slug)
        expect(page.locator(".verdict.is-right")).to_be_visible()
        expect(page.locator(".step[aria-current].is-done")).to_be_attached()
        page.locator("#question-next").tap()


def take_turn(page: Page) -> None:
    """Tap the largest play, or pass."""
    plays = (page.locator("#practice-form").get_attribute("data-plays") or "").split()
    if not plays:
        page.locator("#pass").tap()
        return
    codes = re.findall(r"[A-Z]\d", max(plays, key=len))
    for code in codes:
        page.locator(f"label[data-card='{code}']").tap()
    if page.locator("#pickup label.pick").count() and page.locator("#hand input").count() != len(codes):
        page.locator("#pickup label.pick").first.tap()
    page.locator("#play").tap()


def choose_what_does_not_fit(page: Page, *, script: bool) -> None:
    """Choose two cards that are no set; they are marked and not played."""
    codes = [box.get_attribute("value") or "" for box in page.locator("#hand input").all()]
    plays = (page.locator("#practice-form").get_attribute("data-plays") or "").split()
    apart = [(one, two) for one in codes for two in codes if one[0] != two[0] and one[1] != two[1]]
    if not plays or not apart:
        return
    play, hand = page.locator("#play"), page.locator("#hand")
    if script:
        expect(play).to_have_attribute("aria-disabled", "true")
        expect(play).to_have_text("Choose your cards")
    for code in apart[0]:
        page.locator(f"label[data-card='{code}']").tap()
    if not script:
        play.tap()
        expect(page.locator(".bar-refusal")).to_be_visible()
    expect(hand).to_have_class(re.compile("is-illegal"))
    for code in apart[0]:
        page.locator(f"label[data-card='{code}']").tap()
    if script:
        expect(hand).not_to_have_class(re.compile("is-illegal"))


def shorten_hand(page: Page, **facts: object) -> None:
    """Leave the reader few turns of it."""
    change_practice(page, **near_the_hands_end(page, LAST_TURNS) | facts)
    page.reload()


def play_to_the_end(page: Page, *, script: bool) -> None:
    """Play two hands: with scripts the whole first one, else its first turn; and the last turns of each."""
    page.locator("#deal").tap()
    table = page.locator("#table")
    table.wait_for()
    choose_what_does_not_fit(page, script=script)
    for turn in range(MAX_TURNS):
        if page.locator("#table[data-over]").count():
            return
        before = table.get_attribute("data-version") or ""
        goes_on = page.locator("#go-on").count() > 0
        if goes_on:
            page.locator("#go-on").tap()
        else:
            few = script and page.locator("#hand input").count() <= FEW
            take_turn(page)
            if few:
                # Sort cards while the answer replaces them; the next hand can be led all the same.
                page.evaluate("document.getElementById('sort-colour')?.click()")
        expect(table).not_to_have_attribute("data-version", before)
        # Without scripts it is a new page, the rest of which may be on its way.
        page.wait_for_load_state()
        if goes_on:
            # Both have nearly the points that end the game.
            shorten_hand(page, points=[9, 9])
        elif turn == 0 and not script:
            shorten_hand(page)
    raise AssertionError("the game had no end")


def confirming_link() -> str:
    """The mailed link that confirms an address."""
    mail_send(AccountMail.objects.get().pk)
    [letter] = mail.outbox
    found = re.search(r"https?://\S*confirm-email\S*", str(letter.body))
    assert found, letter.body
    return found[0]


@pytest.mark.parametrize("script", [True, False], ids=["with script", "without script"])
def test_a_visitor_learns_by_touch_and_plays_a_whole_game(visit: NewContext, *, script: bool) -> None:
    page = visit(viewport=PHONE, has_touch=True, is_mobile=True, java_script_enabled=script).new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    slugs = SLUGS if script else SLUGS[: SLUGS.index("pass") + 1]
    solve_all(page, slugs, script=script)
    if not script:
        # The last position leads to the next one, which would interrupt this.
        page.wait_for_url(f"**/learn/{SLUGS[len(slugs)]}/")
        page.goto("/learn/game/")
    page.wait_for_url("**/learn/game/")
    play_to_the_end(page, script=script)
    assert faults == []
    expect(page.locator("#game-over")).to_contain_text("win")
    expect(page.get_by_role("link", name="Create an account").locator("visible=true")).to_be_visible()
    page.goto("/learn/")
    expect(page.locator(".step.is-done")).to_have_count(len(slugs))
    if script:
        # Registering afterwards keeps what was learnt.
        sign_up(page, "eirik", confirming_link)
        page.goto("/learn/")
        expect(page.locator(".step.is-done")).to_have_count(len(SLUGS))


def test_only_a_set_has_a_value_while_cards_are_chosen(visit: NewContext) -> None:
    page = page_of(visit())
    page.goto("/learn/sets/")
    so_far = page.locator(".so-far")
    for code, ends in (("G7", "7, worth 7"), ("G4", "4, worth 74"), ("B4", "4"), ("B4", "4, worth 74")):
        page.locator(f"label:has(#question-{code})").click()
        expect(so_far).to_have_text(re.compile(rf"^Chosen: [a-z0-9 ,]+ {ends}$"))


def test_the_practice_table_fits_the_window_and_hints_in_its_bar(visit: NewContext) -> None:
    page = page_of(visit())
    page.goto("/learn/game/")
    page.locator("#deal").click()
    lead(page)
    for window in (PHONE, ViewportSize(width=1280, height=800)):
        page.set_viewport_size(window)
        page.reload()
        # Positions are measured once every style sheet is loaded.
        page.wait_for_load_state()
        fits(page, window, foot="#bar" if window == PHONE else "")
        hints_in_its_bar(page)


def fits(page: Page, window: ViewportSize, *, foot: str) -> None:
    """All cards are visible above the `foot` of the window."""
    # A whole hand is dealt, and the first hand always has a play.
    assert page.locator(".hand-card").count() == 9
    last = box_of(page.locator(".hand-card").last)
    assert last["y"] + last["height"] <= (box_of(page.locator(foot))["y"] if foot else window["height"])
    expect(page.locator(".hand-heading:visible")).to_have_text("Your turn")
    expect(page.get_by_text("0 of 10").locator("visible=true")).to_have_count(2)


def hints_in_its_bar(page: Page) -> None:
    """The hint moves neither bar nor cards, closes by Escape, and chooses the pressed play."""
    bulb, hints = page.locator("#hint"), page.locator("#hints")
    still = [page.locator("#bar"), bulb, page.locator(".hand-card").last]
    before = [box_of(one) for one in still]
    bulb.click()
    expect(hints.locator(".hint-play").first).to_be_focused()
    expect(hints).to_be_in_viewport(ratio=1)
    assert [box_of(one) for one in still] == before
    page.keyboard.press("Escape")
    expect(hints).to_have_count(0)
    expect(bulb).to_be_focused()
    bulb.click()
    play = hints.locator(".hint-play").first
    codes = re.findall(r"[A-Z]\d", play.get_attribute("data-play") or "")
    play.click()
    expect(hints).to_have_count(0)
    expect(page.locator("#play")).to_be_focused()
    assert sorted(held(page, ":checked")) == sorted(codes)
    expect(page.locator("#bar-words")).to_be_visible()


def box_of(place: Locator) -> FloatRect:
    box = place.bounding_box()
    assert box is not None
    return box


def held(page: Page, which: str = "") -> list[str]:
    return [box.get_attribute("value") or "" for box in page.locator(f"#hand input{which}").all()]


def by_colour(codes: list[str]) -> list[str]:
    return sorted(codes, key=lambda code: ("BRPGKO".index(code[0]), -int(code[1])))


def test_while_the_bot_thinks_no_button_waits_in_grey(visit: NewContext) -> None:
    page = page_of(visit(fresh=True, viewport=PHONE, reduced_motion=MOVES))
    # The bot thinks until the test moves the clock.
    stop_clock(page)
    page.goto("/learn/game/")
    page.locator("#deal").click()
    lead(page)
    page.evaluate("document.querySelector('#hand input:last-of-type').click()")
    bar = page.locator("#bar")
    with page.expect_response("**/learn/game/"):
        page.evaluate("document.getElementById('play').click()")
    expect(bar).to_have_text(re.compile("Skald’s turn"))
    expect(page.locator("#bar .button:visible")).to_have_count(0)
    height = box_of(bar)["height"]
    page.clock.run_for(BOT_PAUSE_MS)
    expect(page.locator("#table[data-my-turn]")).to_be_attached()
    assert box_of(bar)["height"] == height


def test_cards_are_sorted_in_place_and_stay_so_after_a_turn(visit: NewContext) -> None:
    page = page_of(visit())
    page.goto("/learn/game/")
    page.locator("#deal").click()
    page.locator("#practice-form").wait_for()
    page.evaluate(MARK)
    dealt = held(page)
    page.locator(f"label[data-card='{dealt[0]}']").click()
    page.locator("#sort-colour").click()
    expect(page.locator("#sort-colour")).to_have_attribute("aria-pressed", "true")
    assert held(page) == by_colour(dealt)
    assert held(page, ":checked") == [dealt[0]]
    page.locator(f"label[data-card='{dealt[0]}']").click()
    # At once, so that saving the order and the turn do not overwrite each other.
    before = page.locator("#table").get_attribute("data-version") or ""
    page.locator("#sort-number").click()
    page.locator("#sort-colour").click()
    if page.locator("#pass").count():
        page.locator("#pass").click()
    else:
        page.locator(f"label[data-card='{dealt[0]}']").click()
        page.locator("#play").click()
    expect(page.locator("#table")).not_to_have_attribute("data-version", before)
    assert page.evaluate("window.__stayed === true")
    shown = held(page)
    assert shown == by_colour(shown)
    page.reload()
    assert held(page) == shown


def test_what_is_pressed_while_a_turn_is_on_its_way_is_neither_lost_nor_done_twice(visit: NewContext) -> None:
    page = page_of(visit(viewport=PHONE, has_touch=True, is_mobile=True))
    page.goto("/learn/game/")
    page.locator("#deal").tap()
    page.locator("#practice-form").wait_for()
    listens(page)
    taken: list[str] = []
    page.on("request", lambda request: taken.append(request.url) if "action" in (request.post_data or "") else None)
    held_back: list[Route] = []

    def hold_first(route: Route) -> None:
        if held_back:
            route.continue_()
        else:
            held_back.append(route)

    page.route(re.compile(r"/learn/game/$"), hold_first)
    before = page.locator("#table").get_attribute("data-version") or ""
    with page.expect_request(re.compile(r"/learn/game/$")):
        take_turn(page)
    sent = page.locator("#play[aria-busy='true'], #pass[aria-busy='true']")
    expect(sent).to_be_visible()
    sent.tap()
    # Both concern the next hand: the order is in the session that the turn writes.
    page.locator("#sort-colour").tap()
    page.locator("#hint").tap()
    expect(page.locator("#sort-colour")).to_have_attribute("aria-pressed", "false")
    with page.expect_response(lambda response: response.status == HTTPStatus.NO_CONTENT):
        held_back[0].continue_()
    expect(page.locator("#table")).not_to_have_attribute("data-version", before)
    expect(page.locator("#sort-colour")).to_have_attribute("aria-pressed", "true")
    if page.locator("#hint").count():
        expect(page.locator("#hints")).to_be_visible()
    assert len(taken) == 1
    after = page.locator("#table").get_attribute("data-version") or ""
    page.reload()
    expect(page.locator("#table")).to_have_attribute("data-version", after)
    expect(page.locator("#sort-colour")).to_have_attribute("aria-pressed", "true")


def test_an_answer_that_cannot_be_shown_is_not_sent_again(visit: NewContext) -> None:
    page = page_of(visit())
    canceled: list[str] = []
    page.on("console", lambda message: canceled.append(message.text))
    page.goto("/learn/game/")
    page.locator("#deal").click()
    page.locator("#practice-form").wait_for()
    listens(page)
    # A script fails after the answer has replaced the form.
    page.evaluate("void (HTMLElement.prototype.focus = () => { throw new Error('no focus'); })")
    before = page.locator("#table").get_attribute("data-version") or ""
    page.evaluate("document.querySelector('#hand input').click()")
    page.evaluate("(document.getElementById('pass') ?? document.getElementById('play')).click()")
    expect(page.locator("#table")).not_to_have_attribute("data-version", before)
    page.evaluate("new Promise((done) => setTimeout(done))")
    assert not [text for text in canceled if "not connected" in text]


def test_a_wrong_answer_brings_its_reason_into_view(visit: NewContext) -> None:
    page = page_of(visit(viewport=PHONE, has_touch=True, is_mobile=True))
    page.goto("/learn/goat/")
    page.locator("label:has(#question-X0)").tap()
    page.locator("#question-play").tap()
    reason = page.locator(".verdict.is-wrong")
    expect(reason).to_be_focused()
    expect(reason).to_be_in_viewport(ratio=1)
    expect(reason).to_contain_text("0 doesn’t beat 4. The value of your set has to be higher.")


def test_nothing_is_wider_than_the_smallest_window(visit: NewContext) -> None:
    page = page_of(visit(viewport=SMALLEST))
    for path in ("/learn/", *(f"/learn/{slug}/" for slug in SLUGS), "/learn/game/", "/rules/"):
        page.goto(path)
        page.evaluate("document.querySelectorAll('.fold').forEach((fold) => fold.click())")
        assert page.evaluate("document.documentElement.scrollWidth") == SMALLEST["width"], path
    page.goto("/learn/game/")
    page.locator("#deal").click()
    page.locator("#practice-form").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") == SMALLEST["width"]
    for card in page.locator(".hand-card").all():
        box = card.bounding_box()
        assert box is not None
        assert box["width"] >= 44
