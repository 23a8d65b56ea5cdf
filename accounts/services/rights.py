"""What an administrator may decide about an account: whether it is open, and whether it may see the admin."""

from allauth.usersessions.adapter import get_adapter
from allauth.usersessions.models import UserSession
from django.core.exceptions import PermissionDenied
from django.db import transaction

from accounts.models import User
from accounts.signals import account_closing


@transaction.atomic
def account_rights_change(*, user: User, is_active: bool, is_staff: bool) -> User:
    """Open or close an account, and let it into the admin or not. Raises PermissionDenied for bots and erased ones.

    Whoever hears `account_closing` leaves games and the like in this transaction, before the account is closed; the
    person is logged out everywhere. Opening it again brings neither back. Not durable, as the admin's pages have a
    transaction of their own.
    """
    account = User.objects.select_for_update(no_key=True).get(pk=user.pk)
    if account.is_bot or account.erased_at is not None:
        raise PermissionDenied
    if account.is_active and not is_active:
        account_closing.send(sender=User, user=account, erased=False)
        get_adapter().end_sessions(list(UserSession.objects.filter(user=account)))
    account.is_active, account.is_staff = is_active, is_staff
    account.save(update_fields=["is_active", "is_staff"])
    return account
