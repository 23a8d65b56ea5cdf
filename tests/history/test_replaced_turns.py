"""A seat's new player does not own earlier turns, nor learns which of them were planned."""

from __future__ import annotations

import pytest

from accounts.decisions.double_accounts import double_merge
from accounts.models import User
from games.history.record import game_record
from games.lobby.services import NewGame
from games.models import Game, Notice, Seat
from games.moderation.acts import seat_to_person
from games.notices.mail.facts import game_mail
from games.play.standing_orders import Order, OrderKind, order_play, orders_set
from games.play.turn import turn_play
from games.table import table_view
from tests.factories import make_person, make_staff
from tests.games_laid import lay_game
from tests.games_laid.cards import lay
from tests.moderation.moderator_acts import act

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(alice: User, bob: User) -> Game:
    game = lay_game([alice, bob], NewGame(seats=2, target=30))
    lay(game, "R6 B6 K9", "R5 R7 B7 G3", to_act=1)
    turn_play(public_id=game.public_id, user=bob, version=game.version, text="R5")
    Seat.objects.filter(game=game).update(looked_at=game.started_at)
    orders_set(public_id=game.public_id, user=bob, order=Order(OrderKind.ROUND, hand=1, round=1))
    game.refresh_from_db()
    turn_play(public_id=game.public_id, user=alice, version=game.version, text="R6")
    game.refresh_from_db()
    order_play(game_id=game.pk, version=game.version)
    game.refresh_from_db()
    return game


def in_record(game: Game, viewer: User | None) -> list[str]:
    return [turn["by"] for turn in game_record(game, viewer)["hands"][0]["turns"]]


def on_page(game: Game, viewer: User | None) -> list[str]:
    """How each turn was taken, oldest first."""
    entries = [entry for past in table_view(game, viewer).rounds for entry in past.entries]
    return [entry.by for entry in reversed(entries) if entry.kind in ("lead", "play", "pass")]


def in_mail(game: Game, reader: User) -> list[tuple[str, str]]:
    """The turns in an email, and how they were taken."""
    notice = Notice.objects.filter(game=game, user=reader, channel="mail").latest("pk")
    lines = game_mail(notice).since.lines
    return [(line.kind, line.by) for line in lines if line.kind in ("play", "pass")]


def test_a_new_seat_owner_sees_only_public_facts_of_its_turns(game: Game, alice: User, bob: User) -> None:
    moderator, charlie = make_staff("moderator", "moderator"), make_person("charlie")
    secret, public = ["player", "player", "auto"], ["player", "player", "player"]
    assert (in_record(game, bob), on_page(game, bob)) == (secret, secret)
    act(game, seat_to_person, actor=moderator, seat=1, handle="charlie")
    for viewer in (charlie, alice, None):
        assert (in_record(game, viewer), on_page(game, viewer)) == (public, public)
    assert in_mail(game, charlie) == [("play", ""), ("play", ""), ("pass", "")]


def test_merged_accounts_still_see_their_own_turns(game: Game, alice: User, bob: User) -> None:
    make_person("robert")
    double_merge(actor=make_staff("anna", "administrator"), user=bob, handle="robert", reason="The same.")
    game.refresh_from_db()
    robert = User.objects.get(handle="robert")
    assert in_record(game, robert) == on_page(game, robert) == ["player", "player", "auto"]
    assert in_record(game, alice) == on_page(game, alice) == ["player", "player", "player"]
