"""What games do when an account closes; runs inside the account's own transaction."""

from typing import Any

from accounts.models import User
from accounts.signals import account_closing
from games.services.closing import account_games_close


def connect() -> None:
    """Listen to the accounts' signals; called once, when the apps are loaded."""
    account_closing.connect(_close, dispatch_uid="games.account_closing")


def _close(sender: object, user: User, **_more: Any) -> None:
    account_games_close(user=user)
