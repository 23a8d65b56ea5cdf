"""Mail domains with addresses for an hour, which reach nobody and open many accounts."""

from disposable_email_domains import blocklist


def is_disposable(address: str) -> bool:
    """Whether the address's domain, or one above it, is in disposable_email_domains."""
    labels = address.rpartition("@")[2].lower().rstrip(".").split(".")
    return any(".".join(labels[first:]) in blocklist for first in range(len(labels) - 1))
