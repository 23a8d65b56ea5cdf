"""Secrets sealed with the site's Fernet keys."""

from functools import cache

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings


class Unreadable(Exception):
    """The key is lost, or the secret was not encrypted here."""


@cache
def _fernet(keys: tuple[str, ...]) -> MultiFernet:
    return MultiFernet([Fernet(key) for key in keys])


def _box() -> MultiFernet:
    return _fernet(tuple(settings.CHAIN_KEYS))


def seal(secret: bytes) -> bytes:
    """Encrypt the secret. The bytes differ each time."""
    return _box().encrypt(secret)


def unseal(sealed: bytes | memoryview) -> bytes:
    """The decrypted bytes. Raises Unreadable."""
    try:
        return _box().decrypt(bytes(sealed))
    except InvalidToken:
        raise Unreadable from None
