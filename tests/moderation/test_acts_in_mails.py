"""Moderators' acts in emails about turns."""

from __future__ import annotations

import pytest

from accounts.models import User
from games.lobby.services import NewGame
from games.models import Game, Notice, Seat
from games.moderation.acts import game_extend, game_pass, game_pause, game_resume, seat_to_person, turns_take_back
from games.web.card_words import short_card
from tests.factories import make_person, make_staff
from tests.games_laid import lay_game
from tests.moderation.moderator_acts import WHY, act, play_turns
from tests.notices.mail_texts import Kind, row_of, texts, words

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(alice: User, bob: User) -> Game:
    return lay_game([alice, bob], NewGame(seats=2, target=30, pace="1d"))


def test_it_tells_what_a_moderator_did_and_why_and_nothing_of_what_was_taken_back(
    game: Game, alice: User, bob: User
) -> None:
    moderator = make_staff("moderator", "moderator")
    play_turns(game, 3)
    Seat.objects.filter(game=game).update(looked_at=None)
    taken = [str(move.turn) for move in game.hands.get().moves.all()]
    given = {"actor": moderator}
    act(game, turns_take_back, hand=1, keep=0, **given)
    act(game, game_pause, **given)
    act(game, game_resume, **given)
    act(game, game_extend, hours=1, **given)
    act(game, game_pass, seat=game.to_act, **given)
    number = game.seats.get(user=bob).number
    make_person("dora")
    act(game, seat_to_person, seat=number, handle="dora", **given)
    text, html = texts(row_of(Kind.TURN, game, alice))
    for body in (text, words(html).replace(" :", ":")):
        for told in (
            "A moderator took back turns",
            "A moderator paused the game",
            "A moderator resumed the game",
            "more time",
            "by a moderator",
            "A moderator gave a seat to another player: dora",
        ):
            assert told in body
        assert "A stand-in bot plays for" not in body
    assert text.count(WHY) == 6
    assert not any(f"picked up {short_card(turn.partition('<')[2])}" in text for turn in taken[1:] if "<" in turn)


def test_replaced_players_learn_it_without_access_to_a_private_table(alice: User, bob: User) -> None:
    game = lay_game([alice, bob], NewGame(seats=2, visibility=Game.Visibility.PRIVATE))
    play_turns(game, 2)
    make_person("dora")
    number = game.seats.get(user=bob).number
    row = act(game, seat_to_person, actor=make_staff("moderator", "moderator"), seat=number, handle="dora")
    notice = Notice.objects.get(kind="moderation", channel="mail", user=bob, about=row.pk)
    text, html = texts(notice)
    for body in (text, html):
        assert WHY in body
        assert "dora" in body
        assert game.public_id not in body
