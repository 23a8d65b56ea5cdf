"""Removes an erased person's username from other people's texts."""

from typing import Any

from django.db.models import Q, QuerySet

from accounts.models import User
from accounts.staff.reasons import unnamed


def rows_unname(user: User, rows: QuerySet[Any], *columns: str) -> None:
    """Replace the username by the account's number. Runs in the erasing transaction, before the username changes. Locks
    the changed rows by id; scans the whole table.
    """
    named = Q()
    for column in columns:
        named |= Q(**{f"{column}__icontains": user.handle})
    for row in rows.filter(named).select_for_update(no_key=True).order_by("pk"):
        for column in columns:
            setattr(row, column, unnamed(getattr(row, column), user))
        row.save(update_fields=columns)
