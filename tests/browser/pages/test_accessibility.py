"""axe reads every page in German, which has the longest words, and the pages that all see in each other language.

On narrow phones, no text of the pages that all see is cut in any language; `nightly.yml` looks at every page.
"""

import random
from contextlib import closing

import pytest
from django.conf import settings
from playwright.sync_api import Browser, ViewportSize

from games.history import review
from games.simulation.screenshots.camera import LOOKS
from games.simulation.screenshots.pages import PAGES
from games.simulation.screenshots.scenes import scenes_make
from tests.browser.axe import LANGUAGES, Reader, covered_focus, faults
from tests.browser.conftest import DESKTOP, PHONE, NewContext
from tests.browser.cut_text import NARROW as CUT_AT
from tests.browser.cut_text import cut_in, cut_texts
from tests.browser.used_browsers import page_of

LONG_WORDS = "de"
MAIN = [page for page in PAGES if page.name in {"landing", "home", "table"}]
NARROW = [page for page in PAGES if page.name in {"landing", "home", "table", "table-hand-over", "league"}]
BEFORE_LOGIN = ("/", "/accounts/login/", "/accounts/signup/", "/rules/", "/nowhere/")


def test_axe_finds_nothing_and_no_focus_or_text_is_hidden(
    browser: Browser, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # How well a bot thought for the review's page is not the claim.
    monkeypatch.setattr(review, "BUDGET_MS", 2)
    assert set(LANGUAGES) == set(dict(settings.LANGUAGES))
    scenes = scenes_make(LONG_WORDS, random.Random(1), visits=1)
    with closing(Reader(browser, address, scenes.places, scenes.sessions)) as reader:
        found = reader.read(PAGES, LONG_WORDS, [PHONE], tabs=True)
        found += reader.read(MAIN, LONG_WORDS, [DESKTOP])
        for language in set(LANGUAGES) - {LONG_WORDS}:
            found += reader.read(MAIN, language, [PHONE], colours=False)
        for language in LANGUAGES:
            found += cut_in(reader, NARROW, language)
    assert not found, "\n".join(found)


def test_pages_that_greet_fit_a_window_of_320_px(visit: NewContext) -> None:
    page = page_of(visit(viewport=ViewportSize(width=320, height=568)))
    for path in BEFORE_LOGIN:
        page.goto(path)
        assert page.evaluate("document.documentElement.scrollWidth") == 320, path


def test_cut_text_and_a_wide_page_would_be_found(visit: NewContext) -> None:
    page = page_of(visit())
    page.goto("/rules/")
    assert cut_texts(page, "rules") == []
    page.locator("main").evaluate("""main => {
      const cut = document.createElement("p");
      Object.assign(cut.style, { width: "40px", overflow: "hidden", whiteSpace: "nowrap", textOverflow: "ellipsis" });
      cut.textContent = "A sentence that is cut";
      const told = cut.cloneNode(true);
      told.title = told.textContent = "A name that its title tells";
      const low = document.createElement("p");
      Object.assign(low.style, { width: "80px", height: "30px", overflow: "hidden" });
      low.textContent = "Words of many lines, the last of which are hidden";
      main.append(cut, told, low);
    }""")
    found = cut_texts(page, "rules")
    assert len([fault for fault in found if "“A sentence that is cut” is cut" in fault]) == len(CUT_AT)
    assert any("“Words of many lines" in fault for fault in found)
    assert not any("title tells" in fault for fault in found)
    page.locator("main").evaluate("main => { main.style.minWidth = '330px'; }")
    assert any("320 px: the page is" in fault for fault in cut_texts(page, "rules"))


def test_covered_focus_would_be_found(visit: NewContext) -> None:
    page = page_of(visit())
    page.goto("/rules/")
    page.locator("main").evaluate("""main => {
      const cover = document.createElement("div");
      Object.assign(cover.style, { position: "fixed", inset: "0", zIndex: 99 });
      main.append(cover);
    }""")
    assert any("/learn/" in fault for fault in covered_focus(page, "rules"))


def test_axe_would_find_something(visit: NewContext) -> None:
    page = page_of(visit())
    page.goto("/rules/")
    page.locator("main").evaluate("""main => {
      const pale = document.createElement("p");
      pale.textContent = "Pale";
      Object.assign(pale.style, { color: "#33424a", background: "#1a252a" });
      main.append(document.createElement("img"), pale);
    }""")
    painted: set[str] = set()
    found = faults(page, "rules", [DESKTOP], painted=painted)
    assert any("image-alt" in fault for fault in found)
    # Measured again where it is painted otherwise.
    page.locator("main > p").last.evaluate("pale => { pale.style.background = '#1a252b'; }")
    for told in (found, faults(page, "rules", [DESKTOP], painted=painted)):
        for look in LOOKS:
            assert any(f"{look}, 1440 px: color-contrast" in fault for fault in told), told


@pytest.mark.parametrize(
    "off", ["<fieldset disabled><p>Pale</p></fieldset>", "<label><b>Pale</b><input disabled></label>"]
)
def test_text_that_is_off_does_not_stand_for_text_painted_alike(visit: NewContext, off: str) -> None:
    page = page_of(visit())
    page.goto("/rules/")
    page.locator("main").evaluate(
        """(main, off) => {
          main.insertAdjacentHTML("beforeend", `${off}<p class="on">Pale</p>`);
          for (const pale of main.querySelectorAll("fieldset > p, label > b, .on"))
            Object.assign(pale.style, { color: "#33424a", background: "#1a252a", font: "16px serif" });
        }""",
        off,
    )
    found = faults(page, "rules", [DESKTOP], painted=set())
    assert any("color-contrast" in fault and ".on" in fault for fault in found), found
