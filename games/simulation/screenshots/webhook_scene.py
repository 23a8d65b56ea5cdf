"""A webhook, and what was sent to it."""

from __future__ import annotations

from datetime import timedelta

from django.utils import timezone

from accounts.models import User
from games.models import Game, Notice, Webhook
from games.notices.webhooks import webhook_add

K, S = Notice.Kind, Notice.Status
# What was sent, the newest last: kind, status, reason and the server's answer.
SENT = (
    (K.STARTED, S.SENT, "", "204"),
    (K.TURN, S.SENT, "", '200 {"ok":true}'),
    (K.TURN, S.DROPPED, "the turn was played", ""),
    (K.MENTION, S.FAILED, "the server answered: 400", '400 {"error":"no such channel"}'),
    (K.OVER, S.SENT, "", "204"),
    (K.TURN, S.WAITING, "the server answered: 503", "503 Service Unavailable"),
)


def webhook_scene(user: User) -> str:
    """Add a webhook after the games are played, because it would get their notifications. Returns its id."""
    hook = webhook_add(user=user, kind="json", address="https://hooks.example.org/odin/astrid", name="Longship")
    game = Game.objects.filter(seats__user=user, started_at__isnull=False).order_by("pk")[0]
    now = timezone.now()
    # A worker may run, and must ask no server.
    Webhook.objects.filter(pk=hook.pk).update(rests_until=now + timedelta(days=1))
    for number, (kind, status, reason, answer) in enumerate(SENT):
        at = now - timedelta(minutes=90) / (number + 1)
        Notice.objects.create(
            kind=kind, channel=Notice.Channel.WEBHOOK, game=game, user=user, version=number, webhook=hook,
            target=hook.pk, status=status, reason=reason, answer=answer, attempts=1, due_at=at + timedelta(days=1),
            created_at=at, sent_at=at if status == S.SENT else None,
        )  # fmt: skip
    return str(hook.pk)
