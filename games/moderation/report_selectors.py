"""Subjects of reports, and a person's own reports."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import OuterRef, Q, QuerySet

from accounts.fast.queries import is_found
from accounts.models import User
from accounts.staff.permission import staff_with
from games.chat.errors import ChatReason
from games.chat.readers import sits_or_belongs
from games.errors import Refused
from games.models import ChatLine, Game, Report, Seat
from games.moderation.errors import ReportReason
from games.people.errors import PersonReason
from games.play.selectors import visible_game, visible_games
from games.ratings.profile import player
from games.web.paging import Page, paged

REPORTS_PAGE = 20
# Kinds for a game; a line and a profile have their own.
TABLE_KINDS = (Report.Kind.GAME, Report.Kind.STALLING, Report.Kind.COLLUSION)


@dataclass(frozen=True)
class Subject:
    game: Game | None = None
    line: ChatLine | None = None
    accused: User | None = None
    kinds: tuple[Report.Kind, ...] = ()
    people: tuple[User, ...] = ()


def line_subject(line_id: int, user: User) -> Subject:
    """A chat message to report. Raises Refused(NO_LINE, OWN, HIDDEN_ALREADY)."""
    line = reportable_line(line_id, user)
    return Subject(game=line.game, line=line, accused=line.user, kinds=(Report.Kind.CHAT,))


def player_subject(handle: str, user: User) -> Subject:
    """A player to report. Raises Refused(NO_SUCH_PERSON, BOT, OWN)."""
    return Subject(accused=reportable_person(handle, user), kinds=(Report.Kind.PROFILE,))


def table_subject(public_id: str, user: User, seat: int | None = None) -> Subject:
    """A game to report. `seat`: the one accused; without it, the form lists the players. Raises NoSuchGame."""
    game = visible_game(public_id, user)
    seats = list(seated_people(game))
    people = tuple(row.user for row in seats if row.user_id != user.pk and row.user.erased_at is None)
    chosen = next((row.user for row in seats if row.number == seat and row.user in people), None)
    sits = any(row.user_id == user.pk for row in seats)
    kinds = [kind for kind in TABLE_KINDS if people or kind == Report.Kind.GAME]
    if not sits and Report.Kind.STALLING in kinds:
        kinds.remove(Report.Kind.STALLING)
    return Subject(game=game, accused=chosen, kinds=tuple(kinds), people=() if chosen else people)


def judge_exists(subject: Subject, reporter: User) -> bool:
    """Whether the site has staff who may judge such a report, not concerned and without a seat. One query."""
    judges = staff_with("games.judge_report").exclude(pk=reporter.pk)
    if subject.accused is not None:
        judges = judges.exclude(pk=subject.accused.pk)
    if subject.game is not None:
        judges = judges.exclude(pk__in=Seat.objects.filter(game=subject.game).values("user"))
    return judges.exists()


def seated_people(game: Game) -> list[Seat]:
    """The seats of people, in order, including resigned ones."""
    return list(game.seats.filter(kind=Seat.Kind.PERSON).select_related("user").order_by("number"))


def reportable_line(line_id: int, user: User) -> ChatLine:
    """A line by another in a chat that the person reads, or a note or friend's message to them. Raises
    Refused(NO_LINE, OWN, HIDDEN_ALREADY).
    """
    readable = Q(reader=user) | Q(reader=None) & sits_or_belongs(user)
    lines = ChatLine.all_lines.filter(readable, erased_at=None).select_related("game", "user")
    line = lines.filter(pk=line_id).first()
    if line is None:
        raise Refused(ChatReason.NO_LINE)
    if line.user_id == user.pk:
        raise Refused(ReportReason.OWN)
    if line.hidden_at is not None:
        raise Refused(ChatReason.HIDDEN_ALREADY)
    return line


def lines_for_staff() -> QuerySet[ChatLine]:
    """All messages and notes in games, but of friends' messages only reported ones."""
    reported = Report.objects.filter(kind=Report.Kind.CHAT, game=None).values("line")
    return ChatLine.all_lines.filter(Q(game__isnull=False) | Q(pk__in=reported))


def reportable_person(handle: str, user: User) -> User:
    """The person with this username, if the user may report them. Raises Refused(NO_SUCH_PERSON, BOT, OWN)."""
    found = player(handle)
    if found is None:
        raise Refused(PersonReason.NO_SUCH_PERSON)
    if found.is_bot:
        raise Refused(ReportReason.BOT)
    if found.pk == user.pk:
        raise Refused(ReportReason.OWN)
    return found


def own_reports(user: User, number: int = 1) -> Page[Report]:
    """The person's reports, newest first, with game, message and accused. One query. `visible`: whether the person may
    still open the game's page.
    """
    rows = (
        Report.objects.filter(reporter=user)
        .select_related("game", "line", "accused")
        .annotate(visible=is_found(visible_games(user).filter(pk=OuterRef("game_id"))))
        .order_by("-pk")
    )
    return paged(rows, number, REPORTS_PAGE)
