"""How a person hears of their turns in a slow game, for the game's pages."""

from __future__ import annotations

from dataclasses import dataclass

from accounts.models import User
from games.clocks import Pace
from games.outbox.channels import active_devices, push_key
from games.people.preference_selectors import preferences_of


@dataclass(frozen=True, slots=True)
class TurnNews:
    """The offer and notice on a page. `key`: the site's push key, "" without an offer. `no_mail`: the person has no
    address, and `by_push` then is whether a device of theirs gets notifications.
    """

    key: str
    no_mail: bool
    by_push: bool


def turn_news(user: User, pace: str) -> TurnNews | None:
    """None if there is nothing to say. One query for a person without an address, otherwise none."""
    if Pace(pace).is_live:
        return None
    key = push_key() if preferences_of(user).push_answered_at is None else ""
    if user.email:
        return TurnNews(key, no_mail=False, by_push=False) if key else None
    return TurnNews(key, no_mail=True, by_push=active_devices(user).exists())
