"""`manage.py simulate`: whole random games in a database of their own."""

import json

import pytest
from django.core.management import call_command
from django.db import connection

from games.models import Game
from tests.kept_database import TEMPLATE


@pytest.mark.whole
@pytest.mark.django_db(transaction=True)
def test_games_are_played_aside_and_verified(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    name = connection.settings_dict["NAME"]
    # Saves the migrations.
    monkeypatch.setitem(connection.settings_dict["TEST"], "TEMPLATE", TEMPLATE)
    call_command("simulate", games=1, seats=2, json=True)
    figures = json.loads(capsys.readouterr().out)
    assert (figures["games"], figures["verified"], figures["failed"]) == (1, 1, 0)
    assert figures["turns"] > 5
    assert connection.settings_dict["NAME"] == name
    assert not Game.objects.exists()
