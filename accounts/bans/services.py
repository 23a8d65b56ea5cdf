"""Staff acts: banning networks and email domains."""

import re
from datetime import timedelta
from ipaddress import IPv6Network, ip_address, ip_network
from typing import Final

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from accounts.bans.selectors import Kind, Network, domain_text
from accounts.errors import AccountReason, AccountRefused
from accounts.models import FOREVER, AccessBan, User
from accounts.staff.audit import audit_write
from accounts.staff.permission import staff_check
from accounts.staff.reasons import reason_kept

EDIT: Final = "accounts.edit_access_ban"
# The largest networks: a sixteenth of a continent's addresses, or what a large provider has.
WIDEST: Final = {4: 8, 6: 20}
# The IPv6 form of IPv4 addresses.
_MAPPED: Final = IPv6Network("::ffff:0:0/96")
_DOMAIN: Final = re.compile(r"(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}")


@transaction.atomic(durable=True)
def ban_make(*, actor: User, kind: str, value: str, days: int | None, reason: str, own_address: str = "") -> AccessBan:
    """Ban a network, or an email domain with all below it, for `days`, None for no end. The ban must shut out neither
    the actor, at `own_address`, nor the site's own proxies. Raises PermissionDenied, AccountRefused.
    """
    staff_check(actor, EDIT, reason)
    kept = str(_network(value, own_address)) if kind == Kind.NETWORK else _domain(value)
    now = timezone.now()
    ends_at = FOREVER if days is None else now + timedelta(days=days)
    if AccessBan.objects.filter(kind=kind, value=kept, ends_at__gte=ends_at).exists():
        raise AccountRefused(AccountReason.HOLDS_ALREADY)
    ban = AccessBan.objects.create(kind=kind, value=kept, reason=reason_kept(reason), created_at=now, ends_at=ends_at)
    facts = {"kind": kind, "value": kept, "days": days}
    audit_write(actor=actor, action="ban.make", reason=reason, about=_about(ban), facts=facts, at=now)
    return ban


@transaction.atomic(durable=True)
def ban_end(*, actor: User, ban_id: int, reason: str) -> None:
    """End a ban now. Raises PermissionDenied, AccountRefused."""
    staff_check(actor, EDIT, reason)
    ban = AccessBan.objects.select_for_update().get(pk=ban_id)
    if not ban.applies:
        raise AccountRefused(AccountReason.OVER_ALREADY)
    ban.ends_at = timezone.now()
    ban.save(update_fields=["ends_at"])
    facts = {"kind": ban.kind, "value": ban.value}
    audit_write(actor=actor, action="ban.end", reason=reason, about=_about(ban), facts=facts, at=ban.ends_at)


def _network(text: str, own_address: str) -> Network:
    """The network, in its usual form. Raises AccountRefused for no network, a vast one, and one that has the actor or a
    proxy of the site.
    """
    try:
        network: Network = ip_network(text.strip(), strict=False)
    except ValueError as error:
        raise AccountRefused(AccountReason.NO_NETWORK) from error
    if isinstance(network, IPv6Network) and network.subnet_of(_MAPPED):
        mapped = network.network_address.ipv4_mapped
        network = ip_network((str(mapped), network.prefixlen - 96))
    if network.prefixlen < WIDEST[network.version]:
        raise AccountRefused(AccountReason.NETWORK_TOO_LARGE)
    own = [ip_network(proxy.strip()) for proxy in settings.TRUSTED_PROXIES if proxy.strip()]
    if any(network.version == proxy.version and network.overlaps(proxy) for proxy in own):
        raise AccountRefused(AccountReason.NETWORK_OF_PROXY)
    if _is_in(own_address, network):
        raise AccountRefused(AccountReason.OWN_NETWORK)
    return network


def _is_in(address: str, network: Network) -> bool:
    try:
        parsed = ip_address(address)
    except ValueError:
        return False
    return (getattr(parsed, "ipv4_mapped", None) or parsed) in network


def _domain(text: str) -> str:
    try:
        domain = domain_text(text.strip().removeprefix("*.").rpartition("@")[2])
    except UnicodeError as error:
        raise AccountRefused(AccountReason.NO_DOMAIN) from error
    if not _DOMAIN.fullmatch(domain):
        raise AccountRefused(AccountReason.NO_DOMAIN)
    return domain


def _about(ban: AccessBan) -> str:
    return f"ban {ban.pk}"
