"""What the owner of an account may do at once, having shown that its mail reaches them."""

from allauth.account.signals import password_reset
from django.http import HttpRequest

from accounts.devices import session_remember
from accounts.login_limits import login_tries
from accounts.models import User


def connect() -> None:
    """Note passwords that are chosen by a mailed link; called once, when the apps are loaded."""
    password_reset.connect(_reset, dispatch_uid="accounts.ownership.reset")


def _reset(sender: object, request: HttpRequest, user: User, **_more: object) -> None:
    """Whoever reads the account's mail need not wait until tries from elsewhere are over."""
    session_remember(request, user.pk)
    login_tries(request, user.handle).forget()
