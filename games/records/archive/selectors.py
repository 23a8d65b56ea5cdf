"""Reads the archive."""

from __future__ import annotations

from django.http import Http404

from games.models import ArchiveMonth


def archive_months() -> list[ArchiveMonth]:
    """The months with games whose file is whole, newest first. One query."""
    return list(ArchiveMonth.objects.filter(edition__gt=0, games__gt=0).order_by("-month"))


def archive_month(name: str) -> ArchiveMonth:
    """The month by its name, such as 2026-10. Raises Http404."""
    found = ArchiveMonth.objects.filter(month=f"{name}-01", edition__gt=0, games__gt=0).first()
    if found is None:
        raise Http404
    return found
