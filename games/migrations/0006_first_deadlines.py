"""Games that ran before there were clocks get theirs now, so that none of them can wait for ever."""

from datetime import timedelta

from django.db import migrations
from django.utils import timezone

IDLE = timedelta(days=60)
REMIND = timedelta(days=30)


def write_deadlines(apps, schema_editor):
    Game = apps.get_model("games", "Game")
    Deadline = apps.get_model("games", "Deadline")
    now = timezone.now()
    for game in Game.objects.filter(status="running", bot_acts=False, to_act__isnull=False).iterator():
        seat = game.seats.select_related("held_by").get(number=game.to_act)
        Deadline.objects.create(
            game=game,
            seat=seat.number,
            user=seat.held_by,
            version=game.version,
            since=now,
            left=IDLE,
            zone=seat.held_by.time_zone,
            due_at=now + IDLE,
            remind_at=now + REMIND,
            next_at=now + REMIND,
        )


class Migration(migrations.Migration):
    dependencies = [("games", "0005_slow_play")]

    operations = [migrations.RunPython(write_deadlines, migrations.RunPython.noop)]
