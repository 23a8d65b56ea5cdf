"""Publishing the replay of a private game, by its players."""

from __future__ import annotations

from enum import StrEnum

from django.db import transaction
from django.db.models import F, Func, Value

from accounts.models import User
from games.errors import Refused
from games.history.errors import PublicationReason
from games.history.publication.selectors import (
    asks_again_at,
    current_publication,
    may_publish,
    missing,
    seats_of,
)
from games.models import Publication
from games.outbox.decisions import publication_notice_write
from games.play.locking import lock_game


class PublicationAnswer(StrEnum):
    AGREE = "agree"
    END = "end"
    HIDE = "hide"
    SHOW = "show"


@transaction.atomic(durable=True)
def publication_ask(*, public_id: str, user: User, hand: int | None, hides_name: bool) -> Publication:
    """Ask the other players to publish all hands, or one, and notify them. It is public at once if there is no one to
    ask. Locks the game. Raises NoSuchGame without a seat, Refused.
    """
    locked = lock_game(public_id, player=user)
    game, seat, now = locked.game, locked.seat, locked.now
    if not may_publish(game):
        raise Refused(PublicationReason.NOT_THIS_GAME)
    if hand is not None and not game.hands.filter(number=hand, points__isnull=False, voided=False).exists():
        raise Refused(PublicationReason.NO_SUCH_HAND)
    if current_publication(game) is not None:
        raise Refused(PublicationReason.ASKED_ALREADY)
    again = asks_again_at(game, seat.number)
    if again is not None and again > now:
        raise Refused(PublicationReason.TOO_SOON)
    mine = [seat.number]
    row = Publication(
        game=game, hand=hand, asked_by=seat.number, agreed=mine, hidden=mine if hides_name else [], asked_at=now
    )
    others = missing(row, seats_of(game))
    row.published_at = None if others else now
    row.save()
    for other in others:
        publication_notice_write(row, other.user, now)
    return row


@transaction.atomic(durable=True)
def publication_answer(
    *, public_id: str, user: User, publication_id: int, answer: PublicationAnswer, hides_name: bool = False
) -> None:
    """Agree with the publication, end it, or hide or show the player's own name. It is public at once when all agree.
    Locks the game. Raises NoSuchGame without a seat, Refused(CHANGED) for another request than the game's current one.
    """
    locked = lock_game(public_id, player=user)
    row = current_publication(locked.game)
    if row is None or row.pk != publication_id:
        raise Refused(PublicationReason.CHANGED)
    number = locked.seat.number
    hides_name = answer is PublicationAnswer.HIDE or (answer is PublicationAnswer.AGREE and hides_name)
    if answer is PublicationAnswer.END:
        row.ended_at, row.ended_by = locked.now, number
    else:
        row.hidden = [other for other in row.hidden if other != number] + [number] * hides_name
    if answer is PublicationAnswer.AGREE and number not in row.agreed:
        row.agreed.append(number)
        if row.published_at is None and not missing(row, seats_of(locked.game)):
            row.published_at = locked.now
    row.save(update_fields=["agreed", "hidden", "published_at", "ended_at", "ended_by"])


def publication_see(*, publication_id: int, seat: int) -> None:
    """Note that the seat's player has seen the request on a page. One query."""
    seen = Func(F("seen"), Value(seat), function="array_append", output_field=Publication._meta.get_field("seen"))
    rows = Publication.objects.filter(pk=publication_id, published_at=None, ended_at=None)
    rows.exclude(seen__contains=[seat]).update(seen=seen)
