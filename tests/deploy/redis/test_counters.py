"""Counters in the cache, with Redis and without."""

from __future__ import annotations

from typing import Any

import pytest
from django.conf import settings
from django.core.cache import cache
from redis import Redis

from games.web.counters import counted
from odinsite.redis.cache import Memory

pytestmark = pytest.mark.django_db


def test_each_key_is_counted_and_expires() -> None:
    redis: Any = Redis.from_url(settings.REDIS_URL)
    assert counted(60, "test:a", "test:b") == [1, 1]
    assert counted(60, "test:b", "test:c") == [2, 1]
    assert (cache.get("test:a"), cache.get("test:b")) == (1, 2)
    [key] = redis.keys("*test:a")
    assert 60 < redis.ttl(key) <= 120


def test_a_process_counts_alone_without_redis() -> None:
    memory = Memory("test-counters", {})
    assert memory.count(["a", "b"], 60) == [1, 1]
    assert memory.count(["b"], 60) == [2]
