"""Clients' addresses and schemes from trusted proxies."""

import logging
from collections.abc import Callable, Iterable
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.http import HttpRequest, HttpResponse

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network

logger = logging.getLogger(__name__)


class TrustedProxyMiddleware:
    """Sets REMOTE_ADDR to the client's address, and drops claims of untrusted clients. It comes first, so that
    redirects, rate limits and logs can trust REMOTE_ADDR and X-Forwarded-Proto. HTTP only: sockets need no addresses.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        self.trusted = parse_networks(settings.TRUSTED_PROXIES)

    def __call__(self, request: HttpRequest) -> HttpResponse:
        peer = parse_address(request.META.get("REMOTE_ADDR", ""))
        if peer is not None and self._trusts(peer):
            chain = request.META.get("HTTP_X_FORWARDED_FOR", "").split(",")
            request.META["REMOTE_ADDR"] = str(client_address(peer, chain, self.trusted))
        else:
            claimed = request.META.pop("HTTP_X_FORWARDED_PROTO", "")
            if claimed == "https" and settings.SECURE_SSL_REDIRECT and not request.is_secure():
                return self._refuse(peer)
        return self.get_response(request)

    def _trusts(self, address: Address) -> bool:
        return any(address in network for network in self.trusted)

    @staticmethod
    def _refuse(peer: Address | None) -> HttpResponse:
        """Refuse the request. A redirect would loop, because an untrusted proxy would make the same request again."""
        logger.error("X-Forwarded-Proto came from %s, which is not among TRUSTED_PROXIES; refused.", peer)
        return HttpResponse(
            "This site is reached through a proxy that it does not trust yet. "
            "If you run it: the log names the address to add to TRUSTED_PROXIES.\n",
            status=502,
            content_type="text/plain; charset=utf-8",
        )


def parse_networks(texts: Iterable[str]) -> tuple[Network, ...]:
    """The networks. Raises ImproperlyConfigured."""
    try:
        return tuple(ip_network(text.strip()) for text in texts if text.strip())
    except ValueError as error:
        raise ImproperlyConfigured(f"TRUSTED_PROXIES: {error}") from error


def parse_address(text: str) -> Address | None:
    """The address in the text, which may have a port or brackets; None if there is none."""
    text = text.strip()
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        address = ip_address(text)
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address


def client_address(peer: Address, chain: list[str], trusted: tuple[Network, ...]) -> Address:
    """The last untrusted address in `chain`, X-Forwarded-For, farthest first: anyone may write those before it."""
    last = peer
    for text in reversed(chain):
        address = parse_address(text)
        if address is None:
            break
        last = address
        if not any(address in network for network in trusted):
            break
    return last
