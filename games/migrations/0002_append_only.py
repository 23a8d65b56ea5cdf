from django.db import migrations

FORWARDS = """
CREATE FUNCTION games_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END
$$;
CREATE TRIGGER move_append_only BEFORE UPDATE OR DELETE ON games_move
    FOR EACH ROW EXECUTE FUNCTION games_append_only();
CREATE TRIGGER event_append_only BEFORE UPDATE OR DELETE ON games_gameevent
    FOR EACH ROW EXECUTE FUNCTION games_append_only();
"""

BACKWARDS = """
DROP TRIGGER move_append_only ON games_move;
DROP TRIGGER event_append_only ON games_gameevent;
DROP FUNCTION games_append_only();
"""


class Migration(migrations.Migration):
    """Moves and events are the truth of a game: the database itself refuses to change or delete them."""

    dependencies = [("games", "0001_initial")]

    operations = [migrations.RunSQL(FORWARDS, BACKWARDS)]
