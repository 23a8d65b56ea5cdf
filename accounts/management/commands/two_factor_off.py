"""`manage.py two_factor_off USERNAME`, for people who lost their phone and recovery codes."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from accounts.errors import AccountRefused
from accounts.models import User
from accounts.sign_in.two_factor_off import two_factor_off
from accounts.words import account_words


class Command(BaseCommand):
    help = "Switch two-factor login off for a person who has lost phone and recovery codes."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("username")

    def handle(self, *args: Any, **options: Any) -> None:
        user = User.objects.filter(handle__iexact=options["username"]).first()
        if user is None:
            raise CommandError("No account has this username.")
        try:
            two_factor_off(actor=None, user=user, reason="at the server's console")
        except AccountRefused as refused:
            raise CommandError(account_words(refused)) from refused
        self.stdout.write(f"Two-factor login of {user.handle} is off. They are logged out everywhere and get an email.")
