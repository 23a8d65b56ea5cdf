"""Lists of games in the lobby."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Exists, F, OuterRef, Prefetch, Q, QuerySet, Value
from django.utils import timezone

from accounts.models import User
from games.engine import View, observe, set_value, state_from_json
from games.models import Absence, Game, Hand, Invitation, Seat
from games.people.block_selectors import block_between
from games.play.clock.absence_selectors import absences_since
from games.play.clock.selectors import Halt, clock_halt, urgent_at
from games.play.selectors import game_deadline, seat_names
from games.web.paging import Page, paged

RUNNING_PAGE = 24
OPEN_PAGE = 20
OFFERS_PAGE = 20
INVITATIONS_PAGE = 6
FINISHED = 5

_KEPT = Q(kind=Seat.Kind.PERSON, resigned_at__isnull=True)
_WAITS = Q(game__status=Game.Status.RUNNING, game__to_act=F("number"))
# By deadline, then by waiting time.
_URGENT = (F("game__deadline__due_at").asc(nulls_last=True), "game__waiting_since", "game_id")


@dataclass(frozen=True)
class OwnGame:
    """A running game in its player's lists; nothing hidden. `due_at`: None without a limit or in a pause. `halt`: why
    the clock is stopped outside a pause.
    """

    game: Game
    seats: list[Seat]
    mine: Seat
    acts: Seat
    hand: int
    view: View
    waits: bool
    due_at: datetime | None
    halt: Halt | None

    @property
    def value(self) -> int:
        """0 at a lead."""
        return set_value(self.view.table) if self.view.table else 0

    @property
    def urgent(self) -> bool:
        return self.due_at is not None and timezone.now() >= urgent_at(self.game, self.due_at)

    @property
    def owner_name(self) -> str:
        """Empty at a lead."""
        return "" if self.view.table_seat is None else seat_names(self.seats)[self.view.table_seat]

    @property
    def acts_name(self) -> str:
        return seat_names(self.seats)[self.acts.number]

    @property
    def asks(self) -> bool:
        """Whether the player wants to pause, or to end one."""
        return self.mine.pause_wanted_at is not None

    @property
    def asked_by(self) -> list[str]:
        """Names of others with that wish that the player has not answered; [] while a caretaker answers."""
        if self.asks or self.mine.held_by_id != self.mine.user_id:
            return []
        asked = (seat for seat in self.others if seat.pause_wanted_at is not None)
        return [seat_names(self.seats)[seat.number] for seat in asked]

    @property
    def others(self) -> list[Seat]:
        return [seat for seat in self.seats if seat.pk != self.mine.pk]


def waiting_seats(user: User) -> QuerySet[Seat]:
    """Most urgent first."""
    return Seat.objects.filter(_WAITS, held_by=user).order_by(*_URGENT)


def waiting_count(user: User) -> int:
    """One query."""
    return waiting_seats(user).count()


def waiting_ids(user: User) -> set[str]:
    """One query."""
    return set(waiting_seats(user).order_by().values_list("game__public_id", flat=True))


def next_waiting(user: User, after_public_id: str = "") -> Game | None:
    """The next waiting game in a circle, or the most urgent if this one does not wait. One query."""
    games = [seat.game for seat in waiting_seats(user).select_related("game")]
    place = next((place for place, game in enumerate(games) if game.public_id == after_public_id), None)
    if place is not None:
        games = games[place + 1 :] + games[:place]
    return games[0] if games else None


def seats_prefetch(prefix: str) -> Prefetch[str]:
    """In order, with people."""
    return Prefetch(prefix, queryset=Seat.objects.select_related("user").order_by("number"))


def own_games(user: User, number: int = 1) -> Page[OwnGame]:
    """Waiting games first, most urgent first. Four queries."""
    seats = (
        Seat.objects.filter(_KEPT, user=user, game__status__in=(Game.Status.RUNNING, Game.Status.PAUSED))
        .annotate(waits=_WAITS & Q(held_by=user))
        .select_related("game__deadline")
        .prefetch_related(
            Prefetch("game__seats", queryset=Seat.objects.select_related("user__preferences").order_by("number")),
            Prefetch(
                "game__hands",
                queryset=Hand.objects.filter(ended_at__isnull=True).defer("deck"),
                to_attr="running_hands",
            ),
        )
        .order_by("-waits", *_URGENT)
    )
    page = paged(seats, number, RUNNING_PAGE)
    at = timezone.now()
    absences = _absences([seat.game for seat in page.items], at)
    tables = [_own_game(seat, absences, at) for seat in page.items]
    return Page([table for table in tables if table is not None], page.number, page.has_next)


def _absences(games: Sequence[Game], at: datetime) -> dict[int, list[Absence]]:
    """During current waits, by account. At most one query."""
    waits = [row for game in games if (row := game_deadline(game)) is not None and row.user_id is not None]
    asked = {row.user_id for row in waits}
    people = {seat.user_id: seat.user for game in games for seat in game.seats.all() if seat.user_id in asked}
    first = min((row.since for row in waits), default=at)
    return absences_since(people.values(), first.date() - timedelta(days=1))


def _own_game(mine: Seat, absences: Mapping[int, Sequence[Absence]], at: datetime) -> OwnGame | None:
    """None if the game ended after the seats were read."""
    game = mine.game
    seats = list(game.seats.all())
    hands: list[Hand] = game.running_hands  # type: ignore[attr-defined] # the prefetch above
    if not hands:
        return None
    hand = hands[0]
    view = observe(state_from_json(hand.state), mine.number, points=[seat.points for seat in seats], target=game.target)
    waits: bool = mine.waits  # type: ignore[attr-defined] # annotated above
    acts = seats[game.to_act or 0]
    row = game_deadline(game)
    if row is None or row.user_id is None or game.pace == Game.Pace.NONE or game.status == Game.Status.PAUSED:
        # Without a pace only the caretaker acts, after months.
        return OwnGame(game, seats, mine, acts, hand.number, view, waits, None, None)
    halt = clock_halt(game, seats[row.seat], row, absences.get(row.user_id, ()), at)
    return OwnGame(game, seats, mine, acts, hand.number, view, waits, row.due_at, halt)


def own_offers(user: User, number: int = 1) -> Page[Seat]:
    """Newest game first. Two queries."""
    seats = Seat.objects.filter(_KEPT, user=user, game__status=Game.Status.OPEN)
    rows = seats.select_related("game__host").prefetch_related(seats_prefetch("game__seats")).order_by("-game_id")
    return paged(rows, number, OPEN_PAGE)


def open_offers(viewer: User | None, seats: int | None = None, number: int = 1) -> Page[Game]:
    """Public games with a free seat and no block with the host, newest first; `is_mine` if the viewer is seated. Two
    queries.
    """
    mine = Exists(Seat.objects.filter(game=OuterRef("pk"), user=viewer)) if viewer is not None else Value(False)
    games = (
        Game.objects.filter(status=Game.Status.OPEN, visibility=Game.Visibility.PUBLIC, full_at__isnull=True)
        .annotate(is_mine=mine)
        .select_related("host")
    )
    if viewer is not None:
        games = games.filter(~block_between(viewer, "host"))
    if seats is not None:
        games = games.filter(seats_count=seats)
    return paged(games.prefetch_related(seats_prefetch("seats")).order_by("-created_at", "-pk"), number, OFFERS_PAGE)


def public_games(number: int = 1) -> Page[Game]:
    """Latest turn first. Two queries."""
    being_played = (Game.Status.RUNNING, Game.Status.PAUSED)
    games = Game.objects.filter(status__in=being_played, visibility=Game.Visibility.PUBLIC)
    return paged(games.prefetch_related(seats_prefetch("seats")).order_by("-changed_at", "-pk"), number, OFFERS_PAGE)


def ended_games(number: int = 1) -> Page[Game]:
    """Newest first, with cancelled and private ones (FAIRDEAL, point 6), of which show only id, anchor and ending. Two
    queries.
    """
    games = Game.objects.filter(status__in=(Game.Status.FINISHED, Game.Status.CANCELLED))
    return paged(games.prefetch_related(seats_prefetch("seats")).order_by("-pk"), number, OFFERS_PAGE)


def open_invitations(user: User, number: int = 1) -> Page[Invitation]:
    """Newest first, without those of blocked people. One query."""
    seated = Seat.objects.filter(game=OuterRef("game"), user=user)
    rows = Invitation.objects.filter(
        ~Exists(seated),
        ~block_between(user, "invited_by"),
        ~block_between(user, "game__host"),
        user=user,
        declined_at__isnull=True,
        game__status=Game.Status.OPEN,
        game__full_at__isnull=True,
    )
    return paged(rows.select_related("game", "invited_by").order_by("-created_at", "-pk"), number, INVITATIONS_PAGE)


def last_finished(user: User) -> list[Seat]:
    """Two queries."""
    seats = Seat.objects.filter(user=user, kind=Seat.Kind.PERSON, game__status=Game.Status.FINISHED)
    rows = seats.select_related("game").prefetch_related(seats_prefetch("game__seats"))
    return list(rows.order_by("-game__ended_at", "-game_id")[:FINISHED])
