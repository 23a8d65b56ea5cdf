"""The secret address of a person's feed of deadlines: made, replaced and taken away."""

import secrets

from django.db import transaction

from accounts.models import User
from games.models import Preferences
from games.people.locking import locked_preferences

# What the column holds, less 0, which is no address.
NUMBERS = 2**31 - 1


@transaction.atomic(durable=True)
def calendar_renew(*, user: User) -> Preferences:
    """Give the person a new address; the one before, if any, is no longer good. Raises Refused."""
    # Drawn, not counted: after an address was taken away and another made, no earlier one comes back.
    return _number_write(user, 1 + secrets.randbelow(NUMBERS))


@transaction.atomic(durable=True)
def calendar_drop(*, user: User) -> Preferences:
    """Take the person's address away. Harmless when there is none. Raises Refused."""
    return _number_write(user, 0)


def _number_write(user: User, number: int) -> Preferences:
    preferences = locked_preferences(user)
    preferences.calendar_number = number
    preferences.save(update_fields=["calendar_number"])
    return preferences
