"""The lobby: games that wait, run, ask, or ended."""

import re
from datetime import timedelta

from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games.lobby.invitations import person_invite
from games.lobby.list_queries import RUNNING_PAGE
from games.lobby.queue import queue_join
from games.lobby.selectors import next_waiting, waiting_count
from games.lobby.services import NewGame, game_create
from games.models import Deadline, Game, Hand, QueueEntry
from games.play.seats.resign import seat_resign
from games.web.card_art import card_name
from tests.clients import ClientOf
from tests.factories import make_offers, make_person, state_of
from tests.games_laid import finished_game, lay_game
from tests.lobby.waiting_games import game_waiting_for
from tests.page_texts import cards_of, main_of, queries_of, words_of
from tests.table.tables import game_url


def waits_since(game: Game, **ago: float) -> None:
    Game.objects.filter(pk=game.pk).update(waiting_since=timezone.now() - timedelta(**ago))
    Deadline.objects.filter(game=game).delete()


def is_due(game: Game, **ahead: float) -> None:
    """Leave the seat to act this time plus half a minute."""
    at = timezone.now()
    left = timedelta(seconds=30, **ahead)
    clock = {
        "seat": game.to_act,
        "version": game.version,
        "since": at,
        "left": left,
        "zone": "UTC",
        "due_at": at + left,
    }
    Deadline.objects.update_or_create(game=game, defaults=clock)


def test_it_counts_and_shows_the_most_urgent_games_first(alice: User, bob: User, client_of: ClientOf) -> None:
    boathouse, winter = game_waiting_for(alice, bob, "Boathouse"), game_waiting_for(alice, bob, "Winter table")
    is_due(boathouse, hours=5)
    is_due(winter, minutes=35)
    page = client_of(alice).get(reverse("home"))
    words = words_of(page)
    assert "2 games are waiting for you" in words
    assert "The most urgent is Winter table: 35 minutes left." in words
    assert words.index("Winter table 35 minutes left") < words.index("Boathouse 5 hours left")


def test_time_left_is_marked_as_short_only_when_it_is(alice: User, bob: User, client_of: ClientOf) -> None:
    game = game_waiting_for(alice, bob, "Boathouse", pace="1d")
    for hours, short in ((23, False), (5, True)):
        is_due(game, hours=hours)
        page = client_of(alice).get(reverse("home")).content.decode()
        pill = re.search(r'<span class="(pill[^"]*)"[^>]*data-due', page)
        assert pill is not None
        assert ("is-ember" in pill[1]) is short


def test_rows_go_by_deadline_too_and_those_without_one_come_last(alice: User, bob: User, client_of: ClientOf) -> None:
    names = ("Three days", "No limit", "An hour")
    games = [
        game_waiting_for(bob, alice, name, pace=pace)
        for name, pace in zip(names, (Game.Pace.D3, Game.Pace.NONE, Game.Pace.H1), strict=True)
    ]
    is_due(games[0], days=2, hours=3)
    is_due(games[1], days=60)
    waits_since(games[1], minutes=20)
    is_due(games[2], minutes=59)
    words = words_of(client_of(alice).get(reverse("home")))
    rows = [words.index(row) for row in ("An hour Hand 1", "Three days Hand 1", "No limit Hand 1")]
    assert rows == sorted(rows)
    assert "3 days a turn bob ’s turn 2 days left" in words
    assert "1 hour a turn bob ’s turn 59 minutes left" in words
    assert "no time limit bob ’s turn waiting 20 min" in words


def test_without_a_limit_no_deadline_is_shown(alice: User, bob: User, client_of: ClientOf) -> None:
    game = game_waiting_for(alice, bob, "Boathouse", pace=Game.Pace.NONE)
    is_due(game, days=60)
    words = words_of(client_of(alice).get(reverse("home")))
    assert "Boathouse has been waiting a moment." in words
    assert "left" not in words.split("You have")[0]


def test_games_without_a_deadline_show_the_longest_waiting_first(alice: User, bob: User, client_of: ClientOf) -> None:
    younger, older = game_waiting_for(alice, bob, "Boathouse"), game_waiting_for(alice, bob, "Winter table")
    waits_since(younger, minutes=20)
    waits_since(older, days=2, hours=4, minutes=30)
    page = client_of(alice).get(reverse("home"))
    words = words_of(page)
    assert "2 games are waiting for you" in words
    assert "Winter table has been waiting longest: 2 d 4 h." in words
    assert words.index("Winter table waiting 2 d 4 h") < words.index("Boathouse waiting 20 min")
    assert main_of(page).count('<article class="cloth-card') == 2


