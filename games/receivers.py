"""What games and sockets do when accounts and logins change; runs inside the transaction that changes them."""

from typing import Any

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.models import Session
from django.db.models.signals import post_delete, post_save
from django.utils import timezone

from accounts.models import User
from accounts.signals import account_closing
from games.services import notify
from games.services.closing import account_games_close


def connect() -> None:
    """Listen to the accounts' signals; called once, when the apps are loaded."""
    account_closing.connect(_close, dispatch_uid="games.account_closing")
    # A log-out, here or elsewhere, is a session deleted; a new password and a closed account are an account saved.
    post_delete.connect(_session_ended, sender=Session, dispatch_uid="games.session_ended")
    post_save.connect(_account_saved, sender=User, dispatch_uid="games.account_saved")


def _close(sender: object, user: User, erased: bool, **_more: Any) -> None:  # noqa: FBT001 # the signal's
    account_games_close(user=user, erased=erased)


def _session_ended(sender: object, instance: Session, **_more: Any) -> None:
    """Tell the connections of a login that ended; tidied away long after its time, it has none."""
    user_id = instance.get_decoded().get(SESSION_KEY)
    if user_id is not None and instance.expire_date > timezone.now():
        notify.logins_changed(int(user_id))


def _account_saved(sender: object, instance: User, created: bool, **_more: Any) -> None:  # noqa: FBT001 # the signal's
    if not created and not instance.is_bot:
        notify.logins_changed(instance.pk)
