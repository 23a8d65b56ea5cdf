"""The outbox holds notices for more channels than the mail."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("games", "0003_removals_and_lost_chains")]

    operations = [migrations.RenameModel(old_name="OutboxMail", new_name="Notice")]
