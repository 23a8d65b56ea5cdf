from django.db import migrations

FORWARDS = """
CREATE FUNCTION accounts_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END
$$;
CREATE TRIGGER audit_append_only BEFORE UPDATE OR DELETE ON accounts_auditentry
    FOR EACH ROW EXECUTE FUNCTION accounts_append_only();
"""

BACKWARDS = """
DROP TRIGGER audit_append_only ON accounts_auditentry;
DROP FUNCTION accounts_append_only();
"""


class Migration(migrations.Migration):
    """What staff did stays as it was written: the database itself refuses to change or delete it."""

    dependencies = [("accounts", "0004_moderation")]

    operations = [migrations.RunSQL(FORWARDS, BACKWARDS)]
