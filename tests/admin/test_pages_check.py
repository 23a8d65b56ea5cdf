"""`manage.py check` looks at the admin's pages."""

from weakref import WeakSet

import pytest
from django.contrib import admin
from django.contrib.admin import sites
from django.core.checks import run_checks

from accounts.models import User


@pytest.mark.parametrize("known", [True, False])
def test_a_page_of_a_missing_column_is_told_once(monkeypatch: pytest.MonkeyPatch, *, known: bool) -> None:
    """The same holds if the site was not loaded before, so that Django knows of none."""
    if not known:
        monkeypatch.setattr(sites, "all_sites", WeakSet())
    monkeypatch.setattr(type(admin.site.get_model_admin(User)), "list_display", ("nowhere",))
    assert [told.id for told in run_checks(tags=["admin"])] == ["admin.E108"]
