"""Lists of games in the lobby, and what bots won."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import OuterRef, QuerySet, Sum
from django.utils import timezone

from accounts.fast.pipeline import pipeline
from accounts.fast.queries import SAMPLE_IDS, PreparedQuery, equals_any, prefetched
from accounts.models import User
from games.clocks import Pace
from games.engine import View, observe, set_value, state_from_json
from games.lobby.list_queries import (
    ALL,
    ENDED,
    FINISHED_SEATS,
    HANDS,
    INVITATIONS,
    OFFERS,
    OFFERS_PAGE,
    OPEN,
    OPEN_TO,
    OWN,
    OWN_WAITS,
    PUBLIC,
    URGENT,
    WAITING,
    OpenFilter,
    open_offers_of,
    seats_waiting,
)
from games.lobby.standing_rows import StandingInvitationRow, StandingRow, invitation_rows, standing_rows
from games.models import Absence, Game, Hand, Invitation, Pool, QueueEntry, SeasonStanding, Seat
from games.people.friend_selectors import ONLINE_FOR
from games.play.clock.absence_selectors import absences_since, local_today
from games.play.clock.selectors import Halt, clock_halt, urgent_at
from games.play.selectors import game_deadline, seat_names
from games.web.paging import Page, paged

HOSTED_WINDOW: Final = 100
MIN_BOT_GAMES: Final = 20
"""Rated games after which a bot's share of victories is shown."""

_SEATS: Final = PreparedQuery(
    lambda games: Seat.objects.filter(equals_any("game_id", games)).select_related("user").order_by("number"),
    games=SAMPLE_IDS,
)


class GameKind(StrEnum):
    """A kind of game whose options the form remembers apart from the others."""

    FRIENDS = "friends"
    LIVE = "live"
    BOTS = "bots"


@dataclass(frozen=True)
class Hosted:
    """A game that the person created, with the names of the bots it was created with."""

    game: Game
    bots: tuple[str, ...] = ()

    @property
    def kind(self) -> GameKind:
        if len(self.bots) == self.game.seats_count - 1:
            return GameKind.BOTS
        return GameKind.LIVE if Pace(self.game.pace).is_live else GameKind.FRIENDS


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
    def is_unhurried(self) -> bool:
        """Whether the game is against bots alone, without a time limit."""
        return self.game.pace == Game.Pace.NONE and all(seat.kind == Seat.Kind.BOT for seat in self.others)

    @property
    def left_to_bot(self) -> bool:
        """Whether a stand-in plays for the person, who may take the seat back."""
        return self.mine.held_by_id != self.mine.user_id

    @property
    def value(self) -> int:
        """The value of the set to beat; 0 at a lead."""
        return set_value(self.view.table) if self.view.table else 0

    @property
    def urgent(self) -> bool:
        return self.due_at is not None and timezone.now() >= urgent_at(self.game, self.due_at)

    @property
    def owner_name(self) -> str:
        """The name of the player whose set is to beat; "" at a lead."""
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
        """Names of others with a request that the player has not answered; [] while a stand-in bot answers."""
        if self.asks or self.left_to_bot:
            return []
        asked = (seat for seat in self.others if seat.pause_wanted_at is not None)
        return [seat_names(self.seats)[seat.number] for seat in asked]

    @property
    def others(self) -> list[Seat]:
        return [seat for seat in self.seats if seat.pk != self.mine.pk]


@dataclass(frozen=True)
class OwnLists:
    """The person's lists. `tables`: waiting games first, most urgent first, unhurried ones last; `offers`: newest
    first; `invitations`: newest first, without those of blocked people; `finished`: the last ones; `queued`: the entry
    in the queue; `standing`: standing tables to begin or to answer;
    `standing_invitations`: newest first.
    """

    tables: Page[OwnGame]
    offers: Page[Seat]
    invitations: Page[Invitation]
    finished: list[Seat]
    queued: QueueEntry | None
    standing: tuple[StandingRow, ...]
    standing_invitations: tuple[StandingInvitationRow, ...]


def waiting_count(user: User) -> int:
    """The number of games that wait for the person's turn. One query."""
    return len(waiting_ids(user))


def waiting_ids(user: User) -> set[str]:
    """Public ids of the games in which others or a clock wait for the person's turn. One query."""
    return {public_id for (public_id,) in WAITING.fetch(user=user.pk)}


def waiting_seats(user: User) -> QuerySet[Seat]:
    """The person's seats whose turn it is, most urgent first, without unhurried games."""
    return seats_waiting(user.pk).order_by(*URGENT)


def next_waiting(user: User, after_public_id: str = "") -> Game | None:
    """The next waiting game in a circle, or the most urgent if this one does not wait. One query."""
    games = [seat.game for seat in waiting_seats(user).select_related("game")]
    place = next((place for place, game in enumerate(games) if game.public_id == after_public_id), None)
    if place is not None:
        games = games[place + 1 :] + games[:place]
    return games[0] if games else None


def seats_fetch(games: Sequence[Game]) -> None:
    """The games' `seats.all()` are in order, with people, and take no query. One query, none without games."""
    found: dict[int, list[Seat]] = {game.pk: [] for game in games}
    for seat in _SEATS.fetch(games=list(found)) if found else ():
        found[seat.game_id].append(seat)
    for game in games:
        prefetched(game, "seats", found[game.pk])


