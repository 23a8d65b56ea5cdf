"""Ends what an intruder may have set up to keep getting news of an account's games."""

from datetime import datetime

from django.db import transaction

from accounts.models import User
from games.models import Preferences, PushSubscription, Webhook


@transaction.atomic
def outward_channels_end(*, user: User, since: datetime | None) -> None:
    """End all devices that get notifications, the calendar's address, and webhooks added after `since` (None: all).

    The owner sets devices and the calendar up again with one press each; older webhooks are the owner's.
    """
    PushSubscription.objects.filter(user=user).delete()
    Preferences.objects.filter(user=user).update(calendar_number=0)
    webhooks = Webhook.objects.filter(user=user)
    (webhooks if since is None else webhooks.filter(created_at__gt=since)).delete()
