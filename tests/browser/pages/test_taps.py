"""Taps on a phone from the home page to what is wanted, and the weight of a standing table's first visit."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from games.models import StandingTable
from tests.browser.conftest import MOVES, PHONE, NewContext
from tests.browser.page_weight import Wire
from tests.browser.pages.conftest import Enter
from tests.browser.pages.seated_player import SeatedPlayer
from tests.factories import make_person
from tests.standing.tables import finished_at, make_table

TOUCH = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
# Bytes of a first visit, as of a game's page.
MAX_BYTES = 150_000
# Chromium without a desktop has no share sheet.
SHEET = "navigator.share = async (shared) => { window.shared = shared; }"


def taps(page: Page, *names: str) -> None:
    """Tap one link or button after the other, each by its name, and where the reader sees it without opening a part."""
    for name in names:
        role = page.get_by_role("link", name=name).or_(page.get_by_role("button", name=name))
        role.first.tap()


def at_a_table(player: SeatedPlayer) -> StandingTable:
    """A standing table whose last game is over."""
    others = [make_person("bob"), make_person("charlie")]
    table = make_table([player.user, *others])
    finished_at(table, [player.user, *others])
    return table


def test_todays_hand_is_one_tap_from_home(enter: Enter, visit: NewContext) -> None:
    member, visitor = enter("alice", **TOUCH).page, visit(**TOUCH).new_page()
    for page in (member, visitor):
        page.goto("/")
        taps(page, "Today’s hand")
        page.wait_for_url("**/daily/**")
        expect(page.locator("#deal")).to_be_visible()


def test_the_next_game_of_a_standing_table_is_one_tap_from_home(enter: Enter) -> None:
    alice = enter("alice", **TOUCH)
    table = at_a_table(alice)
    alice.page.goto("/")
    taps(alice.page, "Start next game")
    alice.page.wait_for_url("**/g/*/")
    assert table.games.count() == 2


def share_sheet(page: Page) -> Callable[[], dict[str, str]]:
    """A function that returns what the share sheet got."""
    page.add_init_script(SHEET)

    def got() -> dict[str, str]:
        page.wait_for_function("window.shared")
        shared: dict[str, str] = page.evaluate("window.shared")
        return shared

    return got


def test_the_share_sheet_of_an_invitation_is_two_taps_away(enter: Enter) -> None:
    alice = enter("alice", fresh=True, **TOUCH)
    table, sheet = at_a_table(alice), share_sheet(alice.page)
    alice.page.goto("/")
    taps(alice.page, table.title, "Share")
    assert sheet()["url"].endswith(f"/j/{table.invite_token}/")
    alice.page.goto("/games/new/")
    taps(alice.page, "Play with friends", "Share")
    assert "/i/" in sheet()["url"]


def test_a_first_visit_of_a_standing_table_weighs_less_than_150_kb(enter: Enter, visit: NewContext) -> None:
    alice = enter("alice")
    table, state = at_a_table(alice), alice.context.storage_state()
    for path, login in ((f"/t/{table.public_id}/", state), (f"/j/{table.invite_token}/", None)):
        context = visit(viewport=PHONE, storage_state=login, reduced_motion=MOVES, service_workers="allow")
        wire, page = Wire(context), context.new_page()
        page.goto(path)
        page.evaluate("Promise.all([navigator.serviceWorker.ready, document.fonts.ready]).then(() => true)")
        page.wait_for_load_state("networkidle")
        weights = wire.weights()
        assert weights["worker"] > 0
        assert sum(weights.values()) < MAX_BYTES, (path, dict(weights))
