"""Requests that programs repeat because no answer reached them."""

from __future__ import annotations

from datetime import timedelta
from hashlib import sha256
from typing import Annotated, Final

from ninja import Header

from accounts.models import User

IdempotencyKey = Annotated[
    str,
    Header(
        alias="Idempotency-Key",
        max_length=100,
        description="A text of your choice. A request repeated with the same key is answered as the first was.",
    ),
]
KEY_LIFE: Final = timedelta(days=1)
"""How long a key counts for new games: programs try again until the site is back."""
# All columns have room for so many characters, and for those that services add.
_LENGTH: Final = 48


def creation_token(user: User, key: str, about: str = "") -> str:
    """The token that keeps services from creating a thing twice; "" without a key. `about`: what the thing belongs
    to.
    """
    return sha256(f"{user.pk} {about} {key}".encode()).hexdigest()[:_LENGTH] if key else ""
