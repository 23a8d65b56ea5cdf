from django.db import migrations

FORWARDS = "CREATE INDEX user_handle_prefix ON accounts_user (lower(handle) text_pattern_ops);"
BACKWARDS = "DROP INDEX user_handle_prefix;"


class Migration(migrations.Migration):
    """Staff find people by the beginning of a handle; only this kind of index serves LIKE in every collation."""

    dependencies = [("accounts", "0011_held_address")]

    operations = [migrations.RunSQL(FORWARDS, BACKWARDS)]
