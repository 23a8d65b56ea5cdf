"""Email domains that open no account: throwaway ones, and those that an administrator has banned."""

from disposable_email_domains import blocklist

from accounts.bans.selectors import domain_and_above, domain_ban


def is_disposable(address: str) -> bool:
    """Whether the domain, or one above it, is in disposable_email_domains."""
    *domains, _top = domain_and_above(address.rpartition("@")[2].lower().rstrip("."))
    return any(domain in blocklist for domain in domains)


def address_fault(address: str) -> str:
    """The name of the adapter's message about the address's domain, or "". At most one query."""
    if is_disposable(address):
        return "email_disposable"
    return "email_banned" if domain_ban(address) is not None else ""
