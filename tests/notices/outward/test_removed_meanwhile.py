"""A turn that writes a notification and the removal of its device or webhook do not harm each other."""

from __future__ import annotations

import threading

import pytest
from django.db import connection, transaction

from accounts.models import User
from games.lobby.services import NewGame
from games.models import Game, Notice, PushSubscription, Webhook
from games.notices.devices import subscription_remove
from games.notices.webhooks import webhook_remove
from games.play.locking import lock_game
from games.play.turn import turn_take
from tests.factories import any_turn, make_person, rng_of
from tests.games_laid import lay_game
from tests.notices.choices import device_of, webhook_of
from tests.notices.outbox import make_due, send
from tests.play.slow_games import actor_and_other

pytestmark = pytest.mark.django_db(transaction=True)


class SlowTurn:
    def __init__(self, game: Game, actor: User) -> None:
        self._game, self._actor = game, actor
        self._written, self._may_end = threading.Event(), threading.Event()
        self._failure: list[Exception] = []
        self._thread = threading.Thread(target=self._run)
        self._thread.start()
        assert self._written.wait(20)

    def _run(self) -> None:
        text = str(any_turn(self._game, rng_of(3)))
        try:
            with transaction.atomic():
                locked = lock_game(self._game.public_id, player=self._actor, holds=True)
                turn_take(locked, locked.seat, self._game.version, text)
                self._written.set()
                self._may_end.wait(20)
        except Exception as failure:
            self._failure.append(failure)
        finally:
            self._written.set()
            connection.close()

    def end(self) -> None:
        self._may_end.set()
        self._thread.join()
        assert self._failure == []


def test_the_turn_is_kept_and_its_messages_are_dropped(db: None) -> None:
    game = lay_game([make_person("alice"), make_person("bob")], NewGame(seats=2, undo=False))
    actor, other = actor_and_other(game)
    webhook, device = webhook_of(other), device_of(other)
    turn = SlowTurn(game, actor)
    webhook_remove(user=other, webhook_id=webhook.pk)
    subscription_remove(user=other, subscription_id=device.pk)
    turn.end()
    assert not Webhook.objects.exists()
    assert not PushSubscription.objects.exists()
    ways = (Notice.Channel.PUSH, Notice.Channel.WEBHOOK)
    rows = list(Notice.objects.filter(user=other, channel__in=ways, version=game.version + 1))
    assert {row.target for row in rows} == {webhook.pk, device.pk}
    make_due(*rows)
    assert {send(row).reason for row in rows} == {"the device or webhook was removed or turned off"}
