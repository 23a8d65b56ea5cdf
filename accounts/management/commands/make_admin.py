"""`manage.py make_admin USERNAME EMAIL`: makes the first administrator."""

import secrets
import sys
from getpass import getpass
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError, CommandParser

from accounts.errors import AccountReason, AccountRefused
from accounts.models import User
from accounts.staff.administrators import administrator_make, administrator_promote
from accounts.words import account_words


class Command(BaseCommand):
    help = (
        "Make an administrator: an account with every right, whose email address counts as confirmed. "
        "An existing account gets every right if EMAIL is its confirmed address; its password stays. "
        "The command asks for the password twice. Without a terminal it reads it from the first line of standard input."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("username")
        parser.add_argument("email")
        parser.add_argument("--generate", action="store_true", help="make up a password and print it once")

    def handle(self, *args: Any, **options: Any) -> None:
        username, email = str(options["username"]), str(options["email"])
        account = User.objects.filter(handle__iexact=username).first()
        if account is not None:
            self._promote(account, email)
            return
        password = secrets.token_urlsafe(12) if options["generate"] else _password()
        try:
            made = administrator_make(handle=username, email=email, password=password)
        except ValidationError as error:
            raise CommandError(" ".join(error.messages)) from error
        self.stdout.write(f"{made.handle} is an administrator, and logs in with {made.email} or the username.")
        if options["generate"]:
            self.stdout.write(f"The password, shown only now: {password}")

    def _promote(self, account: User, email: str) -> None:
        try:
            administrator_promote(user=account, email=email)
        except AccountRefused as refused:
            if refused.reason == AccountReason.HAS_ROLE:
                self.stdout.write(f"{account.handle} is an administrator already. Nothing was changed.")
                return
            raise CommandError(f"{account.handle} already has an account. {account_words(refused)}") from refused
        self.stdout.write(f"{account.handle} had an account and is an administrator now. The password stays as it is.")


def _password() -> str:
    """The password, typed twice, or without a terminal the first line of standard input."""
    if not sys.stdin.isatty():
        password = sys.stdin.readline().rstrip("\r\n")
    else:
        password = getpass("Password: ")
        if password != getpass("Repeat the password: "):
            raise CommandError("The passwords are not the same.")
    if not password:
        raise CommandError("No password was given. Give one, or have one made with --generate.")
    return password
