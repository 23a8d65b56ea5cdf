"""The sentences of the table page."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from games.lobby.services import NewGame
from games.models import Game
from games.table import Entry, GameEnd, HandResult, Player, SetView, TableView, table_view
from games.table import log_words as log
from games.table import words as say
from games.table.choices import Choices, HandCard
from games.table.view_model import Standing
from tests.games_laid import game_where, lay_game

YLVA = Player(pk=1, name="Ylva", handle="Ylva", seat=0, is_me=False, is_bot=False)
BJARKE = Player(pk=2, name="Bjarke", handle="Bjarke", seat=1, is_me=False, is_bot=False)
ME = Player(pk=3, name="Marit", handle="Marit", seat=2, is_me=True, is_bot=False)


@pytest.fixture
def table(alice: User, bob: User) -> TableView:
    """Alice's turn over one card."""
    game = game_where([alice, bob], lambda state: state.to_act == 0 and len(state.table) == 1, recorded="target_of_two")
    return table_view(game, alice)


def over(table: TableView, *cards: str) -> TableView:
    value = int("".join(code[1] for code in cards))
    laid = SetView(cards, value, YLVA)
    choices = Choices(cards=(HandCard("B9", False),), plays=("B9",), pickups=cards, picks=())
    return replace(table, table=laid, to_act=ME, my_turn=True, choices=choices)


def entry(kind: str, player: Player = BJARKE, *cards: str, took: str = "", by: str = "player") -> Entry:
    value = int("".join(code[1] for code in cards) or 0)
    at = datetime(2026, 1, 1, tzinfo=UTC)
    return Entry(kind, player, 7, at, cards, value, took, by)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        (["R7"], "1 card above 7, or any set of 2"),
        (["R5", "R4"], "2 cards above 54, or any set of 3"),
        (["R9"], "Only a set of 2 beats 9"),
        (["R9", "B9", "K9"], "Only a set of 4 beats 999"),
        (["X0"], "1 card above 0, or any set of 2"),
    ],
)
def test_it_says_what_beats_a_set(table: TableView, cards: list[str], words: str) -> None:
    assert say.may_play(over(table, *cards)) == words


def test_it_says_that_only_a_pass_is_left(table: TableView) -> None:
    stuck = replace(over(table, "R9"), choices=Choices((HandCard("B1", False),), (), ("R9",), ()))
    assert say.may_play(stuck) == "You can only pass"
    # Others get the rule, not what the hand holds.
    assert say.may_play(replace(stuck, my_turn=False)) == "Only a set of 2 beats 9"


def test_it_says_what_may_be_led(table: TableView) -> None:
    lead = replace(over(table, "R9"), table=None)
    two = (HandCard("B2", False), HandCard("B1", False))
    assert say.may_play(replace(lead, choices=Choices(two, ("B2", "B1"), (), ()))) == "Lead with one card"
    both = replace(lead, choices=Choices(two, ("B2B1", "B2", "B1"), (), ()))
    assert say.may_play(both) == "Lead with one card, or all 2"
    other = replace(lead, my_turn=False, to_act=YLVA)
    assert say.may_play(other) == "Ylva leads: one card, or all cards if they make a set"
    assert say.waits_for(other) == "Ylva’s turn"


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        (["R7"], "1 card, red"),
        (["R5", "R4"], "2 cards, red"),
        (["R6", "B6"], "2 cards, each a 6"),
        (["X0"], "only the goat"),
        (["K9", "X0"], "2 cards, black with the goat"),
    ],
)
def test_it_says_what_a_set_has_in_common(cards: list[str], words: str) -> None:
    assert say.set_words(SetView(tuple(cards), 1, YLVA)) == words


def test_it_tells_turns() -> None:
    assert log.entry_html(entry("play", BJARKE, "R5", "R4")) == "<b>Bjarke</b> played 54"
    assert log.entry_text(entry("play", BJARKE, "R5", "R4", took="G3")) == "Bjarke played 54, picked up green 3."
    mine = entry("play", ME, "R5", "R4", took="G3")
    assert log.full_entry_html(mine) == "<b>You</b> played 54 (red 5 and 4), picked up green 3"
    assert log.entry_text(entry("pass", ME)) == "You passed."
    assert log.entry_html(entry("lead", BJARKE, "R3")) == "<b>Bjarke</b> led 3"
    assert log.entry_text(entry("out", BJARKE, "R3", "R1")) == "Bjarke went out with 31."
    assert log.entry_text(entry("resign", BJARKE)) == "Bjarke resigned."


def test_it_names_who_acted_for_a_player() -> None:
    assert log.entry_html(entry("pass", by="timeout")) == "<b>Bjarke</b>: time ran out, passed"
    assert log.entry_text(entry("lead", ME, "R3", by="timeout")) == "You: time ran out, played 3."
    assert log.by_words(entry("pass", by="timeout")) == ""
    assert log.entry_text(entry("pass", by="bot")) == "Bjarke passed (by a stand-in bot)."
    assert log.by_words(entry("pass", by="bot")) == "by a stand-in bot"
    assert log.by_words(entry("pass", replace(BJARKE, is_bot=True), by="bot")) == ""
    assert log.by_words(entry("pass")) == ""


def test_it_escapes_names() -> None:
    assert log.entry_html(entry("pass", replace(BJARKE, name="<i>{x}"))) == "<b>&lt;i&gt;{x}</b> passed"


