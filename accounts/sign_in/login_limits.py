"""Limits on tries at passwords and codes, by browser and network, so that strangers lock out only themselves.

Tries are counted before the check, because many may come at the same time; right ones are taken back. Counts are in the
cache and expire.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from hashlib import sha256
from typing import Final, NamedTuple

from allauth.account.adapter import get_adapter
from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.db.models import Q
from django.http import HttpRequest

from accounts.metrics.counted import LOGINS
from accounts.models import NetworkTrace, User
from accounts.sign_in.devices import known_device
from accounts.sign_in.network_traces import network_key

# The adapter's message.
TOO_MANY = "too_many_login_attempts"
TOO_MANY_ELSEWHERE = "too_many_from_elsewhere"


class Limit(NamedTuple):
    """A limit of `tries` in `seconds`; then `words` are shown."""

    tries: int
    seconds: int
    words: str = TOO_MANY


# Tries at one account, in a browser that has logged in to it.
DEVICE: Final = Limit(10, 600)
# From one network: at one name, and at all names.
NETWORK: Final = Limit(5, 300)
NETWORK_ALL: Final = Limit(10, 60)
# Tries at one name, from all browsers and networks unknown to its person.
ELSEWHERE: Final = Limit(60, 3600, TOO_MANY_ELSEWHERE)
CODES_ELSEWHERE: Final = Limit(20, 3600, TOO_MANY_ELSEWHERE)
# Tries in one session, which asks for the password or code again.
SESSION: Final = Limit(5, 300)


class Tries:
    """Counts of tries, narrowest first: a network over its own limit adds nothing to the others."""

    def __init__(self, limits: Sequence[tuple[str, Limit]]) -> None:
        self._limits = [(f"tries:{sha256(name.encode()).hexdigest()}", limit) for name, limit in limits]
        self._counted: list[str] = []

    def begin(self) -> str:
        """Count the try; return "", or the message's name after too many."""
        for key, limit in self._limits:
            if _count(key, limit.seconds) > limit.tries:
                return limit.words
            self._counted.append(key)
        return ""

    def over(self) -> str:
        """What `begin` would return, without counting."""
        counts = cache.get_many([key for key, _limit in self._limits])
        return next((limit.words for key, limit in self._limits if int(counts.get(key, 0)) >= limit.tries), "")

    def rollback(self) -> None:
        for key in self._counted:
            _count_back(key)
        self._counted.clear()

    def forget(self) -> None:
        cache.delete_many([key for key, _limit in self._limits])


def begun(tries: Tries) -> Tries:
    """Count the try. Raises ValidationError after too many."""
    over = tries.begin()
    if over:
        LOGINS.add("too_many")
        raise get_adapter().validation_error(over)
    return tries


@contextmanager
def counted(tries: Tries) -> Iterator[None]:
    """Count a try at what the block checks; take it back unless the block raises. Raises ValidationError after too
    many.
    """
    begun(tries)
    try:
        yield
    except ValidationError:
        LOGINS.add("wrong")
        raise
    tries.rollback()


def login_tries(request: HttpRequest, name: str) -> Tries:
    """Tries at the password of a username or address. Two queries, for unknown names too."""
    asked = name.strip()
    account = User.objects.filter(Q(handle__iexact=asked) | (Q(email__iexact=asked) & ~Q(email=""))).first()
    return _tries(request, account.pk if account is not None else 0, f"name:{_folded(asked)}", ELSEWHERE)


def _folded(name: str) -> str:
    """Return one spelling for all names that the database finds equal ("ı" is I, "ſ" is S)."""
    return name.upper().lower()


def code_tries(request: HttpRequest, user: User) -> Tries:
    return _tries(request, user.pk, f"code:{user.pk}", CODES_ELSEWHERE)


def session_tries(request: HttpRequest, user: User) -> Tries:
    return Tries([(f"session:{user.pk}:{request.session.session_key}", SESSION)])


def network_is_known(address: str, user_id: int) -> bool:
    """Whether the account was in use from there lately. One query."""
    return NetworkTrace.objects.filter(user=user_id, address=network_key(address) or None).exists()


def _tries(request: HttpRequest, user_id: int, what: str, elsewhere: Limit) -> Tries:
    address = request.META.get("REMOTE_ADDR", "")
    network = network_key(address) or address
    known_network = network_is_known(address, user_id)
    device = known_device(request, user_id)
    if device:
        return Tries([(f"{what}:device:{device}", DEVICE)])
    limits = [(f"{what}:network:{network}", NETWORK), (f"network:{network}", NETWORK_ALL)]
    if not known_network:
        limits.append((what, elsewhere))
    return Tries(limits)


def _count(key: str, seconds: int) -> int:
    cache.add(key, 0, seconds)
    try:
        count = int(cache.incr(key))
    except ValueError:
        # It expired in between.
        cache.set(key, 1, seconds)
        return 1
    if count <= 1:
        # A key that expired during the count would have no end.
        cache.touch(key, seconds)
    return count


def _count_back(key: str) -> None:
    try:
        cache.decr(key)
    except ValueError:
        return
