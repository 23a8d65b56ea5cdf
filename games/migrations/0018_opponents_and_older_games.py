from typing import Any

from django.db import migrations, models

# As the standings count them (games.ratings.standings), of those that were written before they did.
COUNT_OPPONENTS = """
    UPDATE games_seasonstanding AS standing SET opponents = met.others
    FROM (
        SELECT own.user_id, own.season, count(DISTINCT other.user_id) AS others
        FROM games_ratingchange AS own
        JOIN games_ratingchange AS other ON other.game_id = own.game_id AND other.user_id <> own.user_id
        WHERE own.pool = 'people' GROUP BY own.user_id, own.season
    ) AS met
    WHERE standing.pool = 'people' AND standing.user_id = met.user_id AND standing.season = met.season
"""


def turns_stay(apps: Any, _editor: object) -> None:
    """Whoever plays already sat down at a table where no turn is taken back."""
    games = apps.get_model("games", "Game").objects
    games.filter(status__in=("running", "paused"), undo=True).update(undo=False)


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0017_rating_rework"),
    ]

    operations = [
        migrations.AddField(
            model_name="seasonstanding",
            name="opponents",
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.RunSQL(COUNT_OPPONENTS, migrations.RunSQL.noop),
        migrations.RunPython(turns_stay, migrations.RunPython.noop),
    ]