def test_a_cloth_shows_the_set_to_beat_and_none_of_anyones_cards(alice: User, bob: User, client_of: ClientOf) -> None:
    game = game_waiting_for(alice, bob, "Boathouse")
    page = client_of(alice).get(reverse("home"))
    state = state_of(game)
    assert cards_of(page) == [card_name(card) for card in state.table]
    assert f"bob’s set {len(state.hands[0])} cards" not in words_of(page)
    assert f"{len(state.hands[0])} card" in words_of(page)
    assert f'href="{reverse("games:table", args=[game.public_id])}"' in main_of(page)


def test_the_leader_of_a_round_is_named(alice: User, bob: User, client_of: ClientOf) -> None:
    game = lay_game([alice, bob])
    leader = (alice, bob)[game.to_act or 0]
    page = client_of(leader).get(reverse("home"))
    assert "You lead" in words_of(page)
    assert cards_of(page) == []


def test_games_that_wait_for_others_are_rows(alice: User, bob: User, client_of: ClientOf) -> None:
    game = game_waiting_for(alice, bob, "Boathouse")
    waits_since(game, hours=5, minutes=20)
    page = client_of(bob).get(reverse("home"))
    words = words_of(page)
    assert "No games are waiting for you" in words
    assert "Boathouse Hand 1, round" in words
    assert "alice ’s turn waiting 5 h 20 min" in words
    assert cards_of(page) == []


def test_beyond_four_the_games_that_wait_are_rows_too(alice: User, bob: User, client_of: ClientOf) -> None:
    for number in range(6):
        game_waiting_for(alice, bob, f"Table {number}")
    page = client_of(alice).get(reverse("home"))
    assert main_of(page).count('<article class="cloth-card') == 4
    assert "6 games are waiting for you" in words_of(page)
    assert words_of(page).count("Your turn") == 2


def test_a_seat_that_was_given_up_is_no_game_of_theirs(
    alice: User, bob: User, charlie: User, client_of: ClientOf
) -> None:
    game = lay_game([alice, bob, charlie], NewGame(seats=3, name="Boathouse"))
    seat_resign(public_id=game.public_id, user=alice)
    assert "Boathouse" not in words_of(client_of(alice).get(reverse("home")))
    assert waiting_count(alice) == 0


def test_games_that_have_not_begun_are_listed_with_their_seats(alice: User, client_of: ClientOf) -> None:
    game = game_create(host=alice, new=NewGame(seats=4, name="Sunday four", goat=True, bots=["berserker"]))
    page = client_of(alice).get(reverse("home"))
    assert (
        "Sunday four 4 players, to 15 points, with the goat, take-backs allowed 1 day a turn, then you pass "
        "2 of 4 seats taken public" in words_of(page)
    )
    # The browser contributes from here.
    assert f'data-contribute="{game.public_id}" data-anchor="{game.anchor}"' in main_of(page)


def test_invitations_stand_with_join_and_decline(alice: User, bob: User, client_of: ClientOf) -> None:
    game = game_create(host=alice, new=NewGame(seats=3, name="Friday", visibility=Game.Visibility.PRIVATE))
    person_invite(public_id=game.public_id, host=alice, handle="bob")
    client = client_of(bob)
    page = client.get(reverse("home"))
    assert (
        "alice invites you to a game Friday : 3 players, to 15 points, take-backs allowed 1 day a turn, then you pass"
        in words_of(page)
    )
    main = main_of(page)
    assert main.index(reverse("games:join", args=[game.public_id])) < main.index(game_url("deal", game))
    answer = client.post(reverse("games:decline", args=[game.public_id]), follow=True)
    assert "Invitation declined." in words_of(answer)
    assert "invites you" not in words_of(answer)


