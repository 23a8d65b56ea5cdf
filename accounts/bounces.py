"""What mail providers tell of mails that came back (django-anymail makes one signal of their many words)."""

from typing import Any

from anymail.signals import AnymailTrackingEvent, EventType, RejectReason, tracking
from django.utils.translation import gettext_noop

from accounts.services import mail_stop

NO_SUCH_ADDRESS = gettext_noop("no mail arrives at this address")
UNWANTED = gettext_noop("a mail of ours was marked as unwanted there")
# A mailbox that is full or a server that is away gives other reasons, or is a delay; the provider tries again itself.
DEAD = (RejectReason.INVALID, RejectReason.BOUNCED)


def connect() -> None:
    """Listen to the providers; called once, when the apps are loaded."""
    tracking.connect(_told, dispatch_uid="accounts.bounces")


def _told(sender: object, event: AnymailTrackingEvent, **_more: Any) -> None:
    why = why_stop(event.event_type, event.reject_reason)
    if why and event.recipient:
        mail_stop(address=event.recipient, why=why)


def why_stop(event_type: str, reject_reason: str | None) -> str:
    """Why nothing more is to be sent to an address, or nothing, as for all that may pass."""
    if event_type == EventType.COMPLAINED:
        return UNWANTED
    if event_type not in (EventType.BOUNCED, EventType.REJECTED):
        return ""
    if reject_reason == RejectReason.SPAM:
        return UNWANTED
    return NO_SUCH_ADDRESS if reject_reason in DEAD else ""
