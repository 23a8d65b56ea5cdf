"""Before a game: live updates of pages, and pages without scripts."""

import json
import re

from playwright.sync_api import Route, expect

from games.lobby.invitations import person_invite
from games.lobby.queue import queue_join
from games.lobby.services import NewGame, game_contribute
from tests.browser.conftest import PHONE
from tests.browser.held_scripts import script_held
from tests.browser.pages.conftest import Enter
from tests.browser.pages.laid_tables import answering
from tests.browser.pages.seated_player import SeatedPlayer
from tests.browser.player_at_browser import MARK
from tests.factories import make_person
from tests.games_laid import lay_game

# Opens the page's socket.
LOBBY = "**/js/lobby/lobby*.js"


def open_room(host: SeatedPlayer, *, seats: int, visibility: str = "public") -> str:
    """Create a game with free seats; return its address."""
    game = lay_game([host.user], NewGame(seats=seats, target=None, visibility=visibility), contribute=False)
    address = f"/g/{game.public_id}/"
    open_page(host, address)
    return address


def open_page(player: SeatedPlayer, address: str) -> None:
    """Open a waiting room in which the player has the first seat; their browser contributes to the deal."""
    player.page.goto(address)
    expect(player.page.locator(".place").first).to_contain_text(" · ready")


def remove(host: SeatedPlayer, handle: str) -> None:
    """Remove a player from the host's table, after the question."""
    button = host.page.get_by_role("button", name=f"Remove {handle}", exact=True)
    expect(button).to_be_hidden()
    host.page.locator("summary", has_text=f"Remove {handle}").click()
    button.click()


def test_the_room_follows_joins_and_leaves_and_keeps_drafts(enter: Enter) -> None:
    ana, ben = enter("ana"), enter("ben")
    address = open_room(ana, seats=3)
    ana.page.evaluate(MARK)
    ana.page.get_by_label("Username").fill("carl")
    ana.page.keyboard.press("ArrowLeft")

    ben.page.goto(address)
    ben.page.get_by_role("button", name="Join").click()
    expect(ana.page.locator(".place").nth(1)).to_contain_text("ben")
    expect(ana.page.get_by_label("Username")).to_have_value("carl")
    expect(ana.page.get_by_label("Username")).to_be_focused()
    assert ana.page.evaluate("document.activeElement.selectionStart") == 3

    remove(ana, "ben")
    expect(ana.page.get_by_role("status")).to_contain_text("Seat 2 is free again.")
    expect(ben.page.get_by_role("main")).to_contain_text("The host removed you from this game.")
    assert ana.stayed


def test_the_part_of_the_deal_is_made_sent_and_kept_without_a_click(enter: Enter) -> None:
    ana = enter("ana")
    game = open_room(ana, seats=2).strip("/").split("/")[-1]
    kept = json.loads(ana.page.evaluate(f"localStorage.getItem('odin-deal:{game}')"))
    ana.page.get_by_role("link", name="Verify this deal").click()
    shown = ana.page.locator(".deal-facts code").all_inner_texts()
    assert {kept["anchor"], kept["contribution"]} <= set(shown)
    assert re.fullmatch("[0-9a-f]{64}", kept["contribution"])
    assert kept["seat"] == 0
    assert kept["contributions"] == [kept["contribution"], None]


def test_a_contribution_answered_before_the_rooms_script_comes_is_shown(enter: Enter) -> None:
    ana = enter("ana")
    page, held = ana.page, list[Route]()
    game = lay_game([ana.user], NewGame(seats=3, target=None), contribute=False)
    page.route("**/js/lobby/lobby*.js", lambda route: held.append(route))
    with page.expect_response(lambda response: response.url.endswith("/contribute/")):
        page.goto(f"/g/{game.public_id}/", wait_until="commit")
    page.wait_for_selector("[data-contributed]", state="attached")
    for route in held:
        route.continue_()
    expect(page.locator(".place").first).to_contain_text(" · ready")


def test_a_contribution_that_fails_is_sent_again(enter: Enter) -> None:
    ana = enter("ana")
    game = lay_game([ana.user], NewGame(seats=3, target=None), contribute=False)
    ana.page.route("**/contribute/", lambda route: route.abort("aborted"), times=1)
    ana.page.goto(f"/g/{game.public_id}/")
    expect(ana.page.locator(".place").first).to_contain_text("not ready yet")
    expect(ana.page.locator(".place").first).to_contain_text(" · ready")


