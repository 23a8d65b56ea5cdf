"""Games that ran before there were clocks get theirs now, so that none of them can wait for ever.

Those that wait for a bot get one that nothing is due of, as they would have it had the bot just begun.
"""

from datetime import timedelta

from django.db import migrations
from django.utils import timezone

IDLE = timedelta(days=60)
REMIND = timedelta(days=30)


def write_deadlines(apps, schema_editor):
    Game = apps.get_model("games", "Game")
    Deadline = apps.get_model("games", "Deadline")
    now = timezone.now()
    for game in Game.objects.filter(status="running", to_act__isnull=False).iterator():
        seat = game.seats.select_related("held_by").get(number=game.to_act)
        row = Deadline(game=game, seat=seat.number, version=game.version, since=now, left=IDLE)
        if not game.bot_acts:
            row.user, row.zone = seat.held_by, seat.held_by.time_zone
            row.due_at, row.remind_at = now + IDLE, now + REMIND
            row.next_at = row.remind_at
        row.save()


class Migration(migrations.Migration):
    dependencies = [("games", "0005_slow_play")]

    operations = [migrations.RunPython(write_deadlines, migrations.RunPython.noop)]
