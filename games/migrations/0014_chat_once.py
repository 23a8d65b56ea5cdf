"""Lines that a form sends twice are stored once."""

from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0013_mattermost"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="chatline",
            name="creation_token",
            field=models.CharField(blank=True, default="", editable=False, max_length=80),
        ),
        migrations.AddConstraint(
            model_name="chatline",
            constraint=models.UniqueConstraint(
                condition=models.Q(("creation_token", ""), _negated=True),
                fields=("creation_token",),
                name="chat_line_once_a_creation_token",
            ),
        ),
    ]
