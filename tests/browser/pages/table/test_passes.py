"""Passing by key and button: what is asked first, and what is said where nothing else is legal."""

from playwright.sync_api import expect

from tests.browser.pages.conftest import Enter
from tests.browser.pages.laid_tables import answering, facing
from tests.browser.pages.seated_player import is_at_the_cards, keys_have_come
from tests.factories import make_person

LIVE = "3m"


def test_the_play_key_says_when_only_a_pass_is_legal(enter: Enter) -> None:
    player = enter("alice")
    page = player.sit_at(answering(player.user, pace=LIVE, cards="R1 B2", lead="G9"))
    version = player.version
    page.keyboard.press("p")
    expect(page.locator("#bar.is-wrong #bar-need")).to_have_text("You can only pass")
    expect(page.locator("#said")).to_contain_text("You can only pass")
    assert player.version == version


def test_a_pass_by_one_key_is_asked_about_in_live_games(enter: Enter) -> None:
    player = enter("alice")
    page = player.sit_at(facing(player.user, make_person("bob"), pace=LIVE))
    words = page.locator("#ask-words")
    version = player.version
    # Where nothing can be taken back, the pass key asks first.
    page.keyboard.press("s")
    expect(words).to_have_text("Pass?")
    page.keyboard.press("Escape")
    expect(page.locator("#pass")).to_be_focused()
    assert player.version == version
    page.keyboard.press("s")
    expect(page.locator("#ask-sure")).to_be_focused()
    page.keyboard.press("Enter")
    player.sees(version + 1)
    assert is_at_the_cards(page)


def test_a_key_passes_at_once_against_bots_and_where_only_a_pass_is_legal(enter: Enter) -> None:
    player = enter("alice")
    games = (
        answering(player.user, pace=LIVE),
        facing(player.user, make_person("bob"), pace=LIVE, cards="R1", table="G9"),
    )
    for game in games:
        page = player.sit_at(game)
        keys_have_come(page)
        version = player.version
        page.keyboard.press("s")
        player.sees(version + 1)


def test_passing_with_a_chance_to_go_out_warns_first(enter: Enter) -> None:
    player = enter("alice")
    page = player.sit_at(answering(player.user, pace=LIVE, cards="R6 R5", lead="B1"))
    version, words = player.version, page.locator("#ask-words")
    page.locator("#pass").click()
    expect(words).to_have_text("You could play all your cards and go out. Pass anyway?")
    expect(page.locator("#ask-out")).to_be_focused()
    page.locator("#ask-back").click()
    expect(page.locator("#ask")).to_be_hidden()
    page.locator("#pass").click()
    page.locator("#ask-out").click()
    player.sees(version + 1)
    expect(page.locator("#hand-over, #game-over")).to_contain_text("You go out!")
    assert player.stayed
