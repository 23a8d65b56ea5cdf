"""The secret address of a person's feed of deadlines: made, replaced and taken away."""

import secrets

from django.conf import settings
from django.db import transaction
from django.urls import reverse
from django.utils.crypto import constant_time_compare, salted_hmac

from accounts.models import User
from games.models import Deadline, Game, Preferences
from games.people.locking import locked_preferences
from games.people.preference_selectors import preferences_of

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


def calendar_address(user: User) -> str:
    """Where calendar programs find the person's deadlines; "" while there is no such address."""
    number = preferences_of(user).calendar_number
    return settings.PUBLIC_URL + reverse("games:calendar", args=[_token(user.pk, number)]) if number else ""


def calendar_owner(token: str) -> User | None:
    """Whose address has this token; None where nobody's has, or whose account is closed. One query."""
    key = token.partition("-")[0]
    user = User.objects.select_related("preferences").filter(pk=key).first()
    number = preferences_of(user).calendar_number if user is not None else 0
    if user is None or not number or not user.can_log_in:
        return None
    return user if constant_time_compare(token, _token(user.pk, number)) else None


def _token(user_pk: int, number: int) -> str:
    return f"{user_pk}-{salted_hmac('games.calendars', f'{user_pk}/{number}', algorithm='sha256').hexdigest()}"


def deadlines_of(user: User) -> list[Deadline]:
    """The running clocks of the turns that wait for the person, with their games, the most urgent first. One query.

    Without those of games that have no pace: nobody is hurried there.
    """
    rows = Deadline.objects.filter(user=user, due_at__isnull=False, game__status=Game.Status.RUNNING)
    rows = rows.exclude(game__pace=Game.Pace.NONE)
    return list(rows.select_related("game").order_by("due_at", "pk"))
