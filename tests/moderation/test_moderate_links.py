"""Staff get from messages, tables and profiles to the admin's pages about them."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games.lobby.services import NewGame
from games.models import ChatLine, Game
from tests.clients import ClientOf
from tests.factories import make_person, make_staff
from tests.games_laid import lay_game

pytestmark = pytest.mark.django_db


@pytest.fixture
def hilda(db: None) -> User:
    return make_staff("hilda", "helper")


@pytest.fixture
def game(hilda: User, bob: User) -> Game:
    """A public game in which Hilda plays, so that she reads its chat."""
    made = lay_game([hilda, bob], NewGame(seats=2, visibility=Game.Visibility.PUBLIC))
    ChatLine.objects.create(game=made, user=bob, text="Hello", created_at=timezone.now())
    return made


def links(client: Client, game: Game) -> list[str]:
    """The addresses behind "Moderate" on a profile, at the table and in its chat."""
    found = []
    for page in ("/players/bob/", f"/g/{game.public_id}/", f"/g/{game.public_id}/chat/"):
        text = client.get(page, follow=True).content.decode()
        found += [part.rpartition('href="')[2].partition('"')[0] for part in text.split(">Moderate</a>")[:-1]]
    return found


def test_staff_get_to_the_admins_pages(hilda: User, bob: User, game: Game, client_of: ClientOf) -> None:
    line = ChatLine.objects.get()
    found = set(links(client_of(hilda), game))
    assert found == {
        reverse("admin:accounts_user_change", args=[bob.pk]),
        f"{reverse('admin:games_game_changelist')}?q={game.public_id}",
        reverse("admin:games_chatline_change", args=[line.pk]),
    }


def test_nobody_else_sees_them(game: Game, client_of: ClientOf) -> None:
    for person in (
        make_person("eve"),
        make_staff("norole"),
        make_staff("cards", "cards"),
        User.objects.get(handle="bob"),
    ):
        assert links(client_of(person), game) == []
    assert links(Client(), game) == []
