"""`{% publication_request %}`: the request to publish a game that a player has yet to answer, for the game's page."""

from __future__ import annotations

from dataclasses import dataclass

from django import template
from django.db.models import OuterRef, Subquery

from accounts.models import User
from games.history.publication.selectors import may_publish, seats_of
from games.models import Publication, Seat
from games.play.selectors import seat_names

register = template.Library()


@dataclass(frozen=True, slots=True)
class PublicationRequest:
    """`hand`: None for all hands."""

    asker: str
    hand: int | None


@register.simple_tag
def publication_request(public_id: str, user: User) -> PublicationRequest | None:
    """None without a request that waits for the person's answer. One query, at most three."""
    own = Seat.objects.filter(game=OuterRef("game"), user=user.pk, kind=Seat.Kind.PERSON)
    waiting = Publication.objects.filter(game__public_id=public_id, published_at=None, ended_at=None)
    row = waiting.select_related("game").annotate(seat=Subquery(own.values("number")[:1])).first()
    seat: int | None = getattr(row, "seat", None)
    if row is None or seat is None or seat in row.agreed or not may_publish(row.game):
        return None
    return PublicationRequest(seat_names(seats_of(row.game))[row.asked_by], row.hand)
