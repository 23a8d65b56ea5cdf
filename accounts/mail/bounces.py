"""Bounces and complaints from email providers, through django-anymail."""

import json
import re
from typing import Any

from anymail.signals import AnymailTrackingEvent, EventType, RejectReason, tracking
from django.utils.translation import gettext_noop

from accounts.sign_in.addresses import mail_stop

NO_SUCH_ADDRESS = gettext_noop("this address doesn’t work")
UNWANTED = gettext_noop("our email was marked as spam")
DEAD = (RejectReason.INVALID, RejectReason.BOUNCED)
# anymail does not distinguish temporary bounces (full mailbox, server down) from lasting ones. These are the temporary
# ones of Postmark, Brevo, Mandrill, MailerSend, Mailjet, Amazon and SparkPost; in doubt emails go on.
PASSING = re.compile(
    r'soft[ _]?bounce|transient|"hard_bounce": false|"bounce_class": "?(?:20|21|22|23|24|40|70)\b', re.IGNORECASE
)


def connect() -> None:
    tracking.connect(_on_tracking_event, dispatch_uid="accounts.bounces")


def _on_tracking_event(sender: object, event: AnymailTrackingEvent, **_more: Any) -> None:
    why = why_stop(event)
    if why and event.recipient:
        mail_stop(address=event.recipient, why=why)


def why_stop(event: AnymailTrackingEvent) -> str:
    """Return "" for what may pass."""
    if event.event_type == EventType.COMPLAINED:
        return UNWANTED
    if event.event_type not in (EventType.BOUNCED, EventType.REJECTED):
        return ""
    if event.reject_reason not in DEAD or PASSING.search(json.dumps(event.esp_event, default=str)):
        return ""
    return NO_SUCH_ADDRESS
