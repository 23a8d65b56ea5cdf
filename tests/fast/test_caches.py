"""The cache of the values used last."""

import pytest
from django.utils.safestring import SafeString

from accounts.fast import switch
from accounts.fast.caches import LruCache, clear_all
from games.web.cached.fragments import cached

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
    popped = [cache.pop("key", fits) for fits in (str.isdigit, str.islower, str.islower)]
    assert (popped, cache.get("key")) == ([None, "value", None], None)
    assert cache.hits == 1


def test_all_caches_are_cleared_together(cache: LruCache[str]) -> None:
    cache.put("key", "value")
    drawn = iter("12")
    fragment = cached()(lambda: SafeString(next(drawn)))
    assert [fragment(), fragment()] == ["1", "1"]
    clear_all()
    assert (cache.get("key"), fragment()) == (None, "2")


def test_without_the_fast_path_it_is_empty(cache: LruCache[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(switch, "FAST", False)
    cache.put("key", "value")
    assert cache.get("key") is None
