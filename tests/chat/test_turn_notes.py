"""Notes: a line that goes with a turn, for the next player alone."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
import time_machine
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.privacy.erasure import account_erase
from accounts.privacy.export import export_json
from games.chat.errors import ChatReason
from games.chat.selectors import chat_for, line_event_for
from games.chat.services import MAX_LINES, RATE_SPAN, chat_switch, chat_write
from games.chat.turn_notes import noted_turn_play
from games.engine import apply, legal_turns
from games.errors import Refused
from games.history.record import game_record
from games.lobby.services import NewGame
from games.models import ChatLine, Game, Move, Report
from games.models.chat import NOTE_MAX
from games.moderation.acts.chat_lines import chat_hide
from games.moderation.acts.chat_lock import chat_lock
from games.moderation.reports import report_judge, report_make
from games.people.blocks import person_block, person_mute
from games.play.turn import turn_play
from games.play.undo.services import turn_undo
from tests.clients import ClientOf
from tests.factories import any_turn, log_in_with_code, make_person, make_staff, seat_to_act, state_of, take_turn
from tests.games_laid import game_before_end, lay_game
from tests.page_texts import words_of
from tests.play.round_trips import round_trips
from tests.table.tables import game_url, seen_by, text_of

pytestmark = pytest.mark.django_db
NOTE = "Watch <b>Charlie</b> & co"


@pytest.fixture
def dora() -> User:
    return make_person("dora")


@pytest.fixture
def game(alice: User, bob: User, charlie: User) -> Game:
    return lay_game([alice, bob, charlie], NewGame(seats=3, visibility=Game.Visibility.PUBLIC, pace="1d", target=30))


@pytest.fixture
def rng() -> random.Random:
    return random.Random(8)


def leave(game: Game, note: str = NOTE, seed: int = 8) -> tuple[User, User]:
    """The seat to act takes a turn with the note. Returns its author and its reader."""
    game.refresh_from_db()
    author = seat_to_act(game).user
    text = str(any_turn(game, random.Random(seed)))
    made = noted_turn_play(public_id=game.public_id, user=author, version=game.version, text=text, note=note)
    game.refresh_from_db()
    return author, made.seats[made.game.to_act or 0].user


def refusal(game: Game, note: str = NOTE) -> Any:
    before = game.version
    with pytest.raises(Refused) as refused:
        leave(game, note)
    game.refresh_from_db()
    assert (game.version, ChatLine.all_lines.filter(reader__isnull=False).exists()) == (before, False)
    return refused.value.reason


def third_of(game: Game, *others: User) -> User:
    return next(seat.user for seat in game.seats.select_related("user") if seat.user not in others)


def test_the_next_player_alone_sees_it_at_their_turn(game: Game, dora: User) -> None:
    author, reader = leave(game)
    assert seen_by(game, reader).notes.received == NOTE
    mine = seen_by(game, author).notes
    assert (mine.received, mine.sent) == ("", NOTE)
    for other in (third_of(game, author, reader), dora, None):
        notes = seen_by(game, other).notes
        assert (notes.received, notes.sent) == ("", "")


def test_it_goes_with_the_readers_turn(game: Game, rng: random.Random) -> None:
    author, reader = leave(game)
    take_turn(game, rng)
    game.refresh_from_db()
    for user in (author, reader):
        notes = seen_by(game, user).notes
        assert (notes.received, notes.sent) == ("", "")


def test_a_turn_that_is_taken_back_takes_it_along(game: Game) -> None:
    author, reader = leave(game)
    turn_undo(public_id=game.public_id, user=author, version=game.version)
    game.refresh_from_db()
    assert not seen_by(game, author).notes.sent
    assert not seen_by(game, reader).notes.received


@pytest.mark.parametrize("page", ["table", "text_table", "table_part", "text_part"])
def test_it_is_on_the_pages_of_its_reader_and_author_alone(
    game: Game, dora: User, client_of: ClientOf, page: str
) -> None:
    author, reader = leave(game)
    others = [third_of(game, author, reader), dora, None]
    clients = {user: Client() if user is None else client_of(user) for user in (*others, author, reader)}
    # Twice, since pages and parts are cached.
    for _time in range(2):
        for user, client in clients.items():
            text = text_of(client.get(game_url(page, game)))
            assert ("Watch &lt;b&gt;Charlie&lt;/b&gt; &amp; co" in text) == (user in (author, reader)), user
            assert "<b>Charlie</b>" not in text


def test_no_chat_socket_or_record_shows_it(game: Game, dora: User, client_of: ClientOf) -> None:
    author, reader = leave(game)
    line = ChatLine.all_lines.get(reader=reader)
    people = (author, reader, third_of(game, author, reader), dora)
    for user in people:
        chat = chat_for(game, user)
        assert chat is None or (chat.lines, chat.newest, chat.fresh) == ((), 0, 0)
        assert line_event_for(game.public_id, user, line.pk) is None
        assert "Watch" not in json.dumps(game_record(game, user))
        assert "Watch" not in words_of(client_of(user).get(reverse("games:replay", args=[game.public_id])))


def test_the_form_offers_it_where_a_person_plays_next(game: Game, client_of: ClientOf) -> None:
    author = seat_to_act(game).user
    for page in ("table", "text_table"):
        assert 'name="note"' in text_of(client_of(author).get(game_url(page, game)))
    next_seat = game.seats.get(number=(seat_to_act(game).number + 1) % 3)
    next_seat.held_by = make_person("standin")
    next_seat.save(update_fields=["held_by"])
    assert 'name="note"' not in text_of(client_of(author).get(game_url("table", game)))


def post_turn(client: Client, game: Game, note: str, **headers: Any) -> HttpResponse:
    turn = any_turn(game, random.Random(8))
    data = {"version": game.version, "action": "play", "card": list(map(str, turn.cards)), "note": note}
    response = client.post(game_url("turn", game), data, **headers)
    assert isinstance(response, HttpResponse)
    return response


def test_a_form_without_script_leaves_it(game: Game, client_of: ClientOf) -> None:
    author = seat_to_act(game).user
    assert post_turn(client_of(author), game, NOTE).status_code == 302
    assert ChatLine.all_lines.get(user=author).text == NOTE
    assert "Note to" in words_of(client_of(author).get(game_url("table", game)))


def test_a_script_gets_the_part_with_it(game: Game, client_of: ClientOf) -> None:
    response = post_turn(client_of(seat_to_act(game).user), game, NOTE, headers={"X-Requested-With": "fetch"})
    assert "Watch &lt;b&gt;" in text_of(response)


def test_a_note_that_is_too_long_stops_the_turn_and_stays_in_the_form(game: Game, client_of: ClientOf) -> None:
    long = "x" * (NOTE_MAX + 1)
    response = post_turn(client_of(seat_to_act(game).user), game, long)
    assert response.status_code == 409
    assert "Too long: 140 characters at most." in words_of(response)
    assert f'value="{long}"' in text_of(response)
    assert not Move.objects.filter(hand__game=game).exists()


def test_the_rules_of_the_chat_hold(game: Game) -> None:
    author = seat_to_act(game).user
    assert refusal(game, "x" * (NOTE_MAX + 1)) == ChatReason.NOTE_TOO_LONG
    chat_lock(actor=make_staff("mona", "moderator"), public_id=game.public_id, reason="Trouble")
    assert refusal(game) == ChatReason.LOCKED
    Game.objects.filter(pk=game.pk).update(chat_locked_at=None)
    chat_switch(user=author, on=False)
    assert refusal(game) == ChatReason.OFF
    assert seen_by(game, author).notes.to is None


def test_notes_count_as_messages(game: Game) -> None:
    author = seat_to_act(game).user
    for number in range(MAX_LINES):
        chat_write(public_id=game.public_id, user=author, text=f"line {number}")
    assert refusal(game) == ChatReason.TOO_FAST


def test_notes_do_not_count_for_longer_if_the_clock_went_back(game: Game) -> None:
    with time_machine.travel(timezone.now(), tick=False) as clock:
        take_turn(game, random.Random(8))
        clock.shift(timedelta(days=-2))
        for _turn in range(3 * MAX_LINES + 6):
            leave(game)
            clock.shift(RATE_SPAN)


def test_a_muted_account_leaves_none(game: Game) -> None:
    author = seat_to_act(game).user
    User.objects.filter(pk=author.pk).update(muted_until="2099-01-01T00:00Z")
    assert refusal(game) == ChatReason.MUTED
    assert seen_by(game, User.objects.get(pk=author.pk)).notes.to is None


@pytest.mark.parametrize("hides", [person_mute, person_block])
def test_a_reader_who_muted_or_blocked_the_author_sees_none(game: Game, hides: Callable[..., object]) -> None:
    author, reader = leave(game)
    assert seen_by(game, reader).notes.received
    hides(user=reader, handle=author.handle)
    assert not seen_by(game, reader).notes.received
    # The author must not learn it.
    assert seen_by(game, author).notes.sent == NOTE


def test_a_reader_with_chats_off_sees_none(game: Game) -> None:
    _author, reader = leave(game)
    chat_switch(user=reader, on=False)
    assert not seen_by(game, User.objects.get(pk=reader.pk)).notes.received


def test_no_note_stays_with_a_turn_that_ends_the_hand(alice: User, bob: User) -> None:
    game = game_before_end([alice, bob], recorded="target_of_two")
    author, state = seat_to_act(game).user, state_of(game)
    last = next(turn for turn in legal_turns(state) if apply(state, turn).over)
    noted_turn_play(public_id=game.public_id, user=author, version=game.version, text=str(last), note="Well")
    assert not ChatLine.all_lines.exists()


def test_a_bot_gets_none(alice: User, bob: User) -> None:
    game = lay_game([alice, bob], NewGame(seats=3, bots=["berserker"]))
    for _turn in range(3):
        seat = seat_to_act(game)
        if seat.held_by.is_bot:
            break
        following = game.seats.get(number=(seat.number + 1) % 3)
        leave(game, f"after {seat.number}")
        assert ChatLine.all_lines.filter(user=seat.user).exists() == (following.kind == "person")


def test_its_reader_alone_reports_it_and_staff_hide_it(game: Game) -> None:
    author, reader = leave(game)
    line = ChatLine.all_lines.get(user=author)
    third = third_of(game, author, reader)
    for other in (third, make_person("eve")):
        with pytest.raises(Refused) as refused:
            report_make(user=other, kind=Report.Kind.CHAT, line_id=line.pk)
        assert refused.value.reason == ChatReason.NO_LINE
    report = report_make(user=reader, kind=Report.Kind.CHAT, line_id=line.pk)
    assert (report.line, report.accused) == (line, author)
    staff = make_staff("mona", "moderator")
    report_judge(actor=staff, report_id=report.pk, outcome="acted", answer="Thanks", hide_line=True)
    assert not seen_by(game, reader).notes.received
    assert not seen_by(game, author).notes.sent


def test_staff_see_it_on_their_pages(game: Game) -> None:
    author, reader = leave(game)
    line = ChatLine.all_lines.get(user=author)
    report = report_make(user=reader, kind=Report.Kind.CHAT, line_id=line.pk)
    staff, browser = make_staff("mona", "moderator"), Client()
    log_in_with_code(browser, staff)
    for address in (
        reverse("admin:games_chatline_change", args=[line.pk]),
        reverse("admin:games_game_change", args=[game.pk]),
        reverse("admin:games_report_change", args=[report.pk]),
    ):
        assert "Watch" in words_of(browser.get(address)), address
    chat_hide(actor=staff, line_id=line.pk, reason="Rude")


def test_it_is_exported_and_erased_with_its_author(game: Game) -> None:
    author, reader = leave(game, "Your lead")
    assert '"Your lead"' in "".join(export_json(author))
    assert f'"note_to": "{reader.handle}"' in "".join(export_json(author))
    assert "Your lead" not in "".join(export_json(reader))
    account_erase(user=author)
    assert ChatLine.all_lines.get(reader=reader).text == ""
    assert not seen_by(game, reader).notes.received


@pytest.mark.fast
@pytest.mark.django_db(transaction=True)
def test_a_turn_without_a_note_makes_no_more_round_trips(game: Game) -> None:
    counts = []
    for play in (turn_play, partial(noted_turn_play, note=""), partial(noted_turn_play, note=" \n")):
        game.refresh_from_db()
        author, text = seat_to_act(game).user, str(any_turn(game, random.Random(1)))
        with round_trips() as made:
            play(public_id=game.public_id, user=author, version=game.version, text=text)
        counts.append(made.count)
    assert counts[1:] == counts[:1] * 2
