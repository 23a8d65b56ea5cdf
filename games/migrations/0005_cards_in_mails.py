from django.db import migrations, models

# The notifications' page stored a choice for every kind, beside an explicit one about cards; nothing else did.
CARDS = """
UPDATE games_preferences SET mail_cards = true
WHERE NOT mail_cards AND NOT channels ?& array[
    'turn', 'reminder', 'timeout', 'pause', 'started', 'over', 'invitation', 'mention', 'moderation'
]
"""


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0004_unused_indexes'),
    ]

    operations = [
        migrations.AlterField(
            model_name='preferences',
            name='mail_cards',
            field=models.BooleanField(default=True),
        ),
        migrations.RunSQL(CARDS, migrations.RunSQL.noop),
    ]
