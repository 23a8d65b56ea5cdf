"""Words for the accounts' refusals."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.errors import AccountReason, AccountRefused

ACCOUNT_WORDS: dict[AccountReason, Promise] = {
    AccountReason.REASON_MISSING: _("Give a reason."),
    AccountReason.OWN_ACCOUNT: _("This is your own account. Someone else must decide."),
    AccountReason.OWN_GAME: _("You recently shared a game with them. Someone else must decide."),
    AccountReason.NOT_A_PERSON: _("This is a bot or a deleted account."),
    AccountReason.STAFF_FIRST: _("They’re on the site team. An administrator must remove their role first."),
    AccountReason.LENGTH_MISSING: _("Enter 1 to 3,650 days."),
    AccountReason.OVER_ALREADY: _("This decision has already ended."),
    AccountReason.HOLDS_ALREADY: _("A decision like this already applies, for as long or longer."),
    AccountReason.NO_LENGTH: _("Warnings and bans have no length. Clear the days."),
    AccountReason.NOT_SHORTER: _("That isn’t shorter than the current decision."),
    AccountReason.NO_SUCH_DECISION: _("This decision isn’t about you."),
    AccountReason.TEXT_MISSING: _("Write something first."),
    AccountReason.TEXT_TOO_LONG: _("Too long: 4,000 characters at most."),
    AccountReason.ALREADY_APPEALED: _("You’ve already appealed this decision."),
    AccountReason.ALREADY_ANSWERED: _("This appeal already has an answer."),
    AccountReason.OWN_DECISION: _("You made this decision. Someone else must answer the appeal."),
    AccountReason.NO_SUCH_PERSON: _("Nobody here has this username."),
    AccountReason.SAME_ACCOUNT: _("That’s the same account."),
    AccountReason.MERGED_ALREADY: _("One of these accounts is already merged."),
    AccountReason.MARKED_ALREADY: _("Nothing to change."),
    AccountReason.ROLE_FIRST: _("Viewing hidden cards needs another role. Give that one first."),
    AccountReason.HAS_ROLE: _("Nothing to change."),
    AccountReason.HAS_NO_ROLE: _("Nothing to change."),
    AccountReason.SUPERUSERS_ONLY: _("Only site owners (superusers) can give or remove the administrator role."),
    AccountReason.SUPERUSERS_FOR_CARDS: _("Only site owners (superusers) can let someone view hidden cards."),
    AccountReason.SUPERUSERS_FOR_IT: _("Only site owners (superusers) can do this to an administrator."),
    AccountReason.SUSPENDED: _("They’re suspended. Lift the decision first."),
    AccountReason.CLOSED_ALREADY: _("This account is closed."),
    AccountReason.OPEN_ALREADY: _("Nothing to change."),
    AccountReason.NO_SUCH_PAGE: _("This page doesn’t exist."),
    AccountReason.SITE_CLOSED: _("Nothing to change."),
    AccountReason.SITE_OPEN: _("Nothing to change."),
    AccountReason.NO_SECOND_FACTOR: _("This account has no two-factor login."),
    AccountReason.REPORTED_BY_YOU: _("You reported this player. Until that’s answered, someone else must decide."),
    AccountReason.LINK_OVER: _("This link was used, has expired or is incomplete."),
    AccountReason.ADDRESS_TAKEN: _("Another account uses this address."),
    AccountReason.TOO_MANY_TOKENS: _("You have 20 tokens. Revoke one first."),
    AccountReason.DAYS_OF_SHORTENING: _("Days are only for shortening. Clear them or choose Shorten."),
    AccountReason.SAME_REGISTRATION: _("Nothing to change."),
    AccountReason.REGISTRATION_CLOSED: _("You can’t create an account here at the moment."),
    AccountReason.NO_GUESTS: _("No more guests can join with this link. Create an account instead."),
    AccountReason.NOT_WAITING: _("Nothing to change."),
    AccountReason.NO_NETWORK: _("Enter a network like 192.0.2.0/24 or 2001:db8::/48."),
    AccountReason.NO_DOMAIN: _("Enter a domain like example.org."),
    AccountReason.NETWORK_TOO_LARGE: _("This network is too large: /8 at most, or /20 in IPv6."),
    AccountReason.NETWORK_OF_PROXY: _("The site’s own proxy is in this network."),
    AccountReason.OWN_NETWORK: _("Your own address is in this network."),
    AccountReason.ADDRESS_UNCONFIRMED: _("This account hasn’t confirmed that address."),
}


def account_words(refused: AccountRefused) -> str:
    return str(ACCOUNT_WORDS[refused.reason])
