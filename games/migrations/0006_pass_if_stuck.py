from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("games", "0005_cards_in_mails"),
    ]

    operations = [
        migrations.AddField(
            model_name="preferences",
            name="pass_if_stuck",
            field=models.BooleanField(default=False),
        ),
    ]
