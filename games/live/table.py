"""Base of the sockets of a game, for our own page and for programs: joining, chat, mutes, frames."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from accounts.metrics.counted import TURNS
from accounts.models import ApiToken, User
from accounts.tokens.words import NO_SCOPE
from games.chat.selectors import line_event_for
from games.errors import NoSuchGame
from games.events import (
    CHAT_LOCK,
    ChatLineEvent,
    ChatLockEvent,
    LoginMessage,
    NoteEvent,
    PublicEvent,
    TableEvent,
    game_group,
)
from games.live.base import Socket
from games.live.frames import LookingFrame, TurnFrame
from games.live.login import Login
from games.live.threads import run_in_pool
from games.models import Game
from games.play.presence import presence_save
from games.play.selectors import visible_game
from games.play.turn import TurnResult, turn_play

# Announced again when there is a rematch of an ended game to join, or when its ratings are there.
OVER = (Game.Status.FINISHED, Game.Status.CANCELLED)
NOT_SEATED = _("You have no seat in this game.")


class TableSocket(Socket[PublicEvent]):
    """A connection of one viewer of one game."""

    public_id: str
    _muted = False

    async def join_groups(self) -> None:
        await super().join_groups()
        self.public_id = self.scope["url_route"]["kwargs"]["public_id"]
        await self.join(game_group(self.public_id))

    async def on_connect(self) -> None:
        user = self.scope["user"]
        self._muted = isinstance(user, User) and user.is_muted

    async def check_rights(self) -> None:
        await run_in_pool(_visible, self.login, self.public_id)

    async def on_events(self, events: list[PublicEvent]) -> None:
        """Handle one change, which may be late, repeated or out of order."""
        changes: list[TableEvent] = []
        for event in events:
            if event["type"] == "chat":
                await self._send_chat_line(event["id"])
            elif event["type"] == "note":
                await self.on_note(event)
            else:
                changes.append(event)
        if changes:
            await self.on_changes(changes)

    async def on_changes(self, events: list[TableEvent]) -> None:
        raise NotImplementedError

    async def on_note(self, event: NoteEvent) -> None:
        """Handle a note. Programs get none."""

    async def on_unseated(self) -> None:
        """Answer a viewer who tried to take a turn without a seat. Raises NoSuchGame, LoginOver if they may not even
        watch.
        """
        raise NotImplementedError

    async def _send_chat_line(self, line_id: int) -> None:
        """Send a chat line to a viewer who may read it."""
        if self.login is None:
            return
        line = await run_in_pool(_chat_event, self.login, self.public_id, line_id)
        if line is not None:
            await self.send_message(line)

    async def odin_login(self, message: LoginMessage) -> None:
        """Check the login. If staff muted the person or ended that, update the chat of the open page."""
        if self.login is None:
            return
        user = await run_in_pool(self.login.check)
        if user.is_muted != self._muted:
            self._muted = user.is_muted
            await self._send_chat_line(CHAT_LOCK)

    async def on_frame(self, frame: TurnFrame | LookingFrame) -> None:
        match frame:
            case LookingFrame() if self.login is not None and self.login.may(ApiToken.Scope.PLAY):
                await run_in_pool(_look, self.login, self.public_id, frame.version)
            case LookingFrame():
                return
            case TurnFrame():
                await self._take_turn(frame)

    async def _take_turn(self, frame: TurnFrame) -> None:
        """Take a turn; the answer is its event, sent without waiting for the group."""
        try:
            if self.login is None:
                raise NoSuchGame(self.public_id)
            if not self.login.may(ApiToken.Scope.PLAY):
                await self.send_message(self.refusal("scope_missing", NO_SCOPE))
                return
            made = await run_in_pool(_play, self.login, self.public_id, frame)
        except NoSuchGame:
            await self.on_unseated()
        else:
            self._allowance.give_back()
            await self.on_events(made.events)


def is_news(event: TableEvent, known: int) -> bool:
    """Whether an event at a version not above `known` says something new: contributions, pause wishes, more time, what
    an ending allows.
    """
    if event["type"] == "game":
        return event["status"] in OVER
    if event["type"] != "seat" or event["status"] in OVER:
        return False
    return event["version"] == known


def _chat_event(login: Login, public_id: str, line_id: int) -> ChatLineEvent | ChatLockEvent | None:
    # Chat settings may have changed without a message to the login's group.
    return line_event_for(public_id, login.check(), line_id)


def _visible(login: Login | None, public_id: str) -> Game:
    return visible_game(public_id, login.check() if login is not None else None)


def _look(login: Login, public_id: str, version: int) -> None:
    presence_save(public_id=public_id, user=login.user(), version=version)


def _play(login: Login, public_id: str, frame: TurnFrame) -> TurnResult:
    user = login.user()
    made = turn_play(public_id=public_id, user=user, version=frame.version, text=frame.turn)
    TURNS.add("socket")
    return made
