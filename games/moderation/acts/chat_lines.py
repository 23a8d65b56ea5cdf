"""Hides chat messages from all but staff."""

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from accounts.staff.audit import audit_write
from accounts.staff.permission import staff_check
from games import on_commit
from games.chat.errors import ChatReason
from games.errors import Refused
from games.models import ChatLine
from games.moderation.acts.base import game_for_act
from games.moderation.errors import ConflictReason


@transaction.atomic(durable=True)
def chat_hide(*, actor: User, line_id: int, reason: str) -> ChatLine:
    """Hide a chat message. Raises Refused(NO_LINE, HIDDEN_ALREADY)."""
    return line_hide(actor=actor, line_id=line_id, reason=reason)


@transaction.atomic
def line_hide(*, actor: User, line_id: int, reason: str) -> ChatLine:
    """Hide a message as `chat_hide` does, in another act's transaction; games locked there must include this
    message's.
    """
    staff_check(actor, "games.hide_chat_line", reason)
    line = _judged_line(actor, line_id)
    if line.hidden_at is not None:
        raise Refused(ChatReason.HIDDEN_ALREADY)
    line.hidden_at, line.hidden_by = timezone.now(), actor
    return _judge(actor, line, "chat.hide", reason)


@transaction.atomic(durable=True)
def chat_show(*, actor: User, line_id: int, reason: str) -> ChatLine:
    """Show a hidden chat message again. Raises Refused(NO_LINE, NOT_HIDDEN)."""
    staff_check(actor, "games.hide_chat_line", reason)
    line = _judged_line(actor, line_id)
    if line.hidden_at is None:
        raise Refused(ChatReason.NOT_HIDDEN)
    line.hidden_at, line.hidden_by = None, None
    return _judge(actor, line, "chat.show", reason)


def _judged_line(actor: User, line_id: int) -> ChatLine:
    """Fetch the line, with its game locked. Raises Refused."""
    public_id = ChatLine.all_lines.filter(pk=line_id).values_list("game__public_id", flat=True).first()
    if public_id is None:
        raise Refused(ChatReason.NO_LINE)
    locked = game_for_act(actor, public_id)
    line = ChatLine.all_lines.select_related("user").get(pk=line_id)
    line.game = locked.game
    if line.erased_at is not None:
        raise Refused(ChatReason.NO_LINE)
    if line.user_id == actor.pk:
        raise Refused(ConflictReason.OWN_GAME)
    return line


def _judge(actor: User, line: ChatLine, action: str, reason: str) -> ChatLine:
    line.save(update_fields=["hidden_at", "hidden_by"])
    audit_write(
        actor=actor,
        action=action,
        reason=reason,
        person=line.user,
        game=line.game.public_id,
        about=f"chat line {line.pk}",
    )
    on_commit.chat_line_changed(line.game, line)
    return line
