from django.db import migrations

FORWARDS = """
CREATE TRIGGER audit_no_truncate BEFORE TRUNCATE ON accounts_auditentry
    FOR EACH STATEMENT EXECUTE FUNCTION accounts_append_only();
"""

BACKWARDS = """
DROP TRIGGER audit_no_truncate ON accounts_auditentry;
"""


class Migration(migrations.Migration):
    """What staff did is not emptied at one blow either; `manage.py flush` is refused by it."""

    dependencies = [("accounts", "0009_lists")]

    operations = [migrations.RunSQL(FORWARDS, BACKWARDS)]
