"""The email of a turn says that a note came with it, and never what the note says."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import User
from games.chat.services import chat_switch, kid_mode_start
from games.chat.turn_notes import noted_turn_play
from games.lobby.services import NewGame
from games.models import ChatLine, Game, Notice
from games.moderation.acts.chat_lines import chat_hide
from games.notices.mail import compose_digest
from games.people.blocks import person_block, person_mute
from games.play.bot_accounts import caretaker_user
from games.play.undo.services import turn_undo
from tests.factories import any_turn, make_staff, seat_to_act
from tests.games_laid import lay_game
from tests.notices.links.turn_links import page_of
from tests.notices.mail_texts import LINK, Kind, row_of, texts, words
from tests.page_texts import words_of

pytestmark = pytest.mark.django_db
NOTE = "Watch <b>Charlie</b>"


@pytest.fixture
def game(alice: User, bob: User, charlie: User) -> Game:
    return lay_game([alice, bob, charlie], NewGame(seats=3, visibility=Game.Visibility.PUBLIC, pace="1d", target=30))


def turn_taken(game: Game, note: str) -> tuple[User, User]:
    """Take a turn with the note, or without for "". Returns its player and the next."""
    game.refresh_from_db()
    author, text = seat_to_act(game).user, str(any_turn(game, random.Random(8)))
    made = noted_turn_play(public_id=game.public_id, user=author, version=game.version, text=text, note=note)
    game.refresh_from_db()
    return author, made.seats[made.game.to_act or 0].user


def told(game: Game, reader: User, kind: Notice.Kind = Kind.TURN) -> list[bool]:
    """Whether the email's text and HTML tell of a note, and those of a digest."""
    row = row_of(kind, game, User.objects.get(pk=reader.pk))
    text, html = texts(row)
    row.digest = "daily"
    digest = compose_digest([row], "x@example.org")
    bodies = [text, words(html), str(digest.body), words(str(digest.alternatives[0][0]))]
    assert not any("Watch" in body for body in bodies)
    return ["left you a note" in body for body in bodies]


@pytest.mark.parametrize("kind", [Kind.TURN, Kind.REMINDER])
def test_it_names_the_author_and_not_the_words(game: Game, kind: Notice.Kind) -> None:
    author, reader = turn_taken(game, NOTE)
    assert told(game, reader, kind) == [True] * 4
    for body in texts(row_of(kind, game, reader)):
        assert f"{author.name} left you a note. Open your turn to read it." in body


def test_a_turn_without_a_note_tells_of_none(game: Game) -> None:
    _author, reader = turn_taken(game, "")
    assert told(game, reader) == [False] * 4


def mute(reader: User, author: User) -> None:
    person_mute(user=reader, handle=author.handle)


def block(reader: User, author: User) -> None:
    person_block(user=reader, handle=author.handle)


def blocked(reader: User, author: User) -> None:
    person_block(user=author, handle=reader.handle)


def chat_off(reader: User, _author: User) -> None:
    chat_switch(user=reader, on=False)


def kid_mode(reader: User, _author: User) -> None:
    kid_mode_start(user=reader)


def hide(_reader: User, author: User) -> None:
    chat_hide(actor=make_staff("mona", "moderator"), line_id=ChatLine.all_lines.get(user=author).pk, reason="Rude")


@pytest.mark.parametrize("act", [mute, block, blocked, chat_off, kid_mode, hide])
def test_a_note_that_its_reader_no_longer_sees_is_not_told(game: Game, act: Callable[[User, User], None]) -> None:
    author, reader = turn_taken(game, NOTE)
    act(reader, author)
    assert told(game, reader) == [False] * 4


def test_a_turn_that_is_taken_back_takes_it_along(game: Game) -> None:
    author, reader = turn_taken(game, NOTE)
    turn_undo(public_id=game.public_id, user=author, version=game.version)
    game.refresh_from_db()
    for user in (author, reader):
        assert told(game, user) == [False] * 4


def test_nobody_is_told_whose_seat_a_bot_plays(game: Game) -> None:
    _author, reader = turn_taken(game, NOTE)
    game.seats.filter(user=reader).update(held_by=caretaker_user())
    assert told(game, reader) == [False] * 4


def test_the_mails_of_others_are_the_same_with_and_without_the_note(game: Game) -> None:
    """Two worlds that differ in the note alone: what everybody but its reader is sent."""
    _author, reader = turn_taken(game, NOTE)
    others = [seat.user for seat in game.seats.select_related("user").exclude(user=reader)]
    kinds = (Kind.TURN, Kind.REMINDER, Kind.TIMEOUT, Kind.STARTED, Kind.OVER)

    def sent(to: list[User]) -> list[str]:
        return [LINK.sub("", body) for user in to for kind in kinds for body in texts(row_of(kind, game, user))]

    with_it, its_reader = sent(others), sent([reader])
    ChatLine.all_lines.all().delete()
    assert sent(others) == with_it
    assert sent([reader]) != its_reader


def test_the_mails_link_shows_the_note_at_the_set(game: Game) -> None:
    author, reader = turn_taken(game, NOTE)
    page = page_of(game)
    shown = words_of(Client().get(page))
    assert f"Note from {author.name}" in shown, shown
    assert NOTE in shown
    assert b"<b>Charlie</b>" not in Client().get(page).content
    person_mute(user=reader, handle=author.handle)
    assert "Watch" not in words_of(Client().get(page))
