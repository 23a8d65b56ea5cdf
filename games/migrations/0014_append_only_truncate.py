from django.db import migrations

TABLES = {
    "move": "games_move",
    "event": "games_gameevent",
    "take_back": "games_takeback",
    "intervention": "games_intervention",
    "peek": "games_peek",
}


class Migration(migrations.Migration):
    """Turns, events and acts of moderators are not emptied at one blow either; TRUNCATE ... CASCADE of what they hang
    on is refused with it."""

    dependencies = [("games", "0013_lists")]

    operations = [
        migrations.RunSQL(
            f"CREATE TRIGGER {name}_no_truncate BEFORE TRUNCATE ON {table} "
            "FOR EACH STATEMENT EXECUTE FUNCTION games_append_only();",
            f"DROP TRIGGER {name}_no_truncate ON {table};",
        )
        for name, table in TABLES.items()
    ]
