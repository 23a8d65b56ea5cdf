"""Which CHAIN_KEY a backup needs, told without telling the key."""

import hmac
from collections.abc import Iterable

_LABEL = b"odin-backup/1 chain key"


def check_values(keys: Iterable[str]) -> list[str]:
    """A value for each key that only who has the key can work out, and that leads nobody to it."""
    return [hmac.digest(key.encode(), _LABEL, "sha256")[:16].hex() for key in keys]


def missing_keys(needed: Iterable[str], keys: Iterable[str]) -> int:
    """How many of the keys with the check values `needed` are not among `keys`."""
    return len(set(needed) - set(check_values(keys)))
