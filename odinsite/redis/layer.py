"""The channel layer, which ends this process's sockets when Redis goes away.

Their pages then poll until a socket opens. The library reconnects silently and loses the messages in between.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from typing import Any, Final

from channels_redis.pubsub import RedisPubSubChannelLayer, RedisPubSubLoopLayer, RedisSingleShardConnection
from channels_redis.utils import _close_redis, _wrap_close, decode_hosts
from django.conf import settings
from redis import Redis, exceptions
from redis.backoff import NoBackoff
from redis.retry import Retry

from games.live.telling import telling_begin
from odinsite.redis.breaker import AWAY, breaker_of

logger = logging.getLogger(__name__)

# A silent connection is checked after QUIET_S, given up ANSWER_S later.
QUIET_S: Final = 5.0
ANSWER_S: Final = 3.0
LISTEN_S: Final = 0.1
LOST: Final = {"type": "odin.lost"}
# How long messages with `kept` stay for connections that open later.
KEPT_S: Final = 120

Listener = Callable[[Any], None]
"""Takes a group's message, which all listeners share."""


class Shard(RedisSingleShardConnection):
    def __init__(self, host: dict[str, Any], channel_layer: LoopLayer) -> None:
        super().__init__({**settings.REDIS_TIMEOUTS, **host}, channel_layer)
        self._breaker = channel_layer.channel_layer.breaker
        self._redis: Any = None
        self._pubsub: Any = None
        self._receive_task: Any = None
        self._subscribed_to: set[str] = set()
        self._heard_at = 0.0
        self._asked_at: float | None = None

    async def publish(self, channel: str, message: bytes) -> None:
        """Publish a message. Raises RedisError."""
        async with self._lock:
            with self._breaker.asking():
                self._ensure_redis()
                await self._redis.publish(channel, message)

    async def kept_since(self, channel: str, since: float) -> list[bytes]:
        """Return the channel's kept messages after `since`, oldest first. Raises RedisError."""
        async with self._lock:
            with self._breaker.asking():
                self._ensure_redis()
                return list(await self._redis.zrangebyscore(_kept_key(channel), since, "inf"))

    async def subscribe(self, channel: str) -> None:
        """Subscribe to a channel. Raises RedisError."""
        async with self._lock:
            if channel in self._subscribed_to:
                return
            with self._breaker.asking():
                self._ensure_redis()
                # Subscribing waits for no answer.
                await self._redis.ping()
                await self._pubsub.subscribe(channel)
            self._ensure_receiver()
            self._subscribed_to.add(channel)

    async def unsubscribe(self, channel: str) -> None:
        async with self._lock:
            if channel not in self._subscribed_to:
                return
            self._subscribed_to.remove(channel)
            with suppress(*AWAY), self._breaker.asking():
                await self._pubsub.unsubscribe(channel)

    async def _do_receiving(self) -> None:
        self._heard_at, self._asked_at = time.monotonic(), None
        try:
            while True:
                await self._listen()
        except AWAY as error:
            self._breaker.failed(error)
        except Exception:
            logger.exception("What Redis sends cannot be read.")
        await self._reset()

    async def _listen(self) -> None:
        """Receive one message, or nothing for a moment. Raises RedisError."""
        if not (self._pubsub and self._pubsub.subscribed):
            self._heard_at = time.monotonic()
            await asyncio.sleep(LISTEN_S)
            return
        message = await self._pubsub.get_message(timeout=LISTEN_S)
        if message is None:
            await self._check()
            return
        self._heard_at, self._asked_at = time.monotonic(), None
        if message["type"] == "message":
            self._receive_message(message)

    def _receive_message(self, message: dict[str, Any]) -> None:
        """Decode a group's message once for all its listeners."""
        if not self.channel_layer.deliver(message["channel"].decode(), message["data"]):
            super()._receive_message(message)

    async def _check(self) -> None:
        now = time.monotonic()
        if self._asked_at is not None:
            if now - self._asked_at > ANSWER_S:
                raise exceptions.TimeoutError("Redis is silent.")
        elif now - self._heard_at > QUIET_S:
            self._asked_at = now
            await self._pubsub.ping()

    async def _reset(self) -> None:
        """Reset for the next subscription, and notify all listeners."""
        async with self._lock:
            redis, self._redis, self._pubsub, self._receive_task = self._redis, None, None, None
            self._subscribed_to.clear()
            self.channel_layer.announce_loss()
        with suppress(*AWAY):
            await _close_redis(redis)


