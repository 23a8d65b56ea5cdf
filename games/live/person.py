"""`/ws/me/`, for any open page and for programs: waiting turns, invitations, pairings."""

from __future__ import annotations

from accounts.models import User
from games.events import PersonEvent, user_group
from games.live.base import Close, Socket
from games.live.frames import NO_TYPE, BadFrame, LookingFrame, TurnFrame


class PersonSocket(Socket[PersonEvent]):
    """Sends a person's events; accepts no frames."""

    async def join_groups(self) -> None:
        await super().join_groups()
        if self.login is not None:
            await self.join(user_group(self.login.user_id))

    async def on_connect(self) -> None:
        """Refuse visitors and suspended people. The account has just been read, so this takes no query."""
        user = self.scope["user"]
        if not isinstance(user, User) or user.is_suspended:
            await self.close(Close.LOGIN_OVER)

    async def on_frame(self, frame: TurnFrame | LookingFrame) -> None:
        raise BadFrame("malformed", NO_TYPE)

    async def on_events(self, events: list[PersonEvent]) -> None:
        for event in events:
            await self.send_message(event)
