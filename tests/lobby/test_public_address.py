"""Shared links lead to PUBLIC_URL."""

import re

import pytest
from django.conf import settings
from django.urls import reverse

from accounts.models import User
from games.lobby.services import NewGame, game_create
from tests.clients import ClientOf

pytestmark = pytest.mark.django_db


def test_the_invitation_link_does_not_follow_the_requests_host(alice: User, client_of: ClientOf) -> None:
    game = game_create(host=alice, new=NewGame(seats=3))
    foreign = {"Host": "localhost:6666"}
    page = client_of(alice).get(reverse("games:table", args=[game.public_id]), headers=foreign).content.decode()
    assert f">{settings.PUBLIC_URL}{reverse('games:invited', args=[game.invite_token])}</textarea>" in page
    assert not re.search(r"\b6666\b", page)
