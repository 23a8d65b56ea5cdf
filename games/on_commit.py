"""The only way in which rooms of games send live updates and queue tasks, always on commit."""

import logging
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import TypeVar

from celery import current_app
from channels.layers import get_channel_layer
from django.conf import settings
from kombu.exceptions import OperationalError
from redis.exceptions import RedisError

from accounts.metrics.counted import TURNS
from accounts.transactions.after_commit import after_commit
from games.engine import HandState
from games.events import (
    CHAT_LOCK,
    EventsMessage,
    LoginMessage,
    PersonEvent,
    PublicEvent,
    chat_event,
    game_group,
    login_group,
    seat_event,
    status_event,
    turn_events,
    user_group,
    your_turn_event,
)
from games.models import ChatLine, Deadline, Game, Hand, Move, Seat

E = TypeVar("E")
# A group, and the message sent to it.
Message = tuple[str, EventsMessage[PublicEvent] | EventsMessage[PersonEvent] | LoginMessage]
log = logging.getLogger(__name__)

BOT_PAUSE_S = settings.BOT_PAUSE_S
# Seconds before a bot's turn that ends the chance to undo: time to see a slip and reach the button.
UNDO_PAUSE_S = 3.0
# How turns that people don't take themselves are counted. The others are counted by what they came through.
TURN_WAYS = {
    Move.By.AUTO: "planned",
    Move.By.TIMEOUT: "clock",
    Move.By.BOT: "bot",
    Move.By.MODERATOR: "moderator",
}
# Tasks expire this many seconds after they were due. Sweeps' tasks do so slightly later than they are queued again.
EXPIRES_S = {
    "bot_turn_play": 30.0,
    "idle_turn_play": 30.0,
    "wait_attend": 75.0,
    "notice_send": 330.0,
    "notice_deliver": 330.0,
    "hook_deliver": 330.0,
    "cases_push": 330.0,
    "review_work": 180.0,
    "strongest_line": 75.0,
}


def turn_made(game: Game, seats: list[Seat], hand: Hand, move: Move, state: HandState) -> list[PublicEvent]:
    """Announce the turn, and the end of the hand or game if it ended them. Returns the events for the table."""
    events = turn_events(game, seats, hand, move, state)
    group, message = _to_table(game, events)
    message["made_at"] = move.created_at.timestamp()
    _send_later((group, message), *_to_awaited(game, seats))
    if move.by in TURN_WAYS:
        after_commit(TURNS.add, TURN_WAYS[Move.By(move.by)])
    return events


def seat_changed(game: Game, seat: Seat) -> None:
    """Announce a change of a seat. Requests for a pause and clock changes leave the version unchanged."""
    events: list[PublicEvent] = [seat_event(game, seat)]
    if game.ended_at is not None:
        events.append(status_event(game))
    _send_later(_to_table(game, events))


def game_changed(game: Game, seats: list[Seat]) -> None:
    """Announce the game's start, pause, resumption, or end without a turn."""
    _send_later(_to_table(game, [status_event(game)]), *_to_awaited(game, seats))


def game_reannounced(game: Game) -> None:
    """Announce the game again: for pages that missed an event in a crash, and after an end for a rematch or new
    ratings.
    """
    _send_later(_to_table(game, [status_event(game)]))


def chat_line_changed(game: Game, line: ChatLine) -> None:
    """Announce a chat message without its text: each connection checks whether its viewer may read it."""
    _send_later(_to_table(game, [chat_event(game, line.pk)]))


def note_left(game: Game, seats: tuple[int, ...]) -> None:
    """Announce the note that came with the latest turn to the pages of these seats."""
    _send_later(_to_table(game, [{"type": "note", "version": game.version, "seats": seats}]))


def chat_changed(game: Game) -> None:
    """Announce that the chat was locked or opened."""
    _send_later(_to_table(game, [chat_event(game, CHAT_LOCK)]))


def person_event(user_id: int, event: PersonEvent) -> None:
    _send_later(_to_person(user_id, event))


def logins_changed(user_id: int) -> None:
    """Make a person's connections check whether their logins are valid."""
    _send_later((login_group(user_id), LoginMessage(type="odin.login")))


