"""Why a service of the accounts refuses. The pages turn the reasons into words (accounts/words.py)."""

from enum import StrEnum


class AccountReason(StrEnum):
    """Refusals of what is decided or asked about accounts."""

    REASON_MISSING = "reason_missing"
    OWN_ACCOUNT = "own_account"
    NOT_A_PERSON = "not_a_person"
    STAFF_FIRST = "staff_first"
    LENGTH_MISSING = "length_missing"
    OVER_ALREADY = "over_already"


class AccountRefused(Exception):
    """A service of the accounts refused, for this reason; nothing was changed."""

    def __init__(self, reason: AccountReason) -> None:
        super().__init__(reason.value)
        self.reason = reason
