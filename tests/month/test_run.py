"""A short simulated month: real services, queue, worker, mail server, and a worker that is killed."""

from __future__ import annotations

import pytest
from django.core.mail import get_connection
from django.utils import timezone

from games.management.commands.simulate_month import Command
from games.management.month.whole import BEGINS, Extent
from games.models import Game, Notice

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_month_in_which_the_worker_is_killed_leaves_nothing_undone() -> None:
    before = timezone.now()
    figures = Command().live(Extent(people=6, games=3, days=3, kills=5), seed=1)
    assert figures.faults == {}
    assert figures.finished == figures.games == 3
    assert figures.kills == 5
    assert figures.turns > 20
    sent = Notice.objects.filter(status=Notice.Status.SENT).values("message_id").distinct().count()
    assert sent == figures.notices - figures.uncertain > 5
    assert Game.objects.filter(ended_at__gt=BEGINS).count() == 3
    # Everything is as it was: the time, and where mails go.
    assert before <= timezone.now() < BEGINS
    assert type(get_connection()).__module__ == "django.core.mail.backends.locmem"
