"""Email domains that open no account: throwaway ones, and those that an administrator has banned."""

from disposable_email_domains import blocklist

from accounts.bans.selectors import domain_ban


def is_disposable(address: str) -> bool:
    """Whether the domain, or one above it, is in disposable_email_domains."""
    labels = address.rpartition("@")[2].lower().rstrip(".").split(".")
    return any(".".join(labels[first:]) in blocklist for first in range(len(labels) - 1))


def address_fault(address: str) -> str:
    """The name of the adapter's message about the address's domain, or "". At most one query."""
    if is_disposable(address):
        return "email_disposable"
    return "email_banned" if domain_ban(address) is not None else ""
