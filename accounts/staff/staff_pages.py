"""Base of the admin's pages: read-only, fast in tables of millions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from django.contrib import admin
from django.core.paginator import Paginator
from django.db.models import Model, Q, QuerySet
from django.db.models.functions import Lower
from django.http import HttpRequest
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from accounts.models import User

if TYPE_CHECKING:
    AnyModelAdmin = admin.ModelAdmin[Any]
    AnyPaginator = Paginator[Any]
else:
    AnyModelAdmin = admin.ModelAdmin
    AnyPaginator = Paginator

# Lists page through this many of the newest rows; search and filters reach the others.
LISTED = 10_000
# A search by a part of a text looks through this many ids, the newest, and finds this many rows at most.
SEARCHED = 100_000
MATCHES = 1000
PART_MIN = 3
# Lookups of Django's list filters; others in an address are refused.
LOOKUPS = ("exact", "isnull", "isempty")
# Rows that a request has read, because its page reads them several times.
_READ: WeakKeyDictionary[HttpRequest, dict[tuple[type[Model], str, str | None], Any]] = WeakKeyDictionary()


class NewestPaginator(AnyPaginator):
    """Counts no further than LISTED; counting millions of rows takes seconds."""

    @cached_property
    def count(self) -> int:
        rows = self.object_list
        assert isinstance(rows, QuerySet)
        return rows.order_by()[:LISTED].count()


class StaffPages(AnyModelAdmin):
    """Read-only rows for staff who may view them. Reads only the columns in `fields`, `related_columns` and
    `read_columns`. Addresses filter only by `list_filter`: Django would allow any column, and so reveal hidden ones.
    """

    # Columns of other tables, for lists and titles, like "game__public_id".
    related_columns: tuple[str, ...] = ()
    # Columns for displays; no page shows them.
    read_columns: tuple[str, ...] = ()
    person_fields: tuple[str, ...] = ()

    actions = None
    ordering = ("-pk",)
    sortable_by = ()
    list_per_page = 50
    list_max_show_all = 0
    paginator = NewestPaginator
    show_facets = admin.ShowFacets.NEVER
    show_full_result_count = False
    # Turns the search box on; `search_condition` searches.
    search_fields = ("pk",)
    search_help_text = _("Full username")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def get_readonly_fields(self, request: HttpRequest, obj: Model | None = None) -> Any:
        return self.fields or ()

    def get_object(self, request: HttpRequest, object_id: str, from_field: str | None = None) -> Any:
        """The row, read by `row_read` once per request."""
        read, key = _READ.setdefault(request, {}), (self.model, object_id, from_field)
        if key not in read:
            read[key] = self.row_read(request, object_id, from_field)
        return read[key]

    def row_read(self, request: HttpRequest, object_id: str, from_field: str | None) -> Any:
        """The row; None if this reader may see none."""
        return super().get_object(request, object_id, from_field)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        own = {field.name for field in self.model._meta.concrete_fields}
        shown = own.intersection(self.fields or ())
        related = {path.rpartition("__")[0] for path in self.related_columns}
        rows = super().get_queryset(request).only(*shown, *self.read_columns, *self.related_columns)
        return rows.select_related(*related) if related else rows

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        allowed = set()
        for listed in self.get_list_filter(request):
            name = listed if isinstance(listed, str) else listed[0] if isinstance(listed, tuple) else None
            if name is None:
                allowed.add(getattr(listed, "parameter_name", ""))
            else:
                allowed |= {f"{name}__{ending}" for ending in LOOKUPS}
        return lookup in allowed and "\0" not in value

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        term = search_term.strip()
        return (queryset.filter(self.search_condition(term)) if term else queryset), False

    def search_condition(self, term: str) -> Q:
        """Look the ids up first, so that each part of the OR uses its index."""
        found = Q(pk__in=())
        people = list(people_called(term).values_list("pk", flat=True))
        for name in self.person_fields:
            found |= Q(**{f"{name}__in": people})
        return found


def with_part(rows: QuerySet[Any], column: str, part: str) -> list[int]:
    """Ids of the rows whose column has the part, in any letter case. No index finds parts of words, so it looks through
    the newest SEARCHED ids for at most MATCHES rows, and for none if the part has fewer than PART_MIN characters. Two
    queries.
    """
    last = rows.order_by("-pk").values_list("pk", flat=True).first() if len(part) >= PART_MIN else None
    if last is None:
        return []
    found = rows.filter(pk__gt=last - SEARCHED, **{f"{column}__icontains": part}).order_by("-pk")
    return list(found.values_list("pk", flat=True)[:MATCHES])


def people_called(handle: str) -> QuerySet[User]:
    """People with this username in any letter case; uses the index."""
    return User.objects.alias(folded=Lower("handle")).filter(folded=handle.lower())
