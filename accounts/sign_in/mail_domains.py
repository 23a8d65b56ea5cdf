"""Throwaway email domains, which would open many accounts."""

from disposable_email_domains import blocklist


def is_disposable(address: str) -> bool:
    """Whether the domain, or one above it, is in disposable_email_domains."""
    labels = address.rpartition("@")[2].lower().rstrip(".").split(".")
    return any(".".join(labels[first:]) in blocklist for first in range(len(labels) - 1))
