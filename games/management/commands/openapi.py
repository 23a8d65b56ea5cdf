"""`openapi` writes the document of the interface for programs, which games/api/openapi.json has for reviews."""

from typing import Any

from django.core.management.base import BaseCommand

from games.api.interface import FILE, document_text


class Command(BaseCommand):
    help = "Write games/api/openapi.json, the OpenAPI document of the interface for programs."

    def handle(self, *args: Any, **options: Any) -> None:
        FILE.write_text(document_text(), encoding="utf-8")
        self.stdout.write(f"{FILE.name}: written")
