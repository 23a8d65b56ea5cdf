"""In any window a player sees all cards, the set to beat and the buttons without scrolling.

Wide windows cut no card at the foot next to the chat. At any width each seat shows its name and number of cards under
its tags.
"""

from collections.abc import Iterator, Sequence
from typing import TypedDict

from django.conf import settings
from django.utils.translation import gettext, override, pgettext
from playwright.sync_api import Page

from tests.browser.conftest import PHONE, NewContext
from tests.browser.pages.conftest import Enter
from tests.browser.pages.laid_tables import answering, table_of
from tests.browser.used_browsers import page_of
from tests.factories import make_person
from tests.games_laid.cards import lay

WINDOWS = [(360, 740), (390, 844), (360, 620), (320, 568), (844, 390), (740, 360), (720, 450)]
WIDE_WINDOWS = [(720, 900), (768, 1024), (1024, 700), (1024, 900), (1280, 650), (1280, 800), (1366, 768), (1440, 900)]
TARGET = 44

PLACES = """() => {
  const box = (name) => document.querySelector(name).getBoundingClientRect();
  const cards = [...document.querySelectorAll(".hand-card")].map((card) => card.getBoundingClientRect());
  return {
    scrolled: scrollY,
    cards: cards.length,
    lowest: Math.max(...cards.map((card) => card.bottom)),
    narrowest: Math.min(...cards.map((card) => card.width)),
    set: Math.min(...[...document.querySelectorAll("#laid .card")].map((card) => card.getBoundingClientRect().height)),
    setBottom: box("#laid").bottom,
    bar: box("#bar").top,
    below: box("#bar").left < box("#hand").right && box("#bar").right > box("#hand").left,
    act: box("#play").bottom,
    lowestTarget: Math.min(...["#play", "#pass", "#sort-number"].map((name) => box(name).height)),
    width: document.documentElement.scrollWidth,
  };
}"""

# Whether the link to all turns is clear of the sorting buttons, with French labels.
SORTS_BESIDE = """() => {
  const names = ["Nombre", "Couleur", "Mon ordre"];
  document.querySelectorAll(".sorting .segments > button").forEach((button, at) => { button.textContent = names[at]; });
  const [way, sorting] = ["#all-turns", ".sorting"].map((name) => document.querySelector(name).getBoundingClientRect());
  return way.right <= sorting.left || way.bottom <= sorting.top;
}"""

# Which of these labels the sorting buttons cut, or put outside the cards' width.
LABELS_CUT = """(labels) => {
  const { left, right } = document.querySelector("#hand").getBoundingClientRect();
  const buttons = [...document.querySelectorAll(".sorting .segments > button")];
  buttons.forEach((button, at) => { button.textContent = labels[at]; });
  return buttons.filter((button) => {
    const box = button.getBoundingClientRect();
    return box.left < left || box.right > right || button.scrollWidth > button.clientWidth;
  }).map((button) => button.textContent);
}"""

# Whether the set's owner is fully readable, in German with a long name.
OWNER_WHOLE = """() => {
  const title = document.querySelector("#laid h2");
  title.textContent = "Set von brynhild";
  return title.scrollWidth <= title.clientWidth && title.scrollHeight <= title.clientHeight + 2;
}"""

# A seat whose player is away and whose set is on the table.
SECOND_TAG = """() => {
  for (const tags of document.querySelectorAll(".seat-tags")) {
    const tag = document.createElement("span");
    tag.className = "tag";
    tag.textContent = "Stand-in bot";
    tags.prepend(tag);
  }
}"""
# Seats in which a tag covers the name or the number of cards, or is itself cut off.
COVERED = """() => [...document.querySelectorAll(".seat")].filter((seat) => {
  const inside = seat.getBoundingClientRect();
  const boxes = (names) => [...seat.querySelectorAll(names)].map((one) => one.getBoundingClientRect());
  const shown = boxes(".seat-tags .tag").filter((box) => box.width);
  const facts = [...boxes(".seat-count"), ...boxes(".seat-name")];
  const beside = (one, other) => one.left >= other.right || one.right <= other.left;
  const meets = (one, other) => !beside(one, other) && one.top < other.bottom && one.bottom > other.top;
  return facts.some((fact) => shown.some((tag) => meets(fact, tag)))
    || shown.some((tag) => tag.left < inside.left || tag.right > inside.right + 1 || tag.bottom > inside.bottom + 1)
    || facts[0].width < 5 || facts[1].width < 30;
}).map((seat) => seat.textContent)"""


