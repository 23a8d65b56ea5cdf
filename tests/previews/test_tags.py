"""The names and language in previews of pages, which people who are logged in do not get."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games.daily.calendar import DAY, today
from games.daily.challenges import challenge_make
from games.daily.services import daily_hand
from games.lobby.services import NewGame
from games.models import Challenge, Game
from games.ratings.settlement import game_settle
from tests.clients import ClientOf
from tests.factories import make_game
from tests.games_laid import finished_game, game_where
from tests.previews.heads import head_of, local, preview_at
from tests.standing.tables import make_table
from tests.table.tables import game_url

pytestmark = pytest.mark.django_db
PARTS = {
    *("og:type", "og:site_name", "og:title", "og:description", "og:locale", "og:image", "og:image:type"),
    *("og:image:width", "og:image:height", "og:image:alt", "twitter:card"),
}


def invitation(game: Game) -> str:
    return reverse("games:invited", args=[game.invite_token])


def open_game(host: User, **options: object) -> Game:
    return make_game([host], NewGame(seats=3, pace="1d", **options))  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["home", "games:rules", "games:open", "games:leaders", "account_login", "terms"])
def test_every_public_page_has_a_preview(name: str) -> None:
    found = preview_at(reverse(name))
    assert found.keys() >= PARTS
    assert found["og:title"] == "Odin by web: the card game online, at your own pace"
    assert "oembed" not in found


@pytest.mark.parametrize("path", ["/rules/", "/daily/2026-11-28/", "/accounts/login/?next=/g/secret/"])
def test_a_page_without_a_preview_of_its_own_does_not_lead_elsewhere(path: str) -> None:
    """Programs that take og:url as the page's address would send people to it."""
    assert "og:url" not in preview_at(path)


def test_people_who_are_logged_in_get_none(client_of: ClientOf, alice: User) -> None:
    assert head_of(client_of(alice).get("/rules/")) == {}


def test_an_invitation_names_its_host_the_free_seats_and_the_pace(alice: User) -> None:
    found = preview_at(invitation(open_game(alice)))
    assert found["og:title"] == "alice invites you to a game"
    assert found["og:description"].startswith("2 seats are free. 3 players, to 15 points")
    assert "1 day a turn" in found["og:description"]


def test_an_open_public_game_shows_its_invitation_to_visitors(alice: User) -> None:
    assert preview_at(game_url("table", open_game(alice)))["og:title"] == "alice invites you to a game"


def test_an_invitation_speaks_the_hosts_language(alice: User) -> None:
    User.objects.filter(pk=alice.pk).update(language="de")
    found = preview_at(invitation(open_game(alice)))
    assert found["og:title"] == "alice lädt dich zu einer Partie ein"
    assert found["og:locale"] == "de"
    assert "/previews/de/" in found["og:image"]


def test_a_private_invitation_names_nobody(alice: User) -> None:
    game = open_game(alice, visibility=Game.Visibility.PRIVATE, name="alices evening")
    found = preview_at(invitation(game))
    assert found["og:title"] == "You’re invited to a game of Odin"
    assert "alice" not in " ".join(found.values())


@pytest.mark.parametrize(
    "gone",
    [
        {"is_active": False},
        {"suspended_until": timezone.now() + timedelta(days=1)},
        {"erased_at": timezone.now()},
    ],
    ids=["closed", "suspended", "erased"],
)
def test_an_invitation_of_a_closed_account_names_nobody(alice: User, gone: dict[str, object]) -> None:
    game = open_game(alice)
    User.objects.filter(pk=alice.pk).update(**gone)
    assert "alice" not in " ".join(preview_at(invitation(game)).values())


def test_a_private_game_shows_visitors_the_login_with_the_sites_preview(private_game: Game) -> None:
    answer = Client().get(game_url("table", private_game), follow=True)
    found = head_of(answer)
    assert found["og:title"] == "Odin by web: the card game online, at your own pace"
    assert "alice" not in " ".join(found.values())


def test_a_game_shows_the_set_on_the_table_and_the_points(alice: User, bob: User) -> None:
    game = game_where([alice, bob], lambda state: len(state.table) == 2)
    found = preview_at(game_url("table", game))
    assert "’s turn" in found["og:title"]
    assert "On the table: " in found["og:description"]
    assert "alice: " in found["og:description"]