def own_lists(user: User, games: int = 1, offers: int = 1, invitations: int = 1) -> OwnLists:
    """These pages of the person's lists. Eight queries, in three round trips."""
    at = timezone.now()
    with pipeline():
        own, offered = OWN.send(games, user=user.pk), OFFERS.send(offers, user=user.pk)
        invited, over = INVITATIONS.send(invitations, user=user.pk), FINISHED_SEATS.send(user=user.pk)
        hands = HANDS.send(user=user.pk)
        waits = OWN_WAITS.send(user=user.pk, at=at, since=at - ONLINE_FOR, day=local_today(user, at))
    page, offer_page, finished = own.fetch(), offered.fetch(), over.fetch()
    seats_fetch([seat.game for seat in (*page.items, *offer_page.items, *finished)])
    tables = Page(_own_games(page.items, hands.fetch()), page.number, page.has_next)
    [account] = waits.fetch()
    queued, standing = getattr(account, "queue_entry", None), standing_rows(getattr(account, "standing", []))
    asked = invitation_rows(getattr(account, "invited", []))
    return OwnLists(tables, offer_page, invited.fetch(), finished, queued, standing, asked)


def _own_games(mine: Sequence[Seat], hands: Iterable[Hand]) -> list[OwnGame]:
    by_game = {hand.game_id: hand for hand in hands}
    at = timezone.now()
    absences = _absences([seat.game for seat in mine], at)
    # A game without a running hand ended after the seats were read.
    return [_own_game(seat, by_game[seat.game_id], absences, at) for seat in mine if seat.game_id in by_game]


def _absences(games: Sequence[Game], at: datetime) -> dict[int, list[Absence]]:
    """Absences during current waits, by account. At most one query."""
    rows = (game_deadline(game) for game in games)
    waits = [(row.user_id, row.since) for row in rows if row is not None and row.user_id is not None]
    first = min((since for _user, since in waits), default=at)
    return absences_since({user for user, _since in waits}, first.date() - timedelta(days=1))


def _own_game(mine: Seat, hand: Hand, absences: Mapping[int, Sequence[Absence]], at: datetime) -> OwnGame:
    game = mine.game
    seats = list(game.seats.all())
    view = observe(state_from_json(hand.state), mine.number, points=[seat.points for seat in seats], target=game.target)
    runs = game.status == Game.Status.RUNNING
    waits = runs and game.to_act == mine.number and mine.held_by_id == mine.user_id
    acts = seats[game.to_act or 0]
    row = game_deadline(game)
    if row is None or row.user_id is None or game.pace == Game.Pace.NONE or game.status == Game.Status.PAUSED:
        # Without a pace only the stand-in bot acts, after months.
        return OwnGame(game, seats, mine, acts, hand.number, view, waits, None, None)
    # A clock runs for the seat's own player, who is read already.
    seats[row.seat].held_by = seats[row.seat].user
    halt = clock_halt(game, seats[row.seat], row, absences.get(row.user_id, ()), at)
    return OwnGame(game, seats, mine, acts, hand.number, view, waits, row.due_at, halt)


def last_hosted(user: User) -> dict[GameKind, Hosted]:
    """The newest game of each kind that the person created, among the last HOSTED_WINDOW joined. One query."""
    bots = Seat.objects.filter(game=OuterRef("pk"), kind=Seat.Kind.BOT, joined_at=OuterRef("created_at"))
    created_with = ArraySubquery(bots.order_by("number").values("user__bot_account__name"))
    # By an index of seats; none of games has those of a host by time.
    joined = Seat.objects.filter(user=user, kind=Seat.Kind.PERSON).order_by("-joined_at").values("game")
    games = Game.objects.filter(pk__in=joined[:HOSTED_WINDOW], host=user, from_queue=False)
    newest: dict[GameKind, Hosted] = {}
    for game in games.annotate(created_with=created_with).order_by("-pk"):
        hosted = Hosted(game, tuple(game.created_with))
        newest.setdefault(hosted.kind, hosted)
    return newest


def open_offers(viewer: User | None, wanted: OpenFilter = ALL, number: int = 1) -> Page[Game]:
    """Public games with a free seat and no block with the host, newest first. Two queries."""
    if wanted != ALL:
        page = paged(open_offers_of(None if viewer is None else viewer.pk, wanted), number, OFFERS_PAGE)
    else:
        page = OPEN.page(number) if viewer is None else OPEN_TO.page(number, viewer=viewer.pk)
    seats_fetch(page.items)
    return page


def public_games(number: int = 1) -> Page[Game]:
    """Public games, latest turn first, to the minute. Two queries."""
    page = PUBLIC.page(number)
    seats_fetch(page.items)
    return page


def ended_games(number: int = 1) -> Page[Game]:
    """Ended games, newest first. Cancelled and private ones are included (FAIRDEAL.md, 6), with only id, anchor and
    ending. Two queries.
    """
    page = ENDED.page(number)
    seats_fetch(page.items)
    return page


def bot_victories() -> dict[str, int]:
    """The percentage of its rated games that each bot won, by its name, without bots that played few. One query."""
    rows = SeasonStanding.objects.filter(pool=Pool.BOTS, user__is_bot=True).order_by()
    totals = rows.values_list("user__bot_account__name").annotate(Sum("games"), Sum("wins"))
    return {name: round(100 * wins / games) for name, games, wins in totals if name and games >= MIN_BOT_GAMES}
