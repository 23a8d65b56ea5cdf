from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0011_dashboard"),
    ]

    operations = [
        migrations.AddIndex(
            model_name="game",
            index=models.Index(fields=["created_at"], name="game_created"),
        ),
    ]
