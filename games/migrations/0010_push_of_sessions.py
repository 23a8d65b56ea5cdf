"""Push belongs to a login. No row says which, so browsers switch it on again."""

from typing import Any

import django.db.models.deletion
from django.db import migrations, models


def forget(apps: Any, _schema: Any) -> None:
    apps.get_model("games", "PushSubscription").objects.all().delete()


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0009_five_bots"),
        ("sessions", "0001_initial"),
    ]

    operations = [
        migrations.RunPython(forget, migrations.RunPython.noop, elidable=True),
        migrations.AddField(
            model_name="pushsubscription",
            name="session",
            field=models.ForeignKey(
                db_index=False,
                default="",
                on_delete=django.db.models.deletion.CASCADE,
                related_name="+",
                to="sessions.session",
            ),
            preserve_default=False,
        ),
        migrations.AddIndex(
            model_name="pushsubscription",
            index=models.Index(fields=["session"], name="push_of_session"),
        ),
    ]
