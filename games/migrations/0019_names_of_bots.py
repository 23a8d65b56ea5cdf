from typing import Any

from django.db import migrations

NEW = {"random": ("Random", "Loki"), "greedy": ("Greedy", "Fenrir")}


def rename(apps: Any, _editor: object) -> None:
    """Bots sit at tables under names for people, not under programmers' words; a person who has such a name keeps it."""
    accounts = apps.get_model("games", "BotAccount").objects.select_related("user")
    users = apps.get_model("accounts", "User").objects
    for account in accounts.filter(name__in=NEW):
        old, new = NEW[account.name]
        if account.user.handle == old and not users.filter(handle__iexact=new).exists():
            account.user.handle = new
            account.user.save(update_fields=["handle"])


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0018_opponents_and_older_games"),
    ]

    operations = [
        migrations.RunPython(rename, migrations.RunPython.noop),
    ]
