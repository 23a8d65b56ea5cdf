"""The cache of the values used last."""

import pytest

from accounts.fast import switch
from accounts.fast.lru_cache import LruCache, clear_all

pytestmark = pytest.mark.fast


@pytest.fixture
def cache() -> LruCache[str]:
    return LruCache("of a test", 2)


def test_it_evicts_the_entry_that_was_used_longest_ago(cache: LruCache[str]) -> None:
    cache.put("first", "1")
    cache.put("second", "2")
    assert cache.get("first") == "1"
    cache.put("third", "3")
    assert [cache.get(key) for key in ("first", "second", "third")] == ["1", None, "3"]


def test_a_popped_entry_is_given_once(cache: LruCache[str]) -> None:
    cache.put("key", "value")
    assert [cache.pop("key"), cache.pop("key"), cache.get("key")] == ["value", None, None]
    assert cache.hits == 1


def test_all_caches_are_cleared_together(cache: LruCache[str]) -> None:
    cache.put("key", "value")
    clear_all()
    assert cache.get("key") is None


def test_without_the_fast_path_it_is_empty(cache: LruCache[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(switch, "FAST", False)
    cache.put("key", "value")
    assert cache.get("key") is None
