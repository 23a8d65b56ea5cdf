"""A game with an unreadable secret is cancelled and holds up nothing else."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from games.account_events.closing import account_games_close
from games.models import FairChain, Game, Hand
from games.play.seats.resign import seat_resign
from games.sweeps import starts_sweep
from tests.factories import make_game
from tests.games_laid import Place, game_at, lay_game, turn_next

pytestmark = pytest.mark.django_db


def lose_chain(game: Game) -> None:
    FairChain.objects.filter(game=game).update(sealed=b"lost")


def assert_cancelled(game: Game) -> None:
    game.refresh_from_db()
    assert (game.status, game.ending, game.to_act) == (Game.Status.CANCELLED, Game.Ending.CANCELLED, None)
    assert not Hand.objects.filter(game=game, ended_at__isnull=True).exists()
    assert not game.seats.filter(is_winner=True).exists()


def test_by_the_turn_that_ends_a_hand(alice: User, bob: User) -> None:
    game = game_at([alice, bob], Place(1, -1), recorded="target_30_of_two")
    lose_chain(game)
    turn_next(game)
    assert_cancelled(game)
    hand = Hand.objects.get(game=game)
    assert (hand.voided, hand.seed, hand.points) == (True, "", None)


def test_by_a_resignation_and_by_a_closing_account(alice: User, bob: User) -> None:
    for leave in (
        lambda game: seat_resign(public_id=game.public_id, user=alice),
        lambda game: account_games_close(user=alice),
    ):
        game = lay_game([alice, bob])
        lose_chain(game)
        leave(game)
        assert_cancelled(game)


def test_at_the_start_and_the_next_game_starts_all_the_same(alice: User, bob: User) -> None:
    lost, sound = (make_game([alice, bob], contribute=False) for _game in range(2))
    lose_chain(lost)
    for days, game in enumerate((sound, lost), start=1):
        Game.objects.filter(pk=game.pk).update(contributions_due_at=timezone.now() - timedelta(days=days))
    assert starts_sweep() == 2
    sound.refresh_from_db()
    assert_cancelled(lost)
    assert sound.status == Game.Status.RUNNING
