from django.db import migrations

# The bots that play alike, or nearly: (name, handle) before and now.
RENAMED = ((("random", "Loki"), ("skald", "Skald")), (("greedy", "Fenrir"), ("berserker", "Berserker")))


def rename(apps, schema_editor):
    """Accounts keep their games and ratings, and reviews name the bot. A handle stays where a person has the new one, or
    where it was not the bot's label.
    """
    accounts = apps.get_model("games", "BotAccount")
    users = apps.get_model("accounts", "User")
    reviews = apps.get_model("games", "SeatReview")
    for (before, label), (name, handle) in RENAMED:
        reviews.objects.filter(bot=before).update(bot=name)
        for account in accounts.objects.filter(name=before):
            account.name = name
            account.save()
            if account.user.handle == label and not users.objects.filter(handle__iexact=handle).exists():
                account.user.handle = handle
                account.user.save()


class Migration(migrations.Migration):

    dependencies = [
        ("games", "0008_friends"),
        ("accounts", "0004_avatar"),
    ]

    operations = [
        migrations.RunPython(rename, migrations.RunPython.noop),
    ]
