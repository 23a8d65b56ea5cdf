"""A person's webhooks. Addresses are encrypted on arrival and never shown again."""

from functools import partial

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from accounts.models import User
from accounts.secret_box import Unreadable, seal, unseal
from games import on_commit
from games.errors import Refused
from games.models import LimitedAct, Webhook
from games.models.channels import ARRIVED, TEST_TIMEOUT, WEBHOOK_NAME_MAX
from games.notices.errors import ChannelReason
from games.notices.outward.address_check import Address, parse_address
from games.notices.outward.errors import DeliveryRefused
from games.notices.outward.signing import new_secret
from games.notices.outward.webhook_formats import check_kind
from games.notices.target_health import HEALTH, hook_works
from games.people.acts import acts_note, check_acts, check_lately
from games.people.locking import check_member, locked_people, locked_preferences

WEBHOOKS_MAX = 5
HINT_HOST_MAX = 60
# The end is shown only of addresses this long: it does not help to guess the rest.
HINT_PATH_MIN = 16
HINT_END = 4


@transaction.atomic(durable=True)
def webhook_add(*, user: User, kind: str, address: str, name: str = "") -> Webhook:
    """Add a webhook without contacting it. `kind`: one of Webhook.Kind. Raises Refused."""
    text = address.strip()
    target = _checked(kind, text)
    # Locks the row that shows the outbox the channels besides email.
    owner = locked_preferences(user).user
    check_member(owner)
    others = list(Webhook.objects.filter(user=owner))
    if len(others) >= WEBHOOKS_MAX:
        raise Refused(ChannelReason.TOO_MANY_WEBHOOKS)
    if any(_is_at(other, text) for other in others):
        raise Refused(ChannelReason.KNOWN_ALREADY)
    signed = kind == Webhook.Kind.JSON
    return Webhook.objects.create(
        user=owner,
        kind=kind,
        name=" ".join(name.split())[:WEBHOOK_NAME_MAX],
        sealed_address=seal(text.encode()),
        hint=address_hint(target),
        sealed_secret=seal(new_secret().encode()) if signed else b"",
        created_at=timezone.now(),
    )


@transaction.atomic(durable=True)
def webhook_remove(*, user: User, webhook_id: int) -> None:
    """Delete a webhook; its waiting notifications are dropped. Raises Refused."""
    _locked(user, webhook_id).delete()


@transaction.atomic(durable=True)
def webhook_test(*, user: User, webhook_id: int) -> None:
    """Queue a test, whose outcome the row gets. Raises Refused, also within a minute of another test, or of as many as
    a person may have webhooks: servers that never answer keep workers busy.
    """
    [owner] = locked_people([user])
    webhook = _locked(user, webhook_id)
    at = timezone.now()
    tested = [] if webhook.tested_at is None else [webhook.tested_at]
    check_lately(tested, ChannelReason.TESTED_LATELY, most=1, span=TEST_TIMEOUT, at=at)
    check_acts(
        owner, LimitedAct.Kind.WEBHOOK_TEST, ChannelReason.TESTED_LATELY, most=WEBHOOKS_MAX, span=TEST_TIMEOUT, at=at
    )
    acts_note([owner], LimitedAct.Kind.WEBHOOK_TEST, at)
    webhook.tested_at = at
    webhook.test_outcome = ""
    webhook.save(update_fields=["tested_at", "test_outcome"])
    on_commit.webhook_test_is_due(webhook.pk, lost=partial(_test_lost, webhook.pk))


def _test_lost(webhook_id: int) -> None:
    """Let the page say that the test was lost, and the person try again."""
    Webhook.objects.filter(pk=webhook_id, test_outcome="").update(tested_at=F("tested_at") - TEST_TIMEOUT)


def webhook_to_test(*, webhook_id: int) -> Webhook | None:
    """The webhook to test; None if it is gone or was tested."""
    return (
        Webhook.objects.select_related("user")
        .filter(pk=webhook_id, tested_at__isnull=False, test_outcome="", user__is_active=True)
        .first()
    )


@transaction.atomic(durable=True)
def webhook_tested(*, webhook_id: int, failure: str = "") -> None:
    """Save a test's outcome; a success switches the webhook on again."""
    webhook = Webhook.objects.select_for_update().filter(pk=webhook_id).first()
    if webhook is None:
        return
    webhook.test_outcome = failure[:200] or ARRIVED
    if not failure:
        hook_works(webhook)
    webhook.save(update_fields=["test_outcome", *HEALTH])


def _checked(kind: str, text: str) -> Address:
    try:
        target = parse_address(text)
        check_kind(kind, target)
    except DeliveryRefused as refused:
        raise Refused(ChannelReason.BAD_ADDRESS, refused.reason) from None
    return target


def _locked(user: User, webhook_id: int) -> Webhook:
    webhook = Webhook.objects.select_for_update(of=("self",)).filter(pk=webhook_id, user=user).first()
    if webhook is None:
        raise Refused(ChannelReason.NO_SUCH_CHANNEL)
    return webhook


def _is_at(webhook: Webhook, text: str) -> bool:
    try:
        return unseal(webhook.sealed_address) == text.encode()
    except Unreadable:
        return False


def address_hint(target: Address) -> str:
    """The host, and the end of a long address."""
    host = target.netloc
    shown = host if len(host) <= HINT_HOST_MAX else f"{host[:HINT_HOST_MAX]}…"
    end = target.path[-HINT_END:] if len(target.path) >= HINT_PATH_MIN else ""
    return f"{shown}/…{end}"
