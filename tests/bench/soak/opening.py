"""Tables for a soak, opened in a process of the site: forms would take ten times as long."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING, Final

from tests.bench.driver.tables import SEATS, TABLES_OF_FOUR, TARGET, Table
from tests.embedded.running import ROOT

if TYPE_CHECKING:
    from tests.bench.compare.servers import Site

OPENING_S: Final = 3600
CODE: Final = "from tests.bench.soak.opening import tables_print; tables_print()"


def tables_make(site: Site, count: int) -> list[Table]:
    """Open so many tables of four at the site, with four people for each forty."""
    made = subprocess.run(
        [sys.executable, "-c", CODE], cwd=ROOT, env=site.environment, input=str(count), capture_output=True, text=True,
        check=True, timeout=OPENING_S,
    )  # fmt: skip
    found: list[Table] = json.loads(made.stdout)
    return found


def tables_print() -> None:
    """Read a number, and print so many tables with their people's cookies as JSON. Runs with the site's settings."""
    import django

    django.setup()
    from accounts.models import User
    from games.lobby.services import NewGame
    from tests.embedded.accounts import account_make
    from tests.factories import make_game

    new = NewGame(seats=SEATS, target=int(TARGET))
    tables: list[Table] = []
    for number in range(int(sys.stdin.read())):
        if number % TABLES_OF_FOUR == 0:
            handles = [f"soak{number}-{seat}" for seat in range(SEATS)]
            cookies = [{"sessionid": account_make(handle)} for handle in handles]
            people = [User.objects.get(handle=handle) for handle in handles]
        first = number % SEATS
        game = make_game([*people[first:], *people[:first]], new)
        tables.append(Table(game=game.public_id, cookies=[*cookies[first:], *cookies[:first]]))
    print(json.dumps(tables))
