"""People's choices about notifications."""

from __future__ import annotations

from datetime import time
from typing import Any

from django.utils import timezone

from accounts.models import User
from accounts.secret_box import seal
from games.models import Notice, Preferences, PushSubscription, Webhook
from tests.clients import session_of

_FOLLOWING = (Notice.Kind.JOINED, Notice.Kind.TABLE, Notice.Kind.PUBLISH)
EVERY_KIND = [kind.value for kind in Notice.Kind if kind not in _FOLLOWING]


def chooses(user: User, mail: str = "now", *, kinds: list[str] | None = None, **more: Any) -> Preferences:
    """Choose email; `more` sets other choices."""
    channels = {kind: {"mail": mail, "push": True, "webhook": True} for kind in kinds or EVERY_KIND}
    row, _made = Preferences.objects.update_or_create(user=user, defaults={"channels": channels, **more})
    return row


def quiet(user: User, start: int, end: int, *exempt: str, zone: str = "UTC") -> None:
    User.objects.filter(pk=user.pk).update(time_zone=zone)
    hours = [time(start), time(end)]
    Preferences.objects.update_or_create(user=user, defaults={"quiet": hours, "quiet_exempt": list(exempt)})


def channels_of(user: User, channels: dict[str, dict[str, object]]) -> None:
    """Set the channels; `user` has the new choices immediately."""
    user.preferences = Preferences.objects.update_or_create(user=user, defaults={"channels": channels})[0]


def device_of(user: User) -> PushSubscription:
    Preferences.objects.get_or_create(user=user)
    number = PushSubscription.objects.count()
    return PushSubscription.objects.create(
        user=user,
        session=session_of(user),
        endpoint_hash=f"{number:064}",
        sealed_endpoint=b"x",
        p256dh="x",
        auth="x",
        created_at=timezone.now(),
    )


def webhook_of(user: User, **more: Any) -> Webhook:
    """A webhook with an address at which nothing listens."""
    Preferences.objects.get_or_create(user=user)
    address = seal(b"https://127.0.0.1/hook")
    return Webhook.objects.create(
        user=user, kind="json", sealed_address=address, hint="127.0.0.1", created_at=timezone.now(), **more
    )
