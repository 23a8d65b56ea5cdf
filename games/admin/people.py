"""Sections about games on a person's admin page: reports, signals, games, chat."""

from django.db.models import QuerySet
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from accounts.decisions.admin import admin_page, found_list, person_link
from accounts.models import User
from accounts.staff.person_sections import SHOWN, Cell, Link, PersonSection, Rows, person_section_add
from games.models import Game, Report, Seat
from games.moderation.impartiality import reports_for, signals_for
from games.moderation.report_selectors import lines_for_staff


def game_link(game: Game | None) -> Link | str:
    return "" if game is None else Link(game.title, admin_page(game))


def _about(person: User, reader: User) -> Rows:
    return _report_rows(reports_for(reader).filter(accused=person), by=True)


def _by(person: User, reader: User) -> Rows:
    return _report_rows(reports_for(reader).filter(reporter=person), by=False)


def _report_rows(reports: QuerySet[Report], *, by: bool) -> Rows:
    """Rows of reports. `by`: show the reporter, else the accused."""
    rows = []
    for report in reports.select_related("reporter", "accused", "game").order_by("-pk")[:SHOWN]:
        other = report.reporter if by else report.accused
        rows.append(
            (
                Link(report.get_kind_display(), admin_page(report)),
                "" if other is None else person_link(other),
                report.created_at,
                game_link(report.game),
                report.text,
                report.get_outcome_display() or report.get_status_display(),
            )
        )
    return rows


def _signals(person: User, reader: User) -> Rows:
    about = signals_for(reader).filter(people__contains=[person.pk])
    found = list(about.select_related("game").order_by("-pk")[:SHOWN])
    others = User.objects.in_bulk({pk for signal in found for pk in signal.people if pk != person.pk})
    return [
        (
            Link(signal.get_kind_display(), admin_page(signal)),
            ", ".join(other.name for pk in signal.people if (other := others.get(pk)) is not None),
            game_link(signal.game),
            signal.last_seen_at,
            gettext("put aside") if signal.looked_at is not None else "",
        )
        for signal in found
    ]


def _games(person: User, reader: User) -> Rows:
    seats = Seat.objects.filter(user=person).select_related("game", "held_by").order_by("-joined_at")[:SHOWN]
    return [(game_link(seat.game), *_seat_cells(seat), seat.joined_at) for seat in seats]


def _seat_cells(seat: Seat) -> tuple[Cell, ...]:
    """State, pace, outcome; turns in time and late once the game is over."""
    if seat.resigned_at is not None:
        became = gettext("resigned")
    elif seat.is_winner:
        became = gettext("won")
    elif seat.held_by_id != seat.user_id:
        became = gettext("stand-in bot")
    else:
        became = ""
    turns = "" if seat.game.ended_at is None else f"{seat.turns_in_time} / {seat.turns_late}"
    return (seat.game.get_status_display(), seat.game.get_pace_display(), became, turns)


def _lines(person: User, reader: User) -> Rows:
    lines = lines_for_staff().filter(user=person).select_related("game").order_by("-created_at")[:SHOWN]
    return [
        (
            line.created_at,
            game_link(line.game),
            Link(line.said or gettext("erased"), admin_page(line)),
            gettext("hidden") if line.hidden_at is not None else "",
        )
        for line in lines
    ]


_REPORT_HEAD = (_("When"), _("Game"), _("What happened"), _("Outcome"))

person_section_add(
    PersonSection(
        slug="reports-about",
        title=_("Reports about this person"),
        permission="games.view_report",
        head=(_("Kind"), pgettext_lazy("who did it", "By"), *_REPORT_HEAD),
        rows=_about,
        rank=20,
        more=found_list("games_report"),
    )
)
person_section_add(
    PersonSection(
        slug="reports-by",
        title=_("Reports by this person"),
        permission="games.view_report",
        head=(_("Kind"), pgettext_lazy("whom or what it concerns", "About"), *_REPORT_HEAD),
        rows=_by,
        rank=21,
        more=found_list("games_report"),
    )
)
person_section_add(
    PersonSection(
        slug="signals",
        title=_("Signals"),
        permission="games.view_signal",
        head=(_("Kind"), pgettext_lazy("the other account", "With"), _("Game"), _("Last seen"), _("Status")),
        rows=_signals,
        rank=30,
    )
)
person_section_add(
    PersonSection(
        slug="games",
        title=_("Games"),
        permission="games.view_seat",
        head=(_("Game"), _("Status"), _("Pace"), _("Seat"), _("Turns on time / late"), _("Joined")),
        rows=_games,
        rank=50,
        more=found_list("games_seat"),
    )
)
person_section_add(
    PersonSection(
        slug="chat",
        title=_("chat messages"),
        permission="games.view_chatline",
        head=(_("When"), _("Game"), _("Text"), _("Status")),
        rows=_lines,
        rank=60,
        more=found_list("games_chatline"),
    )
)
