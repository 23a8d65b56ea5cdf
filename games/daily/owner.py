"""A person who plays shared hands: an account, or a visitor with a token in their session."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import Final

from django.contrib.sessions.backends.base import SessionBase
from django.db.models import QuerySet

from accounts.models import User
from games.models import HandPlay

VISITOR_KEY: Final = "hand_visitor"
_TOKEN_BYTES: Final = 16


@dataclass(frozen=True, slots=True)
class Owner:
    """`visitor`: "" for accounts, and for visitors who have begun no hand."""

    user: User | None
    visitor: str = ""

    @property
    def plays(self) -> QuerySet[HandPlay]:
        if self.user is not None:
            return HandPlay.objects.filter(user=self.user)
        return HandPlay.objects.filter(visitor=self.visitor) if self.visitor else HandPlay.objects.none()

    @property
    def counts(self) -> bool:
        """Whether the person's results are part of everyone's."""
        return self.user is not None and not (self.user.is_guest or self.user.is_outside_bot)

    def new_play(self) -> dict[str, object]:
        """The fields that make a play this person's."""
        return {"user": self.user, "visitor": "" if self.user is not None else self.visitor}


def visitor_in(session: SessionBase) -> str:
    """The visitor's token, or ""."""
    kept = session.get(VISITOR_KEY)
    return kept if isinstance(kept, str) else ""


def visitor_keep(session: SessionBase) -> str:
    """The visitor's token, made if there is none."""
    known = visitor_in(session)
    if known:
        return known
    session[VISITOR_KEY] = secrets.token_hex(_TOKEN_BYTES)
    return visitor_in(session)
