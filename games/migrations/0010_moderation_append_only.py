from django.db import migrations

FORWARDS = """
CREATE TRIGGER take_back_append_only BEFORE UPDATE OR DELETE ON games_takeback
    FOR EACH ROW EXECUTE FUNCTION games_append_only();
CREATE TRIGGER intervention_append_only BEFORE UPDATE OR DELETE ON games_intervention
    FOR EACH ROW EXECUTE FUNCTION games_append_only();
CREATE TRIGGER peek_append_only BEFORE UPDATE OR DELETE ON games_peek
    FOR EACH ROW EXECUTE FUNCTION games_append_only();
"""

BACKWARDS = """
DROP TRIGGER take_back_append_only ON games_takeback;
DROP TRIGGER intervention_append_only ON games_intervention;
DROP TRIGGER peek_append_only ON games_peek;
"""


class Migration(migrations.Migration):
    """Take-backs belong to the truth of a game, and what staff did to it stays as it was written."""

    dependencies = [("games", "0009_moderation")]

    operations = [migrations.RunSQL(FORWARDS, BACKWARDS)]
