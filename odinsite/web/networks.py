"""The network from which a connection comes."""

from functools import cache
from typing import Any

from django.conf import settings

from accounts.sign_in.network_traces import network_key
from odinsite.web.proxies import client_address, parse_address, parse_networks


def network_for(scope: Any) -> str:
    """The client's network, as a trusted proxy reports it; "" if the server does not know."""
    peer = parse_address((scope.get("client") or ("",))[0])
    if peer is None:
        return ""
    trusted = _trusted()
    address = peer
    if any(peer in network for network in trusted):
        told = dict(scope["headers"]).get(b"x-forwarded-for", b"").decode("latin-1")
        address = client_address(peer, told.split(","), trusted)
    return network_key(str(address)) or str(address)


@cache
def _trusted() -> Any:
    return parse_networks(settings.TRUSTED_PROXIES)
