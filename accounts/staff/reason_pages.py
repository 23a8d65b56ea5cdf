"""Admin pages of rows whose reasons name people by id."""

from __future__ import annotations

from typing import Any

from django.contrib.admin.views.main import ChangeList
from django.http import HttpRequest

from accounts.staff.reasons import reason_named, reasons_named
from accounts.staff.staff_pages import StaffPages


class ReasonList(ChangeList):
    """Shows reasons with names; one query a page."""

    def get_results(self, request: HttpRequest) -> None:
        super().get_results(request)
        rows = list(self.result_list)
        for row, reason in zip(rows, reasons_named([row.reason for row in rows]), strict=True):
            row.reason = reason
        self.result_list = rows


class ReasonPages(StaffPages):
    """Read-only pages; querysets return the `reason` as stored."""

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[Any]:
        return ReasonList

    def row_read(self, request: HttpRequest, object_id: str, from_field: str | None) -> Any:
        row = super().row_read(request, object_id, from_field)
        if row is not None:
            row.reason = reason_named(row.reason)
        return row
