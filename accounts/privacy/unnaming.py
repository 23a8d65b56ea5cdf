"""Taking the handle of somebody who is erased out of what others wrote."""

from typing import Any

from django.db.models import Q, QuerySet

from accounts.models import User
from accounts.staff.reasons import unnamed


def rows_unname(user: User, rows: QuerySet[Any], *columns: str) -> None:
    """In these columns of the rows the person's handle becomes the account's number.

    Inside the erasing transaction, before the handle changes. Locks the rows that it changes, in order of their ids,
    and reads the table from one end to the other.
    """
    named = Q()
    for column in columns:
        named |= Q(**{f"{column}__icontains": user.handle})
    for row in rows.filter(named).select_for_update(no_key=True).order_by("pk"):
        for column in columns:
            setattr(row, column, unnamed(getattr(row, column), user))
        row.save(update_fields=columns)
