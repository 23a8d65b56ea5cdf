"""Appeals: one a decision, answered by another moderator where the site has one."""

from typing import Final

from django.db import transaction
from django.utils import timezone

from accounts.decisions.sanctions import derived_write, locked_account, locked_sanction, sanction_cut, sanction_end
from accounts.errors import AccountReason, AccountRefused
from accounts.models import Appeal, Sanction, User
from accounts.models.sanctions import APPEAL_MAX
from accounts.signals import appeal_answered
from accounts.staff.audit import audit_write
from accounts.staff.permission import neutral_check, staff_check, staff_with
from accounts.visible_text import text_written

ANSWER: Final = "accounts.answer_appeal"


def appeal_judges() -> set[int]:
    """The staff who may answer appeals. One query."""
    return set(staff_with(ANSWER).values_list("pk", flat=True))


def decider_is_alone(sanction: Sanction, judges: set[int] | None = None) -> bool:
    """Whether the moderator who decided can answer, and no other. One query without `judges`."""
    return (appeal_judges() if judges is None else judges) - {sanction.user_id} == {sanction.by_id}


@transaction.atomic(durable=True)
def appeal_make(*, user: User, sanction_id: int, text: str) -> Appeal:
    """Appeal against one's own decision while it holds. Raises AccountRefused(NO_SUCH_DECISION, OVER_ALREADY,
    ALREADY_APPEALED, TEXT_MISSING, TEXT_TOO_LONG).
    """
    account = locked_account(user)
    sanction = Sanction.objects.filter(pk=sanction_id, user=account).select_related("appeal").first()
    if sanction is None:
        raise AccountRefused(AccountReason.NO_SUCH_DECISION)
    if hasattr(sanction, "appeal"):
        raise AccountRefused(AccountReason.ALREADY_APPEALED)
    if not sanction.stands:
        raise AccountRefused(AccountReason.OVER_ALREADY)
    text = text_written(text)
    if not text:
        raise AccountRefused(AccountReason.TEXT_MISSING)
    if len(text) > APPEAL_MAX:
        raise AccountRefused(AccountReason.TEXT_TOO_LONG)
    at = timezone.now()
    appeal = Appeal.objects.create(sanction=sanction, text=text, created_at=at)
    # An appeal implies that the decision was read.
    if sanction.seen_at is None:
        sanction.seen_at = at
        sanction.save(update_fields=["seen_at"])
        derived_write(account)
    return appeal


@transaction.atomic(durable=True)
def appeal_answer(*, actor: User, appeal_id: int, outcome: str, answer: str, days: int | None = None) -> Appeal:
    """Uphold, shorten (to `days` from now) or lift the decision; the person reads `answer`, and whether the moderator
    who decided also answered, which only the last one may.

    Raises PermissionDenied, AccountRefused(OWN_DECISION, ALREADY_ANSWERED, DAYS_OF_SHORTENING for `days` with another
    outcome), and as `sanction_shorten`.
    """
    staff_check(actor, ANSWER, answer)
    found = Appeal.objects.filter(pk=appeal_id).first()
    if found is None:
        raise AccountRefused(AccountReason.NO_SUCH_DECISION)
    account, sanction = locked_sanction(found.sanction_id)
    appeal = Appeal.objects.select_for_update().get(pk=appeal_id)
    if appeal.answered_at is not None:
        raise AccountRefused(AccountReason.ALREADY_ANSWERED)
    if sanction.by_id == actor.pk and not decider_is_alone(sanction):
        raise AccountRefused(AccountReason.OWN_DECISION)
    if account.pk == actor.pk:
        raise AccountRefused(AccountReason.OWN_ACCOUNT)
    neutral_check(actor, account)
    _follow(sanction, account, actor, Appeal.Outcome(outcome), answer, days)
    at = timezone.now()
    appeal.answered_at, appeal.answered_by = at, actor
    appeal.answer, appeal.outcome = answer.strip(), outcome
    appeal.save(update_fields=["answered_at", "answered_by", "answer", "outcome"])
    # The decision has changed since it was read.
    Sanction.objects.filter(pk=sanction.pk).update(seen_at=None)
    derived_write(account)
    audit_write(
        actor=actor,
        action="appeal.answer",
        reason=answer,
        person=account,
        about=f"appeal {appeal.pk}",
        facts={"sanction": sanction.pk, "outcome": outcome, "days": days},
        at=at,
    )
    appeal_answered.send(sender=Appeal, user=account, appeal=appeal)
    return appeal


def _follow(
    sanction: Sanction, account: User, actor: User, outcome: Appeal.Outcome, answer: str, days: int | None
) -> None:
    """Carry the answer out. There is nothing to do for a decision that is over."""
    at = timezone.now()
    if days is not None and outcome != Appeal.Outcome.SHORTENED:
        raise AccountRefused(AccountReason.DAYS_OF_SHORTENING)
    match outcome:
        case Appeal.Outcome.SHORTENED:
            sanction_cut(sanction, account, days, at)
        case Appeal.Outcome.LIFTED if sanction.lifted_at is None:
            sanction_end(sanction, account, actor, answer, at)