def ending(how: str, *rows: Standing, hands: int = 4) -> GameEnd:
    winners = tuple(row.player for row in rows if row.is_winner)
    return GameEnd(how, winners, rows, hands, next((row for row in rows if row.player.is_me), None))


def test_it_names_the_winner() -> None:
    ylva, bjarke = Standing(YLVA, 1, 2, True), Standing(BJARKE, 2, 9, False)
    mine = Standing(ME, 2, 9, False)
    lost = ending("target", ylva, mine)
    assert say.ending_words(lost) == "Ylva wins with 2 points"
    assert say.ending_aside(lost) == "Your place: 2 of 2, after 4 hands"
    won = ending("single_hand", Standing(ME, 1, 0, True), bjarke, hands=1)
    assert say.ending_words(won) == "You win with 0 points"
    assert say.ending_aside(won) == "After 1 hand"
    by_bot = ending("target", Standing(ME, 1, 0, True, left_to_bot=True), bjarke)
    assert say.ending_words(by_bot) == "A stand-in bot won for you with 0 points"
    shared = ending("target", ylva, Standing(ME, 1, 2, True), bjarke)
    assert say.ending_words(shared) == "Ylva and you share the victory with 2 points"
    assert say.ending_words(ending("resigned", ylva, Standing(ME, 0, 4, False))) == "Ylva wins: everyone else resigned"
    assert say.ending_words(ending("cancelled", bjarke)) == "This game was cancelled"


def test_the_heading_of_a_games_end_leaves_the_points_to_the_standing() -> None:
    ylva, bjarke = Standing(YLVA, 1, 2, True), Standing(BJARKE, 2, 9, False)
    won = ending("target", Standing(ME, 1, 0, True), bjarke)
    by_bot = ending("target", Standing(ME, 1, 0, True, left_to_bot=True), bjarke)
    shared = ending("target", ylva, Standing(ME, 1, 2, True), bjarke)
    lost = ending("target", ylva, Standing(ME, 2, 9, False))
    assert [say.win_words(one) for one in (won, by_bot, shared, lost)] == [
        "You win!",
        "A stand-in bot won for you!",
        "Ylva and you share the victory!",
        "Ylva wins!",
    ]
    assert [say.is_mine(one) for one in (won, by_bot, shared, lost)] == [True, False, True, False]
    resigned = ending("resigned", ylva, Standing(ME, 0, 4, False))
    assert say.win_words(resigned) == "Ylva wins: everyone else resigned"
    assert say.win_words(ending("cancelled", bjarke)) == "This game was cancelled"


def test_it_says_how_a_hand_ended() -> None:
    result = HandResult(2, YLVA, BJARKE, (), 30, False)
    mine, nobodys = replace(result, out=ME), replace(result, out=None)
    assert [say.out_words(one) for one in (result, mine, nobodys)] == [
        "Bjarke goes out!",
        "You go out!",
        "Hand 2 was not finished",
    ]
    assert [say.is_mine(one) for one in (result, mine, nobodys)] == [False, True, False]
    assert say.result_words(result) == "Hand 2 is over: Bjarke went out"
    assert say.result_words(replace(result, out=ME)) == "Hand 2 is over: you went out"
    assert say.result_words(replace(result, out=None)) == "Hand 2 was not finished"


def test_it_says_times_as_people_do() -> None:
    now = timezone.localtime().replace(hour=12, minute=30)
    assert say.moment(now) == "12:30"
    assert say.moment(now - timedelta(days=2)) == (now - timedelta(days=2)).strftime("%a 12:30")
    long_ago = now - timedelta(days=40)
    assert say.moment(long_ago) == f"{long_ago.day} {long_ago:%b} 12:30"


def test_it_puts_the_persons_turn_first_in_the_title(alice: User, bob: User) -> None:
    game = game_where([alice, bob], lambda state: state.to_act == 0, recorded="target_of_two", name="Boathouse")
    assert say.page_title(table_view(game, alice)) == "Your turn · Boathouse"
    assert say.page_title(table_view(game, bob)).startswith("alice’s turn")
    assert say.hand_line(table_view(game, bob)) == "hand 1 · to 15 points"
    assert say.order_words(table_view(game, alice)) == "bob plays after you"
    assert say.order_words(table_view(game, bob)) == "You play after alice"


def test_it_names_no_more_players_than_are_read_at_a_glance(alice: User, bob: User) -> None:
    view = table_view(lay_game([alice, bob], NewGame(seats=5, bots=["skald", "skald", "skald"])), alice)
    assert view.me is not None
    mine = view.me.player.seat
    words = [say.order_words(replace(view, to_act=view.seats[(mine + step) % 5].player)) for step in (1, 2)]
    assert words[0] == "4 others play before you"
    assert words[1] == f"You play after {', '.join(_names(view, mine, 2, 3))} and {_names(view, mine, 4)[0]}"


def _names(view: TableView, mine: int, *steps: int) -> list[str]:
    return [view.seats[(mine + step) % 5].player.name for step in steps]


def test_it_calls_a_paused_game_paused(table: TableView) -> None:
    paused = replace(table, status=Game.Status.PAUSED, my_turn=False)
    assert say.heading(paused) == "Paused"
    assert say.waits_for(paused) == "Paused"
