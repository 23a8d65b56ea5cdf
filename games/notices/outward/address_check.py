"""Checks of addresses that people give, and of the IP addresses we connect to."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address, ip_network
from urllib.parse import SplitResult, urlsplit

from django.conf import settings
from django.utils.translation import gettext as _

from games.notices.outward.errors import DeliveryRefused

IP = IPv4Address | IPv6Address

HTTPS_PORT = 443
ADDRESS_MAX = 1000
_PRINTABLE = re.compile(r"[!-\[\]-~]+\Z")
_HOST = re.compile(r"(?=.{1,253}\Z)([a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?\.)*[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?\Z")
_GLOBAL_6 = IPv6Network("2000::/3")
# Blocks without public servers that `is_global` lets pass in some Python versions: protocol assignments (with Teredo),
# 6to4 and its relays, documentation.
_RESERVED = tuple(
    ip_network(text)
    for text in ("192.0.0.0/24", "192.88.99.0/24", "2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20")
)
# IPv6 addresses that contain an IPv4 address: the IPv4 address counts.
_MAPPED = IPv6Network("::ffff:0:0/96")
_NAT64 = IPv6Network("64:ff9b::/96")


@dataclass(frozen=True, slots=True)
class Address:
    """A checked https address. `host`: lower case, without final dot and brackets. `path`: secret, so not in
    the repr.
    """

    host: str
    port: int
    path: str = field(repr=False)

    @property
    def netloc(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == HTTPS_PORT else f"{host}:{self.port}"

    @property
    def origin(self) -> str:
        return f"https://{self.netloc}"

    def __str__(self) -> str:
        return self.origin


def parse_address(text: str) -> Address:
    """Parse an address without resolving it. Raises DeliveryRefused, in words."""
    # urlsplit drops line breaks and tabs.
    if len(text) > ADDRESS_MAX or not _PRINTABLE.match(text):
        raise _malformed()
    try:
        parts = urlsplit(text)
        port = HTTPS_PORT if parts.port is None else parts.port
    except ValueError:
        raise _malformed() from None
    if parts.scheme != "https":
        raise DeliveryRefused(_("Enter a full web address starting with https://."))
    if "@" in parts.netloc:
        raise DeliveryRefused(_("Remove the username and password from the address."))
    if port != HTTPS_PORT and not settings.OUTWARD_NETWORKS:
        raise DeliveryRefused(_("Remove the port from the address."))
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return Address(host=_checked_host(parts, port), port=port, path=path)


def _checked_host(parts: SplitResult, port: int) -> str:
    host = (parts.hostname or "").removesuffix(".")
    try:
        literal = ip_address(host)
    except ValueError:
        if ":" in host or not _HOST.match(host):
            raise _malformed() from None
        return host
    # A zone names one of this machine's networks.
    if "%" in host:
        raise _malformed()
    check_port(literal, port)
    return str(literal)


def is_open(address: IP) -> bool:
    """Whether we connect to servers at this address."""
    return _is_own(address) or is_global(address)


def check_port(address: IP, port: int) -> None:
    """Check that we may connect to this port of this address. Raises DeliveryRefused."""
    if not is_open(address):
        raise DeliveryRefused(_("This address is in a private network, so we can’t use it."))
    if port != HTTPS_PORT and not _is_own(address):
        raise DeliveryRefused(_("Remove the port from the address."))


def is_global(address: IP) -> bool:
    """Whether an address, however written, is one server's on the public internet."""
    if isinstance(address, IPv6Address):
        if address in _MAPPED or address in _NAT64:
            return is_global(IPv4Address(address.packed[-4:]))
        if address not in _GLOBAL_6:
            return False
    if address.is_multicast or any(address in network for network in _RESERVED if network.version == address.version):
        return False
    return address.is_global


def _is_own(address: IP) -> bool:
    """Whether it is in OUTWARD_NETWORKS."""
    inside: Sequence[IP] = [address]
    if isinstance(address, IPv6Address) and address in _MAPPED:
        inside = [address, IPv4Address(address.packed[-4:])]
    return any(
        one in network for one in inside for network in settings.OUTWARD_NETWORKS if network.version == one.version
    )


def _malformed() -> DeliveryRefused:
    return DeliveryRefused(_("Enter a full web address starting with https://."))