# A set of four, the largest at full width, over one of three; whether they overlap.
BEATEN_MEETS = """() => {
  const laid = document.querySelector("#laid");
  laid.classList.replace([...laid.classList].find((name) => /^laid-\\d$/.test(name)), "laid-4");
  const cards = laid.querySelector(".laid-cards");
  while (cards.children.length < 4) cards.append(cards.firstElementChild.cloneNode(true));
  document.querySelector("#beaten")?.remove();
  laid.insertAdjacentHTML("beforebegin", `<div class="beaten" id="beaten"><p>777</p><div class="beaten-cards beaten-3">
    ${'<span class="faded"><b class="card"></b></span>'.repeat(2)}<span class="slot"></span></div></div>`);
  const last = cards.lastElementChild;
  const [one, other] = [document.querySelector(".beaten-cards"), last].map((it) => it.getBoundingClientRect());
  return one.width > 0 && one.left < other.right && one.top < other.bottom && one.bottom > other.top;
}"""


LARGE_LETTERS = "() => { document.documentElement.style.fontSize = '32px'; }"
# Which of these words are cut, or under the clock.
CUT = """(names) => {
  const clock = document.querySelector(".clock").getBoundingClientRect();
  return [...document.querySelectorAll(names)].filter((it) => {
    const box = it.getBoundingClientRect();
    const beside = box.left >= clock.right || box.right <= clock.left;
    const covered = !beside && box.top < clock.bottom && box.bottom > clock.top;
    return it.checkVisibility() && (covered || it.scrollWidth > it.clientWidth + 1);
  }).map((it) => it.textContent);
}"""


# Whether the time left is whole in the clock, which is in the window.
CLOCK_WHOLE = """() => {
  const [clock, left] = ["#clock", "#clock-left"].map((name) => document.querySelector(name).getBoundingClientRect());
  return left.width > 0 && left.left >= clock.left && left.right <= clock.right && left.bottom <= clock.bottom
    && left.top >= clock.top && clock.left >= 0 && clock.right <= innerWidth;
}"""
# The heights of the seats' tags with these words.
TAG_HEIGHTS = """(words) => [...document.querySelectorAll(".seat-tags .tag")].map((tag) => {
  tag.textContent = words;
  return tag.offsetHeight;
})"""


BEATEN_WORDS = """() => document.querySelector("#laid").insertAdjacentHTML("beforebegin", `<div class="beaten"
  id="beaten"><p>Beaten: 777</p><div class="beaten-cards beaten-1"><span class="slot"></span></div></div>`)"""
# Which words of the set meet words or cards of the set that it beat.
WORDS_MEET = """() => {
  const boxes = (names) => [...document.querySelectorAll(names)].map((it) => {
    const range = document.createRange();
    range.selectNodeContents(it);
    return [it.textContent, (it.matches("p, h2") ? range : it).getBoundingClientRect(), it.getBoundingClientRect()];
  }).filter(([, , box]) => box.width > 2);
  const beaten = boxes("#beaten > p, #beaten .beaten-cards > *");
  return boxes("#laid h2, #laid .laid-head p").filter(([, one]) => beaten.some(([, other]) =>
    one.left < other.right && one.right > other.left && one.top < other.bottom && one.bottom > other.top))
    .map(([words]) => words);
}"""


class Places(TypedDict):
    """Positions in CSS pixels from the window's top."""

    scrolled: float
    cards: int
    lowest: float
    narrowest: float
    set: float
    setBottom: float
    bar: float
    below: bool
    act: float
    lowestTarget: float
    width: float