def test_an_invitation_that_cannot_be_taken_up_is_not_shown(
    alice: User, bob: User, charlie: User, client_of: ClientOf
) -> None:
    full, gone = (game_create(host=alice, new=NewGame(seats=2, name=name)) for name in ("Full", "Gone"))
    for game in (full, gone):
        person_invite(public_id=game.public_id, host=alice, handle="bob")
    client_of(charlie).post(reverse("games:join", args=[full.public_id]))
    client_of(alice).post(reverse("games:leave", args=[gone.public_id]))
    assert "invites you" not in words_of(client_of(bob).get(reverse("home")))


def test_the_last_results_say_who_won(alice: User, bob: User, client_of: ClientOf) -> None:
    game = finished_game([alice, bob], recorded="single_hand_of_two", name="Long night")
    winner, loser = sorted(game.seats.select_related("user"), key=lambda seat: seat.points)
    assert f"Long night Won with {winner.points}" in words_of(client_of(winner.user).get(reverse("home")))
    lost = f"Long night {winner.user.name} won with {winner.points} points, and you had {loser.points}"
    assert lost in words_of(client_of(loser.user).get(reverse("home")))


def test_names_that_people_typed_are_escaped(alice: User, bob: User, client_of: ClientOf) -> None:
    name = "<script>alert(1)</script>&\"'"
    game_waiting_for(alice, bob, name)
    game_create(host=bob, new=NewGame(seats=3, name=name))
    for user, address in ((alice, reverse("home")), (bob, reverse("home")), (alice, reverse("games:open"))):
        page = client_of(user).get(address)
        assert "<script>alert" not in page.content.decode()
        assert "&lt;script&gt;alert(1)&lt;/script&gt;&amp;&quot;&#x27;" in page.content.decode()


def test_long_lists_come_a_page_at_a_time(alice: User, client_of: ClientOf) -> None:
    make_offers(alice, 21)
    client = client_of(alice)
    first, second = client.get(reverse("home")), client.get(reverse("home"), {"offers": "2"})
    assert "Table 20." in words_of(first)
    assert "Table 0." not in words_of(first)
    assert "?offers=2" in main_of(first)
    assert "Table 0." in words_of(second)
    assert "Table 20." not in words_of(second)


def test_nonsense_for_a_page_number_is_the_first_page(alice: User, client_of: ClientOf) -> None:
    client = client_of(alice)
    for number in ("0", "-1", "x", "9" * 40, "٣", ""):
        assert client.get(reverse("home"), {"page": number, "offers": number}).status_code == 200


def test_a_game_that_ends_while_the_page_is_made_is_left_out(alice: User, bob: User, client_of: ClientOf) -> None:
    ending, going_on = game_waiting_for(alice, bob, "Boathouse"), game_waiting_for(alice, bob, "Winter table")
    # As if it had ended after the game was read.
    Hand.objects.filter(game=ending).update(ended_at=timezone.now(), voided=True)
    words = words_of(client_of(alice).get(reverse("home")))
    assert going_on.title in words
    assert "Take your turn: Boathouse" not in words


def test_the_number_of_queries_does_not_grow_with_the_games(alice: User, bob: User, client_of: ClientOf) -> None:
    client = client_of(alice)

    def add(number: int) -> None:
        game_waiting_for(alice, bob, f"Waits {number}")
        game_waiting_for(bob, alice, f"Theirs {number}")
        game_create(host=alice, new=NewGame(seats=3))
        asked = game_create(host=bob, new=NewGame(seats=3))
        person_invite(public_id=asked.public_id, host=bob, handle="alice")
        finished_game([alice, bob], recorded="single_hand_of_two")

    add(1)
    few = queries_of(lambda: client.get(reverse("home")))
    for number in (2, 3):
        add(number)
    assert queries_of(lambda: client.get(reverse("home"))) == few
    assert few <= 13


def test_waiting_games_of_all_pages_are_counted(alice: User, bob: User, client_of: ClientOf) -> None:
    for number in range(RUNNING_PAGE + 1):
        game_waiting_for(alice, bob, f"Waits {number}")
    for page in ("1", "2"):
        words = words_of(client_of(alice).get(reverse("home"), {"page": page}))
        assert f"{RUNNING_PAGE + 1} games are waiting for you" in words


