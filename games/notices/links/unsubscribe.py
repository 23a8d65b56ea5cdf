"""Stops emails by a link in one of them, and undoes it."""

from collections.abc import Collection, Mapping
from dataclasses import replace

from django.db import transaction

from accounts.models import User
from games.models import Notice, Preferences
from games.notices.preferences import choose
from games.people.locking import locked_preferences
from games.people.preference_selectors import CHOICE_KINDS, MAIL_CHOICES, channels_for, choice_kind, preferences_of


@transaction.atomic(durable=True)
def mails_stop(*, user: User, what: Notice.Kind | Notice.Digest) -> dict[str, str]:
    """Stop emails of a kind, or all in a digest; other channels stay. Return the former choices for `mails_resume`, {}
    the second time. Raises Refused for a closed account.
    """
    preferences = locked_preferences(user)
    stopped = _kinds(preferences, what)
    before = {kind.value: channels_for(preferences, kind).mail for kind in stopped}
    _set(preferences, dict.fromkeys(before, "off"))
    return dict(before)


def mails_stopped(user: User, what: Notice.Kind | Notice.Digest) -> bool:
    return not _kinds(preferences_of(user), what)


@transaction.atomic(durable=True)
def mails_resume(*, user: User, before: Mapping[str, str]) -> None:
    """Restore the choices of kinds that are still off. Raises Refused for a closed account."""
    preferences = locked_preferences(user)
    off = {kind.value for kind in CHOICE_KINDS if channels_for(preferences, kind).mail == "off"}
    _set(preferences, {kind: choice for kind, choice in before.items() if kind in off})


def _kinds(preferences: Preferences, what: Notice.Kind | Notice.Digest) -> Collection[Notice.Kind]:
    if isinstance(what, Notice.Digest):
        return [kind for kind in CHOICE_KINDS if channels_for(preferences, kind).mail == what.value]
    kind = choice_kind(what)
    return [kind] if channels_for(preferences, kind).mail != "off" else []


def _set(preferences: Preferences, choices: Mapping[str, str]) -> None:
    for name, wanted in choices.items():
        kind = Notice.Kind(name)
        mail = next(choice for choice in MAIL_CHOICES if choice == wanted)
        choose(preferences, kind, replace(channels_for(preferences, kind), mail=mail))
    if choices:
        preferences.save(update_fields=["channels"])
