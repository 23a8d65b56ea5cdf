"""Standing tables as one member sees them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, time

from django.db.models import OuterRef, QuerySet, Subquery
from django.utils import timezone

from accounts.models import User
from games.chat.selectors import Chat, chat_for
from games.clocks.paces import Pace
from games.lobby.selectors import seats_fetch
from games.lobby.standing_rows import CURRENT
from games.models import Game, League, Seat, StandingChange, StandingGame, StandingMember, StandingTable
from games.people.block_selectors import block_between
from games.people.preference_selectors import preferences_of
from games.play.selectors import seat_names, visible_games
from games.ratings.versus import Score
from games.standing.changes import changes_logged
from games.standing.errors import NoSuchTable
from games.standing.habits import usual_times
from games.standing.marks import Notch, burnt_games, marks
from games.standing.members import FEWEST, Lineup, Out, line_up, members_of
from games.standing.next_game import current_game
from games.standing.score import results_of, scores_against, tallies
from games.standing.services import is_kept_out
from games.web.card_art import COLOUR_NAMES, avatar_of
from games.web.paging import Page, paged

PAST_PAGE = 20


@dataclass(frozen=True, slots=True)
class MemberRow:
    """A member. `online`, absence and the time when they `usually` play, None if it is not shown, are hidden between
    people with a block. `plays`: in the current game; `waits`: sits out because seats are few.
    """

    pk: int
    user: User
    online: bool
    is_owner: bool
    out: Out
    out_until: datetime | None
    plays: bool
    waits: bool
    usually: time | None


@dataclass(frozen=True, slots=True)
class CurrentGame:
    """The game that runs or is about to start. `acts`: the player to act, "" before the start; `mine`: it is the
    viewer's turn.
    """

    game: Game
    players: tuple[str, ...]
    acts: str
    mine: bool


@dataclass(frozen=True, slots=True)
class ScoreRow:
    user: User
    games: int
    wins: int
    points: int


@dataclass(frozen=True, slots=True)
class StandingPage:
    """A table. `me`: the viewer's row; `due`: names of those who play the next game, [] while one runs; `live`: only
    members who are online play; `season`: of the score, or None for all; `versus`: the viewer against each other person
    in all seasons; `chat`: that of the newest game, which goes on from game to game; `marks`: None if the viewer hides
    them; `leagues`: those under way; `changes`: the latest of the options; `shows_hours`: the others
    see when the viewer usually plays.
    """

    table: StandingTable
    me: MemberRow
    members: list[MemberRow]
    current: CurrentGame | None
    due: list[str]
    live: bool
    season: int | None
    seasons: list[int]
    score: list[ScoreRow]
    versus: list[tuple[User, Score]]
    past: Page[Game]
    chat: Chat | None
    marks: list[Notch] | None
    leagues: list[League]
    changes: list[StandingChange]
    shows_hours: bool

    @property
    def last_colour(self) -> str:
        """The last winner's."""
        return self.marks[-1].colour if self.marks else ""

    @property
    def burns(self) -> int:
        return sum(mark.burnt for mark in self.marks or ())

    @property
    def is_owner(self) -> bool:
        return self.me.is_owner

    @property
    def others(self) -> list[MemberRow]:
        return [member for member in self.members if member.pk != self.me.pk]


def member_table(public_id: str, user: User) -> StandingTable:
    """The table, with its owner. Raises NoSuchTable if the person is no member."""
    tables = StandingTable.objects.select_related("owner").filter(public_id=public_id, members__user=user)
    table = tables.first()
    if table is None:
        raise NoSuchTable(public_id)
    return table


def invited_table(token: str) -> StandingTable:
    """The table of a link, with its owner. Raises NoSuchTable."""
    table = StandingTable.objects.select_related("owner").filter(invite_token=token).first()
    if table is None:
        raise NoSuchTable("of this invitation")
    return table


def invited_members(table: StandingTable, viewer: User | None) -> list[StandingMember]:
    """The members that a link shows: none with a block between them and the viewer. One query."""
    members = table.members.select_related("user").order_by("joined_at", "pk")
    return list(members if viewer is None else members.exclude(block_between(viewer, "user")))


def standing_page(public_id: str, user: User, *, season: int | None = None, number: int = 1) -> StandingPage:
    """The page of a table; 23 queries at most. Raises NoSuchTable."""
    table, at = member_table(public_id, user), timezone.now()
    members = list(members_of(table))
    line = line_up(table, members, at)
    current = _current(table, user)
    playing = {seat.user_id for seat in current.game.seats.all()} if current is not None else set()
    hours = usual_times(table, _showing_hours(members, line, user), user, at)
    shown = [_member(member, table, line, current, playing, user, hours) for member in members]
    results = results_of(table)
    seasons = sorted({result.season for result in results}, reverse=True)
    season = season if season in seasons else None
    shows = preferences_of(user).table_marks
    accounts = User.objects.in_bulk({result.who for result in results})
    totals = tallies(result for result in results if season in (None, result.season))
    against = scores_against(results, user.pk)
    return StandingPage(
        table=table,
        me=next(member for member in shown if member.user.pk == user.pk),
        members=shown,
        current=current,
        due=[] if current else [member.user.name for member in members if member.user_id in line.due],
        live=Pace(table.pace).is_live,
        season=season,
        seasons=seasons,
        score=[ScoreRow(accounts[tally.who], tally.games, tally.wins, tally.points) for tally in totals],
        versus=[(accounts[who], against[who]) for who in sorted(against, key=lambda who: (-against[who].games, who))],
        past=_past(table, user, number),
        chat=_chat(table, user),
        marks=marks(results, burnt_games(table), _colours(accounts)) if shows else None,
        leagues=_leagues(table),
        changes=changes_logged(table),
        shows_hours=preferences_of(user).show_hours,
    )


