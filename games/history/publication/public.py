"""The public page of a published replay, and all that it may show."""

from __future__ import annotations

from dataclasses import dataclass, replace

from django.utils.translation import gettext

from games.errors import NoSuchGame
from games.history.errors import NoSuchHand
from games.history.publication.selectors import may_publish, seats_of
from games.history.replay import Replay, hand_replay
from games.models import Game, Publication, Seat
from games.play.selectors import seat_names


@dataclass(frozen=True, slots=True)
class PublishedReplay:
    """A public replay. `names` by seat, as everybody reads them; `aliases`: those of people whose names are hidden."""

    publication: Publication
    game: Game
    names: tuple[str, ...]
    aliases: dict[int, str]


def published_replay(token: str) -> PublishedReplay:
    """The replay of a link. Two queries, three for a link that works. Raises NoSuchGame unless it is public."""
    row = (
        Publication.objects.select_related("game")
        .filter(token=token, published_at__isnull=False, ended_at__isnull=True)
        .first()
    )
    if row is None or not may_publish(row.game):
        raise NoSuchGame("of this link")
    seats = seats_of(row.game)
    aliases = _aliases(row, seats)
    names = [aliases.get(seat.number, name) for seat, name in zip(seats, seat_names(seats), strict=True)]
    return PublishedReplay(row, row.game, tuple(names), aliases)


def published_hand(found: PublishedReplay, asked: int | None) -> Replay:
    """The hand as everybody may see it: without other hands, their points and the goal if one hand is published.
    Raises NoSuchHand.
    """
    only = found.publication.hand
    if only is not None and asked not in (None, only):
        raise NoSuchHand(asked)
    replay = hand_replay(found.game, None, hand=only or asked or 1, aliases=found.aliases)
    if only is None:
        return replay
    lines = tuple(replace(line, totals=line.scored) for line in replay.hands if line.number == only)
    return replace(replay, hands=lines, points=(0,) * len(replay.players), target=None)


def _aliases(row: Publication, seats: list[Seat]) -> dict[int, str]:
    """Names in place of those of people who hide theirs, never agreed, or cannot log in any more."""
    return {
        seat.number: gettext("Player {number}").format(number=seat.number + 1)
        for seat in seats
        if seat.kind == Seat.Kind.PERSON
        and (seat.number in row.hidden or seat.number not in row.agreed or not seat.user.can_take_part)
    }
