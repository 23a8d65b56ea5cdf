"""`/ws/games/<id>/`, for programs and waiting rooms: the whole view, and events with the viewer's own part.

Public facts come from the game's group; the viewer's own part is added here.
"""

from __future__ import annotations

from games.errors import Refused
from games.events import TableEvent, TurnEvent
from games.live.base import compact
from games.live.login import Login
from games.live.table import NOT_SEATED, TableSocket, is_news
from games.live.threads import run_in_pool
from games.live.turn_cache import turn_cache
from games.live.viewer_state import (
    StateMessage,
    ViewerState,
    ViewMessage,
    hand_after,
    own_part,
    state_after_deal,
    state_after_turn,
    state_since,
    view_open,
    with_you,
)
from games.play.errors import OUT_OF_DATE, TurnRefused
from games.web.numbers import whole_number


class GameSocket(TableSocket):
    """A connection of one viewer of one game. If an event does not follow `viewer_state`, it reads the rows."""

    viewer_state: ViewerState

    async def on_connect(self) -> None:
        await super().on_connect()
        since = whole_number(self.asked("since"))
        sent = await self._catch_up(since)
        if not sent:
            await self.send_message({"type": "current", "version": self.viewer_state.version})

    async def _catch_up(self, since: int | None) -> int:
        """Send what happened since `since`; return how many messages. Raises NoSuchGame, LoginOver."""
        messages, self.viewer_state = await run_in_pool(_open, self.login, self.public_id, since)
        for message in messages:
            await self.send_message(message)
        return len(messages)

    async def on_changes(self, events: list[TableEvent]) -> None:
        first = _for_programs(events[0])
        if first["version"] <= self.viewer_state.version:
            if is_news(first, self.viewer_state.version):
                await self.send_message(first)
        elif first["version"] > self.viewer_state.version + 1:
            await self._catch_up(self.viewer_state.version)
        elif first["type"] == "turn":
            await self._on_turn(first, events[1:])
        else:
            await self._send_view(events)

    async def _on_turn(self, turn: TurnEvent, ends: list[TableEvent]) -> None:
        """Send a turn and its ends. Reads at most a new hand's deal."""
        viewer_state = self._after(turn)
        after = await self._after_ends(viewer_state, ends) if viewer_state is not None else None
        if viewer_state is None or after is None:
            await self._catch_up(self.viewer_state.version)
            return
        self.viewer_state = after
        await self.send_text(self._text(turn, viewer_state))
        for event in ends:
            await self.send_message(with_you(event, after))

    def _after(self, turn: TurnEvent) -> ViewerState | None:
        """The viewer's state after the turn. Players of one game see the same hand, so its state after a turn is
        computed once for all of them.
        """
        before = self.viewer_state.state
        if before is None:
            return state_after_turn(self.viewer_state, turn, None)
        known, after = turn_cache.once(self.public_id, turn, "state", lambda: (before, hand_after(before, turn)))
        if known is not before and known != before:
            after = hand_after(before, turn)
        return state_after_turn(self.viewer_state, turn, after)

    def _text(self, turn: TurnEvent, viewer_state: ViewerState) -> str:
        """The public part, which is the same for all, and the viewer's own."""
        public = turn_cache.once(self.public_id, turn, "text", lambda: compact(turn))
        you = own_part(viewer_state)
        return public if you is None else f'{public[:-1]},"you":{compact(you)}}}'

    async def _after_ends(self, viewer_state: ViewerState, ends: list[TableEvent]) -> ViewerState | None:
        """The viewer's state after ends of a hand or game. Returns None if the caller has to read the rows."""
        if any(event["type"] == "game" for event in ends):
            return ViewerState(viewer_state.version, playing=False, seat=viewer_state.seat)
        hand = next((event for event in ends if event["type"] == "hand"), None)
        if hand is not None and viewer_state.seat is not None:
            return await run_in_pool(state_after_deal, viewer_state, self.public_id, hand["number"] + 1)
        return viewer_state

    async def _send_view(self, events: list[TableEvent]) -> None:
        """Read and send what the viewer may see, together with starts and ends. If the viewer only missed turns (a
        sweep announced the game again), send those.
        """
        messages, viewer_state = await run_in_pool(_open, self.login, self.public_id, self.viewer_state.version)
        self.viewer_state = viewer_state
        if viewer_state.version == events[0]["version"] and messages[0]["type"] == "view":
            following: list[StateMessage] = [with_you(event, viewer_state) for event in events]
            messages = following + messages if events[0]["type"] == "game" else following
        for message in messages:
            await self.send_message(message)

    async def on_refusal(self, refused: Refused | TurnRefused) -> None:
        answer = self.refusal(refused.code, refused.words)
        if refused.reason in OUT_OF_DATE:
            # Send the current view along.
            answer["view"], self.viewer_state = await run_in_pool(_view, self.login, self.public_id)
        await self.send_message(answer)

    async def on_unseated(self) -> None:
        """Send what the client missed, and the refusal. Raises NoSuchGame or LoginOver if the viewer may not even
        watch.
        """
        await self._catch_up(self.viewer_state.version)
        await self.send_message(self.refusal("not_seated", NOT_SEATED))


def _for_programs(event: TableEvent) -> TableEvent:
    if event["type"] != "turn":
        return event
    turn = event.copy()
    turn.pop("page", None)
    return turn


def _open(login: Login | None, public_id: str, since: int | None) -> tuple[list[StateMessage], ViewerState]:
    return state_since(public_id, login.user() if login is not None else None, since)


def _view(login: Login | None, public_id: str) -> tuple[ViewMessage, ViewerState]:
    return view_open(public_id, login.user() if login is not None else None)