def _colours(accounts: Mapping[int, User]) -> dict[int, str]:
    """The colours of people's pictures."""
    letters = list(COLOUR_NAMES)
    return {pk: letters[avatar_of(user) % len(letters)] for pk, user in accounts.items()}


def _member(
    member: StandingMember,
    table: StandingTable,
    line: Lineup,
    current: CurrentGame | None,
    playing: set[int],
    viewer: User,
    hours: Mapping[int, time],
) -> MemberRow:
    plays, out = member.user_id in playing, line.out[member.user_id]
    apart = frozenset((member.user_id, viewer.pk)) in line.apart
    sat_out = member.sat_out_at
    waits = current is not None and not plays and sat_out is not None and sat_out >= current.game.created_at
    return MemberRow(
        pk=member.pk,
        user=member.user,
        online=getattr(member, "online", False) and not apart,
        is_owner=member.user_id == table.owner_id,
        out=Out.NO if apart and out is Out.ABSENT else out,
        out_until=member.out_until if out is Out.CHOSE else None,
        plays=plays,
        waits=waits,
        usually=hours.get(member.user_id),
    )


def _showing_hours(members: Iterable[StandingMember], line: Lineup, viewer: User) -> list[User]:
    """The members who let the viewer see when they usually play."""
    return [
        member.user
        for member in members
        if getattr(member, "shows_hours", False)
        and member.user.can_log_in
        and frozenset((member.user_id, viewer.pk)) not in line.apart
    ]


def _current(table: StandingTable, user: User) -> CurrentGame | None:
    game = current_game(table)
    if game is None:
        return None
    seats_fetch([game])
    seats = list(game.seats.all())
    acts = None if game.to_act is None else seats[game.to_act]
    names = seat_names(seats)
    return CurrentGame(
        game=game,
        players=tuple(names),
        acts="" if acts is None else names[acts.number],
        mine=acts is not None and acts.user_id == user.pk and acts.held_by_id == user.pk,
    )


def _past(table: StandingTable, user: User, number: int) -> Page[Game]:
    """Finished games that the person may see, newest first. Two queries."""
    games = visible_games(user).filter(standing__table=table, status=Game.Status.FINISHED)
    page = paged(games.order_by("-ended_at", "-pk"), number, PAST_PAGE)
    seats_fetch(page.items)
    return page


def _leagues(table: StandingTable) -> list[League]:
    """The leagues that people can still join, and those that run, newest first. One query."""
    under_way = (League.Status.SIGNUP, League.Status.RUNNING)
    return list(League.objects.filter(table=table, status__in=under_way).order_by("-pk"))


def _chat(table: StandingTable, user: User) -> Chat | None:
    """The chat, or None before the first game that the person may see and for people who do not read chats."""
    newest = visible_games(user).filter(standing__table=table).order_by("-pk").first()
    return chat_for(newest, user) if newest is not None else None


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table in the person's list. `running`: its current game's public id, or ""; `asks`: the person sits out until
    they say that they are in.
    """

    table: StandingTable
    names: tuple[str, ...]
    running: str
    asks: bool


def own_tables(user: User) -> list[TableRow]:
    """The person's tables, oldest first. Two queries."""
    members: QuerySet[StandingMember] = StandingMember.objects.select_related("user").order_by("joined_at", "pk")
    current = StandingGame.objects.filter(CURRENT, table=OuterRef("pk")).order_by("-game").values("game__public_id")
    tables = StandingTable.objects.filter(members__user=user).annotate(running=Subquery(current[:1])).order_by("pk")
    listed = list(tables)
    people: dict[int, list[str]] = {table.pk: [] for table in listed}
    asks = set()
    for member in members.filter(table__in=people):
        people[member.table_id].append(member.user.name)
        if member.user_id == user.pk and member.unasked:
            asks.add(member.table_id)
    return [
        TableRow(table, tuple(people[table.pk]), getattr(table, "running", None) or "", table.pk in asks)
        for table in listed
    ]


@dataclass(frozen=True, slots=True)
class AfterGame:
    """The offer at the end of a game: to make a standing table, if `table_id` is ""; to join that table (`joins`); or,
    to its members, the current game or else the next one. `title`: the table's; `current`: the game's public id, or "".
    """

    table_id: str
    title: str
    joins: bool
    current: str = ""


def after_game(game: Game, viewer: User | None, *, seated: bool) -> AfterGame | None:
    """The offer of a finished game to its viewer, or None. Two queries for members of its table, at most three for
    other players, one for others.
    """
    if viewer is None or game.status != Game.Status.FINISHED:
        return None
    mine = StandingMember.objects.filter(table=OuterRef("table"), user=viewer).values("pk")
    found = StandingGame.objects.filter(game=game).select_related("table").annotate(mine=Subquery(mine[:1])).first()
    if found is None:
        return AfterGame("", "", joins=False) if seated and _may_found(game, viewer) else None
    table = found.table
    if getattr(found, "mine", None) is not None:
        current = current_game(table)
        return AfterGame(table.public_id, table.title, joins=False, current=current.public_id if current else "")
    if not seated or not table.players_join:
        return None
    return None if is_kept_out(table, viewer) else AfterGame(table.public_id, table.title, joins=True)


def _may_found(game: Game, viewer: User) -> bool:
    """Whether to offer a table: two people or more played who share none, and the viewer has not declined."""
    if viewer.is_guest or not preferences_of(viewer).offer_standing:
        return False
    people = set(Seat.objects.filter(game=game, kind=Seat.Kind.PERSON).values_list("user", flat=True))
    if len(people) < FEWEST:
        return False
    shared = StandingTable.objects.all()
    for pk in people:
        shared = shared.filter(members__user=pk)
    return not shared.exists()
