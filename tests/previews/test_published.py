"""The preview of a published replay shows what its page shows: no name that is hidden, and nothing of other hands."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import User
from games.errors import NoSuchGame
from games.history.errors import NoSuchHand
from games.history.publication.services import PublicationAnswer, publication_answer, publication_ask
from games.models import Game, Publication
from games.previews import loading
from games.previews.drawing import HEIGHT, WIDTH
from odinsite.logs.hiding import hide_secrets
from tests.games_laid import finished_game
from tests.page_texts import queries_of
from tests.previews.heads import local, preview_at
from tests.previews.test_pictures import size_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def over(alice: User, bob: User) -> Game:
    return finished_game([alice, bob], recorded="target_10_of_two", visibility="private", name="bob's secret game")


@pytest.fixture
def publish(over: Game, alice: User, bob: User) -> Callable[..., Publication]:
    def published(hand: int | None = None, *, hides_name: bool = False) -> Publication:
        row = publication_ask(public_id=over.public_id, user=alice, hand=hand, hides_name=hides_name)
        answer(row, bob, "agree", hides_name=hides_name)
        return row

    return published


def answer(row: Publication, user: User, act: str, *, hides_name: bool = False) -> None:
    publication_answer(
        public_id=row.game.public_id,
        user=user,
        publication_id=row.pk,
        answer=PublicationAnswer(act),
        hides_name=hides_name,
    )


def turns_of(game: Game, hand: int) -> int:
    return game.hands.get(number=hand).moves.count()


def link(row: Publication, query: str = "") -> str:
    return f"/r/{row.token}/{query}"


def shown(row: Publication, hand: int, turn: int) -> str:
    """Everything that the preview tells about a turn."""
    scene = loading.published(row.token, hand, turn).scene
    return f"{sorted(preview_at(link(row, f'?hand={hand}&turn={turn}')).items())} {scene!r}"


def test_a_turn_has_a_picture_of_its_own_which_no_cache_keeps(publish: Callable[..., Publication]) -> None:
    row = publish()
    first, second = (preview_at(link(row, f"?hand=2&turn={turn}")) for turn in (1, 2))
    assert first["og:title"] == "Published replay: Hand 2"
    assert first["og:url"].endswith(f"/r/{row.token}/?hand=2&turn=1")
    assert first["og:image"] != second["og:image"]
    assert "oembed" not in first
    picture = Client().get(local(first["og:image"]))
    assert (picture.status_code, picture["Cache-Control"]) == (200, "no-store")
    assert size_of(picture.content) == (WIDTH, HEIGHT)
    assert row.token not in hide_secrets(first["og:image"])


def test_the_link_alone_shows_the_end_of_the_hand(publish: Callable[..., Publication], over: Game) -> None:
    row = publish()
    last = turns_of(over, 1)
    assert loading.published(row.token, 1, 0).scene == loading.published(row.token, 1, last).scene
    assert loading.published(row.token, 1, 0).scene.cards
    found = preview_at(link(row))
    assert found["og:description"] == preview_at(link(row, f"?hand=1&turn={last}"))["og:description"]
    assert ": 0 cards" in found["og:description"]


def test_hidden_names_and_the_games_own_are_not_in_it(publish: Callable[..., Publication], over: Game) -> None:
    row = publish(hides_name=True)
    for turn in range(turns_of(over, 1) + 1):
        told = shown(row, 1, turn)
        assert not any(name in told for name in ("alice", "bob", "secret", over.public_id))
        assert "Player 1" in told


def test_one_hands_previews_are_the_same_whatever_happened_in_the_others(
    publish: Callable[..., Publication], over: Game
) -> None:
    """Two worlds that differ in the hands that are not published."""
    row = publish(2)
    turns = range(turns_of(over, 2) + 1)
    before = [shown(row, 2, turn) for turn in turns]
    for hand in over.hands.exclude(number=2):
        hand.deck, hand.points = hand.deck[::-1], [7, 0]
        hand.save()
    Game.objects.filter(pk=over.pk).update(target=30)
    over.seats.update(points=99)
    assert [shown(row, 2, turn) for turn in turns] == before
    for other in (1, 3, 99):
        with pytest.raises(NoSuchHand):
            loading.published(row.token, other, 1)


def test_no_picture_is_there_before_all_agree_and_after_one_withdraws(
    over: Game, alice: User, bob: User, publish: Callable[..., Publication]
) -> None:
    row = publish()
    picture = local(preview_at(link(row))["og:image"])
    assert Client().get(picture).status_code == 200
    answer(row, alice, "end")
    assert Client().get(picture).status_code == 404
    asked = publication_ask(public_id=over.public_id, user=alice, hand=None, hides_name=False)
    with pytest.raises(NoSuchGame):
        loading.published(asked.token, 1, 1)
    assert preview_at(link(asked))["og:title"].startswith("Odin by web")


@pytest.mark.fast
def test_the_tags_ask_nothing_more(publish: Callable[..., Publication], over: Game) -> None:
    row = publish()
    visitor = Client()
    visitor.get(link(row))
    assert queries_of(lambda: visitor.get(link(row))) == 10
