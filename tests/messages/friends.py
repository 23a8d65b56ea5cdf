"""Friends, and messages between them."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.utils import timezone

from accounts.models import User
from games.errors import Reason, Refused
from games.messages.services import message_write
from games.models import ChatLine, Friendship, Preferences


def befriend(one: User, other: User) -> None:
    at = timezone.now()
    Friendship.objects.create(asker=one, asked=other, asked_at=at, accepted_at=at)


def write(author: User, reader: User, text: str = "Play tonight?") -> ChatLine:
    return message_write(user=User.objects.get(pk=author.pk), handle=reader.handle, text=text)


def refused(call: Callable[[], object]) -> Reason:
    with pytest.raises(Refused) as caught:
        call()
    return caught.value.reason


def unread(user: User) -> int:
    """The number in the menu."""
    row = Preferences.objects.filter(user=user).first()
    return row.unread_friends if row is not None else 0
