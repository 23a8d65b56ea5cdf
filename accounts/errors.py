"""Reasons for refusals of account services; accounts/words.py has the words."""

from enum import StrEnum

from accounts.metrics.refusals import CountedRefusal


class AccountReason(StrEnum):
    REASON_MISSING = "reason_missing"
    OWN_ACCOUNT = "own_account"
    OWN_GAME = "own_game"
    NOT_A_PERSON = "not_a_person"
    STAFF_FIRST = "staff_first"
    LENGTH_MISSING = "length_missing"
    OVER_ALREADY = "over_already"
    NO_LENGTH = "no_length"
    NOT_SHORTER = "not_shorter"
    NO_SUCH_DECISION = "no_such_decision"
    TEXT_MISSING = "text_missing"
    TEXT_TOO_LONG = "text_too_long"
    ALREADY_APPEALED = "already_appealed"
    ALREADY_ANSWERED = "already_answered"
    OWN_DECISION = "own_decision"
    NO_SUCH_PERSON = "no_such_person"
    SAME_ACCOUNT = "same_account"
    MERGED_ALREADY = "merged_already"
    MARKED_ALREADY = "marked_already"
    ROLE_FIRST = "role_first"
    HAS_ROLE = "has_role"
    HAS_NO_ROLE = "has_no_role"
    SUPERUSERS_ONLY = "superusers_only"
    SUPERUSERS_FOR_CARDS = "superusers_for_cards"
    SUPERUSERS_FOR_IT = "superusers_for_it"
    SUSPENDED = "suspended"
    CLOSED_ALREADY = "closed_already"
    OPEN_ALREADY = "open_already"
    NO_SUCH_PAGE = "no_such_page"
    SITE_CLOSED = "site_closed"
    SITE_OPEN = "site_open"
    NO_SECOND_FACTOR = "no_second_factor"
    REPORTED_BY_YOU = "reported_by_you"
    DAYS_OF_SHORTENING = "days_of_shortening"
    HOLDS_ALREADY = "holds_already"
    ADDRESS_UNCONFIRMED = "address_unconfirmed"
    LINK_OVER = "link_over"
    ADDRESS_TAKEN = "address_taken"
    TOO_MANY_TOKENS = "too_many_tokens"
    SAME_REGISTRATION = "same_registration"
    REGISTRATION_CLOSED = "registration_closed"
    NO_GUESTS = "no_guests"
    NOT_WAITING = "not_waiting"
    NO_NETWORK = "no_network"
    NO_DOMAIN = "no_domain"
    NETWORK_TOO_LARGE = "network_too_large"
    NETWORK_OF_PROXY = "network_of_proxy"
    OWN_NETWORK = "own_network"


class AccountRefused(CountedRefusal):
    def __init__(self, reason: AccountReason) -> None:
        self.reason = reason
        self.code = reason.value
        super().__init__(reason.value)
