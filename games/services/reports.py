"""Reports: a player complains, somebody of the staff claims and judges, the reporter is told."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from accounts.services.audit import audit_write
from accounts.services.permission import staff_check
from accounts.services.sanctions import sanction_impose
from games.errors import LobbyReason, LobbyRefused
from games.models import ChatLine, Game, Report, ReportNote, Seat
from games.models.moderation import TEXT_MAX
from games.selectors.games import visible_game
from games.selectors.reports import TABLE_KINDS, reportable_line, reportable_person
from games.services.locking import locked_people
from games.services.outbox import report_notice_write

JUDGE = "games.judge_report"
# Who acts on games may also take a claim away from somebody who does not come back to it.
TAKE_OVER = "games.moderate_game"
MAX_A_DAY = 20
DAY = timedelta(days=1)


@dataclass(frozen=True)
class Verdict:
    """The decision about its accused that a report brings: its kind (Sanction.Kind), why, which they read, and days."""

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
    """Tell the staff of a line, of a profile, or of what happens at a table that the person may look at.

    `accused` is a handle; a line names its author by itself, a table may be reported without anybody. `text` may be
    left out for lines alone. Raises NoSuchGame, LobbyRefused(REPORT_..., CHAT_NO_LINE, NO_SUCH_PERSON, BAD_OPTIONS,
    ACCOUNT_CLOSED).
    """
    [reporter] = locked_people([user])
    game, line, person = _subject(reporter, kind, public_id, line_id, accused)
    text = _checked_text(kind, text)
    at = timezone.now()
    own = Report.objects.filter(reporter=reporter)
    if own.filter(kind=kind, game=game, line=line, accused=person).exclude(status=Report.Status.JUDGED).exists():
        raise LobbyRefused(LobbyReason.REPORT_TWICE)
    if own.filter(created_at__gt=at - DAY).count() >= MAX_A_DAY:
        raise LobbyRefused(LobbyReason.REPORT_TOO_MANY)
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
            raise LobbyRefused(LobbyReason.REPORT_WHOM)
        return None, None, reportable_person(accused, user)
    if kind not in TABLE_KINDS or public_id is None:
        raise LobbyRefused(LobbyReason.BAD_OPTIONS)
    game = visible_game(public_id, user)
    person = reportable_person(accused, user) if accused else None
    _check_table(Report.Kind(kind), user, game, person)
    return game, None, person


def _check_table(kind: Report.Kind, user: User, game: Game, person: User | None) -> None:
    if person is None and kind != Report.Kind.GAME:
        raise LobbyRefused(LobbyReason.REPORT_WHOM)
    if person is not None and not has_seat(game, person):
        raise LobbyRefused(LobbyReason.NO_SUCH_PERSON)
    if kind == Report.Kind.STALLING and not has_seat(game, user):
        raise LobbyRefused(LobbyReason.BAD_OPTIONS)


def _checked_text(kind: str, text: str) -> str:
    text = text.replace("\x00", "").strip()
    if not text and kind != Report.Kind.CHAT:
        raise LobbyRefused(LobbyReason.REPORT_TEXT)
    if len(text) > TEXT_MAX:
        raise LobbyRefused(LobbyReason.REPORT_TOO_LONG)
    return text


def has_seat(game: Game, user: User) -> bool:
    """Whether the person has a seat in the game, resigned or handed over as it may be."""
    return Seat.objects.filter(game=game, user=user, kind=Seat.Kind.PERSON).exists()


@transaction.atomic(durable=True)
def report_claim(*, actor: User, report_id: int) -> Report:
    """Take a report to look into it. Raises PermissionDenied, LobbyRefused(REPORT_JUDGED, REPORT_CLAIMED, OWN_...)."""
    staff_check(actor, JUDGE)
    report = _locked_report(actor, report_id)
    _claim(report, actor, timezone.now())
    report.save(update_fields=["status", "claimed_by", "claimed_at"])
    _audit(report, actor, "report.claim")
    return report


@transaction.atomic(durable=True)
def report_release(*, actor: User, report_id: int) -> Report:
    """Give a claimed report back to the queue: one's own, or, for who acts on games, one that another keeps.

    Raises PermissionDenied, LobbyRefused(REPORT_JUDGED, REPORT_NOT_CLAIMED, REPORT_CLAIMED, OWN_...).
    """
    staff_check(actor, JUDGE)
    report = _locked_report(actor, report_id)
    if report.claimed_by_id is None:
        raise LobbyRefused(LobbyReason.REPORT_NOT_CLAIMED)
    if report.claimed_by_id != actor.pk and not actor.has_perm(TAKE_OVER):
        raise LobbyRefused(LobbyReason.REPORT_CLAIMED)
    _audit(report, actor, "report.release", claimed_by=report.claimed_by_id)
    report.status, report.claimed_by, report.claimed_at = Report.Status.OPEN, None, None
    report.save(update_fields=["status", "claimed_by", "claimed_at"])
    return report


@transaction.atomic(durable=True)
def report_note(*, actor: User, report_id: int, text: str) -> ReportNote:
    """Write down something for the others of the staff; also once the report is judged.

    Raises PermissionDenied, LobbyRefused(REPORT_NOTE, NO_SUCH_REPORT, OWN_...).
    """
    staff_check(actor, JUDGE)
    report = _locked_report(actor, report_id, judged=True)
    text = text.replace("\x00", "").strip()
    if not text or len(text) > TEXT_MAX:
        raise LobbyRefused(LobbyReason.REPORT_NOTE)
    note = ReportNote.objects.create(report=report, by=actor, text=text, created_at=timezone.now())
    _audit(report, actor, "report.note", note=note.pk)
    return note


@transaction.atomic(durable=True)
def report_judge(*, actor: User, report_id: int, outcome: str, answer: str, sanction: Verdict | None = None) -> Report:
    """Answer a report, with a decision about its accused in the same act where one follows; the reporter is told.

    A report that nobody has claimed is claimed by this. The reporter reads outcome and answer, and never who decided
    or what was decided about somebody else. Raises PermissionDenied, AccountRefused (of the decision),
    LobbyRefused(REPORT_..., OWN_...).
    """
    staff_check(actor, JUDGE)
    # Accounts are locked before anything that hangs on them.
    accused = _locked_accused(report_id) if sanction is not None else None
    report = _locked_report(actor, report_id)
    answer = _checked_answer(outcome, answer, sanction)
    at = timezone.now()
    _claim(report, actor, at)
    if sanction is not None:
        if accused is None:
            raise LobbyRefused(LobbyReason.REPORT_NOBODY)
        report.sanction = sanction_impose(
            actor=actor, user=accused, kind=sanction.kind, reason=sanction.reason, days=sanction.days
        )
    report.status, report.judged_at, report.outcome, report.answer = Report.Status.JUDGED, at, outcome, answer
    report.save()
    _audit(report, actor, "report.judge", reason=answer, outcome=outcome, sanction=report.sanction_id)
    if report.reporter.erased_at is None:
        report_notice_write(report, at)
    return report


def _locked_accused(report_id: int) -> User | None:
    accused = Report.objects.filter(pk=report_id).values("accused")
    return User.objects.select_for_update(no_key=True).filter(pk__in=accused).first()


def _checked_answer(outcome: str, answer: str, sanction: Verdict | None) -> str:
    answer = answer.replace("\x00", "").strip()
    if outcome not in Report.Outcome.values:
        raise LobbyRefused(LobbyReason.BAD_OPTIONS)
    if sanction is not None and outcome != Report.Outcome.ACTED:
        raise LobbyRefused(LobbyReason.REPORT_OUTCOME)
    if not answer:
        raise LobbyRefused(LobbyReason.REPORT_ANSWER)
    if len(answer) > TEXT_MAX:
        raise LobbyRefused(LobbyReason.REPORT_TOO_LONG)
    return answer


def _locked_report(actor: User, report_id: int, *, judged: bool = False) -> Report:
    """The report, locked, for somebody whom it does not concern; unless `judged` one that has no answer yet."""
    rows = Report.objects.select_for_update(of=("self",)).select_related("reporter", "accused", "game")
    report = rows.filter(pk=report_id).first()
    if report is None:
        raise LobbyRefused(LobbyReason.NO_SUCH_REPORT)
    if actor.pk in (report.reporter_id, report.accused_id):
        raise LobbyRefused(LobbyReason.OWN_CASE)
    if report.game is not None and has_seat(report.game, actor):
        raise LobbyRefused(LobbyReason.OWN_GAME)
    if report.status == Report.Status.JUDGED and not judged:
        raise LobbyRefused(LobbyReason.REPORT_JUDGED)
    return report


def _claim(report: Report, actor: User, at: datetime) -> None:
    if report.claimed_by_id not in (None, actor.pk):
        raise LobbyRefused(LobbyReason.REPORT_CLAIMED)
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
        names=[report.reporter],
    )