def bot_is_due(game: Game, *, idle: bool, pause_s: float | None = None) -> None:
    """Queue a bot's turn. `idle`: no person holds a seat. Such turns use the last queue, without a pause, because
    nobody follows them.
    """
    task, pause = ("idle_turn_play", 0.0) if idle else ("bot_turn_play", BOT_PAUSE_S if pause_s is None else pause_s)
    after_commit(_enqueue, task, (game.pk, game.version), pause)


def wait_is_due(game_id: int, *, pause_s: float = 0) -> None:
    after_commit(_enqueue, "wait_attend", (game_id,), pause_s)


def notice_is_due(notice_id: int, *, outward: bool) -> None:
    """Queue a notification. `outward`: to a device or webhook, in its own queue."""
    after_commit(_enqueue, "notice_deliver" if outward else "notice_send", (notice_id,), 0)


def game_is_over(game: Game) -> None:
    after_commit(_enqueue, "game_settle", (game.pk,), 0)


def ratings_are_due() -> None:
    after_commit(_enqueue, "ratings_rework", (), 0)


def webhook_test_is_due(webhook_id: int, *, lost: Callable[[], object]) -> None:
    """Queue a test of a webhook, or call `lost` if Redis is away: no sweep queues tests."""
    after_commit(lambda: _enqueue("webhook_test", (webhook_id,), 0) or lost())


def hook_delivery_is_due(delivery_id: int) -> None:
    """Queue an event for an operator's hook."""
    after_commit(_enqueue, "hook_deliver", (delivery_id,), 0)


def cases_are_new(device_id: int, counts: Mapping[str, int], at: datetime) -> None:
    """Queue a push message to a staff member's device. `counts`: new cases by kind."""
    after_commit(_enqueue, "cases_push", (device_id, dict(counts), int(at.timestamp())), 0)


def review_is_due(review_id: int, done: int) -> None:
    """Queue the next step of a review. `done`: turns already reviewed."""
    after_commit(_enqueue, "review_work", (review_id, done), 0)


def strongest_line_is_due(hand_id: int) -> None:
    """Queue the strongest bot's line of a shared hand."""
    after_commit(_enqueue, "strongest_line", (hand_id,), 0)


def _to_awaited(game: Game, seats: list[Seat]) -> list[Message]:
    """The event for the player whose turn it is; [] for bots, and if a planned turn will be played."""
    if game.status != Game.Status.RUNNING or game.to_act is None or seats[game.to_act].held_by.is_bot:
        return []
    wait: Deadline | None = getattr(game, "deadline", None)
    if wait is not None and wait.order_at is not None:
        return []
    return [_to_person(seats[game.to_act].held_by_id, your_turn_event(game))]


def _to_table(game: Game, events: Sequence[PublicEvent]) -> tuple[str, EventsMessage[PublicEvent]]:
    return game_group(game.public_id), _events(events)


def _to_person(user_id: int, event: PersonEvent) -> tuple[str, EventsMessage[PersonEvent]]:
    return user_group(user_id), {**_events([event]), "kept": True}


def _events(events: Sequence[E]) -> EventsMessage[E]:
    return {"type": "odin.events", "events": list(events)}


def _send_later(*messages: Message) -> None:
    """Send the messages on commit, in one round trip."""
    after_commit(_send, messages)


def _send(messages: Sequence[Message]) -> None:
    """Publish the messages. They are lost without Redis, as odinsite.redis logs; sweeps and the page's polling repair
    that.
    """
    try:
        get_channel_layer().publish(messages)
    except (OSError, RedisError) as error:
        log.debug("live updates not sent to %s: %r", [group for group, _message in messages], error)


def _enqueue(task: str, args: tuple[object, ...], pause_s: float) -> bool:
    """Queue the task. Returns False if Redis is away. A sweep then queues most tasks later. EXPIRES_S keeps tasks from
    piling up without workers.
    """
    expires = pause_s + EXPIRES_S[task] if task in EXPIRES_S else None
    try:
        current_app.send_task(f"games.tasks.{task}", args, countdown=pause_s or None, expires=expires, retry=False)
    except (OSError, RedisError, OperationalError) as error:
        log.debug("task %s%s not queued: %r", task, args, error)
        return False
    return True