def in_each(page: Page, windows: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    for width, height in windows:
        page.set_viewport_size({"width": width, "height": height})
        yield width, height


def load_in(page: Page, window: tuple[int, int]) -> None:
    """The other windows of the kind get the same page, turned or resized."""
    page.set_viewport_size({"width": window[0], "height": window[1]})
    page.reload()


def stands_in_phones(page: Page) -> None:
    load_in(page, WINDOWS[0])
    for width, height in in_each(page, WINDOWS):
        places: Places = page.evaluate(PLACES)
        case = f"{width}x{height}: {places}"
        assert places["scrolled"] == 0, case
        assert places["cards"] == 9, case
        assert places["below"], case
        assert places["lowest"] < places["bar"], case
        assert places["act"] <= height, case
        assert places["setBottom"] < height, case
        assert places["set"] >= TARGET, case
        assert places["narrowest"] >= TARGET, case
        assert places["lowestTarget"] >= TARGET, case
        assert places["width"] == width, case
        assert page.evaluate(COVERED) == [], case
    # What is read now changes the page.
    for window in in_each(page, WINDOWS):
        assert page.evaluate(SORTS_BESIDE), window
        assert page.evaluate(OWNER_WHOLE), window
    for window in in_each(page, WINDOWS):
        assert not page.evaluate(BEATEN_MEETS), window


def sorts_in_every_language(page: Page) -> None:
    load_in(page, WINDOWS[0])
    # Elsewhere the sorting is next to the hand.
    for window in in_each(page, [one for one in WINDOWS if one[0] < one[1]]):
        for code, _language in settings.LANGUAGES:
            with override(code):
                labels = [gettext("Number"), gettext("Colour"), pgettext("order of cards", "Custom")]
            assert page.evaluate(LABELS_CUT, labels) == [], (window, code)


def stands_in_wide_windows(page: Page) -> None:
    load_in(page, WIDE_WINDOWS[0])
    for width, height in in_each(page, WIDE_WINDOWS):
        wide: Places = page.evaluate(PLACES)
        case = f"{width}x{height}: {wide}"
        assert wide["scrolled"] == 0, case
        assert wide["lowest"] <= height, case
        assert wide["act"] <= height, case
        assert wide["width"] == width, case
        assert page.evaluate(COVERED) == [], case


def leaves_room_for_a_second_tag(page: Page) -> None:
    load_in(page, WINDOWS[0])
    page.evaluate(SECOND_TAG)
    for window in in_each(page, [*WINDOWS, *WIDE_WINDOWS]):
        assert page.evaluate(COVERED) == [], window


def test_all_nine_cards_and_the_buttons_stand_in_the_window(enter: Enter) -> None:
    player = enter("alice")
    page = player.sit_at(answering(player.user, seats=4))
    stands_in_phones(page)
    sorts_in_every_language(page)
    stands_in_wide_windows(page)
    leaves_room_for_a_second_tag(page)


def test_letters_of_32_px_cut_neither_title_nor_tags_nor_the_sets_owner(enter: Enter) -> None:
    player = enter("alice")
    page = player.sit_at(answering(player.user, seats=4))
    page.evaluate(LARGE_LETTERS)
    # A phone's seats have room for a tag's beginning alone.
    for window, names in (((390, 844), "h1, #laid h2"), ((1440, 900), "h1, #laid h2, .seat-tags .tag")):
        page.set_viewport_size({"width": window[0], "height": window[1]})
        assert page.evaluate(CUT, names) == [], window


def test_letters_of_32_px_keep_the_time_in_the_clock(enter: Enter) -> None:
    player = enter("alice")
    page = player.sit_at(answering(player.user, seats=4))
    page.evaluate(LARGE_LETTERS)
    for window in in_each(page, [(320, 568), (320, 800), (360, 740), (390, 844), (700, 900), (1440, 900)]):
        assert page.evaluate(CLOCK_WHOLE), window


def test_a_tag_beside_nine_cards_is_one_line(enter: Enter) -> None:
    player = enter("alice")
    game = table_of(player.user, make_person("bob"), make_person("cara"))
    lay(game, "R8 B1", "R7 R6 R5 R4 R3 R2 R1 R9 B9", "G4 G8 G7 G6 G5 G3 G2 G1 G9", to_act=0, table="P3", table_seat=1)
    page = player.sit_at(game)
    for window in in_each(page, [(1200, 800), (1280, 800), (1366, 800), (1440, 900), (1920, 1080)]):
        # In English and, longer, in German and Catalan.
        for words in ("Set to beat", "Zu schlagen", "Per superar"):
            heights = page.evaluate(TAG_HEIGHTS, words)
            assert len(heights) == 2
            assert max(heights) < 30, (window, words, heights)


def test_letters_of_32_px_keep_the_words_of_both_sets_apart(enter: Enter) -> None:
    player = enter("alice")
    page = player.sit_at(answering(player.user, seats=3))
    page.evaluate(LARGE_LETTERS)
    page.evaluate(BEATEN_WORDS)
    windows = [(360, 800), (390, 844), (412, 915)]
    for window in in_each(page, windows):
        assert page.evaluate(WORDS_MEET) == [], window
    page.evaluate(BEATEN_MEETS)  # now with a set of four on one of three
    for window in in_each(page, windows):
        assert page.evaluate(WORDS_MEET) == [], window


def test_a_phones_header_has_room_for_the_sites_name_in_every_language(visit: NewContext) -> None:
    page = page_of(visit(viewport=PHONE))
    for code, _language in settings.LANGUAGES:
        page.set_extra_http_headers({"Accept-Language": code})
        page.goto("/contact/")
        assert page.locator("html").get_attribute("lang") == code
        page.evaluate("document.fonts.ready")
        name = page.locator(".brand-name")
        assert name.is_visible(), code
        assert name.evaluate("(name) => name.scrollWidth <= name.clientWidth"), code
