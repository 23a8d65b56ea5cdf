"""Delivery of a notification to its device or webhook."""

import json

from django.utils.translation import gettext as _

from accounts.secret_box import Unreadable, unseal
from games.models import Notice, PushSubscription, Webhook
from games.notices.outward import push, webhook_formats
from games.notices.outward.address_check import parse_address
from games.notices.outward.errors import DeliveryRefused, Undelivered
from games.notices.outward.http_client import Response, send
from games.notices.outward.payload import News
from games.outbox.channels import push_key

GONE = (404, 410)
# Statuses that may pass later.
LATER = (408, 425, 429)
WORDS_MAX = 80


def deliver(notice: Notice, news: News) -> None:
    """Send a notification to its device or webhook. Raises Undelivered."""
    if notice.subscription is not None:
        _push(notice.subscription, news)
    elif notice.webhook is not None:
        post(notice.webhook, news)
    else:
        raise Undelivered(_("it was removed"), gone=True)


def post(webhook: Webhook, news: News) -> None:
    """Send a message to a webhook. Raises Undelivered."""
    address = _unsealed(webhook.sealed_address)
    body, headers = webhook_formats.message(
        webhook.kind, news, _unsealed(webhook.sealed_secret) if webhook.sealed_secret else ""
    )
    answer = send(address, body=body, headers=headers)
    if not answer.taken:
        raise _not_taken(answer, _their_words(webhook, answer))


def _push(subscription: PushSubscription, news: News) -> None:
    if not push_key():
        raise DeliveryRefused(_("push is turned off on this site"))
    address = _unsealed(subscription.sealed_endpoint)
    body, headers = push.message(news, subscription, parse_address(address))
    answer = send(address, body=body, headers=headers)
    if not answer.taken:
        raise _not_taken(answer, "")


def _unsealed(sealed: bytes | memoryview) -> str:
    try:
        return unseal(sealed).decode()
    except Unreadable:
        raise Undelivered(_("we can no longer read the address, so add it again"), gone=True) from None


def _not_taken(answer: Response, words: str) -> Undelivered:
    if 300 <= answer.status < 400:
        return Undelivered(_("the server redirects, which we don’t follow"), permanent=True)
    said = f"{answer.status} {words}".strip()
    final = 400 <= answer.status < 500 and answer.status not in LATER
    reason = _("the server answered: %(said)s") % {"said": said}
    return Undelivered(reason, permanent=final, gone=answer.status in GONE)


def _their_words(webhook: Webhook, answer: Response) -> str:
    """Discord's or Slack's reason; our pages show no other server's text."""
    text = answer.body.decode("utf-8", "replace")
    if webhook.kind == Webhook.Kind.DISCORD:
        text = _discord_words(text)
    elif webhook.kind != Webhook.Kind.SLACK:
        return ""
    plain = "".join(sign if sign.isprintable() else " " for sign in text[:WORDS_MAX])
    return "" if "://" in plain else " ".join(plain.split())


def _discord_words(text: str) -> str:
    try:
        content = json.loads(text)
    except ValueError:
        return ""
    words = content.get("message") if isinstance(content, dict) else None
    return words if isinstance(words, str) else ""
