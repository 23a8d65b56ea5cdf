"""`scenes`: people and games in every state that a page shows."""

import json
import random
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from accounts.models import User
from games.simulation.screenshots.scenes import scenes_make


class Command(BaseCommand):
    help = "Make people and games in every state, in a database without people; prints addresses and logins as JSON."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--language", default="en", choices=dict(settings.LANGUAGES), help="which they read (en)")
        parser.add_argument("--seed", type=int, default=1, help="seed of the turns (1); deals stay random")

    def handle(self, *args: Any, **options: Any) -> None:
        if User.objects.filter(is_bot=False, is_superuser=False).exists():
            raise CommandError("There are people here already. Pictures take a database of their own.")
        self.stdout.write(json.dumps(scenes_make(options["language"], random.Random(options["seed"])).written()))
