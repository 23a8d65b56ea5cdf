"""Cache and channel layer with Redis servers of their own."""

from __future__ import annotations

import pytest
from django.conf import settings
from django.test import override_settings
from redis import Redis as Client
from redis.exceptions import RedisError

from odinsite.embedded.redis import Redis
from odinsite.redis.breaker import Breaker, away_words, breaker_of, queue_breaker, servers, servers_away, servers_empty
from odinsite.redis.cache import LastingCache
from odinsite.redis.layer import Layer

DEAD = "redis://127.0.0.1:1/0"


@pytest.fixture
def address(own_redis: Redis) -> str:
    return f"unix://{own_redis.path}"


def test_each_server_counts_once() -> None:
    assert servers() == [settings.REDIS_URL]
    with override_settings(REDIS_CACHE_URL=DEAD, REDIS_CHANNELS_URL=DEAD):
        assert servers() == [settings.REDIS_URL, DEAD]


@pytest.mark.parametrize("name", ["REDIS_CACHE_URL", "REDIS_CHANNELS_URL"])
def test_one_that_is_missing_is_noticed(name: str) -> None:
    assert servers_away() == []
    with override_settings(**{name: DEAD}):
        assert servers_away() == [name]
    assert servers_away() == []


def test_all_that_are_missing_are_named_in_one_sentence() -> None:
    with override_settings(REDIS_CACHE_URL=DEAD, REDIS_CHANNELS_URL="redis://127.0.0.1:2/0"):
        assert away_words(servers_away()) == "Redis does not answer (REDIS_CACHE_URL, REDIS_CHANNELS_URL)."


@pytest.mark.parametrize("name", ["REDIS_URL", "REDIS_CACHE_URL", "REDIS_CHANNELS_URL"])
def test_the_log_names_it_without_its_password(name: str, caplog: pytest.LogCaptureFixture) -> None:
    server = "redis://odin:password@127.0.0.1:1/0"
    with override_settings(**{name: server}):
        breaker = Breaker(server)
        breaker.failed(OSError("nobody listens"))
        breaker.answered()
    lost, found = [record.getMessage() for record in caplog.records]
    assert lost.startswith(f"Redis does not answer ({name}), ")
    assert found == f"Redis answers again ({name})."
    assert "password" not in lost


def test_the_cache_goes_on_in_memory_and_the_others_in_redis(address: str) -> None:
    dead, living = LastingCache(DEAD, {}), LastingCache(address, {})
    for cache in (dead, living):
        cache.set("key", 1)
        assert cache.get("key") == 1
    assert not breaker_of(DEAD).may_ask()
    assert breaker_of(address).may_ask()
    assert queue_breaker().may_ask()
    assert Client.from_url(address).dbsize() == 1


def test_a_channel_layer_without_its_server_leaves_the_cache_alone(address: str) -> None:
    with pytest.raises(RedisError):
        Layer([DEAD]).publish([("group", {"type": "message"})])
    Layer([address]).publish([("group", {"type": "message"})])
    assert not breaker_of(DEAD).may_ask()
    assert queue_breaker().may_ask()


def test_all_servers_are_emptied(address: str) -> None:
    clients = [Client.from_url(server) for server in (settings.REDIS_URL, address)]
    for client in clients:
        client.set("left", "1")
    with override_settings(REDIS_CACHE_URL=address):
        servers_empty()
    assert [client.exists("left") for client in clients] == [0, 0]
