"""How often a password or a code may be tried: by browser and by network, so that strangers lock out only themselves.

Tries are counted before the answer is known, as many may come at once; one that was right is taken back. Counts are in
the cache and begin afresh some time after the first try.
"""

from collections.abc import Sequence
from hashlib import sha256
from typing import Final, NamedTuple

from django.core.cache import cache
from django.db.models import Q
from django.http import HttpRequest

from accounts.models import NetworkTrace, User
from accounts.sign_in.devices import device_of
from accounts.sign_in.network_traces import network_of

# The adapter's words for what is over.
TOO_MANY = "too_many_login_attempts"
TOO_MANY_ELSEWHERE = "too_many_from_elsewhere"


class Limit(NamedTuple):
    """So many tries in so many seconds, and what a person is told after that."""

    tries: int
    seconds: int
    words: str = TOO_MANY


# At one account, in a browser in which it was logged in to before.
DEVICE: Final = Limit(10, 600)
# At one name, from one network; and at all names together.
NETWORK: Final = Limit(5, 300)
NETWORK_ALL: Final = Limit(10, 60)
# At one name, from all browsers and networks in which its person was not logged in lately.
ELSEWHERE: Final = Limit(60, 3600, TOO_MANY_ELSEWHERE)
CODES_ELSEWHERE: Final = Limit(20, 3600, TOO_MANY_ELSEWHERE)
# In one login, which asks for the password or a code again.
SESSION: Final = Limit(5, 300)


class Tries:
    """A try that counts against several limits, the narrowest first: a network that has had its tries adds nothing to
    what all others are told."""

    def __init__(self, limits: Sequence[tuple[str, Limit]]) -> None:
        self._limits = [(f"tries:{sha256(name.encode()).hexdigest()}", limit) for name, limit in limits]
        self._counted: list[str] = []

    def begin(self) -> str:
        """Count the try; nothing, or the name of the words that say that there were too many."""
        for key, limit in self._limits:
            if _count(key, limit.seconds) > limit.tries:
                return limit.words
            self._counted.append(key)
        return ""

    def rollback(self) -> None:
        """Take the try back: it was right."""
        for key in self._counted:
            _count_back(key)
        self._counted.clear()

    def forget(self) -> None:
        """Let tries begin afresh."""
        cache.delete_many([key for key, _limit in self._limits])


def login_tries(request: HttpRequest, name: str) -> Tries:
    """A try at a password, for what was given as a handle or an address. Two queries; they are the same for names that
    no account has."""
    asked = name.strip()
    account = User.objects.filter(Q(handle__iexact=asked) | (Q(email__iexact=asked) & ~Q(email=""))).first()
    return _tries(request, account.pk if account is not None else 0, f"name:{_folded(asked)}", ELSEWHERE)


def _folded(name: str) -> str:
    """The same for all spellings that the database takes for one name: it compares capitals, and those of "ı" and "ſ"
    are I and S."""
    return name.upper().lower()


def code_tries(request: HttpRequest, user: User) -> Tries:
    """A try at a code of the second factor, after the right password."""
    return _tries(request, user.pk, f"code:{user.pk}", CODES_ELSEWHERE)


def session_tries(request: HttpRequest, user: User) -> Tries:
    """A try at the password or a code by who is logged in."""
    return Tries([(f"session:{user.pk}:{request.session.session_key}", SESSION)])


def _tries(request: HttpRequest, user_id: int, what: str, elsewhere: Limit) -> Tries:
    address = request.META.get("REMOTE_ADDR", "")
    network = network_of(address) or address
    known_network = NetworkTrace.objects.filter(user=user_id, address=network_of(address) or None).exists()
    device = device_of(request, user_id)
    if device:
        return Tries([(f"{what}:device:{device}", DEVICE)])
    limits = [(f"{what}:network:{network}", NETWORK), (f"network:{network}", NETWORK_ALL)]
    if not known_network:
        limits.append((what, elsewhere))
    return Tries(limits)


def _count(key: str, seconds: int) -> int:
    """Add one; how many there are now."""
    cache.add(key, 0, seconds)
    try:
        count = int(cache.incr(key))
    except ValueError:
        # Its time was over in between.
        cache.set(key, 1, seconds)
        return 1
    if count <= 1:
        # Over just while Redis counted, a key would have begun again without an end.
        cache.touch(key, seconds)
    return count


def _count_back(key: str) -> None:
    try:
        cache.decr(key)
    except ValueError:
        return
