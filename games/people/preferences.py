"""Changes of a person's preferences. The first one creates the row."""

from dataclasses import asdict, dataclass

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.clocks import MIN_WAKING, Hours, waking_length
from games.errors import Refused
from games.models import Preferences
from games.people.errors import PreferenceReason
from games.people.locking import locked_people, locked_preferences
from games.web.card_art import AVATARS


@transaction.atomic(durable=True)
def waking_change(*, user: User, waking: Hours | None) -> Preferences:
    """Change the person's active hours. None, or an end equal to the start, means all hours. Current waits keep theirs.
    Raises Refused.
    """
    if waking is not None and waking_length(*waking) < MIN_WAKING:
        raise Refused(PreferenceReason.WAKING_SHORT)
    preferences = locked_preferences(user)
    preferences.waking = None if waking is None or waking[0] == waking[1] else list(waking)
    preferences.save(update_fields=["waking"])
    return preferences


@transaction.atomic(durable=True)
def avatar_save(*, user: User, avatar: int) -> User:
    """Save the person's picture. Raises Refused if there is no such picture or the account is closed."""
    if not 0 <= avatar < AVATARS:
        raise Refused(PreferenceReason.AVATAR)
    [account] = locked_people([user])
    account.avatar = avatar
    account.save(update_fields=["avatar"])
    return account


@dataclass(frozen=True)
class TableChoices:
    confirm: Preferences.Confirm
    hand_sort: Preferences.HandSort
    sound: bool | None
    text_table: bool
    count_down: bool = False
    pass_if_stuck: bool = False


@transaction.atomic(durable=True)
def table_choices_save(*, user: User, choices: TableChoices) -> Preferences:
    """Save the settings of the table. Raises Refused if the account is closed."""
    return _preferences_save(user, **asdict(choices))


@transaction.atomic(durable=True)
def questions_stop(*, user: User) -> Preferences:
    """Don't ask before turns any more. Raises Refused if the account is closed."""
    return _preferences_save(user, confirm=Preferences.Confirm.NEVER)


@transaction.atomic(durable=True)
def hand_sort_save(*, user: User, sort: str) -> Preferences:
    """Save the order of cards. Raises Refused."""
    if sort not in Preferences.HandSort.values:
        raise Refused(PreferenceReason.HAND_SORT)
    return _preferences_save(user, hand_sort=sort)


@transaction.atomic(durable=True)
def sound_switch(*, user: User, on: bool) -> Preferences:
    """Switch sounds on or off. Raises Refused if the account is closed."""
    return _preferences_save(user, sound=on)


@transaction.atomic(durable=True)
def text_table_switch(*, user: User, on: bool) -> Preferences:
    """Switch the text table on or off. Raises Refused if the account is closed."""
    return _preferences_save(user, text_table=on)


@transaction.atomic(durable=True)
def push_offer_close(*, user: User) -> Preferences:
    """Offer push in games no more. Raises Refused if the account is closed."""
    return _preferences_save(user, push_answered_at=timezone.now())


def _preferences_save(user: User, **chosen: object) -> Preferences:
    preferences = locked_preferences(user)
    for name, value in chosen.items():
        setattr(preferences, name, value)
    preferences.save(update_fields=list(chosen))
    return preferences
