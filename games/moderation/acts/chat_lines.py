"""Hides chat messages, and reported messages of friends, from all but staff."""

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
from games.moderation.report_selectors import lines_for_staff
from games.people.unread import unread_recount


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
    """Fetch the line, locked after its game, if it has one. Raises Refused."""
    found = lines_for_staff().filter(pk=line_id).values_list("game__public_id", flat=True)
    if not found:
        raise Refused(ChatReason.NO_LINE)
    game = game_for_act(actor, found[0]).game if found[0] is not None else None
    locked = ChatLine.all_lines.select_for_update(of=("self",), no_key=True).select_related("user", "reader")
    line = locked.get(pk=line_id)
    line.game = game
    if line.erased_at is not None:
        raise Refused(ChatReason.NO_LINE)
    if line.game is None and actor.pk in (line.user_id, line.reader_id):
        raise Refused(ConflictReason.OWN_CASE)
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
        game=line.game.public_id if line.game is not None else "",
        about=f"chat line {line.pk}",
    )
    if line.game is not None:
        on_commit.chat_line_changed(line.game, line)
    elif line.reader is not None:
        unread_recount(line.reader)
        on_commit.person_event(line.reader.pk, {"type": "message"})
    return line
