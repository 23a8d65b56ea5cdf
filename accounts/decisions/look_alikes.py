"""Accounts whose names can be taken for another's: a hint to staff, as players may be called alike."""

from accounts.models import User
from accounts.models.look_alike import handle_skeleton, skeleton
from accounts.staff.person_sections import SHOWN


def look_alikes(person: User) -> list[User]:
    """Newest first."""
    same = User.objects.alias(look=handle_skeleton()).filter(look=skeleton(person.handle), erased_at=None)
    return list(same.exclude(pk=person.pk).order_by("-pk")[:SHOWN])
