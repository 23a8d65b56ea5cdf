"""The download of a person's data reads all their rows, so a day has only so many."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from time_machine import travel

from accounts.models import User
from games.people.exports import MAX_A_DAY
from tests.clients import log_in
from tests.password import PASSWORD

pytestmark = pytest.mark.django_db

PAGE = "/settings/export/"
REFUSED = "You’ve downloaded your data 10 times today. Try again tomorrow."


def downloads(client: Client, password: str = PASSWORD) -> bool:
    answer = client.post(PAGE, {"password": password})
    if answer.status_code == 200:
        return "attachment" in answer.headers["Content-Disposition"]
    assert answer.status_code in (422, 429)
    return False


def test_a_day_has_ten_downloads(client: Client, alice: User) -> None:
    log_in(client, alice)
    assert not downloads(client, "wrong"), "and counts no refused password"
    assert all(downloads(client) for _time in range(MAX_A_DAY))
    answer = client.post(PAGE, {"password": PASSWORD})
    assert (answer.status_code, REFUSED in answer.content.decode()) == (429, True)
    assert 'type="password"' in answer.content.decode()
    with travel(timezone.now() + timedelta(hours=25)):
        log_in(client, alice)
        assert downloads(client)


def test_the_limit_is_the_persons_not_the_browsers(alice: User, bob: User) -> None:
    for _time in range(MAX_A_DAY):
        client = Client()
        log_in(client, alice)
        assert downloads(client)
    assert not downloads(client)
    log_in(client, bob)
    assert downloads(client)
