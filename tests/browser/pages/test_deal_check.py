"""The page “Verify this deal” checks the game in the browser, with what that browser noted at the join."""

from __future__ import annotations

import json
from collections.abc import Mapping

from playwright.sync_api import Page, Route

from games.models import Game
from tests.browser.axe import faults
from tests.browser.conftest import DESKTOP
from tests.browser.pages.conftest import Enter
from tests.factories import make_person
from tests.games_laid import finished_game


def note_of(game: Game, *, seat: int = 0, other: Mapping[str, object] | None = None) -> str:
    """What js/lobby/contribute.js stores."""
    given = [row.contributed.hex() for row in game.seats.order_by("number")]
    return json.dumps(
        {"anchor": game.anchor, "contribution": given[seat], "seat": seat, "contributions": given} | dict(other or {})
    )


def check(page: Page, game: Game, note: str | None = None) -> list[str]:
    """What the page finds with that note, once it is done."""
    page.goto(f"/g/{game.public_id}/deal/")
    key = f"odin-deal:{game.public_id}"
    page.evaluate("([key, note]) => note ? localStorage.setItem(key, note) : localStorage.removeItem(key)", [key, note])
    page.reload()
    page.locator("#fair-found[data-found]").wait_for()
    return page.locator("#fair-found li").all_inner_texts()


def test_the_browser_finds_its_own_data_in_a_finished_game(enter: Enter) -> None:
    ana = enter("ana")
    game, page = finished_game([ana.user, make_person("ben")], recorded="target_10_of_two"), ana.page
    said = check(page, game, note_of(game))
    assert said == [
        "The cards, turns and points fit. Hands checked: 7.",
        "Your data is in this deal, and the anchor is the one that your browser noted.",
    ]
    assert faults(page, "deal check", windows=(DESKTOP,)) == []
    with page.expect_download() as saved:
        page.get_by_role("link", name="Checker").click()
    assert saved.value.suggested_filename == "check.mjs"
    with page.expect_download() as saved:
        page.get_by_role("link", name="Your browser’s note").click()
    assert json.loads(saved.value.path().read_text())["anchor"] == game.anchor


def test_what_does_not_fit_is_named(enter: Enter) -> None:
    ana = enter("ana")
    game, page = finished_game([ana.user, make_person("ben")], recorded="target_10_of_two"), ana.page
    assert "use the browser you joined with" in check(page, game)[-1]
    assert check(page, game, note_of(game, other={"anchor": "00" * 32})) == [
        "The field fair.anchor isn’t what your browser noted when you joined."
    ]
    assert "The field fair.contributions[1] isn’t" in check(page, game, note_of(game, other={"seat": 1}))[0]
    assert check(page, game, note_of(game, other={"seat": "1"})) == ["The field note.seat is missing or malformed."]
    assert check(page, game, "{") == ["The field note is missing or malformed."]

    def damage(route: Route) -> None:
        record = route.fetch().json()
        record["hands"][1]["deals"][0].reverse()
        route.fulfill(json=record)

    page.route("**/record.json", damage)
    assert check(page, game, note_of(game)) == ["The field hands[1].deals[0] doesn’t fit the rest of the record."]
    page.unroute("**/record.json")
    page.route("**/record.json", lambda route: route.fulfill(status=404))
    assert check(page, game) == ["The check didn’t work. Reload the page to try again."]


def test_a_person_who_left_before_the_start_compares_the_anchor_alone(enter: Enter) -> None:
    cleo, game = enter("cleo"), finished_game([make_person("ana"), make_person("ben")], recorded="target_10_of_two")
    left = {"contribution": "ab" * 32}
    assert check(cleo.page, game, note_of(game, other=left))[-1].endswith("It added no data.")
    assert "fair.anchor" in check(cleo.page, game, note_of(game, other=left | {"anchor": "00" * 32}))[0]