class LoopLayer(RedisPubSubLoopLayer):
    def __init__(self, hosts: list[Any], prefix: str, channel_layer: Layer) -> None:
        super().__init__(hosts, prefix=prefix, channel_layer=channel_layer)
        self._shards: Any = [Shard(host, self) for host in decode_hosts(hosts)]
        self._listeners: defaultdict[str, set[Listener]] = defaultdict(set)

    async def join(self, group: str, listener: Listener) -> None:
        """Call `listener` for each message to the group. Raises RedisError."""
        name = self._get_group_channel_name(group)
        self._listeners[name].add(listener)
        try:
            await self._get_shard(name).subscribe(name)
        except BaseException:
            self._forget(name, listener)
            raise

    async def leave(self, group: str, listener: Listener) -> None:
        name = self._get_group_channel_name(group)
        self._forget(name, listener)
        if name not in self._listeners and name not in self.groups:
            await self._get_shard(name).unsubscribe(name)

    async def kept_since(self, group: str, since: float) -> list[bytes]:
        name = self._get_group_channel_name(group)
        shard: Shard = self._get_shard(name)
        return await shard.kept_since(name, since)

    def listeners(self, group: str) -> list[Listener]:
        return list(self._listeners.get(self._get_group_channel_name(group), ()))

    def deliver(self, name: str, data: bytes) -> bool:
        """Deliver a message; returns whether anybody listens."""
        listeners = self._listeners.get(name)
        if not listeners:
            return False
        message = self.channel_layer.deserialize(data)
        telling_begin(message, len(listeners))
        for listener in tuple(listeners):
            listener(message)
        return True

    def _forget(self, name: str, listener: Listener) -> None:
        self._listeners[name].discard(listener)
        if not self._listeners[name]:
            del self._listeners[name]

    async def _subscribe_to_channel(self, channel: str) -> None:
        try:
            await super()._subscribe_to_channel(channel)
        except BaseException:
            self.channels.pop(channel, None)
            raise

    def announce_loss(self) -> None:
        """Notify each socket, after its earlier messages."""
        for listener in {listener for listeners in self._listeners.values() for listener in listeners}:
            listener(LOST)
        message = self.channel_layer.serialize(LOST)
        for queue in self.channels.values():
            queue.put_nowait(message)


class Layer(RedisPubSubChannelLayer):
    """The channel layer, with a LoopLayer for each event loop, and a client for threads."""

    def __init__(self, hosts: list[Any], prefix: str = "asgi") -> None:
        """Make the layer. Layers with different prefixes do not share messages."""
        super().__init__()
        self._hosts = hosts
        self._prefix = prefix
        self.breaker = breaker_of(hosts[0])
        # One more try, as a server that was restarted has closed the connection.
        again = Retry(NoBackoff(), retries=1, supported_errors=(exceptions.ConnectionError,))
        self._redis = Redis.from_url(hosts[0], **settings.REDIS_TIMEOUTS, retry=again)

    def publish(self, messages: Iterable[tuple[str, Mapping[str, Any]]]) -> None:
        """Send to groups from any thread, in one round trip. Messages with `kept` are kept for KEPT_S.
        Raises RedisError.
        """
        now = time.time()
        with self.breaker.asking(), self._redis.pipeline(transaction=False) as pipeline:
            for group, message in messages:
                # The name that RedisPubSubLoopLayer uses.
                name = f"{self._prefix}__group__{group}"
                data = self.serialize(message)
                pipeline.publish(name, data)
                if message.get("kept"):
                    key = _kept_key(name)
                    pipeline.zadd(key, {data: now})
                    pipeline.zremrangebyscore(key, 0, now - KEPT_S)
                    pipeline.expire(key, KEPT_S)
            pipeline.execute()

    async def join(self, group: str, listener: Listener) -> None:
        """Call `listener` in this loop for each message to the group. Raises RedisError."""
        await self._get_layer().join(group, listener)

    async def leave(self, group: str, listener: Listener) -> None:
        await self._get_layer().leave(group, listener)

    async def kept_since(self, group: str, since: float) -> list[dict[str, Any]] | None:
        """Return the kept messages that the group got after `since`, in seconds since the epoch; None if that is longer
        ago than messages are kept. Raises RedisError.
        """
        if time.time() - since > KEPT_S:
            return None
        return [self.deserialize(data) for data in await self._get_layer().kept_since(group, since)]

    def listeners(self, group: str) -> list[Listener]:
        """This event loop's listeners."""
        return self._get_layer().listeners(group)

    def _get_layer(self) -> LoopLayer:
        loop = asyncio.get_running_loop()
        layer: LoopLayer | None = self._layers.get(loop)
        if layer is None:
            layer = self._layers[loop] = LoopLayer(self._hosts, self._prefix, self)
            _wrap_close(self, loop)
        return layer


def _kept_key(name: str) -> str:
    return f"{name}__kept"
