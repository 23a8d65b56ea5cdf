"""Bans that apply to an address: one query, at registration, at logins and for visitors' forms alone."""

from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network

from django.utils import timezone
from django.utils.encoding import punycode

from accounts.models import AccessBan

Kind = AccessBan.Kind
Network = IPv4Network | IPv6Network


def network_ban(address: str) -> AccessBan | None:
    """The ban of a network that has the address, the one that ends last; None without one or without an address."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return None
    # A server of both families may write IPv4 addresses as IPv6 ones.
    parsed = getattr(parsed, "ipv4_mapped", None) or parsed
    around = [str(ip_network((parsed, bits), strict=False)) for bits in range(parsed.max_prefixlen + 1)]
    return _longest(Kind.NETWORK, around)


def domain_ban(email: str) -> AccessBan | None:
    """The ban of the address's domain, or of one above it, that ends last; None without one."""
    return _longest(Kind.DOMAIN, domain_and_above(domain_text(email.rpartition("@")[2])))


def domain_and_above(domain: str) -> list[str]:
    """The domain and those above it, such as "a.example.org", "example.org" and "org"."""
    labels = domain.split(".")
    return [".".join(labels[first:]) for first in range(len(labels))]


def domain_text(domain: str) -> str:
    """The form in which domains are stored. Raises UnicodeError for one that can't exist."""
    return punycode(domain.strip().lower().rstrip("."))


def _longest(kind: Kind, values: list[str]) -> AccessBan | None:
    rows = AccessBan.objects.filter(kind=kind, value__in=values, ends_at__gt=timezone.now())
    return rows.order_by("-ends_at").first()
