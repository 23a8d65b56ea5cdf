"""No preview has a hidden card: neither its tags, nor oEmbed's answer, nor what its picture is drawn from."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from accounts.models import User
from games.daily.calendar import today
from games.daily.challenges import challenge_make
from games.daily.owner import Owner
from games.daily.services import day_begin
from games.models import Game
from games.previews import loading
from games.previews.drawing import Scene
from games.previews.drawing.picture import svg
from games.previews.pages import site_preview
from tests.factories import state_of
from tests.games_laid import finished_game, game_at
from tests.moderation.moderator_acts import hand_of
from tests.previews.heads import local, preview_at
from tests.recorded_games import recording
from tests.table.tables import cards_told, game_url, hidden_from

pytestmark = pytest.mark.django_db

# Of the moments of a hand, to save time.
EACH = 3
RECORDED = "target_20_of_four_with_bot"


def shown_by(scene: Scene) -> str:
    """The picture's values and its drawing, whose text is all in them."""
    return f"{scene!r} {' '.join(scene.cards)} {svg(scene)}"


def leaks(hidden: set[str], *texts: str) -> set[str]:
    return hidden & {card for text in texts for card in cards_told(text)}


def test_previews_of_running_games_show_no_hidden_card(alice: User, bob: User, charlie: User) -> None:
    one = recording(RECORDED)
    told: set[str] = set()
    for place, state in [moment for moment in one.moments() if moment[0].hand == 2][::EACH]:
        game = game_at([alice, bob, charlie], place, recorded=RECORDED)
        hidden = hidden_from(state, hand_of(game).deck, None)
        page, replay = preview_at(game_url("table", game)), preview_at(game_url("replay", game))
        embed = Client().get(local(page["oembed"])).content.decode()
        scenes = (loading.table(game.public_id).scene, loading.replay(game.public_id, None, None).scene)
        texts = [*page.values(), *replay.values(), embed, *map(shown_by, scenes)]
        assert leaks(hidden, *texts) == set(), place
        told |= {card for text in texts for card in cards_told(text)}
    assert told


def test_previews_of_shared_hands_show_no_card(alice: User, bob: User) -> None:
    """To people who have not played them, all cards are hidden. The picture is the site's."""
    over = finished_game([alice, bob], recorded="single_hand_of_two")
    challenge = challenge_make(user=alice, public_id=over.public_id, number=1, bot="hirdman")
    today_hand = day_begin(day=today(), owner=Owner(alice)).hand
    pages = {
        f"/daily/{today()}/": today_hand,
        reverse("games:challenge", args=[challenge.public_id]): challenge.hand,
    }
    for path, hand in pages.items():
        found = preview_at(path)
        assert found["og:title"] != preview_at("/")["og:title"]
        assert found["og:image"] == _site_picture(found["og:locale"])
        assert leaks(set(hand.deck), *found.values()) == set()
        assert leaks(set(hand.deck), f"{found['og:description']} {hand.deck[0]}") == {hand.deck[0]}


def _site_picture(language: str) -> str:
    with translation.override(language):
        return site_preview().picture_url


def test_the_scanner_finds_a_planted_card(game: Game) -> None:
    hidden = hidden_from(state_of(game), hand_of(game).deck, None)
    card = min(hidden)
    scene = loading.table(game.public_id).scene
    assert leaks(hidden, shown_by(scene)) == set()
    assert leaks(hidden, shown_by(replace(scene, cards=(card,)))) == {card}
    assert leaks(hidden, shown_by(replace(scene, heading=f"bob holds {card}"))) == {card}
