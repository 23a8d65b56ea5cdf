"""Publishing the replay of a private game, by its players."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.errors import Refused
from games.history.errors import PublicationReason
from games.models import Game, Intervention, Publication, Seat
from games.play.locking import lock_game
from games.play.selectors import seat_names
from games.table.clock_words import still_to_agree
from games.web.sentences import in_a_row

AGAIN_AFTER: Final = timedelta(days=7)


class PublicationAnswer(StrEnum):
    AGREE = "agree"
    END = "end"
    HIDE = "hide"
    SHOW = "show"


@transaction.atomic(durable=True)
def publication_ask(*, public_id: str, user: User, hand: int | None, hides_name: bool) -> Publication:
    """Ask the other players to publish all hands, or one. Locks the game. Raises NoSuchGame without a seat, Refused."""
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
    return Publication.objects.create(
        game=game, hand=hand, asked_by=seat.number, agreed=mine, hidden=mine if hides_name else [], asked_at=now
    )


@transaction.atomic(durable=True)
def publication_answer(
    *, public_id: str, user: User, publication_id: int, answer: PublicationAnswer, hides_name: bool = False
) -> None:
    """Agree with the publication, end it, or hide or show the player's own name. Locks the game. Raises NoSuchGame
    without a seat, Refused(CHANGED) for another request than the game's current one.
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
    row.save(update_fields=["agreed", "hidden", "ended_at", "ended_by"])


def may_publish(game: Game) -> bool:
    """Whether players may publish the replay: of a finished private game in which no seat went to another person."""
    if game.status != Game.Status.FINISHED or game.visibility != Game.Visibility.PRIVATE:
        return False
    return not game.interventions.filter(kind=Intervention.Kind.REPLACE).exists()


def current_publication(game: Game) -> Publication | None:
    """The request or publication that has not ended."""
    return Publication.objects.filter(game=game, ended_at__isnull=True).first()


def asks_again_at(game: Game, seat: int) -> datetime | None:
    """When the player may ask again, after another player or a moderator ended the last publication."""
    last = Publication.objects.filter(game=game, ended_at__isnull=False).order_by("-ended_at").first()
    if last is None or last.ended_at is None or last.ended_by == seat:
        return None
    return last.ended_at + AGAIN_AFTER


def missing(publication: Publication, seats: list[Seat]) -> list[Seat]:
    """The seats of people who have yet to agree. Nobody waits for people who cannot log in."""
    return [
        seat
        for seat in seats
        if seat.kind == Seat.Kind.PERSON
        and seat.number not in publication.agreed
        and seat.user.can_log_in
        and not seat.user.is_suspended
    ]


def seats_of(game: Game) -> list[Seat]:
    return list(game.seats.select_related("user").order_by("number"))


@dataclass(frozen=True, slots=True)
class PublicationPanel:
    """A player's view of the publication of their game. `row`: None before a request. `missing`: words about those
    who have yet to agree, "" once it is public; `again_at`: when the player may ask again, None if now.
    """

    row: Publication | None
    asker: str
    mine: bool
    agreed: bool
    hides_name: bool
    missing: str
    again_at: datetime | None


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
        return PublicationPanel(None, "", mine=False, agreed=False, hides_name=False, missing="", again_at=later)
    waits = [names[other.number] for other in missing(row, seats)]
    return PublicationPanel(
        row,
        names[row.asked_by],
        mine=row.asked_by == seat.number,
        agreed=seat.number in row.agreed,
        hides_name=seat.number in row.hidden,
        missing=still_to_agree(in_a_row(waits)) if waits else "",
        again_at=None,
    )
