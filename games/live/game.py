"""`/ws/games/<id>/`, for our own page (which refetches its part at each event) and for programs (which read events).

Public facts come from the game's group; the viewer's own part is added here.
"""

from __future__ import annotations

from urllib.parse import parse_qs

from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.chat.selectors import line_event_for
from games.errors import NoSuchGame, Refused
from games.events import (
    ChatLineEvent,
    ChatLockEvent,
    LoginMessage,
    PublicEvent,
    TableEvent,
    TurnEvent,
    game_group,
    turn_events,
)
from games.live.base import Socket
from games.live.frames import LookingFrame, TurnFrame
from games.live.login import Login
from games.live.threads import in_thread
from games.live.viewer_state import (
    StateMessage,
    ViewerState,
    ViewMessage,
    state_after_deal,
    state_after_turn,
    state_since,
    view_open,
    with_you,
)
from games.models import Game
from games.play.errors import OUT_OF_DATE, TurnRefused
from games.play.presence import presence_save
from games.play.selectors import visible_game
from games.play.turn import TurnResult, turn_play
from games.web.numbers import whole_number

# Announced again when something can be done with an ended game, such as joining its rematch.
OVER = (Game.Status.FINISHED, Game.Status.CANCELLED)
NOT_SEATED = _("You have no seat to play in this game.")


