from django.db import migrations

# Django makes them for searches by a text's beginning, which nothing does.
LIKES = [
    'accounts_addressreturn_digest_d03a7470_like',
    'accounts_erasedhandle_digest_37aa9324_like',
    'accounts_heldaddress_digest_3fa6fcfa_like',
    'accounts_user_handle_cab787c2_like',
]


class Migration(migrations.Migration):
    """After the tables' own migration, at whose end Django makes these indexes."""

    dependencies = [
        ('accounts', '0001_initial'),
    ]

    operations = [
        migrations.RunSQL(sql=f'DROP INDEX IF EXISTS {", ".join(LIKES)}', reverse_sql=migrations.RunSQL.noop),
    ]
