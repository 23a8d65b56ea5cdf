"""Networks of accounts: noted once a day, shortened, forgotten in time."""

from datetime import time, timedelta
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address

from allauth.usersessions.models import UserSession
from django.conf import settings
from django.db import transaction
from django.utils import timezone

from accounts.models import ApiToken, NetworkTrace, User
from accounts.sweeps import DAY, sweep
from accounts.transactions.slices import rows_change, rows_delete

# allauth's column takes no empty address.
NO_ADDRESS = "0.0.0.0"  # noqa: S104 # no socket is bound to it
IPV4_NETWORK_BITS = 32
IPV6_NETWORK_BITS = 64


def network_key(address: str, ipv4_bits: int = IPV4_NETWORK_BITS, ipv6_bits: int = IPV6_NETWORK_BITS) -> str:
    """The network of an address: by default the IPv4 address itself, or the /64 of an IPv6 one. "" for this computer
    and for no address.
    """
    try:
        parsed = ip_address(address)
    except ValueError:
        return ""
    if parsed.is_loopback or parsed.is_unspecified:
        return ""
    if isinstance(parsed, IPv6Address):
        return str(IPv6Network((int(parsed), ipv6_bits), strict=False).network_address)
    return str(IPv4Network((int(parsed), ipv4_bits), strict=False).network_address)


@transaction.atomic
def network_note(*, user_id: int, network: str) -> None:
    """Record the network of an account; not of erased accounts, nor if no networks are stored."""
    people = User.objects.filter(pk=user_id, erased_at=None, is_bot=False)
    if not settings.NETWORK_DAYS or not people.exists():
        return
    now = timezone.now()
    trace = NetworkTrace(user_id=user_id, address=network, first_seen_at=now, last_seen_at=now)
    NetworkTrace.objects.bulk_create(
        [trace], update_conflicts=True, unique_fields=["user", "address"], update_fields=["last_seen_at"]
    )


@sweep(every=DAY, at=time(4, 40))
def networks_forget() -> int:
    """Delete networks that were not used for NETWORK_DAYS, in allauth's sessions and in tokens too, in slices; return
    how many traces.
    """
    until = timezone.now() - timedelta(days=settings.NETWORK_DAYS)
    rows_change(ApiToken.objects.filter(last_used_at__lte=until, last_network__isnull=False), last_network=None)
    rows_change(UserSession.objects.filter(last_seen_at__lte=until).exclude(ip=NO_ADDRESS), ip=NO_ADDRESS)
    return rows_delete(NetworkTrace.objects.filter(last_seen_at__lte=until))
