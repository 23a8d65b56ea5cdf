from django.db import migrations, models

# Sounds were off by default, so those that are off were not chosen.
FORGET = "UPDATE games_preferences SET sound = NULL WHERE NOT sound"
CHOOSE = "UPDATE games_preferences SET sound = FALSE WHERE sound IS NULL"


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0011_extra_time'),
    ]

    operations = [
        migrations.AlterField(
            model_name='preferences',
            name='sound',
            field=models.BooleanField(default=None, null=True),
        ),
        migrations.RunSQL(FORGET, CHOOSE),
    ]
