"""Messages of friends that a person has not read, and their number in the menu."""

from django.db.models import Exists, OuterRef, QuerySet

from accounts.models import User
from games.models import ChatLine, PersonMark, Preferences
from games.people.preference_selectors import preferences_of


def reads_messages(user: User) -> bool:
    """Whether friends may write to the person. One query unless the preferences were fetched."""
    return _reads(preferences_of(user))


def _reads(preferences: Preferences) -> bool:
    return preferences.chat and preferences.messages and not preferences.kid_mode


def unread_messages(user: User) -> QuerySet[ChatLine]:
    """Messages to the person that they have not read, without those that they can't see."""
    marked = PersonMark.objects.filter(user=user, other=OuterRef("user"))
    lines = ChatLine.all_lines.filter(game=None, reader=user, read_at=None, hidden_at=None, erased_at=None)
    return lines.filter(~Exists(marked))


def unread_recount(user: User) -> int:
    """Store how many friends wrote what the person has not read, so that the menu needs no query, and return it. Runs
    in the caller's transaction.
    """
    stored = Preferences.objects.filter(user=user).first() or Preferences(user=user)
    unread = unread_messages(user).values("user").distinct().count() if _reads(stored) else 0
    if stored.unread_friends != unread:
        stored.unread_friends = unread
        stored.save(update_fields=None if stored._state.adding else ["unread_friends"])
    return unread
