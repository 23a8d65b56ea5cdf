"""What moderators did, as lines of the log, and who of the staff opened cards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from django.utils.translation import gettext

from accounts.models import User
from accounts.staff.reasons import reasons_named
from accounts.staff.roles import Role
from games.models import Game, Intervention, Peek
from games.table.players import Player, Sitters
from games.table.view_model import Entry, Opening

# Told with the turn itself: no line of its own.
_WITH_THE_TURN = (Intervention.Kind.PASS,)
# For who reads the chat alone.
_OF_THE_CHAT = (Intervention.Kind.LOCK_CHAT, Intervention.Kind.UNLOCK_CHAT)


def act_entries(
    acts: Iterable[Intervention], sitters: Sitters, withdrawn: Mapping[int, Sequence[Entry]]
) -> list[tuple[int, Entry]]:
    """A line for each of a hand's acts, with the length of the log before it; `withdrawn` are the turns that each
    version took back."""
    return [
        (act.after_turn, _entry(act, sitters, tuple(withdrawn.get(act.version, ()))))
        for act in acts
        if act.kind not in _WITH_THE_TURN
    ]


def reasons_of_turns(acts: Iterable[Intervention]) -> dict[int, str]:
    """Why a moderator took a seat's turn, by the version after it."""
    return {act.version: act.reason for act in acts if act.kind in _WITH_THE_TURN}


def _entry(act: Intervention, sitters: Sitters, withdrawn: tuple[Entry, ...]) -> Entry:
    return Entry(
        kind="act",
        player=moderator(),
        version=act.version,
        at=act.created_at,
        by="moderator",
        act=act.kind,
        about=None if act.seat is None else sitters.at(act.seat, act.version),
        reason=act.reason,
        withdrawn=withdrawn,
    )


def moderator() -> Player:
    """Who acts in such a line: players are not told which of the staff it was."""
    return Player(pk=0, name=gettext("A moderator"), handle="", seat=-1, is_me=False, is_bot=False)


def openings_of(game: Game, *, concerned: bool) -> tuple[Opening, ...]:
    """Who opened hidden cards while the game ran, told once it is over, the reasons to who sits or sat there. A query
    then, one more where somebody did."""
    if game.ended_at is None:
        return ()
    peeks = list(game.peeks.select_related("by").prefetch_related("by__groups"))
    reasons = reasons_named([peek.reason if concerned else "" for peek in peeks])
    return tuple(_opening(peek, reason) for peek, reason in zip(peeks, reasons, strict=True))


def _opening(peek: Peek, reason: str) -> Opening:
    return Opening(role=_role(peek.by), at=peek.created_at, hand=peek.hand_number, turn=peek.after_turn, reason=reason)


def acts_read(acts: Iterable[Intervention], *, concerned: bool, chats: bool) -> list[Intervention]:
    """The acts as a viewer reads them, names in the reasons. A query where a reason names somebody.

    `concerned`: the viewer sits or sat at the table; nobody else is told the reasons. `chats`: the viewer reads the
    game's chat; nobody else is told that it was locked or opened.
    """
    rows = [act for act in acts if chats or act.kind not in _OF_THE_CHAT]
    for act, reason in zip(rows, reasons_named([act.reason if concerned else "" for act in rows]), strict=True):
        act.reason = reason
    return rows


def _role(user: User) -> str:
    """The highest role that the person has now; empty for who is not on the staff any more."""
    names = {group.name for group in user.groups.all()}
    if user.is_superuser:
        return Role.ADMINISTRATOR.value
    order = (Role.ADMINISTRATOR, Role.MODERATOR, Role.HELPER)
    return next((role.value for role in order if role.value in names), "")
