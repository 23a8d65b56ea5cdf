"""Turns that the page draws look as the server renders them, and no part is fetched."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.utils import timezone
from playwright.sync_api import Page, Request, expect

from games.models import Game, Preferences
from tests.browser.conftest import PHONE, NewContext
from tests.browser.pages.conftest import Enter
from tests.browser.pages.laid_tables import table_of
from tests.browser.pages.seated_player import settled
from tests.browser.used_browsers import page_of
from tests.factories import make_person
from tests.games_laid import Place, game_at, turn_next
from tests.recorded_games import recording

SAME_TABLE = (Path(__file__).parent / "same_table.js").read_text()

# How far down the window the focused field is.
WRITES_AT = "Math.round(document.querySelector('input:focus').getBoundingClientRect().top)"


def fetches_of(page: Page) -> list[str]:
    """Requests for the live part and turns sent as forms, except for comparisons."""
    sent: list[str] = []

    def note(request: Request) -> None:
        if re.search("/part/$|/turn/$", request.url):
            sent.append(request.url)

    page.on("request", note)
    return sent


def shows_the_servers(page: Page, version: int) -> None:
    page.wait_for_function("v => Number(document.querySelector('#table').dataset.version) === v", arg=version)
    difference = page.evaluate(SAME_TABLE)
    assert difference is None, difference


def follow(game: Game, watchers: list[Page], turns: int) -> None:
    for page in watchers:
        settled(page)
    fetches = [fetches_of(page) for page in watchers]
    for _turn in range(turns):
        turn_next(game)
        for page in watchers:
            shows_the_servers(page, game.version)
    for page in watchers:
        page.wait_for_load_state("networkidle")
    assert not any(fetches)


def go_on(game: Game, watchers: list[Page], *, twice: bool) -> None:
    """Leave a result by a press, or by two where Pass comes. Players who have taken a turn since see none any more; the
    last of the watchers is a spectator.
    """
    fetches = [fetches_of(page) for page in watchers]
    *players, visitor = watchers
    for page in players:
        on = page.locator("#go-on")
        if on.is_visible() and twice:
            on.dblclick(position={"x": 20, "y": 20})
        elif on.is_visible():
            on.press("Enter")
            expect(page.locator("#hand input:focus")).to_have_count(1)
    # Enter leads to the button, and presses it.
    visitor.keyboard.press("Enter")
    expect(visitor.locator("#go-on")).to_be_focused()
    visitor.keyboard.press("Enter")
    for page in watchers:
        page.locator("#hand-over").wait_for(state="detached")
        shows_the_servers(page, game.version)
    assert not any(fetches)


def test_two_pages_of_one_table_follow_twenty_turns(enter: Enter) -> None:
    alice, bob = enter("alice"), enter("bob", viewport=PHONE)
    others = [make_person(name) for name in ("cara", "dan", "eve")]
    game = game_at([alice.user, bob.user, *others], Place(1, 0), recorded="target_25_of_five")
    follow(game, [alice.sit_at(game), bob.sit_at(game)], 20)


# Between them: the goat, sets of one to three, and each side leads, passes, wins a round and holds few cards.
@pytest.mark.parametrize(
    ("recorded", "begun", "turns"),
    [("three_with_goat", 1, 13), ("target_of_two", 8, 11)],
)
def test_a_drawn_table_is_the_servers(
    enter: Enter, visit: NewContext, address: str, recorded: str, begun: int, turns: int
) -> None:
    player, visitor = enter("alice"), page_of(visit(locale="de"))
    others = [make_person(name) for name in ("bob", "cara", "dan", "eve", "fay")[: recording(recorded).people - 1]]
    place = Place(1, begun)
    game = game_at([player.user, *others], place, recorded=recorded, visibility=Game.Visibility.PUBLIC, pace="3m")
    visitor.goto(f"{address}/g/{game.public_id}/")
    follow(game, [player.sit_at(game), visitor], turns)


@pytest.mark.parametrize("pace", ["1d", "3m"])
def test_turns_are_taken_over_the_socket(enter: Enter, pace: str) -> None:
    alice, bob = enter("alice"), enter("bob", viewport=PHONE, has_touch=True)
    game = table_of(alice.user, bob.user, pace=pace)
    # The server would offer to play live, as both are here, which no turn tells.
    game.seats.update(sprint_declined_at=timezone.now())
    pages = [alice.sit_at(game), bob.sit_at(game)]
    for page in pages:
        settled(page)
    fetches = [fetches_of(page) for page in pages]
    for _turn in range(4):
        version = alice.version
        acting = alice if alice.must_act else bob
        acting.take_turn(small=True)
        for page in pages:
            shows_the_servers(page, version + 1)
    assert not any(fetches)


# The first hand's end begins the score sheet, the second one's goes on with it. Turns come while a result is open, too.
@pytest.mark.parametrize(("recorded", "hand", "covered"), [("three_with_goat", 1, 0), ("target_10_of_three", 2, 2)])
def test_a_hands_end_and_the_next_hand_need_no_part(
    enter: Enter, visit: NewContext, address: str, recorded: str, hand: int, covered: int
) -> None:
    alice, bob, visitor = enter("alice"), enter("bob", viewport=PHONE), page_of(visit(locale="de"))
    Preferences.objects.update_or_create(user=bob.user, defaults={"count_down": hand == 2, "hand_sort": "colour"})
    players = [alice.user, bob.user, make_person("cara")]
    game = game_at(players, Place(hand, -2), recorded=recorded, visibility=Game.Visibility.PUBLIC)
    visitor.goto(f"{address}/g/{game.public_id}/")
    pages = [alice.sit_at(game), bob.sit_at(game), visitor]
    for page in pages:
        settled(page)
    # These words may take a line, so they come first.
    expect(bob.page.locator("#watching")).to_be_visible()
    bob.page.locator("#tab-panel-chat").click()
    bob.page.locator("#chat-text").fill("Well pl")
    bob.page.locator("#chat-text").scroll_into_view_if_needed()
    there = bob.page.evaluate(WRITES_AT)
    follow(game, pages, 2)
    # The new cards take another row above it.
    assert bob.page.evaluate(WRITES_AT) == there
    expect(bob.page.locator("#chat-text")).to_have_value("Well pl")
    assert [page.locator("#hand-over tbody tr").count() for page in pages] == [3, 3, 3]
    # The line below a result is of its hand, also when the next one has begun.
    for page, over in zip(pages, ("is over:", "is over:", "ist vorbei:"), strict=True):
        expect(page.locator(".last-words")).to_contain_text(over)
    for page in pages[:2]:
        # In the second game who went out leads again.
        leads = page.locator("#table[data-my-turn]").count() == 1
        expect(page.locator("#said p").last).to_have_text(re.compile("Your turn.$" if leads else "out!$"))
    with pages[0].expect_response("**/sort/"):
        pages[0].locator("#sort-colour").click()
    follow(game, pages, covered)
    go_on(game, pages, twice=False)
    follow(game, pages, 3 - covered)


# Two games: the web process keeps what it made of a game's latest turn, and a stored test game always has the same id.
@pytest.mark.parametrize(("recorded", "turns"), [("three_with_goat", 0), ("target_10_of_three", 2)])
def test_going_on_from_a_result_needs_no_part(
    enter: Enter, visit: NewContext, address: str, recorded: str, turns: int
) -> None:
    alice, bob, visitor = enter("alice", viewport=PHONE), enter("bob"), page_of(visit(locale="de"))
    players = [alice.user, bob.user, make_person("cara")]
    game = game_at(players, Place(2, turns), recorded=recorded, visibility=Game.Visibility.PUBLIC)
    visitor.goto(f"{address}/g/{game.public_id}/")
    pages = [alice.sit_at(game), bob.sit_at(game), visitor]
    # Those that come under the result.
    follow(game, pages, 2 - turns)
    go_on(game, pages, twice=True)
    # One of each player.
    follow(game, pages, 3)