def test_the_next_waiting_game_goes_round(alice: User, bob: User) -> None:
    games = [game_waiting_for(alice, bob, name) for name in ("One", "Two", "Three")]
    for age, game in zip((30, 20, 10), games, strict=True):
        waits_since(game, minutes=age)
    order = [next_waiting(alice, game.public_id) for game in games]
    assert order == [games[1], games[2], games[0]]
    assert next_waiting(alice, "elsewhere") == games[0]
    assert next_waiting(bob, games[0].public_id) is None


def test_no_next_game_when_only_this_one_waits(alice: User, bob: User) -> None:
    game = game_waiting_for(alice, bob)
    assert next_waiting(alice, game.public_id) is None
    assert next_waiting(alice) == game


def test_the_queue_entry_is_shown_and_may_be_left(alice: User, bob: User, charlie: User, client_of: ClientOf) -> None:
    client = client_of(alice)
    assert client.post(reverse("games:queue"), {"seats": "3", "pace": "1d"}).status_code == 302
    queue_join(user=bob, seats=3)
    queue_join(user=charlie, seats=3, pace=Game.Pace.M3)
    page = client.get(reverse("home"))
    assert "Waiting for a game with 3 players" in words_of(page)
    assert "You’ve waited a moment, with 1 other player. 1 day a turn." in words_of(page)
    page = client.post(reverse("games:queue_leave"), follow=True)
    assert "Waiting for a game" not in words_of(page)


def test_the_queue_brings_people_to_their_game(alice: User, bob: User, client_of: ClientOf) -> None:
    queue_join(user=bob, seats=2)
    answer = client_of(alice).post(reverse("games:queue"), {"seats": "2", "pace": "1d", "script": ""})
    game = Game.objects.get()
    assert answer.headers["Location"] == reverse("games:table", args=[game.public_id])
    assert game.pace == Game.Pace.D1
    answered = dict(game.seats.values_list("user__handle", "answered_at"))
    # Without a script alice's contribution is declined at once; bob's browser has a minute.
    assert answered["alice"] is not None
    assert answered["bob"] is None


def test_the_queue_refuses_what_it_does_not_offer(alice: User, client_of: ClientOf) -> None:
    for chosen in ({"seats": "9", "pace": "1d"}, {"seats": "2", "pace": "7d"}, {"seats": "2"}):
        answer = client_of(alice).post(reverse("games:queue"), chosen)
        assert answer.status_code == 422
        assert "Choose 2 to 6 players and a pace." in words_of(answer)


def test_home_asks_live_queuers_to_stay_and_drops_them_in_time(alice: User, client_of: ClientOf) -> None:
    client = client_of(alice)
    client.post(reverse("games:queue"), {"seats": "3", "pace": "3m"})
    assert "3 minutes a turn. Stay on this page" in words_of(client.get(reverse("home")))
    QueueEntry.objects.update(created_at=timezone.now() - timedelta(minutes=31))
    assert "Waiting for a game" not in words_of(client.get(reverse("home")))


def test_a_visitor_who_posts_is_asked_to_log_in_and_comes_back(client: Client, db: None) -> None:
    for name in ("games:play_now", "games:queue", "games:queue_leave"):
        answer = client.post(reverse(name))
        assert answer.status_code == 302
        assert answer.headers["Location"] == f"{reverse('account_login')}?next=/"


def test_these_addresses_take_posts_alone(alice: User, client_of: ClientOf) -> None:
    client = client_of(alice)
    for name in ("games:play_now", "games:queue", "games:queue_leave"):
        assert client.get(reverse(name)).headers["Location"] == reverse("home")
        assert client.put(reverse(name)).status_code == 405
    assert not Game.objects.exists()


def test_a_post_without_its_token_is_refused(alice: User) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(alice)
    assert client.post(reverse("games:play_now")).status_code == 403
    assert not Game.objects.exists()


def test_the_lobby_is_kept_out_of_caches(alice: User, client_of: ClientOf) -> None:
    assert "no-store" in client_of(alice).get(reverse("home")).headers["Cache-Control"]


def test_a_former_players_name_stays_neutral_in_lists(alice: User, client_of: ClientOf) -> None:
    gone = make_person("gone")
    finished_game([alice, gone], recorded="single_hand_of_two")
    User.objects.filter(pk=gone.pk).update(handle=f"erased-{gone.pk}", erased_at=timezone.now(), is_active=False)
    page = words_of(client_of(alice).get(reverse("home")))
    assert "erased-" not in page
