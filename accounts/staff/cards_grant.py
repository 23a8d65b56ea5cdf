"""Emails all administrators when an account gets the permission to reveal hidden cards."""

from accounts.mail.account_mails import account_mail_to
from accounts.models import User
from accounts.staff.permission import staff_with

MAIL = "accounts/email/cards_grant"


def cards_grant_mail(account: User, by: str, reason: str) -> None:
    """Queue the emails in the granting transaction, to all who may give roles but the account itself. `by`: the name of
    the superuser who gave it; "" for the server's console.
    """
    for administrator in staff_with("accounts.give_role").exclude(pk=account.pk).order_by("pk"):
        account_mail_to(administrator, MAIL, person=account.name, by=by, reason=reason.strip())
