"""How many clicks a turn takes, out of the box."""

from __future__ import annotations

from games.models import Game
from tests.browser.pages.conftest import Enter
from tests.browser.pages.laid_tables import NINE, lay_hand, table_of, table_with_bots
from tests.browser.pages.seated_player import SeatedPlayer
from tests.factories import make_person

COUNT = "() => { window.presses = 0; addEventListener('pointerdown', () => window.presses++, { capture: true }); }"


def clicks_of_a_turn(player: SeatedPlayer, game: Game, held: str, over: str, play: str) -> int:
    """The clicks with these cards over this set; an empty play is a pass."""
    lay_hand(game, player.user, held, table=over, others="P8 O7 K5 B4")
    page = player.sit_at(game)
    page.evaluate(COUNT)
    before = player.version
    if play:
        player.lay(play)
    else:
        player.give_up()
    player.sees(before + 1)
    assert player.stayed
    return int(page.evaluate("window.presses"))


# Cards in hand, the set to beat, the play (none is a pass), and its clicks.
TURNS = (
    (NINE, "", "R8", 2),
    (NINE, "G1", "R8B8", 3),
    # One more to choose what to pick up.
    (NINE, "G2 P2", "R8B8", 4),
    ("B9 B8 B7 B6 R2", "G5 P5 O5", "B9B8B7B6", 6),
    ("R1 B2", "G9", "", 1),
)
# With a pick-up, and the pass. What else is chosen is the same.
AGAINST_BOTS_TOO = (4, 1)


def test_a_turn_takes_a_click_for_each_card_and_one_to_play(enter: Enter) -> None:
    player, bob = enter("alice"), make_person("bob")
    for held, over, play, clicks in TURNS:
        games = [table_of(player.user, bob)]
        if clicks in AGAINST_BOTS_TOO:
            games.append(table_with_bots(player.user))
        found = [clicks_of_a_turn(player, game, held, over, play) for game in games]
        assert set(found) == {clicks}, (held, over, play)


def test_a_forced_pass_takes_one_click_where_turns_are_asked_about(enter: Enter) -> None:
    player = enter("alice")
    game = table_of(player.user, make_person("bob"), undo=False)
    assert clicks_of_a_turn(player, game, "R1 B2", "G9", "") == 1


def test_where_nothing_is_taken_back_a_turn_takes_one_more_until_told_not_to_ask(enter: Enter) -> None:
    player, bob = enter("alice"), make_person("bob")
    asked, again = table_of(player.user, bob, undo=False), table_of(player.user, bob, undo=False)
    assert clicks_of_a_turn(player, asked, NINE, "G2 P2", "R8B8") == 5
    lay_hand(again, player.user, NINE, table="G2 P2", others="P8 O7 K5 B4")
    page = player.sit_at(again)
    for code in ("R8", "B8"):
        page.locator(f"label[data-card='{code}']").click()
    page.locator("#pick-P2").locator("xpath=..").click()
    page.locator("#play").click()
    version = player.version
    page.locator("#ask-never").click()
    # The turn waits for Play, with all that was chosen.
    page.locator("#ask").wait_for(state="detached")
    assert [box.get_attribute("value") for box in page.locator("#turn-form input:checked").all()] == ["B8", "R8", "P2"]
    assert page.evaluate("document.activeElement.id") == "play"
    assert "We won’t ask again" in page.locator("#said").inner_text()
    assert player.version == version
    page.keyboard.press("Enter")
    player.sees(version + 1)
    assert player.stayed
