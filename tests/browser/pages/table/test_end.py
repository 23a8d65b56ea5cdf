"""The end of a game at the table: ratings come by themselves."""

from playwright.sync_api import expect

from games.ratings.settlement import game_settle
from tests.browser.conftest import PHONE
from tests.browser.pages.conftest import Enter
from tests.browser.pages.seated_player import settled
from tests.factories import make_person
from tests.games_laid import finished_game


def test_a_new_rating_is_shown_and_said_without_a_reload(enter: Enter) -> None:
    player = enter("alice", viewport=PHONE)
    game = finished_game([player.user, make_person("bob")], rated=True)
    player.sit_at(game)
    settled(player.page)
    expect(player.page.locator("#rating")).to_have_count(0)
    game_settle(game_id=game.pk)
    expect(player.page.locator("#rating")).to_contain_text("Provisional")
    expect(player.page.locator("#said")).to_contain_text("Your rating was 1000 and is now")
    assert player.stayed


def test_one_press_each_leads_to_the_rematch(enter: Enter) -> None:
    """The rematch begins with the last press; until then the game's address can be shared."""
    alice, bob = enter("alice", viewport=PHONE), enter("bob")
    game = finished_game([alice.user, bob.user], recorded="single_hand_of_two")
    for player in (alice, bob):
        player.sit_at(game)
        settled(player.page)
    alice.context.grant_permissions(["clipboard-read", "clipboard-write"])
    alice.page.locator("#share > summary").click()
    alice.page.locator("[data-copy='share-link']").click()
    expect(alice.page.locator("[data-copy='share-link']")).to_have_text("Copied")
    assert alice.page.evaluate("navigator.clipboard.readText()").endswith(f"/g/{game.public_id}/replay/")
    bob.page.locator("#rematch").click()
    expect(alice.page.locator("#rematch-wish")).to_have_text("bob wants a rematch")
    expect(alice.page.locator("#said")).to_contain_text("bob wants a rematch.")
    assert alice.stayed
    alice.page.locator("#rematch").click()
    for player in (alice, bob):
        player.page.locator("#table[data-game]").wait_for()
        assert game.public_id not in player.page.url
