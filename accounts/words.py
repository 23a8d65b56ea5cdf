"""Words for the accounts' refusals."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.errors import AccountReason, AccountRefused

ACCOUNT_WORDS: dict[AccountReason, Promise] = {
    AccountReason.REASON_MISSING: _("Give a reason."),
    AccountReason.OWN_ACCOUNT: _("This is your own account: somebody else has to decide."),
    AccountReason.OWN_GAME: _(
        "You share a game with this person, or did in the last seven days: somebody else has to decide."
    ),
    AccountReason.NOT_A_PERSON: _("This account is a bot, or was erased."),
    AccountReason.STAFF_FIRST: _("This person is on the staff. An administrator has to take the role away first."),
    AccountReason.LENGTH_MISSING: _("Say for how long, 1 to 3650 days."),
    AccountReason.OVER_ALREADY: _("This decision is over already."),
    AccountReason.HOLDS_ALREADY: _("A decision of this kind holds already, and for no shorter time."),
    AccountReason.NO_LENGTH: _("Warnings and bans have no length: leave the days empty."),
    AccountReason.NOT_SHORTER: _("That is no shorter than what holds now."),
    AccountReason.NO_SUCH_DECISION: _("There is no such decision about you."),
    AccountReason.TEXT_MISSING: _("Write something."),
    AccountReason.TEXT_TOO_LONG: _("This is too long: 4000 characters at most."),
    AccountReason.ALREADY_APPEALED: _("You have appealed against this decision already."),
    AccountReason.ALREADY_ANSWERED: _("This appeal is answered already."),
    AccountReason.OWN_DECISION: _("You made this decision: somebody else has to answer the appeal."),
    AccountReason.NO_SUCH_PERSON: _("Nobody here has this handle."),
    AccountReason.SAME_ACCOUNT: _("This is the same account."),
    AccountReason.MERGED_ALREADY: _("One of these accounts was merged into another already."),
    AccountReason.MARKED_ALREADY: _("These accounts are marked already."),
    AccountReason.ROLE_FIRST: _("Hidden cards are opened beside another role: give that one first."),
    AccountReason.HAS_ROLE: _("This person has this role already."),
    AccountReason.HAS_NO_ROLE: _("This person does not have this role."),
    AccountReason.SUPERUSERS_ONLY: _("Only superusers make administrators, or take that role away."),
    AccountReason.SUPERUSERS_FOR_IT: _("This account is an administrator’s: only superusers do that to it."),
    AccountReason.SUSPENDED: _("This person is suspended: the decision has to be lifted first."),
    AccountReason.CLOSED_ALREADY: _("This account is closed already."),
    AccountReason.OPEN_ALREADY: _("This account is open already."),
    AccountReason.NO_SUCH_PAGE: _("There is no such page."),
    AccountReason.SITE_CLOSED: _("The site is closed already."),
    AccountReason.SITE_OPEN: _("The site is open already."),
    AccountReason.NO_SECOND_FACTOR: _("This account has no second factor."),
    AccountReason.REPORTED_BY_YOU: _(
        "You have reported this person yourself: until that is answered, somebody else has to decide."
    ),
    AccountReason.LINK_OVER: _("This link is too old, was used before, or was cut short."),
    AccountReason.ADDRESS_TAKEN: _(
        "This address belongs to another account now. Write to the people who run this site."
    ),
    AccountReason.DAYS_OF_SHORTENING: _("Days are for shortening alone: leave them empty, or choose to shorten it."),
    AccountReason.ADDRESS_UNCONFIRMED: _("This account hasn’t confirmed that address."),
}


def account_words(refused: AccountRefused) -> str:
    return str(ACCOUNT_WORDS[refused.reason])
