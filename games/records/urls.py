"""Addresses of imported games."""

from django.urls import path

from games.records.views import archive, imported

urlpatterns = [
    path("records/", imported.records, name="imported_records"),
    path("records/<id:token>/", imported.replay, name="imported_replay"),
    path("records/<id:token>/record.json", imported.record_file, name="imported_record_file"),
    path("records/<id:token>/change/", imported.change, name="imported_change"),
    path("archive/", archive.archive, name="archive"),
    path("archive/format/", archive.archive_format, name="archive_format"),
    path("archive/choice/", archive.archive_choice, name="archive_choice"),
    path("archive/<month:month>.jsonl.gz", archive.archive_file, name="archive_file"),
]
