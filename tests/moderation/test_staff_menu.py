"""The staff's menu counts reports and appeals that wait for them."""

import re

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.decisions.appeals import appeal_make
from accounts.decisions.sanctions import sanction_impose
from accounts.models import User
from games.moderation.reports import report_make
from tests.clients import ClientOf
from tests.factories import make_staff

pytestmark = pytest.mark.django_db


def number_of(client: Client) -> str:
    page = client.get(reverse("games:rules")).content.decode()
    item = page.split(f'href="{reverse("admin:index")}"', 1)[1].split("</a>", 1)[0]
    return " ".join(re.sub(r"<[^>]*>", " ", item.split(">", 1)[1]).split())


def cases_asked(client: Client) -> int:
    """Counts of reports or appeals."""
    with CaptureQueriesContext(
        connection,
    ) as asked:
        client.get(reverse("games:rules"))
    return sum("games_report" in query["sql"] or "accounts_appeal" in query["sql"] for query in asked)


def test_staff_see_how_much_waits_for_an_answer_of_theirs(alice: User, bob: User, client_of: ClientOf) -> None:
    mona, judge, hal = make_staff("mona", "moderator"), make_staff("judge", "moderator"), make_staff("hal", "helper")
    clients = [client_of(person) for person in (mona, judge, hal)]
    assert [number_of(client) for client in clients] == ["Administration"] * 3
    mute = sanction_impose(actor=mona, user=alice, kind="mute", reason="Swore.", days=9)
    appeal_make(user=alice, sanction_id=mute.pk, text="I did not.")
    report_make(user=bob, kind="profile", accused="alice", text="Rude name")
    report_make(user=bob, kind="profile", accused="judge", text="Odd")
    # The number is cached for a minute.
    assert [number_of(client) for client in clients] == ["Administration"] * 3
    assert cases_asked(clients[0]) == 0
    cache.clear()
    # People concerned answer nothing; helpers answer no appeals.
    assert [number_of(client) for client in clients] == [
        "Administration 2 2 reports and appeals are waiting",
        "Administration 2 2 reports and appeals are waiting",
        "Administration 2 2 reports and appeals are waiting",
    ]
    report_make(user=bob, kind="profile", accused="mona", text="Odd too")
    cache.clear()
    assert [number_of(client).split()[1] for client in clients] == ["2", "3", "3"]
    cache.clear()
    assert cases_asked(client_of(bob)) == 0
