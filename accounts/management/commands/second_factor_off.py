"""`manage.py second_factor_off HANDLE`, for people who lost their phone and recovery codes."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from accounts.errors import AccountRefused
from accounts.models import User
from accounts.sign_in.second_factor_off import second_factor_off
from accounts.words import account_words


class Command(BaseCommand):
    help = "Switch an account's second factor off: its person has lost phone and recovery codes."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("handle")

    def handle(self, *args: Any, **options: Any) -> None:
        user = User.objects.filter(handle__iexact=options["handle"]).first()
        if user is None:
            raise CommandError("Nobody here has this handle.")
        try:
            second_factor_off(actor=None, user=user, reason="at the server's console")
        except AccountRefused as refused:
            raise CommandError(account_words(refused)) from refused
        self.stdout.write(
            f"The second factor of {user.handle} is off; they are logged out everywhere, and told by mail."
        )
