"""The one door to the channel layer and the queue. Everything leaves after the commit, or not at all."""

import asyncio
import logging
import os
import threading
from collections.abc import Sequence
from functools import cache, partial
from typing import TypeVar

from celery import current_app
from channels.layers import get_channel_layer
from django.conf import settings
from django.db import transaction
from kombu.exceptions import OperationalError
from redis.exceptions import RedisError

from games.engine import HandState
from games.events import (
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
from games.models import ChatLine, Game, Hand, Move, Seat

E = TypeVar("E")
log = logging.getLogger(__name__)

BOT_PAUSE_S = settings.BOT_PAUSE_S
# Seconds that a bot waits after a person's turn that may be taken back, as its own turn puts an end to that: time to
# see what the slip did, and to reach the button.
UNDO_PAUSE_S = 3.0
# Half of it after a turn that the person was asked about before it was sent.
ASKED_PAUSE_S = 1.5
SEND_TIMEOUT_S = 5
# What sweeps ask for again lapses so many seconds after it was due: a little later than the sweep asks again, so that
# something is in the queue at all times.
EXPIRES_S = {
    "bot_turn_play": 30.0,
    "idle_turn_play": 30.0,
    "wait_attend": 75.0,
    "notice_send": 330.0,
    "notice_deliver": 330.0,
    "review_work": 180.0,
}


def turn_made(game: Game, seats: list[Seat], hand: Hand, move: Move, state: HandState) -> None:
    """Tell all who watch of a turn, and of the hand's and the game's end where it brought them."""
    _broadcast(game, turn_events(game, seats, hand, move, state))
    _wait_begins(game, seats)


def seat_changed(game: Game, seat: Seat) -> None:
    """Tell all who watch that somebody sat down, left or resigned, that somebody else acts for a seat, or of its time.

    A wish for a pause and a change of a seat's time leave the version as it is.
    """
    events: list[PublicEvent] = [seat_event(game, seat)]
    if game.ended_at is not None:
        events.append(status_event(game))
    _broadcast(game, events)


def game_changed(game: Game, seats: list[Seat]) -> None:
    """Tell all who watch that a game began, stands still or goes on, or ended without a turn."""
    _broadcast(game, [status_event(game)])
    _wait_begins(game, seats)


def game_announced_again(game: Game) -> None:
    """Say once more which version a game is at, for pages that a crash between commit and send left behind."""
    _broadcast(game, [status_event(game)])


def chat_said(game: Game, line: ChatLine) -> None:
    """Tell all who watch that a line was written, hidden or shown again. Each connection looks up whether it may read
    it: the line's text is not among what is told."""
    _broadcast(game, [chat_event(game, line.pk)])


def chat_changed(game: Game) -> None:
    """Tell all who watch that the chat was locked or opened."""
    _broadcast(game, [chat_event(game, 0)])


def person_told(user_id: int, event: PersonEvent) -> None:
    """Tell one person's connections something that concerns that person alone."""
    transaction.on_commit(partial(_send, user_group(user_id), _events([event])))


def logins_changed(user_id: int) -> None:
    """Have a person's connections look at once whether the login that opened them still stands."""
    transaction.on_commit(partial(_send, login_group(user_id), LoginMessage(type="odin.login")))


def bot_is_due(game: Game, *, idle: bool, pause_s: float | None = None) -> None:
    """Have the queue take a bot's turn, after `pause_s`, which is BOT_PAUSE_S where nothing is said.

    `idle`: no person holds a seat of the game. Such turns wait behind all others, and without a pause: what a worker
    holds until its time comes goes before what is still in the queue.
    """
    task, pause = ("idle_turn_play", 0.0) if idle else ("bot_turn_play", BOT_PAUSE_S if pause_s is None else pause_s)
    transaction.on_commit(partial(_enqueue, task, (game.pk, game.version), pause))


def wait_is_due(game_id: int, *, pause_s: float = 0) -> None:
    """Have the queue look, after `pause_s`, at what is due of a game's wait: an order, a reminder, time being up."""
    transaction.on_commit(partial(_enqueue, "wait_attend", (game_id,), pause_s))


def notice_is_due(notice_id: int, *, outward: bool) -> None:
    """Have the queue send a notice; `outward`: to a device or webhook, for which there is a queue of its own."""
    transaction.on_commit(partial(_enqueue, "notice_deliver" if outward else "notice_send", (notice_id,), 0))


def game_is_over(game: Game) -> None:
    """Have the queue work out figures and ratings of a game that has ended."""
    transaction.on_commit(partial(_enqueue, "game_settle", (game.pk,), 0))


def ratings_are_due() -> None:
    """Have the queue work out ratings again that an earlier game changes."""
    transaction.on_commit(partial(_enqueue, "ratings_rework", (), 0))


def webhook_test_is_due(webhook_id: int) -> None:
    """Have the queue send a test to somebody's webhook."""
    transaction.on_commit(partial(_enqueue, "webhook_test", (webhook_id,), 0))


def review_is_due(review_id: int, done: int) -> None:
    """Have the queue go on with a review of which `done` turns are worked out."""
    transaction.on_commit(partial(_enqueue, "review_work", (review_id, done), 0))


def _wait_begins(game: Game, seats: list[Seat]) -> None:
    if game.status == Game.Status.RUNNING and game.to_act is not None and not seats[game.to_act].held_by.is_bot:
        person_told(seats[game.to_act].held_by_id, your_turn_event(game))


def _broadcast(game: Game, events: Sequence[PublicEvent]) -> None:
    transaction.on_commit(partial(_send, game_group(game.public_id), _events(events)))


def _events(events: Sequence[E]) -> EventsMessage[E]:
    return {"type": "odin.events", "events": list(events)}


def _send(group: str, message: EventsMessage[PublicEvent] | EventsMessage[PersonEvent] | LoginMessage) -> None:
    """Send a message. Without Redis it is lost; sweeps and the page's own questions repair that.

    odinsite.redis logs that Redis is away, once in a while; here it would be logged for each event.
    """
    try:
        sending = asyncio.run_coroutine_threadsafe(get_channel_layer().group_send(group, message), _sending_loop())
        sending.result(SEND_TIMEOUT_S)
    except TimeoutError:
        # Not Redis: it would have been told of, sooner.
        log.warning("live update not sent to %s within %s s", group, SEND_TIMEOUT_S)
    except (OSError, RedisError) as error:
        log.debug("live update not sent to %s: %r", group, error)


@cache
def _sending_loop() -> asyncio.AbstractEventLoop:
    """One loop in a thread of its own for all sends of this process.

    The channel layer keeps a connection a loop: a fresh loop for each send would connect anew, at ten times the cost.
    """
    loop = asyncio.new_event_loop()
    threading.Thread(target=loop.run_forever, name="live-updates", daemon=True).start()
    return loop


# A forked worker inherits the loop but not its thread.
os.register_at_fork(after_in_child=_sending_loop.cache_clear)


def _enqueue(task: str, args: tuple[int, ...], pause_s: float) -> None:
    """Queue by name; where Redis is away, the sweeps find later what was not queued. Logged as in `_send`.

    So do they with what EXPIRES: without workers no heap of old questions grows.
    """
    expires = pause_s + EXPIRES_S[task] if task in EXPIRES_S else None
    try:
        current_app.send_task(f"games.tasks.{task}", args, countdown=pause_s or None, expires=expires, retry=False)
    except (OSError, RedisError, OperationalError) as error:
        log.debug("task %s%s not queued: %r", task, args, error)
