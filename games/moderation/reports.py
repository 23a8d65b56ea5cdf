"""Reports: a player reports, staff claim and judge, the reporter gets an answer."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from accounts.decisions.sanctions import sanction_impose
from accounts.models import User
from accounts.staff.audit import audit_write
from accounts.staff.permission import staff_check
from accounts.staff.reasons import names_person
from accounts.visible_text import text_written
from games.chat.errors import ChatReason
from games.errors import Refused
from games.lobby.errors import LobbyReason
from games.models import ChatLine, Game, Report, ReportNote, Seat
from games.models.moderation import TEXT_MAX
from games.moderation.acts.base import ever_seated
from games.moderation.acts.chat_lines import line_hide
from games.moderation.errors import ConflictReason, ReportReason
from games.moderation.report_selectors import TABLE_KINDS, reportable_line, reportable_person
from games.outbox.decisions import report_notice_write
from games.people.acts import check_lately
from games.people.errors import PersonReason
from games.people.locking import locked_people
from games.play.locking import lock_games
from games.play.selectors import visible_game

JUDGE = "games.judge_report"
# Moderators of games may also release reports that another has claimed.
TAKE_OVER = "games.moderate_game"
MAX_A_DAY = 20
MAX_A_DAY_AS_GUEST = 3
DAY = timedelta(days=1)


@dataclass(frozen=True)
class ReportVerdict:
    kind: str
    reason: str
    days: int | None = None


@transaction.atomic(durable=True)
def report_make(
    *,
    user: User,
    kind: str,
    public_id: str | None = None,
    line_id: int | None = None,
    accused: str | None = None,
    text: str = "",
) -> Report:
    """Report a chat message, a profile, or a game that the person may see. `accused`: a username; a message implies its
    author, a game may have none. Only messages need no `text`. Raises NoSuchGame, Refused(REPORT_..., NO_LINE,
    NO_SUCH_PERSON, BAD_OPTIONS, ACCOUNT_CLOSED).
    """
    [reporter] = locked_people([user])
    game, line, person = _subject(reporter, kind, public_id, line_id, accused)
    text = _checked_text(kind, text)
    at = timezone.now()
    own = Report.objects.filter(reporter=reporter)
    if own.filter(kind=kind, game=game, line=line, accused=person).exclude(status=Report.Status.JUDGED).exists():
        raise Refused(ReportReason.TWICE)
    most = MAX_A_DAY_AS_GUEST if reporter.is_guest else MAX_A_DAY
    sent = own.filter(created_at__gt=at - DAY).values_list("created_at", flat=True)
    check_lately(sent, ReportReason.TOO_MANY, most=most, span=DAY, at=at)
    return Report.objects.create(
        kind=kind, reporter=reporter, accused=person, game=game, line=line, text=text, created_at=at
    )


def _subject(
    user: User, kind: str, public_id: str | None, line_id: int | None, accused: str | None
) -> tuple[Game | None, ChatLine | None, User | None]:
    if kind == Report.Kind.CHAT and line_id is not None:
        line = reportable_line(line_id, user)
        return line.game, line, line.user
    if kind == Report.Kind.PROFILE:
        if not accused:
            raise Refused(ReportReason.NO_PERSON)
        return None, None, reportable_person(accused, user)
    if kind not in TABLE_KINDS or public_id is None:
        raise Refused(LobbyReason.BAD_OPTIONS)
    game = visible_game(public_id, user)
    person = reportable_person(accused, user) if accused else None
    _check_table(Report.Kind(kind), user, game, person)
    return game, None, person


def _check_table(kind: Report.Kind, user: User, game: Game, person: User | None) -> None:
    if person is None and kind != Report.Kind.GAME:
        raise Refused(ReportReason.NO_PERSON)
    if person is not None and not has_seat(game, person):
        raise Refused(PersonReason.NO_SUCH_PERSON)
    if kind == Report.Kind.STALLING and not has_seat(game, user):
        raise Refused(LobbyReason.BAD_OPTIONS)


def _checked_text(kind: str, text: str) -> str:
    text = text_written(text)
    if not text and kind != Report.Kind.CHAT:
        raise Refused(ReportReason.NO_TEXT)
    if len(text) > TEXT_MAX:
        raise Refused(ReportReason.TOO_LONG)
    return text


def has_seat(game: Game, user: User) -> bool:
    """Whether the person has a seat in the game, resigned or not."""
    return Seat.objects.filter(game=game, user=user, kind=Seat.Kind.PERSON).exists()


@transaction.atomic(durable=True)
def report_claim(*, actor: User, report_id: int) -> Report:
    """Claim a report. Raises PermissionDenied, Refused(JUDGED, CLAIMED, OWN_...)."""
    staff_check(actor, JUDGE)
    report = _locked_report(actor, report_id)
    _claim(report, actor, timezone.now())
    report.save(update_fields=["status", "claimed_by", "claimed_at"])
    _audit(report, actor, "report.claim")
    return report


@transaction.atomic(durable=True)
def report_release(*, actor: User, report_id: int) -> Report:
    """Return one's own report to the queue, or any with the permission TAKE_OVER. Raises PermissionDenied,
    Refused(JUDGED, NOT_CLAIMED, CLAIMED, OWN_...).
    """
    staff_check(actor, JUDGE)
    report = _locked_report(actor, report_id)
    if report.claimed_by_id is None:
        raise Refused(ReportReason.NOT_CLAIMED)
    if report.claimed_by_id != actor.pk and not actor.has_perm(TAKE_OVER):
        raise Refused(ReportReason.CLAIMED)
    _audit(report, actor, "report.release", claimed_by=report.claimed_by_id)
    report.status, report.claimed_by, report.claimed_at = Report.Status.OPEN, None, None
    report.save(update_fields=["status", "claimed_by", "claimed_at"])
    return report


@transaction.atomic(durable=True)
def report_note(*, actor: User, report_id: int, text: str) -> ReportNote:
    """Add a note for other staff, also to a judged report. Raises PermissionDenied, Refused(BAD_NOTE, NO_SUCH_REPORT,
    OWN_...).
    """
    staff_check(actor, JUDGE)
    report = _locked_report(actor, report_id, judged=True)
    text = text_written(text)
    if not text or len(text) > TEXT_MAX:
        raise Refused(ReportReason.BAD_NOTE)
    note = ReportNote.objects.create(report=report, by=actor, text=text, created_at=timezone.now())
    _audit(report, actor, "report.note", note=note.pk)
    return note


@transaction.atomic(durable=True)
def report_judge(
    *,
    actor: User,
    report_id: int,
    outcome: str,
    answer: str,
    sanction: ReportVerdict | None = None,
    hide_line: bool = False,
) -> Report:
    """Answer a report, with an optional decision about the accused; `hide_line` also hides the reported line.

    An unclaimed report becomes claimed. The reporter reads outcome and answer, not who decided nor what was decided
    about another. Raises PermissionDenied, AccountRefused (of the decision), Refused(REPORT_..., OWN_..., NO_LINE).
    """
    staff_check(actor, JUDGE)
    report = _locked_report(actor, report_id, with_games=hide_line or sanction is not None)
    answer = _checked_answer(outcome, answer, acts=hide_line or sanction is not None)
    at = timezone.now()
    _claim(report, actor, at)
    if sanction is not None:
        if report.accused is None:
            raise Refused(ReportReason.NO_ACCUSED)
        # The accused reads the reason and must not learn who reported.
        if names_person(sanction.reason, report.reporter):
            raise Refused(ReportReason.NAMES_REPORTER)
        report.sanction = sanction_impose(
            actor=actor, user=report.accused, kind=sanction.kind, reason=sanction.reason, days=sanction.days
        )
    if hide_line:
        _hide_line(actor, report, answer if sanction is None else sanction.reason)
    report.status, report.judged_at, report.outcome, report.answer = Report.Status.JUDGED, at, outcome, answer
    report.save()
    _audit(report, actor, "report.judge", reason=answer, outcome=outcome, sanction=report.sanction_id)
    if report.reporter.erased_at is None:
        report_notice_write(report, at)
    return report


def _hide_line(actor: User, report: Report, reason: str) -> None:
    """Hide the reported message, unless it is hidden. Raises Refused(NO_LINE) for reports of games and profiles."""
    if report.line_id is None:
        raise Refused(ChatReason.NO_LINE)
    if not ChatLine.all_lines.filter(pk=report.line_id, hidden_at__isnull=False).exists():
        line_hide(actor=actor, line_id=report.line_id, reason=reason)


def _checked_answer(outcome: str, answer: str, *, acts: bool) -> str:
    """The answer to the reporter, checked. `acts`: the verdict does more than answer. Raises Refused."""
    answer = text_written(answer)
    if outcome not in Report.Outcome.values:
        raise Refused(LobbyReason.BAD_OPTIONS)
    if acts and outcome != Report.Outcome.ACTED:
        raise Refused(ReportReason.OUTCOME)
    if not answer:
        raise Refused(ReportReason.NO_ANSWER)
    if len(answer) > TEXT_MAX:
        raise Refused(ReportReason.TOO_LONG)
    return answer


def _locked_report(actor: User, report_id: int, *, judged: bool = False, with_games: bool = False) -> Report:
    """Lock a report that does not concern the actor and, unless `judged`, has no answer.

    Locks reporter and accused first, by id, then, `with_games`, the games that a verdict may change: as erasing an
    account does.
    """
    found = Report.objects.filter(pk=report_id).values_list("reporter", "accused", "line__game").first()
    if found is None:
        raise Refused(ReportReason.NO_SUCH_REPORT)
    reporter, accused, game = found
    list(User.objects.select_for_update(no_key=True).filter(pk__in=(reporter, accused)).order_by("pk"))
    if with_games:
        seats = Seat.objects.filter(user=accused, game__ended_at__isnull=True)
        lock_games(Game.objects.filter(pk__in={game, *seats.values_list("game", flat=True)}))
    rows = Report.objects.select_for_update(of=("self",)).select_related("reporter", "accused", "game")
    report = rows.get(pk=report_id)
    if actor.pk in (reporter, accused):
        raise Refused(ConflictReason.OWN_CASE)
    if report.game is not None and (has_seat(report.game, actor) or ever_seated(report.game, actor)):
        raise Refused(ConflictReason.OWN_GAME)
    if report.status == Report.Status.JUDGED and not judged:
        raise Refused(ReportReason.JUDGED)
    return report


def _claim(report: Report, actor: User, at: datetime) -> None:
    if report.claimed_by_id not in (None, actor.pk):
        raise Refused(ReportReason.CLAIMED)
    if report.claimed_by_id is None:
        report.status, report.claimed_by, report.claimed_at = Report.Status.CLAIMED, actor, at


def _audit(report: Report, actor: User, action: str, *, reason: str = "", **facts: int | str | None) -> None:
    audit_write(
        actor=actor,
        action=action,
        reason=reason,
        person=report.accused,
        game=report.game.public_id if report.game is not None else "",
        about=f"report {report.pk}",
        facts=facts,
    )
