"""A finished game whose record is broken opens without a saga."""

import random

import pytest
from django.urls import reverse

from accounts.models import User
from games.lobby.services import NewGame
from games.models import Game
from tests.clients import ClientOf
from tests.factories import take_turn
from tests.games_laid import lay_game
from tests.page_texts import words_of


@pytest.mark.django_db
def test_a_game_whose_turns_do_not_follow_from_its_deal_has_no_saga(
    alice: User, bob: User, client_of: ClientOf, rng: random.Random
) -> None:
    game = lay_game([alice, bob], NewGame(seats=2, target=None))
    while game.ended_at is None:
        take_turn(game, rng)
        game.refresh_from_db()
    page = reverse("games:table", args=[game.public_id])
    assert "The saga" in words_of(client_of(alice).get(page))
    hand = game.hands.get()
    hand.deck = hand.deck[::-1]
    hand.save(update_fields=["deck"])
    # Facts are cached by version.
    Game.objects.filter(pk=game.pk).update(version=game.version + 1)
    answer = client_of(alice).get(page)
    assert answer.status_code == 200
    assert "The saga" not in words_of(answer)
