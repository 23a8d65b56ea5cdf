"""Secrets at rest are kept sealed with the site's Fernet keys."""

from functools import cache

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings


class Unreadable(Exception):
    """Something sealed cannot be opened: its key is lost, or it is nothing that was sealed here."""


@cache
def _box_of(keys: tuple[str, ...]) -> MultiFernet:
    return MultiFernet([Fernet(key) for key in keys])


def _box() -> MultiFernet:
    return _box_of(tuple(settings.CHAIN_KEYS))


def seal(secret: bytes) -> bytes:
    """Seal with the newest key. The same secret sealed twice looks different."""
    return _box().encrypt(secret)


def unseal(sealed: bytes | memoryview) -> bytes:
    """Open what `seal` made with any key that the site has; raises Unreadable."""
    try:
        return _box().decrypt(bytes(sealed))
    except InvalidToken:
        raise Unreadable from None
