from django.db import migrations, models

import accounts.models.user


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0004_avatar'),
    ]

    operations = [
        migrations.AddField(
            model_name='user',
            name='password_mark',
            field=models.CharField(
                default=accounts.models.user.new_password_mark, editable=False, max_length=128
            ),
        ),
        # Sessions and mailed links were made of the hash itself: they stay valid until the next new password.
        migrations.RunSQL("UPDATE accounts_user SET password_mark = password", migrations.RunSQL.noop),
    ]
