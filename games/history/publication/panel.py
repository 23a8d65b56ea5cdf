"""A player's view of the publication of their game."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone

from accounts.models import User
from games.history.publication.selectors import (
    asks_again_at,
    current_publication,
    may_publish,
    missing,
    seats_of,
)
from games.history.publication.upkeep import OBJECT_WITHIN
from games.models import Game, Publication, Seat
from games.play.selectors import seat_names
from games.table.clock_words import still_to_agree
from games.web.sentences import in_a_row


@dataclass(frozen=True, slots=True)
class PublicationPanel:
    """`row`: None before a request. `seat`: the player's. `missing`: words about those who have yet to agree, "" if
    all did; `due_at`: when it becomes public without an objection, None until all players know of it; `again_at`: when
    the player may ask again, None if now.
    """

    row: Publication | None
    seat: int
    asker: str = ""
    agreed: bool = False
    hides_name: bool = False
    missing: str = ""
    due_at: datetime | None = None
    again_at: datetime | None = None

    @property
    def unseen(self) -> bool:
        """Whether the player has a request to answer that no page has shown them."""
        row = self.row
        return row is not None and row.published_at is None and not self.agreed and self.seat not in row.seen


def publication_panel(game: Game, user: User | None) -> PublicationPanel | None:
    """None for people without a seat and games that cannot be published. At most four queries."""
    if user is None or not may_publish(game):
        return None
    seats = seats_of(game)
    seat = next((seat for seat in seats if seat.user_id == user.pk and seat.kind == Seat.Kind.PERSON), None)
    if seat is None:
        return None
    row, names = current_publication(game), seat_names(seats)
    if row is None:
        again = asks_again_at(game, seat.number)
        later = again if again is not None and again > timezone.now() else None
        return PublicationPanel(None, seat.number, again_at=later)
    waits = [names[other.number] for other in missing(row, seats)] if row.published_at is None else []
    return PublicationPanel(
        row,
        seat.number,
        asker=names[row.asked_by],
        agreed=seat.number in row.agreed,
        hides_name=seat.number in row.hidden,
        missing=still_to_agree(in_a_row(waits)) if waits else "",
        due_at=row.told_at + OBJECT_WITHIN if row.told_at is not None else None,
    )
