"""`manage.py demo`, also after an earlier run that was cut off."""

from __future__ import annotations

import re
from io import StringIO

import pytest
from django.core.management import call_command

from accounts.models import User
from games.management.commands.demo import GAMES, HANDLES
from games.models import Game

pytestmark = [pytest.mark.whole, pytest.mark.django_db]


class CutOff(StringIO):
    """Ends the command at its second player."""

    def write(self, text: str) -> int:
        if HANDLES[1] in text:
            raise KeyboardInterrupt
        return super().write(text)


def demo() -> str:
    call_command("demo", stdout=(said := StringIO()))
    return said.getvalue()


def test_it_goes_on_where_it_was_cut_off_and_makes_nothing_twice() -> None:
    with pytest.raises(KeyboardInterrupt):
        call_command("demo", stdout=(first := CutOff()))
    passwords = dict(re.findall(r"player (\w+), password (\S+)", first.getvalue() + demo()))
    people = {user.handle: user for user in User.objects.filter(is_bot=False)}
    assert set(people) == set(HANDLES)
    assert all(user.check_password(passwords[handle]) for handle, user in people.items())
    Game.objects.filter(name=GAMES[-1][0].name).update(name="Another")
    assert demo() == "The demo's players are there already; their passwords were printed when they were made.\n"
    names = [new.name for new, _sit, _turns in GAMES]
    assert sorted(Game.objects.values_list("name", flat=True)) == sorted([*names, "Another"])


def test_it_leaves_other_people_alone() -> None:
    User.objects.create_user(handle=HANDLES[0], email="astrid@example.org", password=None)
    assert demo() == "Some of the demo's usernames are taken, so nothing was made.\n"
    assert User.objects.filter(is_bot=False).count() == 1
