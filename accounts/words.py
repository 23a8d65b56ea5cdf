"""Refusals of the accounts' services, in words."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.errors import AccountReason, AccountRefused

ACCOUNT_WORDS: dict[AccountReason, Promise] = {
    AccountReason.REASON_MISSING: _("Give a reason."),
    AccountReason.OWN_ACCOUNT: _("This is your own account: somebody else has to decide."),
    AccountReason.NOT_A_PERSON: _("This account is a bot, or was erased."),
    AccountReason.STAFF_FIRST: _("This person is on the staff. An administrator has to take the role away first."),
    AccountReason.LENGTH_MISSING: _("Say for how long, 1 to 3650 days."),
    AccountReason.OVER_ALREADY: _("This decision is over already."),
}


def account_words(refused: AccountRefused) -> str:
    """What the person reads."""
    return str(ACCOUNT_WORDS[refused.reason])
