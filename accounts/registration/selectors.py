"""Accounts that the site team may approve."""

from allauth.account.models import EmailAddress
from django.db.models import Exists, OuterRef, QuerySet

from accounts.models import WaitingAccount


def accounts_waiting() -> QuerySet[WaitingAccount]:
    """Those with a confirmed address. The others may be mistyped, or not a person's."""
    confirmed = EmailAddress.objects.filter(user=OuterRef("user"), verified=True)
    return WaitingAccount.objects.filter(Exists(confirmed))
