"""Erasing who a person was."""

from allauth.account.models import EmailAddress
from allauth.usersessions.adapter import get_adapter
from allauth.usersessions.models import UserSession
from django.db import transaction
from django.utils import timezone

from accounts.models import User
from accounts.signals import account_closing


@transaction.atomic(durable=True)
def account_erase(*, user: User) -> None:
    """Erase who the person was: name, mail, password, sessions, rights. Nothing happens to who is erased already.

    Those who hear `account_closing` leave games and the like first, in this transaction. The row stays, so that
    games stay whole, under a neutral name; the handle becomes one that nobody can take (accounts.adapter).
    """
    account = User.objects.select_for_update(no_key=True).get(pk=user.pk)
    if account.erased_at is not None:
        return
    account_closing.send(sender=User, user=account, erased=True)
    EmailAddress.objects.filter(user=account).delete()
    get_adapter().end_sessions(list(UserSession.objects.filter(user=account)))
    account.groups.clear()
    account.user_permissions.clear()
    account.handle = f"erased-{account.pk}"
    account.email = ""
    account.mail_stopped_at, account.mail_stopped_why = None, ""
    account.set_unusable_password()
    account.time_zone, account.language = "UTC", "en"
    account.is_active = account.is_staff = account.is_superuser = False
    account.last_login = None
    account.erased_at = timezone.now()
    account.save()
