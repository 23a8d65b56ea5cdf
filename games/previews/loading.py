"""Loads what a preview's picture shows, as a visitor may see it. Each raises NoSuchGame, NoSuchHand or Http404 for what
a visitor may not see.
"""

from __future__ import annotations

from django.http import Http404

from games.errors import NoSuchGame
from games.history.publication.public import published_hand, published_replay
from games.history.replay import hand_replay
from games.lobby.room import waiting_room
from games.models import Game
from games.play.selectors import invited_game, visible_game
from games.previews.pages import (
    invitation_preview,
    profile_preview,
    published_preview,
    replay_preview,
    table_preview,
)
from games.previews.preview import Preview
from games.ratings import profile as profiles
from games.table import table_view


def invitation(token: str) -> Preview:
    return invitation_preview(waiting_room(invited_game(token), None, by_link=True), token)


def room(public_id: str) -> Preview:
    """An open public game's, or what has become of it."""
    found = visible_game(public_id, None)
    if found.status == Game.Status.OPEN:
        return invitation_preview(waiting_room(found, None), "")
    return table(public_id)


def table(public_id: str) -> Preview:
    return table_preview(table_view(_started_game(public_id), None))


def replay(public_id: str, hand: int | None, turn: int | None) -> Preview:
    """A turn's; None for the newest hand and its last turn."""
    shown = hand_replay(_started_game(public_id), None, hand=hand)
    return replay_preview(shown, shown.last if turn is None else min(turn, shown.last))


def published(token: str, hand: int, turn: int) -> Preview:
    """A turn's of a published replay."""
    found = published_replay(token)
    shown = published_hand(found, hand)
    return published_preview(found, shown, min(turn, shown.last))


def _started_game(public_id: str) -> Game:
    found = visible_game(public_id, None)
    if found.started_at is None:
        raise NoSuchGame(public_id)
    return found


def profile(handle: str) -> Preview:
    player = profiles.player(handle)
    if player is None or player.merged_into is not None:
        raise Http404
    tallies = profiles.tallies(player)
    preview = profile_preview(player, sum(one.played for one in tallies), sum(one.won for one in tallies))
    if preview is None:
        raise Http404
    return preview
