"""Locks on accounts, taken before those on games (games.play.locking)."""

from collections.abc import Iterable

from accounts.models import User
from games.errors import Refused
from games.models import Preferences
from games.people.errors import PersonReason


def locked_people(users: Iterable[User]) -> list[User]:
    """Lock the accounts in the order of their ids. Raises Refused if one is closed."""
    ids = {user.pk for user in users}
    # The key is not locked, because rows that refer to an account, such as turns, share it.
    locked = User.objects.select_for_update(no_key=True)
    people = list(locked.filter(pk__in=ids, is_active=True).order_by("pk"))
    if len(people) != len(ids):
        raise Refused(PersonReason.ACCOUNT_CLOSED)
    return people


def check_member(user: User) -> None:
    """Check that the person is no guest. Raises Refused for guests, who may only play where they were invited."""
    if user.is_guest:
        raise Refused(PersonReason.GUEST)


def check_person(user: User) -> None:
    """Check that the account is a person's and no guest's. Raises Refused."""
    check_member(user)
    if user.is_outside_bot:
        raise Refused(PersonReason.OUTSIDE_BOT)


def locked_preferences(user: User) -> Preferences:
    """The preferences of the person, whose account is locked. They are created if missing. Raises Refused if the
    account is closed.
    """
    [account] = locked_people([user])
    preferences, _made = Preferences.objects.get_or_create(user=account)
    return preferences
