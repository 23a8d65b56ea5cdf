"""Mail domains that hand out addresses for an hour: no way to reach anybody, and a way to many accounts."""

from disposable_email_domains import blocklist


def is_disposable(address: str) -> bool:
    """Whether the address lies in such a domain, or below one. The list comes with the package of that name."""
    labels = address.rpartition("@")[2].lower().rstrip(".").split(".")
    return any(".".join(labels[first:]) in blocklist for first in range(len(labels) - 1))
