"""The loader of a large site writes the rows that the site itself would have written."""

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest
from django.core.cache import cache
from django.db import connection, transaction
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoDbBlocker

from accounts.models import User
from games.engine import replay, state_from_json, verify_record
from games.engine.cards import Card
from games.history.record import game_record
from games.lobby.services import NewGame
from games.models import Game, Hand, HeadToHead, Move, RatingChange, SeasonStanding, SeatFigures
from games.ratings.totals.services import players, totals_wrong
from tests.bench.million.games import DIFFERENT, Made, game_make
from tests.bench.million.load import site_load
from tests.bench.million.plan import Plan, public_id_of
from tests.bench.million.regulars import HEAVY_SHARE, TOGETHER, heavy_handle, ordinary_handle, regulars_in
from tests.factories import make_game, make_person, play_out, take_turn

pytestmark = [pytest.mark.whole, pytest.mark.django_db]
# Enough for each status.
GAMES = 84


@pytest.fixture(scope="module")
def plan(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Plan]:
    """Loaded once; each test's own rows go back to a savepoint."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield site_load(GAMES)
        transaction.set_rollback(True)


def test_what_is_loaded_is_sound_and_can_be_looked_at(plan: Plan, client: Client) -> None:
    connection.check_constraints()
    assert Game.objects.count() == GAMES + plan.offers
    assert set(Game.objects.values_list("status", flat=True)) == set(Game.Status.values)
    games = list(Game.objects.exclude(status="open"))
    client.force_login(make_person("reader"))
    for game in games:
        assert verify_record(game_record(game, None)) == [], game.public_id
    for game in games[::8]:
        cache.clear()
        page = client.get(reverse("games:table", args=[game.public_id]))
        assert page.status_code == (404 if game.visibility == "private" else 200), game.public_id


@pytest.mark.usefixtures("plan")
def test_caches_say_what_the_turns_say() -> None:
    for hand in Hand.objects.select_related("game"):
        turns = Move.objects.valid().filter(hand=hand).order_by("number").values_list("turn", flat=True)
        deck = [Card.parse(text) for text in hand.deck]
        state = replay(deck, hand.game.seats_count, hand.leader, turns)
        assert state == state_from_json(hand.state)
        assert 10 <= hand.turns_count <= 30
        assert hand.moves.count() == hand.turns_count
        assert hand.game.to_act == (None if hand.game.ended_at else state.to_act)
        assert hand.moves.order_by("-number")[0].version <= hand.game.version


@pytest.mark.usefixtures("plan")
def test_the_site_goes_on_from_what_was_loaded(rng: random.Random) -> None:
    game = make_game([make_person("late"), make_person("later")], NewGame(seats=2, target=None))
    play_out(game, rng)
    assert verify_record(game_record(game, None)) == []
    loaded = Game.objects.filter(status="running", bot_acts=False, name="").order_by("pk")[0]
    take_turn(loaded, rng)
    assert verify_record(game_record(loaded, None)) == []


def test_results_are_worked_out_and_two_people_have_counted_games(plan: Plan) -> None:
    heavy, ordinary = (User.objects.get(handle=handle) for handle in (heavy_handle(), ordinary_handle()))
    for person, games in ((heavy, GAMES // HEAVY_SHARE), (ordinary, TOGETHER + GAMES // HEAVY_SHARE)):
        assert person.seats.filter(game__status="finished").count() == games
    assert HeadToHead.objects.get(user=heavy, other=ordinary).games == TOGETHER
    assert RatingChange.objects.exists()
    assert SeasonStanding.objects.exists()
    assert SeatFigures.objects.filter(hands=1).exists()
    for users in players():
        assert totals_wrong(users=users) == []


def test_later_games_repeat_hands_but_not_those_of_the_two_people(plan: Plan, rng: random.Random) -> None:
    large = replace(plan, games=10 * DIFFERENT, people=DIFFERENT)
    first, later = ([game_make(large, begin + number, rng) for number in range(40)] for begin in (0, DIFFERENT))
    over = [pair for pair in zip(first, later, strict=True) if pair[0].over and not _counted(large, *pair)]
    assert len(over) > 20
    assert all(one.shared is other.shared and one.people != other.people for one, other in over)
    assert all(one.anchor != other.anchor for one, other in over)
    own = next(number for number in range(DIFFERENT, large.games) if regulars_in(large, number))
    assert game_make(large, own, rng).played.opening.game_id == public_id_of(own)


def _counted(plan: Plan, *games: Made) -> bool:
    return any(regulars_in(plan, game.number) for game in games)