def test_the_end_of_a_game_shows_its_winner(alice: User, bob: User) -> None:
    found = preview_at(game_url("table", finished_game([alice, bob])))
    assert found["og:title"].startswith("Game over")
    assert " wins!" in found["og:image:alt"]
    assert found["og:description"].startswith(f"{found['og:image:alt']} ")
    assert "On the table" not in found["og:description"]


def test_an_ended_invitation_is_over(alice: User) -> None:
    game = open_game(alice)
    Game.objects.filter(pk=game.pk).update(status="cancelled", ending="cancelled", ended_at=timezone.now())
    assert preview_at(invitation(game))["og:description"].startswith("This game is over. 3 players")


def test_todays_hand_has_a_preview_without_an_address() -> None:
    found = preview_at(f"/daily/{today()}/")
    assert found["og:title"] == "Today’s hand"
    assert found["og:description"].startswith("One hand a day, the same cards for everyone.")
    assert found["og:image"] == preview_at("/")["og:image"]
    daily_hand(today() - DAY)
    assert preview_at(f"/daily/{today() - DAY}/")["og:title"].startswith("Hand of ")


def test_the_position_of_the_day_has_a_preview_without_an_address() -> None:
    path = f"/daily/position/{today()}/"
    for _time in ("question", "and again"):
        found = preview_at(path)
        assert found["og:title"] == "Position of the day"
        assert found["og:image"] == preview_at("/")["og:image"]
        assert "og:url" not in found


def challenge_of(user: User, other: User) -> Challenge:
    game = finished_game([user, other], recorded="single_hand_of_two")
    return challenge_make(user=user, public_id=game.public_id, number=1, bot="hirdman")


def test_a_challenge_names_its_challenger_in_their_language(alice: User, bob: User) -> None:
    page = reverse("games:challenge", args=[challenge_of(alice, bob).public_id])
    found = preview_at(page)
    assert found["og:title"] == "alice challenges you"
    assert found["og:description"].startswith("You get the same cards, ")
    assert local(found["og:url"]) == page
    User.objects.filter(pk=alice.pk).update(language="de")
    assert preview_at(page)["og:locale"] == "de"
    User.objects.filter(pk=alice.pk).update(suspended_until=timezone.now() + timedelta(days=1))
    assert "alice" not in " ".join(preview_at(page).values())


def test_a_standing_tables_invitation_names_the_table_and_no_member(alice: User, bob: User) -> None:
    User.objects.filter(pk=alice.pk).update(language="de")
    page = reverse("games:standing_invited", args=[make_table([alice, bob]).invite_token])
    found = preview_at(page)
    assert (found["og:locale"], found["og:title"]) == ("de", "Du bist an einen Stammtisch eingeladen")
    assert found["og:description"].startswith("Thursday: bis zu 6 ")
    assert found["og:description"].endswith(".")
    assert local(found["og:url"]) == page
    assert not {"alice", "bob"} & set(" ".join(found.values()).split())


def test_a_turn_of_a_replay_has_a_preview_of_its_own(alice: User, bob: User) -> None:
    game = finished_game([alice, bob])
    address = game_url("replay", game)
    first, second = (preview_at(f"{address}?hand=1&turn={turn}") for turn in (1, 2))
    assert first["og:image"] != second["og:image"]
    assert first["og:url"].endswith("?hand=1&turn=1")


def test_a_profile_shows_games_played_and_won(alice: User, bob: User) -> None:
    game_settle(game_id=finished_game([alice, bob]).pk)
    found = preview_at("/players/alice/")
    assert found["og:title"] == "alice"
    assert found["og:description"].startswith("1 game played. ")


def test_a_suspended_profile_has_the_sites_preview(alice: User) -> None:
    User.objects.filter(pk=alice.pk).update(suspended_until=timezone.now() + timedelta(days=1))
    assert preview_at("/players/alice/")["og:title"].startswith("Odin by web")


def test_names_are_escaped(alice: User, bob: User) -> None:
    game = game_where([alice, bob], lambda state: bool(state.table))
    Game.objects.filter(pk=game.pk).update(name='"><script>alert(1)</script>')
    answer = Client().get(game_url("table", game))
    assert b"<script>alert" not in answer.content
    assert head_of(answer)["og:title"].endswith('"><script>alert(1)</script>')


def test_pages_that_do_not_exist_have_the_sites_preview(db: None) -> None:
    assert preview_at("/players/nobody/")["og:title"].startswith("Odin by web")
