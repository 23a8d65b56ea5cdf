"""`/ws/games/<id>/page/`, for our own page. It draws turns and ends of hands, and fetches its part for all else."""

from __future__ import annotations

from asyncio import create_task, shield
from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, tzinfo
from zoneinfo import ZoneInfo

from django.conf import settings
from django.utils import timezone
from django.utils.translation import override

from accounts.models import User
from games.events import HandEvent, NoteEvent, TableEvent, TurnEvent
from games.live.base import compact
from games.live.login import Login
from games.live.messages import CurrentMessage, DrawnHand, DrawnTurn, DueFacts, NewsMessage
from games.live.new_cards import new_cards
from games.live.table import NOT_SEATED, TableSocket, is_news
from games.live.threads import run_in_pool
from games.live.turn_cache import turn_cache
from games.live.watchers import watchers, watching_words
from games.play.selectors import visible_game
from games.web.dates import spoken_time, until_time
from games.web.viewer import site_language


class PageSocket(TableSocket):
    """A connection of our own page. `version`: the newest that was announced to the page. Its words are in the page's
    language `lang`.
    """

    version = 0
    _seat: int | None = None
    _language = settings.LANGUAGE_CODE
    _zone: tzinfo = UTC
    # Cache key: language, time zone.
    _alike = (_language, str(_zone))
    _counted = False
    _watching = ""

    async def on_connect(self) -> None:
        await super().on_connect()
        user = self.scope["user"]
        if isinstance(user, User):
            self._zone = ZoneInfo(user.time_zone)
        self._language = site_language(self.asked("lang"))
        self._alike = (self._language, str(self._zone))
        self.version, self._seat = await run_in_pool(_place, self.login, self.public_id)
        watchers.join(self.public_id, self._inbox.put_nowait, self._watcher)
        self._counted, self._watching = True, self._watching_words()
        current: CurrentMessage = {"type": "current", "version": self.version}
        await self.send_message(current | {"watching": self._watching} if self._watching else current)

    def on_leave(self) -> None:
        if self._counted:
            watchers.leave(self.public_id, self._inbox.put_nowait, self._watcher)

    @property
    def _watcher(self) -> Hashable | None:
        """The key that counts a watcher: one for a person, one for each page of a visitor. None for players."""
        if self._seat is not None:
            return None
        return self.login.user_id if self.login is not None else self

    async def odin_watched(self, message: object) -> None:
        words = self._watching_words()
        if words != self._watching:
            self._watching = words
            await self.send_message({"type": "watching", "watching": words})

    def _watching_words(self) -> str:
        with override(self._language):
            return watching_words(watchers.count(self.public_id))

    async def on_changes(self, events: list[TableEvent]) -> None:
        first = events[0]
        known, self.version = self.version, max(self.version, first["version"])
        if first["version"] <= known and not is_news(first, known):
            return
        await self.send_text(await self._told(events, follows=first["version"] == known + 1))

    async def on_note(self, event: NoteEvent) -> None:
        """Tell the page of the note's author or reader that its part has changed."""
        if self._seat in event["seats"]:
            await self.send_message({"type": "note", "version": event["version"]})

    async def _told(self, events: list[TableEvent], *, follows: bool) -> str:
        """The message that draws the change, or one with only its version. At a hand's end the process reads the next
        deal once.
        """
        turn, *ends = events
        if follows and turn["type"] == "turn":
            if not ends:
                return self._text(turn)
            if len(ends) == 1 and ends[0]["type"] == "hand" and _runs(turn):
                return await self._hand_text(turn, ends[0])
        return compact({"type": events[-1]["type"], "version": events[0]["version"]})

    async def _hand_text(self, turn: TurnEvent, hand: HandEvent) -> str:
        """The public part, which is the same for pages of one language and time zone, and the viewer's own cards."""
        public = turn_cache.once(
            self.public_id, turn, ("hand", *self._alike), lambda: compact(self._drawn_hand(turn, hand))
        )
        if self.login is None or self._seat is None:
            return public
        following = hand["number"] + 1
        reading = turn_cache.once(
            self.public_id, turn, "deal", lambda: create_task(run_in_pool(new_cards, self.public_id, following))
        )
        # Another page may wait for it too.
        cards = (await shield(reading)).get(self.login.user_id)
        return public if cards is None else f'{public[:-1]},"cards":{compact(cards)}}}'

    def _drawn_hand(self, turn: TurnEvent, hand: HandEvent) -> DrawnHand:
        drawn = DrawnHand(
            type="hand",
            version=turn["version"],
            number=hand["number"],
            left=["".join(cards) for cards in hand["left"]],
            scored=hand["scored"] or [],
            points=hand["points"],
            to_act=turn["to_act"] or 0,
        )
        with self._words():
            return {**drawn, **_due(turn)}

    def _text(self, turn: TurnEvent) -> str:
        """The message about the turn. It is the same for all pages of one language and time zone, except for the seat
        that may undo.
        """
        alike = turn_cache.once(self.public_id, turn, self._alike, lambda: compact(self._drawn(turn)))
        undo = turn["page"]["undo"] and turn["seat"] == self._seat and _runs(turn)
        return f'{alike[:-1]},"undo":true}}' if undo else alike

    def _drawn(self, turn: TurnEvent) -> DrawnTurn | NewsMessage:
        if turn["to_act"] is None or not _runs(turn):
            return {"type": "turn", "version": turn["version"]}
        with self._words():
            drawn = DrawnTurn(
                type="turn",
                version=turn["version"],
                seat=turn["seat"],
                turn=turn["turn"],
                by=turn["by"],
                to_act=turn["to_act"],
                sizes=turn["sizes"],
                at=spoken_time(timezone.localtime(), 0),
            )
            return {**drawn, **_due(turn)}

    @contextmanager
    def _words(self) -> Iterator[None]:
        """Use the page's language and time zone within the block."""
        with override(self._language), timezone.override(self._zone):
            yield

    async def on_unseated(self) -> None:
        await self.check_rights()
        await self.send_message(self.refusal("not_seated", NOT_SEATED))


def _runs(turn: TurnEvent) -> bool:
    """Whether the next turn has a running clock or no time limit."""
    return turn["to_act"] is not None and not turn["page"]["halted"]


def _due(turn: TurnEvent) -> DueFacts:
    due_at = turn["page"]["due_at"]
    if due_at is None:
        return {}
    due = datetime.fromisoformat(due_at)
    return {"due": int(due.timestamp() * 1000), "until": until_time(due)}


def _place(login: Login | None, public_id: str) -> tuple[int, int | None]:
    """The game's version and the viewer's seat. Two queries. Raises NoSuchGame, LoginOver."""
    user = login.user() if login is not None else None
    game = visible_game(public_id, user)
    seats = game.seats.filter(user=user).values_list("number", flat=True) if user is not None else ()
    return game.version, next(iter(seats), None)
