"""Delivery of a notification to its device or webhook."""

import json
from collections.abc import Callable, Mapping

from django.utils.translation import gettext as _

from accounts.secret_box import Unreadable, unseal
from games.models import Notice, PushSubscription, Webhook
from games.models.channels import OutgoingHook
from games.models.notice import ANSWER_MAX
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
# Bytes of the body that pages may show a part of.
READ_MAX = 400


def deliver(notice: Notice, news: News) -> str:
    """Send a notification to its device or webhook. Returns the webhook's answer in words. Raises Undelivered."""
    if notice.webhook is not None:
        return post(notice.webhook, news)
    if notice.subscription is None:
        raise Undelivered(_("it was removed"), gone=True)
    push_post(notice.subscription, news)
    return ""


def post(webhook: Webhook, news: News) -> str:
    """Send a message to a webhook. Returns its answer in words. Raises Undelivered."""
    secret = unsealed(webhook.sealed_secret) if webhook.sealed_secret else ""
    body, headers = webhook_formats.message(webhook.kind, news, secret)
    return hook_post(webhook, body, headers, lambda answer: _their_words(webhook, answer))


def hook_post(
    hook: OutgoingHook, body: bytes, headers: Mapping[str, str], their_words: Callable[[Response], str] = lambda _: ""
) -> str:
    """Post to a hook once. Returns the server's answer in words. Raises Undelivered. `their_words`: what a failure's
    reason may say of the answer.
    """
    answer = send(unsealed(hook.sealed_address), body=body, headers=headers)
    if not answer.taken:
        raise _not_taken(answer, their_words(answer))
    return answer_words(answer)


def push_post(subscription: PushSubscription, news: News) -> None:
    """Send a message to a device. Raises Undelivered."""
    if not push_key():
        raise DeliveryRefused(_("push is turned off on this site"))
    address = unsealed(subscription.sealed_endpoint)
    body, headers = push.message(news, subscription, parse_address(address))
    answer = send(address, body=body, headers=headers)
    if not answer.taken:
        raise _not_taken(answer, "")


def unsealed(sealed: bytes | memoryview) -> str:
    """A hook's address or secret. Raises Undelivered if the key is lost."""
    try:
        return unseal(sealed).decode()
    except Unreadable:
        raise Undelivered(_("we can no longer read the address, so add it again"), gone=True) from None


def answer_words(answer: Response) -> str:
    """The status, and the beginning of the body, if a server on the public internet sent it: a server in the operator's
    networks may say what is not meant for the webhook's owner.
    """
    said = _one_line(answer.body[:READ_MAX].decode("utf-8", "replace")) if answer.public else ""
    return f"{answer.status} {said}".strip()[:ANSWER_MAX]


def _not_taken(answer: Response, words: str) -> Undelivered:
    begun = answer_words(answer)
    if 300 <= answer.status < 400:
        return Undelivered(_("the server redirects, which we don’t follow"), permanent=True, answer=begun)
    said = f"{answer.status} {words}".strip()
    final = 400 <= answer.status < 500 and answer.status not in LATER
    reason = _("the server answered: %(said)s") % {"said": said}
    return Undelivered(reason, permanent=final, gone=answer.status in GONE, answer=begun)


def _their_words(webhook: Webhook, answer: Response) -> str:
    """Discord's or Slack's reason; staff, who see a failure's reason too, read no other server's text."""
    text = answer.body.decode("utf-8", "replace")
    if webhook.kind == Webhook.Kind.DISCORD:
        text = _discord_words(text)
    elif webhook.kind != Webhook.Kind.SLACK:
        return ""
    return _one_line(text[:WORDS_MAX])


def _one_line(text: str) -> str:
    """The text's visible signs in one line; "" if it has an address, which may be secret."""
    plain = "".join(sign if sign.isprintable() else " " for sign in text)
    return "" if "://" in plain else " ".join(plain.split())


def _discord_words(text: str) -> str:
    try:
        content = json.loads(text)
    except ValueError:
        return ""
    words = content.get("message") if isinstance(content, dict) else None
    return words if isinstance(words, str) else ""
