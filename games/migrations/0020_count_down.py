from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0019_names_of_bots"),
    ]

    operations = [
        migrations.AddField(
            model_name="preferences",
            name="count_down",
            field=models.BooleanField(default=False),
        ),
    ]
