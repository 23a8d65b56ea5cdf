import django.contrib.postgres.indexes
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0010_moderation_append_only"),
    ]

    operations = [
        migrations.AddIndex(
            model_name="move",
            index=django.contrib.postgres.indexes.BrinIndex(
                autosummarize=True, fields=["created_at"], name="move_of_day"
            ),
        ),
        migrations.AddIndex(
            model_name="notice",
            index=models.Index(condition=models.Q(("status", "failed")), fields=["created_at"], name="notice_failed"),
        ),
    ]