class GameSocket(Socket[PublicEvent]):
    """One viewer of one game. Events that do not follow `viewer_state` make it read the rows."""

    public_id: str
    viewer_state: ViewerState
    _muted = False

    async def on_connect(self) -> None:
        user = self.scope["user"]
        self._muted = isinstance(user, User) and user.is_muted
        self.public_id = self.scope["url_route"]["kwargs"]["public_id"]
        # Join before the first read, so that no event is missed.
        await self.join(game_group(self.public_id))
        since = requested_version(self.scope["query_string"])
        sent = await self._catch_up(since)
        if not sent:
            await self.send_message({"type": "current", "version": self.viewer_state.version})

    async def _catch_up(self, since: int | None) -> int:
        """Send what happened since `since`; return how many messages. Raises NoSuchGame, LoginOver."""
        messages, self.viewer_state = await in_thread(_open, self.login, self.public_id, since)
        for message in messages:
            await self.send_message(message)
        return len(messages)

    async def check_rights(self) -> None:
        await in_thread(_visible, self.login, self.public_id)

    async def on_events(self, events: list[PublicEvent]) -> None:
        """Handle one change, which may be late, repeated or out of order."""
        changes: list[TableEvent] = []
        for event in events:
            if event["type"] == "chat":
                await self._send_chat_line(event["id"])
            else:
                changes.append(event)
        if changes:
            await self._on_changes(changes)

    async def _on_changes(self, events: list[TableEvent]) -> None:
        first = events[0]
        if first["version"] <= self.viewer_state.version:
            if self._is_new_at_a_known_version(first):
                await self.send_message(first)
        elif first["version"] > self.viewer_state.version + 1:
            await self._catch_up(self.viewer_state.version)
        elif first["type"] == "turn":
            await self._on_turn(first, events[1:])
        else:
            await self._send_view(events)

    async def _send_chat_line(self, line_id: int) -> None:
        """Send a chat line to a viewer who may read it."""
        if self.login is None:
            return
        line = await in_thread(_line, self.login, self.public_id, line_id)
        if line is not None:
            await self.send_message(line)

    async def odin_login(self, message: LoginMessage) -> None:
        """A mute by staff, or its end, changes the chat of an open page."""
        if self.login is None:
            return
        user = await in_thread(self.login.check)
        if user.is_muted != self._muted:
            self._muted = user.is_muted
            await self._send_chat_line(0)

    def _is_new_at_a_known_version(self, event: TableEvent) -> bool:
        """Events that do not raise the version: contributions, pause wishes, more time, what an ending allows."""
        if event["type"] == "game":
            return event["status"] in OVER
        if event["type"] != "seat" or event["status"] in OVER:
            return False
        return event["version"] == self.viewer_state.version

    async def _on_turn(self, turn: TurnEvent, ends: list[TableEvent]) -> None:
        """Reads at most a new hand's deal."""
        viewer_state = state_after_turn(self.viewer_state, turn)
        after = await self._after_ends(viewer_state, ends) if viewer_state is not None else None
        if viewer_state is None or after is None:
            await self._catch_up(self.viewer_state.version)
            return
        self.viewer_state = after
        await self.send_message(with_you(turn, viewer_state))
        for event in ends:
            await self.send_message(with_you(event, after))

    async def _after_ends(self, viewer_state: ViewerState, ends: list[TableEvent]) -> ViewerState | None:
        """None if rows must be read."""
        if any(event["type"] == "game" for event in ends):
            return ViewerState(viewer_state.version, playing=False, seat=viewer_state.seat)
        hand = next((event for event in ends if event["type"] == "hand"), None)
        if hand is not None and viewer_state.seat is not None:
            return await in_thread(state_after_deal, viewer_state, self.public_id, hand["number"] + 1)
        return viewer_state

    async def _send_view(self, events: list[TableEvent]) -> None:
        """Read again what the viewer may see, with beginnings and ends. If the viewer only missed turns (a sweep
        announced the game again), send those.
        """
        messages, viewer_state = await in_thread(_open, self.login, self.public_id, self.viewer_state.version)
        self.viewer_state = viewer_state
        if viewer_state.version == events[0]["version"] and messages[0]["type"] == "view":
            following: list[StateMessage] = [with_you(event, viewer_state) for event in events]
            messages = following + messages if events[0]["type"] == "game" else following
        for message in messages:
            await self.send_message(message)

    async def on_frame(self, frame: TurnFrame | LookingFrame) -> None:
        match frame:
            case LookingFrame() if self.login is not None:
                await in_thread(_look, self.login, self.public_id, frame.version)
            case LookingFrame():
                return
            case TurnFrame():
                await self._take_turn(frame)

    async def _take_turn(self, frame: TurnFrame) -> None:
        """Take a turn; the answer is its event, sent without waiting for the group."""
        try:
            if self.login is None:
                raise NoSuchGame(self.public_id)
            made = await in_thread(_play, self.login, self.public_id, frame)
        except NoSuchGame:
            await self._refuse_unseated()
        else:
            await self.on_events(turn_events(made.game, made.seats, made.hand, made.move, made.state))

    async def on_refusal(self, refused: Refused | TurnRefused) -> None:
        answer = self.refusal(refused.code, refused.words)
        if refused.reason in OUT_OF_DATE:
            # Send the current view along.
            answer["view"], self.viewer_state = await in_thread(_view, self.login, self.public_id)
        await self.send_message(answer)

    async def _refuse_unseated(self) -> None:
        """Spectators may go on watching. Raises NoSuchGame, LoginOver if not."""
        await self._catch_up(self.viewer_state.version)
        await self.send_message(self.refusal("not_seated", NOT_SEATED))


def requested_version(query: bytes) -> int | None:
    asked = parse_qs(query.decode("ascii", "replace")).get("since", [""])[-1]
    return whole_number(asked)


def _open(login: Login | None, public_id: str, since: int | None) -> tuple[list[StateMessage], ViewerState]:
    return state_since(public_id, login.user() if login is not None else None, since)


def _view(login: Login | None, public_id: str) -> tuple[ViewMessage, ViewerState]:
    return view_open(public_id, login.user() if login is not None else None)


def _line(login: Login, public_id: str, line_id: int) -> ChatLineEvent | ChatLockEvent | None:
    # Who reads chats may have changed without a word to the login's group.
    return line_event_for(public_id, login.check(), line_id)


def _visible(login: Login | None, public_id: str) -> Game:
    return visible_game(public_id, login.check() if login is not None else None)


def _look(login: Login, public_id: str, version: int) -> None:
    presence_save(public_id=public_id, user=login.user(), version=version)


def _play(login: Login, public_id: str, frame: TurnFrame) -> TurnResult:
    return turn_play(public_id=public_id, user=login.user(), version=frame.version, text=frame.turn)
