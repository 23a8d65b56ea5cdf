"""The rematch of a finished game, as one viewer may see it."""

from __future__ import annotations

from django.db.models import OuterRef

from accounts.fast.queries import is_found
from accounts.models import User
from games.models import Game, Seat
from games.models.game import GIVEN_UP
from games.people.block_selectors import blocked_pairs
from games.play.selectors import visible_games
from games.table.view_model import Rematch


def table_rematch(game: Game, viewer: User | None, *, seated: bool) -> Rematch | None:
    """The rematch. None before the end, and if there is nothing to request or see. One query, and two more for one to
    join.
    """
    if game.status != Game.Status.FINISHED:
        return None
    seen = is_found(visible_games(viewer).filter(pk=OuterRef("pk")))
    # If one was given up, another may be requested.
    known = Game.objects.filter(rematch_of=game).exclude(GIVEN_UP).annotate(seen=seen).first()
    if known is None:
        return Rematch("", (), may_ask=True) if seated else None
    if not known.seen:
        return None
    if not seated or viewer is None or known.status != Game.Status.OPEN:
        return Rematch(known.public_id, (), may_ask=False)
    return _to_join(known, viewer)


def _to_join(known: Game, viewer: User) -> Rematch | None:
    seats = list(known.seats.select_related("user").order_by("number"))
    theirs = {seat.user_id for seat in seats}
    if viewer.pk in theirs or len(seats) == known.seats_count:
        return Rematch(known.public_id, (), may_ask=False)
    if any(viewer.pk in pair for pair in blocked_pairs({viewer.pk, *theirs})):
        return None
    names = tuple(seat.user.name for seat in seats if seat.kind == Seat.Kind.PERSON)
    return Rematch(known.public_id, names, may_ask=True)
