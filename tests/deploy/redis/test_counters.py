"""Counters in the cache, with Redis and without."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
import time_machine
from django.conf import settings
from django.core.cache import cache
from redis import Redis

from games.web.counters import counted
from odinsite.redis.cache import Memory

pytestmark = pytest.mark.django_db


def test_each_key_is_counted_and_expires() -> None:
    redis: Any = Redis.from_url(settings.REDIS_URL)
    with time_machine.travel(datetime(2027, 10, 4, tzinfo=UTC), tick=False) as clock:
        assert counted(60, "test:a", "test:b") == [1, 1]
        assert counted(60, "test:b", "test:c") == [2, 1]
        [key] = redis.keys("*test:a:*")
        assert 60 < redis.ttl(key) <= 120
        span = key.decode().rpartition(":")[2]
        assert (cache.get(f"test:a:{span}"), cache.get(f"test:b:{span}")) == (1, 2)
        clock.shift(60)
        assert counted(60, "test:b") == [1]


def test_a_process_counts_alone_without_redis() -> None:
    memory = Memory("test-counters", {})
    assert memory.count(["a", "b"], 60) == [1, 1]
    assert memory.count(["b"], 60) == [2]
