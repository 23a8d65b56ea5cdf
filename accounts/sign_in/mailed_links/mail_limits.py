"""Limits on emails that anyone may have sent to an address.

They count by the network that asks, so that strangers use up only their own share. Browsers of the address's owner have
a share of their own, and the owner's networks don't count in that of all networks together.
"""

from typing import Final

from allauth.account.models import EmailAddress
from django.http import HttpRequest

from accounts.sign_in.devices import known_device
from accounts.sign_in.login_limits import Limit, Tries, network_is_known
from accounts.sign_in.network_traces import network_key

DAY_S: Final = 86_400
TOO_MANY_TODAY: Final = "too_many_mails_today"
# Confirmations of one address for one account.
CONFIRMATION: Final = Limit(1, 180, "mailed_just_now")
# Links of one kind to one address, from one browser of the owner's or one network.
LINKS: Final = Limit(3, 600)
# All emails to one address: from one browser of the owner's; from one network; from all networks that the owner hasn't
# used.
DEVICE: Final = Limit(20, DAY_S, TOO_MANY_TODAY)
NETWORK: Final = Limit(10, DAY_S, TOO_MANY_TODAY)
ELSEWHERE: Final = Limit(50, DAY_S, TOO_MANY_TODAY)
# One person may have as many addresses as an IPv4 /24 or an IPv6 /48.
IPV4_BITS: Final = 24
IPV6_BITS: Final = 48

Limits = list[tuple[str, Limit]]


def address_mails(request: HttpRequest, email: str) -> Tries:
    """Counts of emails to the address. Two queries at most, like the functions below."""
    _asker, limits = _limits(request, email)
    return Tries(limits)


def confirmation_mails(request: HttpRequest, claim: EmailAddress) -> Tries:
    """Counts of emails that confirm an account's address."""
    _asker, limits = _limits(request, claim.email)
    return Tries([(f"confirmation:{claim.user_id}:{claim.email}", CONFIRMATION), *limits])


def link_mails(request: HttpRequest, email: str, kind: str) -> Tries:
    """Counts of emails with a link to the address's account."""
    asker, limits = _limits(request, email)
    return Tries([(f"{kind}:{asker}", LINKS), *limits])


def _limits(request: HttpRequest, email: str) -> tuple[str, Limits]:
    """The name of the asking browser or network, and the limits of a day."""
    what = f"mails:{email.lower()}"
    owners = EmailAddress.objects.filter(email=email.lower(), verified=True)
    owner: int = owners.values_list("user_id", flat=True).first() or 0
    device = known_device(request, owner)
    if device:
        asker = f"{what}:device:{device}"
        return asker, [(asker, DEVICE)]
    address = request.META.get("REMOTE_ADDR", "")
    asker = f"{what}:network:{network_key(address, IPV4_BITS, IPV6_BITS) or address}"
    elsewhere = [] if network_is_known(address, owner) else [(what, ELSEWHERE)]
    return asker, [(asker, NETWORK), *elsewhere]