def test_a_removed_viewer_of_a_private_game_gets_the_reason(enter: Enter) -> None:
    ana, ben = enter("ana"), enter("ben")
    open_room(ana, seats=3, visibility="private")
    ben.page.goto(ana.page.locator("#link").input_value())
    ben.page.get_by_role("button", name="Join").click()
    ben.page.wait_for_url(re.compile(r"/g/\w+/"))
    remove(ana, "ben")
    expect(ben.page.get_by_role("heading", level=1)).to_have_text("You’re no longer in this game")
    expect(ben.page.get_by_role("main")).to_contain_text("The host removed you from this game.")


def test_a_double_click_opens_one_game_and_a_long_name_fits_a_phone(enter: Enter) -> None:
    page = enter("ana", viewport=PHONE).page
    page.goto("/games/new/")
    page.get_by_text("More options").click()
    page.locator("#id_name").fill("W" * 40)
    page.get_by_role("button", name="Create game").dblclick()
    page.wait_for_url(re.compile(r"/g/\w+/"))
    expect(page.get_by_role("heading", level=1)).to_have_text("W" * 40)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.goto("/")
    assert page.locator("a[href^='/g/']").count() == 1


def test_on_a_phone_games_and_the_button_for_the_first_one_come_before_quick_games_and_results(enter: Enter) -> None:
    ana = enter("ana", viewport=PHONE)
    page = ana.page
    tops = "names => names.map(name => document.querySelector(name).getBoundingClientRect().top)"
    page.goto("/")
    first, quick = page.evaluate(tops, [".empty", ".play-now"])
    assert first < quick
    open_room(ana, seats=3)
    page.goto("/")
    games, quick = page.evaluate(tops, ["[aria-labelledby='offers']", ".play-now"])
    assert games < quick


def test_the_queue_brings_two_people_to_their_table_by_itself(enter: Enter) -> None:
    ana, ben = enter("ana"), enter("ben")
    for waiting in (ana, ben):
        waiting.page.goto("/")
        waiting.page.locator(".play-now label:has([name=seats][value='2'])").click()
        waiting.page.get_by_role("button", name="Find players").click()
        if waiting is ana:
            expect(ana.page.locator(".queue-place")).to_contain_text("Waiting for a game with 2 players")
    for waiting in (ana, ben):
        waiting.at_table()
    assert ana.page.url == ben.page.url


def test_an_invitation_appears_and_is_declined_without_a_reload(enter: Enter) -> None:
    ana, ben = enter("ana"), enter("ben")
    ben.page.goto("/")
    ben.page.evaluate(MARK)
    open_room(ana, seats=3, visibility="private")
    ana.page.get_by_label("Username").fill("ben")
    # Two presses send once: the second would be refused.
    ana.page.get_by_role("button", name="Invite").dblclick()
    expect(ana.page.get_by_role("status")).to_contain_text("You invited ben.")
    ben.page.locator(".invitation").get_by_role("button", name="Decline").click()
    expect(ben.page.get_by_role("status")).to_contain_text("Invitation declined.")
    expect(ben.page.locator(".invitation")).to_have_count(0)
    assert ben.stayed


def test_an_invitation_that_came_before_the_socket_appears(enter: Enter) -> None:
    ana, ben = enter("ana"), enter("ben")
    game = lay_game([ana.user], NewGame(seats=3, visibility="private"), contribute=False)
    page = ben.page
    with script_held(page, LOBBY):
        page.goto("/", wait_until="commit")
        expect(page.get_by_role("main")).to_contain_text("Your games")
        person_invite(public_id=game.public_id, host=ana.user, handle="ben")
    expect(page.locator(".invitation").get_by_role("button", name="Decline")).to_be_visible()


def test_a_pairing_that_came_before_the_socket_leads_to_the_table(enter: Enter) -> None:
    ana, ben = enter("ana"), make_person("ben")
    queue_join(user=ana.user, seats=2)
    with script_held(ana.page, LOBBY):
        ana.page.goto("/", wait_until="commit")
        expect(ana.page.locator(".queue-place")).to_contain_text("Waiting for a game with 2 players")
        game = queue_join(user=ben, seats=2)
    assert game is not None
    ana.page.wait_for_url(f"**/g/{game.public_id}/")


