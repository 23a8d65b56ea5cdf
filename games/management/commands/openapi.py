"""`openapi` writes the documents of the interface for programs, which games/api/ has for reviews."""

from typing import Any

from django.core.management.base import BaseCommand

from games.api import interface
from games.api.asyncapi import document


class Command(BaseCommand):
    help = "Write openapi.json and asyncapi.json, the documents of the interface for programs, in games/api/."

    def handle(self, *args: Any, **options: Any) -> None:
        for each in (interface, document):
            each.FILE.write_text(each.document_text(), encoding="utf-8")
            self.stdout.write(f"{each.FILE.name}: written")
