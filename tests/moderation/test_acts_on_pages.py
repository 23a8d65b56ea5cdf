"""Moderators' acts on pages and in emails for different readers."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
import time_machine

from accounts.models import User
from games.lobby.services import NewGame
from games.models import Game, Move, Notice, Preferences, Seat
from games.moderation.acts import (
    cards_open,
    chat_lock,
    chat_unlock,
    game_cancel,
    game_extend,
    game_pass,
    seat_to_bot,
    seat_to_person,
    turns_take_back,
)
from games.play.seats.resign import seat_resign
from games.play.standing_orders import Order, OrderKind, orders_set
from games.play.undo.services import turn_undo
from games.table import TableView, table_view
from games.table.log_words import entry_text
from tests.factories import make_person, make_staff, seat_to_act
from tests.games_laid import lay_game, lay_slow_game
from tests.moderation.moderator_acts import WHY, act, hand_of, play_hand, play_turns
from tests.notices.mail_texts import Kind, row_of, texts
from tests.play.slow_games import DAY, HOUR, START, seat_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def travel() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(START, tick=False) as traveller:
        yield traveller


@pytest.fixture
def moderator() -> User:
    return make_staff("moderator", "moderator", "cards")


@pytest.fixture
def dora() -> User:
    return make_person("dora")


@pytest.fixture
def game(alice: User, bob: User) -> Game:
    return lay_game([alice, bob], NewGame(seats=2, target=30, pace="1d"))


def view_of(game: Game, viewer: User | None) -> TableView:
    return table_view(Game.objects.get(pk=game.pk), viewer)


def lines_of(view: TableView) -> list[str]:
    return [entry_text(entry) for past in reversed(view.rounds) for entry in reversed(past.entries)]


@pytest.mark.parametrize("back", [0, 2])
def test_an_act_on_the_chat_follows_what_led_to_its_version(
    alice: User, bob: User, dora: User, moderator: User, travel: time_machine.Traveller, back: int
) -> None:
    """Even if the clock went back in between."""
    game = lay_slow_game([alice, bob, dora])
    actor = seat_to_act(game).user
    play_turns(game, 1)
    turn_undo(public_id=game.public_id, user=actor)
    travel.shift(-back * DAY)
    act(game, chat_lock, actor=moderator)
    seat_resign(public_id=game.public_id, user=actor)
    act(game, chat_unlock, actor=moderator)
    entries = [entry for past in view_of(game, alice).rounds for entry in reversed(past.entries)]
    found = [(entry.act or entry.kind, len(entry.withdrawn)) for entry in entries]
    assert found == [("undo", 1), ("lock_chat", 0), ("resign", 0), ("unlock_chat", 0)]


def test_turns_keep_their_players_name(game: Game, alice: User, bob: User, dora: User, moderator: User) -> None:
    number = seat_of(game, bob).number
    play_turns(game, 3)
    act(game, seat_to_bot, actor=moderator, seat=number)
    act(game, seat_to_person, actor=moderator, seat=number, handle="dora")
    before = Move.objects.filter(seat=number).count()
    Seat.objects.filter(game=game).update(looked_at=START - HOUR)
    text, _html = texts(row_of(Kind.TURN, game, dora))
    assert len(re.findall(r"^  bob (?:played|passed)", text, re.MULTILINE)) == before, text
    assert "A moderator gave a seat to a bot" in text
    play_turns(game, 2)
    theirs = Move.objects.filter(seat=number).count() - before
    lines = lines_of(view_of(game, alice))
    assert sum(line.startswith("bob ") for line in lines) == before
    assert sum(line.startswith("dora ") for line in lines) == theirs
    assert f"A moderator gave a seat to a bot: bob. Reason: {WHY}" in lines
    assert f"A moderator gave a seat to another player: dora. Reason: {WHY}" in lines
    mine = [entry.player.is_me for past in view_of(game, dora).rounds for entry in past.entries if entry.kind != "act"]
    # Each owns only their own turns.
    assert sum(mine) == theirs
    mine = [entry.player.is_me for past in view_of(game, bob).rounds for entry in past.entries if entry.kind != "act"]
    assert sum(mine) == before


def test_a_new_seat_owner_does_not_see_which_turns_orders_took(
    game: Game, alice: User, bob: User, dora: User, moderator: User
) -> None:
    play_turns(game, 1)
    mine = seat_to_act(game)
    other = {alice: bob, bob: alice}[mine.user]
    orders_set(public_id=game.public_id, user=mine.user, order=Order(OrderKind.STUCK))
    act(game, seat_to_person, actor=moderator, seat=mine.number, handle="dora")
    assert all(entry.by != "auto" for past in view_of(game, dora).rounds for entry in past.entries)
    assert view_of(game, other).seats[mine.number].player.name == "dora"


def test_only_present_and_former_players_see_reasons(
    game: Game, alice: User, bob: User, dora: User, moderator: User
) -> None:
    act(game, game_extend, actor=moderator, hours=1)
    act(game, game_pass, actor=moderator, seat=game.to_act)
    act(game, cards_open, actor=moderator)
    act(game, seat_to_person, actor=make_staff("other", "moderator"), seat=seat_of(game, bob).number, handle="dora")
    act(game, game_cancel, actor=make_staff("third", "moderator"), counts_for_rating=False)
    stranger = make_person("stranger")
    for viewer in (None, stranger):
        view = view_of(game, viewer)
        assert WHY not in repr(view)
        kinds = [entry.act or entry.by for past in view.rounds for entry in reversed(past.entries)]
        assert kinds == ["extend", "moderator", "replace", "cancel"]
        assert (len(view.openings), view.openings[0].reason) == (1, "")
    for viewer in (alice, bob, dora):
        view = view_of(game, viewer)
        assert [entry.reason for past in view.rounds for entry in past.entries] == [WHY] * 4
        assert (view.openings[0].reason, view.ending and view.ending.reason) == (WHY, WHY)


def test_a_locked_chat_is_announced_to_its_readers_only(game: Game, alice: User, bob: User) -> None:
    Preferences.objects.update_or_create(user=bob, defaults={"kid_mode": True})
    row = act(game, chat_lock, actor=make_staff("helper", "helper"))
    told = {viewer: lines_of(view_of(game, viewer)) for viewer in (None, alice, bob, make_person("stranger"))}
    assert told.pop(alice) == [f"A moderator locked the chat. Reason: {WHY}"]
    assert set(map(len, told.values())) == {0}
    notices = Notice.objects.filter(kind="moderation", about=row.pk)
    assert set(notices.values_list("user__handle", flat=True)) == {"alice"}
    Seat.objects.filter(game=game).update(looked_at=START - HOUR)
    for reader, count in ((alice, 1), (bob, 0)):
        assert sum(map(str.count, texts(row_of(Kind.TURN, game, reader)), (WHY, WHY))) == 2 * count


def test_turns_that_were_taken_back_are_not_counted(game: Game, alice: User, moderator: User) -> None:
    play_turns(game, 5)
    act(game, turns_take_back, actor=moderator, hand=1, keep=3)
    act(game, turns_take_back, actor=moderator, hand=1, keep=0)
    assert (view_of(game, None).turns_count, hand_of(game).turns_count) == (0, 5)
    play_turns(game, 2)
    assert view_of(game, None).turns_count == 2
    play_hand(game)
    first = game.hands.get(number=1)
    assert view_of(game, alice).results[0].turns_count == first.moves.valid().count() == first.turns_count - 5
