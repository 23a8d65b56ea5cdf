"""`/ws/me/`, for any open page and for programs: waiting turns, invitations, pairings."""

from __future__ import annotations

from typing import Final

from accounts.models import User
from games.events import PersonEvent, user_group
from games.live.base import Close, Socket
from games.live.frames import NO_TYPE, BadFrame, LookingFrame, TurnFrame
from games.web.numbers import MAX_MS, whole_number

# By how much the clocks of two web servers may differ.
SKEW_S: Final = 1.0


class PersonSocket(Socket[PersonEvent]):
    """Sends a person's events; accepts no frames. If the address has a time `since`, the events after it come first."""

    async def join_groups(self) -> None:
        await super().join_groups()
        if self.login is not None:
            await self.join(user_group(self.login.user_id))

    async def on_connect(self) -> None:
        """Refuse visitors and suspended people. The account has just been read, so this takes no query."""
        user = self.scope["user"]
        if not isinstance(user, User) or user.is_suspended:
            await self.close(Close.LOGIN_OVER)
            return
        since = whole_number(self.asked("since"), MAX_MS)
        if since is not None:
            await self._catch_up(user, since / 1000)

    async def _catch_up(self, user: User, since: float) -> None:
        """Send the events after `since`, in seconds since the epoch. An event of this moment may be sent twice."""
        missed = await self.channel_layer.kept_since(user_group(user.pk), since - SKEW_S)
        if missed is None:
            await self.send_message({"type": "missed"})
            return
        for message in missed:
            await self.on_events(message["events"])

    async def on_frame(self, frame: TurnFrame | LookingFrame) -> None:
        raise BadFrame("malformed", NO_TYPE)

    async def on_events(self, events: list[PersonEvent]) -> None:
        for event in events:
            await self.send_message(event)
