"""Requests to publish replays: who may make one, and who has yet to answer."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from games.models import Game, Intervention, Publication, Seat

AGAIN_AFTER: Final = timedelta(days=7)


def may_publish(game: Game) -> bool:
    """Whether players may publish the replay: of a finished private game in which no seat went to another person."""
    if game.status != Game.Status.FINISHED or game.visibility != Game.Visibility.PRIVATE:
        return False
    return not game.interventions.filter(kind=Intervention.Kind.REPLACE).exists()


def current_publication(game: Game) -> Publication | None:
    """The request or publication that has not ended."""
    return Publication.objects.filter(game=game, ended_at__isnull=True).first()


def asks_again_at(game: Game, seat: int) -> datetime | None:
    """When the player may ask again, after another player or a moderator ended the last publication. Nobody waits after
    a request that its asker withdrew.
    """
    last = Publication.objects.filter(game=game, ended_at__isnull=False).order_by("-ended_at").first()
    if last is None or last.ended_at is None or last.ended_by == seat:
        return None
    if last.published_at is None and last.ended_by == last.asked_by:
        return None
    return last.ended_at + AGAIN_AFTER


def missing(publication: Publication, seats: list[Seat]) -> list[Seat]:
    """The seats of people who have yet to agree. Nobody waits for people who cannot log in."""
    return [
        seat
        for seat in seats
        if seat.kind == Seat.Kind.PERSON and seat.number not in publication.agreed and seat.user.can_take_part
    ]


def seats_of(game: Game) -> list[Seat]:
    return list(game.seats.select_related("user").order_by("number"))
