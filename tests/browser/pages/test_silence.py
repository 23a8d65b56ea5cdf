"""Sockets that are open but silent, as behind a proxy that lost the connection: pages find out and go on."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from games.chat.services import chat_write
from games.lobby.services import NewGame, game_join
from games.models import Game, Move
from games.play.turn import turn_play
from tests.browser.conftest import NewContext
from tests.browser.pages.conftest import Enter
from tests.browser.pages.laid_tables import NINE, facing, lay_hand, table_of
from tests.browser.pages.seated_player import settled
from tests.browser.pages.stopped_clock import QUIET_MS, quiet_passes, stop_clock
from tests.embedded.running import wait_until
from tests.factories import make_person, take_turn
from tests.games_laid import lay_game
from tests.live.children import Web
from tests.live.silent_proxy import SilentProxy, silent_proxy

# As in site/socket.js.
QUIET_HIDDEN_MS = 60_000
ANSWER_MS = 5_000
HIDES = """() => {
  Object.defineProperty(document, "visibilityState", { value: "hidden", configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


@pytest.fixture
def proxy(web_process: Web) -> Iterator[SilentProxy]:
    with silent_proxy(web_process.address) as between:
        yield between


@pytest.fixture
def address(proxy: SilentProxy, transactional_db: None) -> str:
    return f"http://{proxy.address}"


def opened(page: Page, address: str, proxy: SilentProxy) -> None:
    """Open a page under the test's clock, and wait until its socket is open."""
    before = proxy.sockets
    page.clock.install()
    page.goto(address)
    wait_until(lambda: proxy.sockets > before, "the page's socket")
    page.wait_for_load_state("networkidle")


def finds_out(page: Page, proxy: SilentProxy, quiet_ms: int = QUIET_MS) -> None:
    """Let the page's clock go on until it has replaced its socket."""
    before = proxy.sockets
    page.clock.fast_forward(quiet_ms)
    page.clock.fast_forward(ANSWER_MS)
    wait_until(lambda: proxy.sockets > before, "another socket")


@pytest.mark.parametrize("button", ["#play", "#pass"])
def test_a_turn_is_taken_though_its_socket_is_silent(
    enter: Enter, proxy: SilentProxy, button: str, rng: random.Random
) -> None:
    player = enter("alice")
    game = facing(player.user, make_person("bob"), pace="60s")
    page = player.sit_at(game)
    settled(page)
    if button == "#play":
        page.locator("label[data-card='R8']").click()
    proxy.fall_silent()
    page.locator(button).click()
    player.sees(game.version + 1)
    assert Move.objects.filter(hand__game=game, version=game.version + 1).count() == 1
    expect(page.locator("#connection")).to_be_hidden()
    expect(page.locator(".bar-refusal")).to_have_count(0)
    # The page has another socket by then, over which it hears the next turn.
    wait_until(lambda: proxy.sockets > 1, "another socket")
    game.refresh_from_db()
    take_turn(game, rng)
    player.sees(game.version)
    assert player.stayed


def test_players_and_spectators_see_turns_though_their_sockets_were_silent(
    enter: Enter, visit: NewContext, proxy: SilentProxy
) -> None:
    alice, bob = enter("alice", fresh=True), make_person("bob")
    game = table_of(alice.user, bob, visibility="public")
    lay_hand(game, bob, NINE, others="G4 G3")
    spectator = visit(fresh=True).new_page()
    for page in (alice.page, spectator):
        opened(page, f"/g/{game.public_id}/", proxy)
    proxy.fall_silent()
    turn_play(public_id=game.public_id, user=bob, version=game.version, text="R8")
    for page in (alice.page, spectator):
        finds_out(page, proxy)
        expect(page.locator("#table")).to_have_attribute("data-version", str(game.version + 1))


def test_a_socket_that_answers_is_left_alone(enter: Enter, proxy: SilentProxy) -> None:
    alice = enter("alice", fresh=True)
    page = alice.page
    game = facing(alice.user, make_person("bob"))
    stop_clock(page)
    page.goto(f"/g/{game.public_id}/")
    wait_until(lambda: proxy.sockets == 1, "the page's socket")
    page.wait_for_load_state("networkidle")
    for _ping in range(3):
        quiet_passes(page)
    page.clock.run_for(QUIET_MS - 1)
    assert proxy.sockets == 1


def test_the_home_page_hears_of_turns_though_its_socket_was_silent(enter: Enter, proxy: SilentProxy) -> None:
    alice = enter("alice", fresh=True)
    opened(alice.page, "/", proxy)
    proxy.fall_silent()
    game = facing(alice.user, make_person("bob"))
    finds_out(alice.page, proxy)
    expect(alice.page.locator(f"a[href^='/g/{game.public_id}/']").first).to_be_visible()


def test_the_waiting_room_follows_though_its_socket_was_silent(enter: Enter, proxy: SilentProxy) -> None:
    alice, bob = enter("alice", fresh=True), make_person("bob")
    new = NewGame(seats=3, visibility=Game.Visibility.PUBLIC)
    game = lay_game([alice.user], new, contribute=False)
    opened(alice.page, f"/g/{game.public_id}/", proxy)
    expect(alice.page.locator(".place").first).to_contain_text(" · ready")
    alice.page.wait_for_load_state("networkidle")
    proxy.fall_silent()
    game_join(public_id=game.public_id, user=bob)
    finds_out(alice.page, proxy)
    expect(alice.page.locator(".place").nth(1)).to_contain_text("bob")


def test_the_chats_page_follows_though_its_socket_was_silent(enter: Enter, proxy: SilentProxy) -> None:
    alice, bob = enter("alice", fresh=True), make_person("bob")
    game = table_of(alice.user, bob)
    opened(alice.page, f"/g/{game.public_id}/chat/", proxy)
    proxy.fall_silent()
    chat_write(public_id=game.public_id, user=bob, text="Are you there?")
    finds_out(alice.page, proxy)
    expect(alice.page.locator("#chat-lines .line-text")).to_have_text("Are you there?")


def test_a_tab_in_the_background_counts_games_though_its_socket_was_silent(enter: Enter, proxy: SilentProxy) -> None:
    alice = enter("alice", fresh=True)
    page = alice.page
    page.clock.install()
    page.goto("/rules/")
    page.evaluate(HIDES)
    wait_until(lambda: proxy.sockets == 1, "the page's socket")
    page.wait_for_load_state("networkidle")
    proxy.fall_silent()
    facing(alice.user, make_person("bob"))
    finds_out(page, proxy, QUIET_HIDDEN_MS)
    expect(page.locator("#waiting-games")).to_have_text("1 game is waiting for you")
