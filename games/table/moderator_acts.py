"""Staff acts as log entries, and views of hidden cards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from django.utils.translation import gettext

from accounts.models import User
from accounts.staff.reasons import reasons_named
from accounts.staff.roles import Role
from games.models import Game, Intervention, Peek
from games.table.players import Player, SeatHistory
from games.table.view_model import CardOpening, Entry

# Shown with the turn itself.
_WITH_THE_TURN = (Intervention.Kind.PASS,)
# Shown only to readers of the chat.
_OF_THE_CHAT = (Intervention.Kind.LOCK_CHAT, Intervention.Kind.UNLOCK_CHAT)
# Other acts leave the version as it is, or raise it without a seat's event or a take-back.
_TELLING: Final = (Intervention.Kind.BOT, Intervention.Kind.REPLACE, Intervention.Kind.TAKE_BACK)


def act_entries(
    acts: Iterable[Intervention], seat_history: SeatHistory, withdrawn: Mapping[int, Sequence[Entry]]
) -> list[tuple[int, Entry]]:
    """Entries of acts on a hand, each with the length of the log before it; `withdrawn` by version of the take-back."""
    return [(act.after_turn, _entry(act, seat_history, withdrawn)) for act in acts if act.kind not in _WITH_THE_TURN]


def versions_told(acts: Iterable[Intervention]) -> set[int]:
    """The versions whose seat event or take-back is shown as an act."""
    return {act.version for act in acts if act.kind in _TELLING}


def turn_reasons(acts: Iterable[Intervention]) -> dict[int, str]:
    """Moderators' reasons, by the version after the turn."""
    return {act.version: act.reason for act in acts if act.kind in _WITH_THE_TURN}


def _entry(act: Intervention, seat_history: SeatHistory, withdrawn: Mapping[int, Sequence[Entry]]) -> Entry:
    return Entry(
        kind="act",
        player=moderator(),
        version=act.version,
        at=act.created_at,
        by="moderator",
        act=act.kind,
        about=None if act.seat is None else seat_history.at(act.seat, act.version),
        reason=act.reason,
        withdrawn=tuple(withdrawn[act.version]) if act.kind == Intervention.Kind.TAKE_BACK else (),
    )


def moderator() -> Player:
    """A player without a name: players don't learn which of the staff acted."""
    return Player(pk=0, name=gettext("A moderator"), handle="", seat=-1, is_me=False, is_bot=False)


def card_openings(game: Game, *, concerned: bool) -> tuple[CardOpening, ...]:
    """The times when moderators revealed cards, once the game is over. Reasons are included only if the viewer is
    `concerned`. One query then, and one more if a reason names an account.
    """
    if game.ended_at is None:
        return ()
    peeks = list(game.peeks.select_related("by").prefetch_related("by__groups"))
    reasons = reasons_named([peek.reason if concerned else "" for peek in peeks])
    return tuple(_opening(peek, reason) for peek, reason in zip(peeks, reasons, strict=True))


def _opening(peek: Peek, reason: str) -> CardOpening:
    return CardOpening(
        role=_role(peek.by), at=peek.created_at, hand=peek.hand_number, turn=peek.after_turn, reason=reason
    )


def acts_read(acts: Iterable[Intervention], *, concerned: bool, chats: bool) -> list[Intervention]:
    """Acts as shown to a viewer, with names in the reasons. One query if a reason names an account. `concerned`: has or
    had a seat; others see no reasons. `chats`: reads the game's chat; others do not see that it was locked or opened.
    """
    rows = [act for act in acts if chats or act.kind not in _OF_THE_CHAT]
    for act, reason in zip(rows, reasons_named([act.reason if concerned else "" for act in rows]), strict=True):
        act.reason = reason
    return rows


def _role(user: User) -> str:
    """The highest role; "" if they left the staff."""
    names = {group.name for group in user.groups.all()}
    if user.is_superuser:
        return Role.ADMINISTRATOR.value
    order = (Role.ADMINISTRATOR, Role.MODERATOR, Role.HELPER)
    return next((role.value for role in order if role.value in names), "")
