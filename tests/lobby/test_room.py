"""The waiting room: seats, rights, and refusals."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.lobby.invitations import person_invite
from games.lobby.services import NewGame, game_create, game_join
from games.models import Game, Seat
from tests.clients import ClientOf
from tests.factories import make_person
from tests.games_laid import lay_game
from tests.page_texts import main_of, queries_of, words_of

PRIVATE = Game.Visibility.PRIVATE
ACTS = ("join", "leave", "contribute", "start", "remove", "invite", "decline")


@pytest.fixture
def game(alice: User) -> Game:
    return game_create(host=alice, new=NewGame(seats=4, name="Sunday four"))


def act(client: Client, what: str, game: Game, **data: str) -> Any:
    return client.post(reverse(f"games:{what}", args=[game.public_id]), data)


def room(client: Client, game: Game) -> Any:
    return client.get(reverse("games:table", args=[game.public_id]))


def sit_down(game: Game, *people: User) -> None:
    for person in people:
        game_join(public_id=game.public_id, user=person, token=game.invite_token)


def test_it_shows_seats_options_and_the_way_to_the_deals_proof(game: Game, bob: User, client_of: ClientOf) -> None:
    sit_down(game, bob)
    page = room(client_of(bob), game)
    words = words_of(page)
    assert "Sunday four 4 players, to 15 points" in words
    assert "2 seats are free" in words
    assert words.index("alice Host") < words.index("bob You")
    assert game.anchor not in words
    assert "Every player’s browser helps to shuffle. Verify this deal" in words
    assert f'href="{reverse("games:deal", args=[game.public_id])}"' in main_of(page)


def test_a_visitor_may_look_at_a_public_game_and_is_shown_the_way_in(client: Client, game: Game) -> None:
    page = room(client, game)
    here = reverse("games:table", args=[game.public_id])
    assert f"{reverse('account_login')}?next={here}" in main_of(page)
    assert f"{reverse('account_signup')}?next={here}" in main_of(page)


def test_only_seated_players_see_the_invitation_link(game: Game, bob: User, client_of: ClientOf) -> None:
    assert game.invite_token in main_of(room(client_of(game.host), game))
    assert game.invite_token not in main_of(room(client_of(bob), game))
    assert game.invite_token not in main_of(room(Client(), game))


def test_a_private_game_does_not_exist_for_outsiders(alice: User, bob: User, client_of: ClientOf) -> None:
    hidden, client = game_create(host=alice, new=NewGame(seats=3, visibility=PRIVATE)), client_of(bob)
    assert room(client, hidden).status_code == 404
    for what in ACTS:
        assert act(client, what, hidden, handle="alice", seat="0").status_code == 404, what
    assert hidden.seats.count() == 1


def test_a_visitor_logs_in_first_and_comes_back_to_the_game(game: Game) -> None:
    here = reverse("games:table", args=[game.public_id])
    for what in ACTS:
        assert act(Client(), what, game).headers["Location"] == f"{reverse('account_login')}?next={here}", what


def test_a_mere_look_changes_nothing_and_leads_to_the_game(game: Game, client_of: ClientOf) -> None:
    client = client_of(game.host)
    for what in ACTS:
        answer = client.get(reverse(f"games:{what}", args=[game.public_id]))
        assert answer.headers["Location"] == reverse("games:table", args=[game.public_id]), what
        assert client.put(reverse(f"games:{what}", args=[game.public_id])).status_code == 405, what
    assert list(game.seats.values_list("user__handle", flat=True)) == ["alice"]


def test_sitting_down_without_a_script_declines_the_deal_at_once(game: Game, bob: User, client_of: ClientOf) -> None:
    assert act(client_of(bob), "join", game, script="").status_code == 302
    seat = game.seats.get(user=bob)
    assert (seat.number, seat.contribution) == (1, None)
    assert seat.answered_at is not None


def test_sitting_down_with_the_script_leaves_the_answer_to_it(game: Game, bob: User, client_of: ClientOf) -> None:
    client = client_of(bob)
    act(client, "join", game, script="1")
    assert game.seats.get(user=bob).answered_at is None
    page = room(client, game)
    assert f'data-contribute="{game.public_id}" data-anchor="{game.anchor}"' in main_of(page)
    assert "skip it: you can still play. Skip" in words_of(page)


def test_sitting_down_twice_is_one_seat(game: Game, bob: User, client_of: ClientOf) -> None:
    client = client_of(bob)
    for _click in range(2):
        assert act(client, "join", game).headers["Location"] == reverse("games:table", args=[game.public_id])
    assert game.seats.filter(user=bob).count() == 1


def test_a_late_visitor_learns_that_all_seats_are_taken(
    game: Game, bob: User, charlie: User, client_of: ClientOf
) -> None:
    sit_down(game, bob, charlie, make_person("dora"))
    answer = act(client_of(make_person("emil")), "join", game)
    assert answer.status_code == 409
    assert "This game is full." in words_of(answer)
    assert "All seats are taken" in words_of(answer)


def test_a_full_room_says_what_it_still_waits_for(game: Game, bob: User, charlie: User, client_of: ClientOf) -> None:
    sit_down(game, bob, charlie, make_person("dora"))
    words = words_of(room(client_of(bob), game))
    assert "All seats are taken" in words
    assert "Waiting for 3 more players’ browsers." in words
    assert "at the latest." in words


def test_leaving_frees_the_seat_and_passes_the_host_on(game: Game, bob: User, client_of: ClientOf) -> None:
    sit_down(game, bob)
    answer = client_of(game.host).post(reverse("games:leave", args=[game.public_id]), follow=True)
    assert "You left the game." in words_of(answer)
    game.refresh_from_db()
    assert game.host == bob
    assert list(game.seats.values_list("number", flat=True)) == [1]


def test_bots_bear_shields_of_their_own_and_nothing_is_said_of_their_part(alice: User, client_of: ClientOf) -> None:
    game = game_create(host=alice, new=NewGame(seats=4, bots=["berserker", "berserker"]))
    page = main_of(room(client_of(alice), game))
    assert page.count('href="#c-f7"') == 2
    assert re.findall(r">(\d)</text>", page) == ["2"]
    assert len(re.findall(r"·\s+not ready yet</span>", page)) == 1, "the person's own"


def test_the_host_removes_a_person_and_a_bot(alice: User, bob: User, client_of: ClientOf) -> None:
    game = game_create(host=alice, new=NewGame(seats=4, bots=["berserker"]))
    sit_down(game, bob)
    client = client_of(alice)
    assert main_of(room(client, game)).count('id="remove-') == 2
    for seat in ("1", "2"):
        answer = client.post(reverse("games:remove", args=[game.public_id]), {"seat": seat}, follow=True)
        assert f"Seat {int(seat) + 1} is free again." in words_of(answer)
    assert [seat.user for seat in game.seats.select_related("user")] == [alice]


def test_free_missing_and_host_seats_cannot_be_removed(game: Game, bob: User, client_of: ClientOf) -> None:
    sit_down(game, bob)
    client = client_of(game.host)
    for seat in ("0", "3", "6", "x", "", "-1"):
        answer = act(client, "remove", game, seat=seat)
        assert answer.status_code == 422, seat
        assert "There’s no player to remove from this seat." in words_of(answer), seat
    assert game.seats.count() == 2


def test_only_the_host_removes_and_starts(game: Game, bob: User, client_of: ClientOf) -> None:
    sit_down(game, bob)
    client = client_of(bob)
    for what in ("remove", "start"):
        answer = act(client, what, game, seat="0", bot_2="berserker", bot_3="berserker")
        assert answer.status_code == 403
        assert "Only the host can do this." in words_of(answer)
    assert "Start with bots" not in words_of(room(client, game))
    assert "Remove" not in words_of(room(client, game))
    assert game.seats.count() == 2


def test_the_host_fills_the_seats_with_bots_of_choice_and_the_game_begins(
    game: Game, bob: User, client_of: ClientOf
) -> None:
    sit_down(game, bob)
    for person in (game.host, bob):
        act(client_of(person), "contribute", game)
    act(client_of(game.host), "start", game, bot_2="skald", bot_3="berserker")
    game.refresh_from_db()
    assert game.status == Game.Status.RUNNING
    bots = game.seats.filter(kind=Seat.Kind.BOT).order_by("number")
    assert list(bots.values_list("number", "user__bot_account__name")) == [(2, "skald"), (3, "berserker")]


def test_a_start_without_a_bot_for_each_free_seat_is_refused(game: Game, client_of: ClientOf) -> None:
    client = client_of(game.host)
    tries: tuple[dict[str, str], ...] = ({}, {"bot_1": "berserker"}, {"bot_1": "x", "bot_2": "x", "bot_3": "x"})
    for chosen in tries:
        answer = act(client, "start", game, **chosen)
        assert answer.status_code == 422, chosen
        assert "Choose a bot for each free seat." in words_of(answer), chosen
    game.refresh_from_db()
    assert game.status == Game.Status.OPEN


def test_once_begun_the_room_is_closed(alice: User, bob: User, charlie: User, client_of: ClientOf) -> None:
    game = lay_game([alice, bob])
    host, other = client_of(alice), client_of(charlie)
    for what in ("join", "leave", "start", "remove", "invite"):
        client = other if what == "join" else host
        answer = act(client, what, game, handle="charlie", seat="1")
        assert answer.headers["Location"] == reverse("games:table", args=[game.public_id]), what
        shown = client.get(answer.headers["Location"]).content.decode()
        assert "This game has already started or is over." in shown, what
    assert game.seats.count() == 2


def test_the_number_of_queries_does_not_grow_with_people_and_invitations(
    game: Game, bob: User, charlie: User, client_of: ClientOf
) -> None:
    client = client_of(game.host)
    few = queries_of(lambda: room(client, game))
    sit_down(game, bob, charlie)
    for handle in ("dora", "emil", "frida"):
        make_person(handle)
        person_invite(public_id=game.public_id, host=game.host, handle=handle)
    assert queries_of(lambda: room(client, game)) == few
    assert few <= 8


def test_the_page_tells_its_script_where_to_listen(game: Game, client_of: ClientOf) -> None:
    page = main_of(room(client_of(game.host), game))
    assert f'data-socket="/ws/games/{game.public_id}/" data-version="{game.version}" data-looking' in page
    assert "data-looking" not in main_of(room(Client(), game))


def test_removed_players_are_notified(alice: User, bob: User, client_of: ClientOf) -> None:
    for visibility, status in ((Game.Visibility.PUBLIC, 200), (PRIVATE, 404)):
        game = game_create(host=alice, new=NewGame(seats=3, visibility=visibility))
        sit_down(game, bob)
        act(client_of(alice), "remove", game, seat="1")
        page = room(client_of(bob), game)
        assert page.status_code == status
        assert "The host removed you from this game. You need a new invitation to come back." in words_of(page)
        assert "Join this game" not in words_of(page)
        assert "bob Removed" in words_of(room(client_of(alice), game))
        person_invite(public_id=game.public_id, host=alice, handle="bob")
        assert "alice invites you to a game" in words_of(room(client_of(bob), game))


def test_removing_a_player_asks_the_host_first(game: Game, bob: User, client_of: ClientOf) -> None:
    sit_down(game, bob)
    page = main_of(room(client_of(game.host), game))
    form = page.index(reverse("games:remove", args=[game.public_id]))
    assert page[:form].count("<details") > page[:form].count("</details>")