def test_without_events_home_is_not_fetched_again(enter: Enter) -> None:
    page = enter("ana").page
    asked = list[str]()
    page.on("request", lambda request: asked.append(request.url))
    with page.expect_websocket(lambda one: "/ws/me/?since=" in one.url):
        page.goto("/")
    home = page.url
    # Longer than the page waits before it asks.
    page.wait_for_timeout(1000)
    assert asked.count(home) == 1


def test_a_part_of_the_deal_that_came_before_the_socket_is_shown(enter: Enter) -> None:
    ana, ben = enter("ana"), enter("ben")
    game = lay_game([ana.user, ben.user], NewGame(seats=3, target=None), contribute=False)
    address = f"/g/{game.public_id}/"
    open_page(ana, address)
    page = ana.page
    with script_held(page, LOBBY):
        page.goto(address, wait_until="commit")
        expect(page.locator(".place").nth(1)).to_contain_text("not ready yet")
        game_contribute(public_id=game.public_id, user=ben.user, contribution=bytes(32))
    expect(page.locator(".place").nth(1)).to_contain_text(" · ready")


def test_a_part_of_the_deal_shows_at_once_on_the_others_pages(enter: Enter) -> None:
    ana, ben = enter("ana"), enter("ben")
    address = open_room(ana, seats=3)
    ana.page.evaluate(MARK)

    # The part is withheld until the page has heard of the person.
    def hold_back(route: Route) -> None:
        expect(ana.page.locator(".place").nth(1)).to_contain_text("not ready yet")
        route.continue_()

    ben.page.route("**/contribute/", hold_back)
    ben.page.goto(address)
    ben.page.get_by_role("button", name="Join").click()
    expect(ana.page.locator(".place").nth(1)).to_contain_text(" · ready")
    assert ana.stayed


def test_lists_are_leafed_through_without_a_reload_and_back(enter: Enter) -> None:
    ana = enter("ana")
    lay_game([ana.user], NewGame(seats=5), contribute=False)
    page = ana.page
    page.goto("/games/")
    page.evaluate(MARK)
    page.locator("#show-ended").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("main")).to_contain_text("All games that have ended, cancelled ones too.")
    expect(page.locator("#show-ended")).to_be_focused()
    expect(page).to_have_title(re.compile("Games"))
    assert page.url.endswith("/games/?show=ended")
    page.locator("#show-open").click()
    expect(page.locator("#show-open")).to_have_attribute("aria-current", "page")
    page.locator("#id_seats").select_option("5")
    page.locator("#id_pace").select_option("slow")
    page.locator("#filter-show").click()
    page.wait_for_url(re.compile(r"/games/\?seats=5&pace=slow$"))
    expect(page.locator(".open-row")).to_have_count(1)
    assert ana.stayed
    page.go_back()
    expect(page.locator("#id_seats")).to_have_value("")


def test_the_table_page_does_not_load_what_the_lists_need(enter: Enter) -> None:
    ana = enter("ana")
    loaded: list[str] = []
    ana.page.on("request", lambda request: loaded.append(request.url))
    ana.page.goto("/")
    assert any("lobby" in address for address in loaded)
    ana.page.get_by_role("button", name="Play against bots").click()
    ana.at_table()
    loaded.clear()
    ana.page.reload()
    ana.at_table()
    assert [address for address in loaded if "lobby" in address] == []


def test_without_scripts_forms_alone_lead_to_a_game(enter: Enter) -> None:
    page = enter("ana", java_script_enabled=False).page
    page.goto("/")
    page.get_by_role("button", name="Play against bots").click()
    expect(page.locator("#table")).to_be_visible()

    page.goto("/games/new/")
    page.get_by_text("More options").click()
    # The last game's bots are chosen again.
    page.locator("#id_bots_hirdman").select_option("0")
    page.get_by_role("button", name="Create game").click()
    expect(page.locator(".place").first).to_contain_text("ready, no random data")
    page.get_by_role("button", name="Fill seats and start").click()
    expect(page.locator("#table")).to_be_visible()


def test_the_time_left_goes_on_in_the_list(enter: Enter) -> None:
    ana = enter("ana", fresh=True)
    answering(ana.user)
    ana.page.clock.install()
    ana.page.goto("/")
    expect(ana.page.locator("#live [data-due]").first).to_contain_text("23 hours left")
    with ana.page.expect_request(lambda request: request.headers.get("x-requested-with") == "fetch"):
        ana.page.clock.fast_forward("01:00:02")
        ana.page.clock.fast_forward("00:01")
