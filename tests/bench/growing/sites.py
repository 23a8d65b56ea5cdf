"""Sites of several sizes in one server, and who visits them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from django.core.cache import cache
from django.core.management import call_command
from django.db import connection
from django.test import Client

from accounts.fast.caches import clear_all
from accounts.models import User
from tests.bench.million.load import processors, site_load
from tests.bench.million.regulars import heavy_handle, ordinary_handle
from tests.bench.pages import BOSS, connect
from tests.clients import log_in
from tests.factories import log_in_with_code

VISITOR = "bench-visitor"


@dataclass(frozen=True, slots=True)
class Site:
    """A loaded database, its two people whose past is counted, and another person."""

    name: str
    games: int
    heavy: User
    ordinary: User
    visitor: User
    boss: User

    def enter(self) -> None:
        """Use this database, with empty caches."""
        connect(self.name)
        self.forget()

    def forget(self) -> None:
        """Empty all caches, so that what they hold hides no cost."""
        cache.clear()
        clear_all()

    def browser(self, user: User | None) -> Client:
        client = Client(headers={"host": "localhost"})
        if user == self.boss:
            log_in_with_code(client, self.boss)
        elif user is not None:
            log_in(client, user)
        return client

    def other(self, person: User) -> User:
        return self.ordinary if person == self.heavy else self.heavy


def site_of(games: int, seed: int, tell: Callable[[str], object]) -> Site:
    """The site with so many games. It is loaded unless an earlier run did."""
    name = f"odin_growth_{games}"
    loaded, begun_in = f"{name}_loaded", str(connection.settings_dict["NAME"])
    with connection.cursor() as cursor:
        cursor.execute("SELECT datname FROM pg_database WHERE datname LIKE %s", [f"{name}%"])
        found = {row[0] for row in cursor.fetchall()}
        if loaded not in found:
            if name in found:
                cursor.execute(f'DROP DATABASE "{name}"')
            cursor.execute(f'CREATE DATABASE "{name}"')
    connect(name if loaded not in found else loaded)
    call_command("migrate", verbosity=0)
    if loaded not in found:
        site_load(games, seed=seed, processes=processors(), tell=tell)
        User.objects.create_superuser(BOSS, f"{BOSS}@example.org")
        User.objects.create_user(VISITOR, f"{VISITOR}@example.org")
        connect(begun_in)
        with connection.cursor() as cursor:
            # Its name tells later runs that it is whole.
            cursor.execute(f'ALTER DATABASE "{name}" RENAME TO "{loaded}"')
        connect(loaded)
    with connection.cursor() as cursor:
        cursor.execute("VACUUM (ANALYZE)")
    people = [User.objects.get(handle=one) for one in (heavy_handle(), ordinary_handle(), VISITOR, BOSS)]
    return Site(loaded, games, *people)
