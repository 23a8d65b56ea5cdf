"""Empties the database after tests that commit, in a few milliseconds: Django's way takes half a second each time,
because it makes every table's files anew and then all permissions one by one.
"""

from django.db import OperationalError, connection
from psycopg.errors import DeadlockDetected

TRIES = 5
# Triggers and foreign keys are passed over, so that even what nobody may delete goes, in any order. The locks wait for
# whoever is still at it, such as a thread that the test left.
BACK = """
CREATE FUNCTION kept.back() RETURNS void LANGUAGE sql SET session_replication_role = replica AS $$
    LOCK TABLE {tables} IN ACCESS EXCLUSIVE MODE;
    {deletes}
    {inserts}
$$;
"""


def state_keep() -> None:
    """Keep a new database's rows, such as permissions and roles, for `state_back`."""
    with connection.cursor() as cursor:
        tables = connection.introspection.django_table_names(only_existing=True, include_views=False)
        filled = []
        for table in tables:
            cursor.execute(f"SELECT EXISTS (SELECT 1 FROM {table})")
            if cursor.fetchone()[0]:
                filled.append(table)
        cursor.execute("CREATE SCHEMA kept")
        for table in filled:
            cursor.execute(f"CREATE TABLE kept.{table} AS TABLE public.{table}")
        cursor.execute(
            BACK.format(
                tables=", ".join(tables),
                deletes=" ".join(f"DELETE FROM public.{table};" for table in tables),
                inserts=" ".join(f"INSERT INTO public.{table} TABLE kept.{table};" for table in filled),
            )
        )


def state_back() -> None:
    """Make the database hold what `state_keep` found, and nothing else. Numbers go on where they were.

    A request that a test left behind may hold locks in another order: it is tried again then.
    """
    for tries_left in reversed(range(TRIES)):
        try:
            with connection.cursor() as cursor:
                cursor.execute("SELECT kept.back()")
            return
        except OperationalError as error:
            if not tries_left or not isinstance(error.__cause__, DeadlockDetected):
                raise
