"""The permission to open hidden cards: who gets it is told to all administrators."""

from accounts.mail.account_mails import account_mail_to
from accounts.models import User
from accounts.staff.permission import staff_with

MAIL = "accounts/email/cards_grant"


def cards_grant_tell(account: User, by: str, reason: str) -> None:
    """In the granting transaction, to those who may give roles, except to whom it was granted. `by`: a name; "" for the
    server's console.
    """
    for administrator in staff_with("accounts.give_role").exclude(pk=account.pk).order_by("pk"):
        account_mail_to(administrator, MAIL, person=account.name, by=by, reason=reason.strip())
