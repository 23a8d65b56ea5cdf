"""Addresses of imported games."""

from django.urls import path

from games.records.views import imported

urlpatterns = [
    path("records/", imported.records, name="imported_records"),
    path("records/<id:token>/", imported.replay, name="imported_replay"),
    path("records/<id:token>/record.json", imported.record_file, name="imported_record_file"),
    path("records/<id:token>/change/", imported.change, name="imported_change"),
]
