"""The rules page shows each reader what is theirs."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from accounts.models import User
from accounts.site.state import SiteNow, site_keep
from tests.clients import ClientOf
from tests.games_laid import lay_game
from tests.page_texts import queries_of

pytestmark = pytest.mark.django_db
TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="(\w+)"')


def rules(client: Client, address: str = "/rules/") -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    return TOKEN.sub("", answer.content.decode())


def test_each_gets_their_own_page_again(alice: User, bob: User, client_of: ClientOf) -> None:
    clients = [client_of(alice), client_of(bob), Client()]
    first = [rules(client) for client in clients]
    assert [rules(client) for client in clients] == first
    assert [name in first[0] for name in ("/players/alice/", "/players/bob/")] == [True, False]
    assert [name in first[1] for name in ("/players/alice/", "/players/bob/")] == [False, True]
    assert "/players/" not in first[2]
    tokens = [set(TOKEN.findall(clients[0].get("/rules/").content.decode())) for _visit in range(2)]
    assert tokens[0] != tokens[1]
    assert queries_of(lambda: clients[0].get("/rules/")) == 3


def test_what_changes_around_them_shows_at_once(alice: User, bob: User, client_of: ClientOf) -> None:
    client = client_of(alice)
    pages = [rules(client)]
    game = lay_game([alice, bob])
    game.to_act = game.seats.get(user=alice).number
    game.save()
    pages.append(rules(client))
    assert "1 game is waiting for you" in pages[-1]
    client.cookies["theme"] = "dark"
    pages.append(rules(client))
    assert 'data-theme="dark"' in pages[-1]
    site_keep(SiteNow(banner="Down on Friday"))
    pages.append(rules(client))
    site_keep(SiteNow())
    assert "Down on Friday" in pages[-1]
    User.objects.filter(pk=alice.pk).update(language="de", decisions_unread=1)
    pages.append(rules(client))
    assert 'lang="de"' in pages[-1]
    assert "note-danger" in pages[-1]
    assert 'value="/rules/?from=mail"' in rules(client, "/rules/?from=mail")
    assert len(set(pages)) == len(pages)
    client.head("/rules/")
    assert rules(client).count('value="/rules/"') == 1
