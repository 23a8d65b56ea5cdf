"""Addresses of a player's settings for games."""

from django.urls import path

from games.people.views import export, table

urlpatterns = [
    path("settings/table/", table.table, name="table_settings"),
    path("settings/export/", export.export, name="export"),
]
