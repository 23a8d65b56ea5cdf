"""Accounts whose usernames look alike: a hint for staff, as players may have similar names by chance."""

from accounts.models import User
from accounts.models.look_alike import handle_skeleton, skeleton
from accounts.staff.person_sections import SHOWN


def look_alikes(person: User) -> list[User]:
    """Other accounts whose username looks like the person's, newest first."""
    same = User.objects.alias(look=handle_skeleton()).filter(look=skeleton(person.handle), erased_at=None)
    return list(same.exclude(pk=person.pk).order_by("-pk")[:SHOWN])
