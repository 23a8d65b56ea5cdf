"""The secret address of a person's calendar feed."""

import secrets

from django.conf import settings
from django.db import transaction
from django.urls import reverse
from django.utils.crypto import constant_time_compare, salted_hmac

from accounts.models import User
from games.models import Deadline, Game, Preferences
from games.people.locking import locked_preferences
from games.people.preference_selectors import preferences_of
from games.play.clock.selectors import running_clocks

# The column's range without 0, which means no address.
NUMBERS = 2**31 - 1


@transaction.atomic(durable=True)
def calendar_renew(*, user: User) -> Preferences:
    """Give the person's calendar a new address. Raises Refused."""
    # Random, not counted: no earlier address ever comes back.
    return _number_write(user, 1 + secrets.randbelow(NUMBERS))


@transaction.atomic(durable=True)
def calendar_drop(*, user: User) -> Preferences:
    """Switch the person's calendar off. Raises Refused."""
    return _number_write(user, 0)


def _number_write(user: User, number: int) -> Preferences:
    preferences = locked_preferences(user)
    preferences.calendar_number = number
    preferences.save(update_fields=["calendar_number"])
    return preferences


def calendar_address(user: User) -> str:
    """The calendar's address; "" if there is none."""
    number = preferences_of(user).calendar_number
    return settings.PUBLIC_URL + reverse("games:calendar", args=[_token(user.pk, number)]) if number else ""


def calendar_owner(token: str) -> User | None:
    """The person whose calendar has this token; None for unknown tokens and closed accounts. One query."""
    key = token.partition("-")[0]
    user = User.objects.select_related("preferences").filter(pk=key).first()
    number = preferences_of(user).calendar_number if user is not None else 0
    if user is None or not number or not user.can_log_in:
        return None
    return user if constant_time_compare(token, _token(user.pk, number)) else None


def _token(user_pk: int, number: int) -> str:
    return f"{user_pk}-{salted_hmac('games.calendars', f'{user_pk}/{number}', algorithm='sha256').hexdigest()}"


def calendar_deadlines(user: User) -> list[Deadline]:
    """The person's running deadlines with their games, most urgent first. Games without a pace are left out.
    One query.
    """
    rows = running_clocks(user).exclude(game__pace=Game.Pace.NONE)
    return list(rows.select_related("game").order_by("due_at", "pk"))
