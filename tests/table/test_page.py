"""The table page: its contents for each viewer, its queries, and secrets."""

import re
from collections.abc import Sequence

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from games.lobby.services import NewGame, game_create, game_leave
from games.models import Game, Hand, RatingChange
from games.play.seats.resign import seat_resign
from games.ratings.selectors import game_rating
from games.ratings.settlement import game_settle
from games.ratings.skill import Skill, rating_score
from tests.clients import ClientOf
from tests.factories import make_person, seat_to_act, state_of
from tests.games_laid import Place, finished_game, game_at, game_where, lay_game, turn_next
from tests.games_laid.cards import lay
from tests.page_texts import words_of
from tests.play.round_trips import round_trips
from tests.ratings.ended_games import ended_game
from tests.table.tables import cards_told, game_url, hidden_from, seat_of, text_of, without_earlier_hands, without_seen

PARTS = ("table", "table_part")


@pytest.fixture
def game(alice: User, bob: User, charlie: User) -> Game:
    return played([alice, bob, charlie], 1, 0)


@pytest.fixture
def second(alice: User, bob: User, charlie: User) -> Game:
    return played([alice, bob, charlie], 2, 0)


def played(people: Sequence[User], hand: int, turn: int) -> Game:
    """A game of three, with the goat."""
    return game_at(people, Place(hand, turn), recorded="three_with_goat", name="Boathouse")


def hand_of(game: Game) -> Hand:
    return Hand.objects.get(game=game, ended_at__isnull=True)


def check_nothing_hidden_shows(game: Game, client: Client, seat: int | None) -> None:
    state, deck = state_of(game), hand_of(game).deck
    for part in PARTS:
        told = cards_told(without_seen(without_earlier_hands(text_of(client.get(game_url(part, game))))))
        assert not told & hidden_from(state, deck, seat)
        if seat is not None:
            assert {str(card) for card in state.hands[seat]} <= told
        assert {str(card) for card in state.table} <= told


@pytest.mark.parametrize(("hand", "turn"), [(1, 20), (2, 5)])
def test_it_shows_no_reader_a_hidden_card_in_any_form(
    alice: User, bob: User, charlie: User, client_of: ClientOf, hand: int, turn: int
) -> None:
    game = played([alice, bob, charlie], hand, turn)
    viewers = [(Client(), None)] + [(client_of(user), number) for number, user in enumerate([alice, bob, charlie])]
    for client, _seat in viewers:
        # Hide the previous hand's results, which are public.
        client.cookies["seen_hand"] = "1"
    for client, seat in viewers:
        check_nothing_hidden_shows(game, client, seat)


def test_it_would_notice_a_card_that_shows() -> None:
    assert cards_told('<input value="R6"> data-plays="B1K2 G3"') == {"R6", "B1", "K2", "G3"}
    assert cards_told('<svg class="card card-s card-O" viewBox=""><use href="#c-n4"/></svg>') == {"O4"}
    assert cards_told("pink 7, berserker and goat, 0") == {"P7", "X0"}
    assert cards_told("csrf aB1cK2 token, 2f62A3") == set()


def test_it_hides_a_resigned_persons_cards_from_them_too(
    game: Game, alice: User, bob: User, client_of: ClientOf
) -> None:
    seat_resign(public_id=game.public_id, user=bob)
    game.refresh_from_db()
    check_nothing_hidden_shows(game, client_of(bob), None)
    page = client_of(bob).get(game_url("table", game))
    assert "You resigned" in words_of(page)
    assert "turn-form" not in text_of(page)
    assert "Resigned" in words_of(client_of(alice).get(game_url("table", game)))


def test_it_shows_spectators_the_seat_to_act_and_no_form(game: Game) -> None:
    page = Client().get(game_url("table", game))
    to_act = seat_to_act(game).user.name
    assert f"You’re watching {to_act}’s turn" in words_of(page)
    assert "turn-form" not in text_of(page)
    assert "resign" not in text_of(page).lower().replace("resigned", "")


@pytest.mark.fast
@pytest.mark.parametrize("hand", [1, 3])
@pytest.mark.django_db(transaction=True)
def test_it_takes_a_fixed_number_of_queries_and_of_round_trips(
    alice: User,
    bob: User,
    charlie: User,
    client_of: ClientOf,
    hand: int,
    django_assert_num_queries: DjangoAssertNumQueries,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    game, client = played([alice, bob, charlie], hand, hand - 1), client_of(alice)
    # The first visit shows missed turns and records that.
    with django_assert_max_num_queries(15):
        client.get(game_url("table", game))
    for part in PARTS:
        # Session; person; game; seats, the own one, hands, turns, events, acts of staff, take-backs and the
        # version together; games that wait; the chat with the whole page.
        with django_assert_num_queries(13 if part == "table" else 12):
            assert client.get(game_url(part, game)).status_code == 200
        with django_assert_num_queries(8):
            Client().get(game_url(part, game))
        # Counted queries are sent one by one.
        with round_trips() as made:
            client.get(game_url(part, game))
        assert made.count == (6 if part == "table" else 5)
        with round_trips() as made:
            Client().get(game_url(part, game))
        assert made.count == 2


def test_it_takes_no_more_queries_with_six_seats(
    alice: User, client_of: ClientOf, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    people = [alice, *(make_person(f"guest{number}") for number in range(5))]
    game = game_where(people, lambda state: bool(state.beaten) and state.to_act != 0, recorded="single_hand_of_six")
    client = client_of(alice)
    client.get(game_url("table", game))
    with django_assert_num_queries(13):
        client.get(game_url("table", game))


def test_the_keyboard_comes_to_the_cards_at_once(game: Game, alice: User, client_of: ClientOf) -> None:
    way = 'class="skip" href="#hand"'
    page = text_of(client_of(alice).get(game_url("table", game)))
    assert page.index('href="#main"') < page.index(way) < page.index("<header")
    assert f'{way} id="to-hand">' in page
    assert way not in text_of(Client().get(game_url("table", game)))
    seat_resign(public_id=game.public_id, user=alice)
    assert f'{way} id="to-hand" hidden>' in text_of(client_of(alice).get(game_url("table", game)))


def test_it_says_that_nothing_is_new(game: Game, alice: User, client_of: ClientOf) -> None:
    client = client_of(alice)
    first = client.get(game_url("table_part", game))
    again = client.get(game_url("table_part", game), headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    turn_next(game)
    fresh = client.get(game_url("table_part", game), headers={"If-None-Match": first["ETag"]})
    assert fresh.status_code == 200
    assert fresh["X-Odin-Part"] == str(game.version)
    assert f'data-version="{game.version}"' in text_of(fresh)
    assert fresh["ETag"] != first["ETag"]
    assert "no-store" in fresh["Cache-Control"]


def test_it_asks_a_visitor_to_log_in_where_there_is_nothing_to_see(alice: User, bob: User) -> None:
    game = lay_game([alice, bob], NewGame(seats=2, visibility="private"))
    url = game_url("table", game)
    page = Client().get(url)
    assert page.status_code == 302
    assert page["Location"] == f"/accounts/login/?next={url}"
    assert Client().get(game_url("table_part", game)).status_code == 404


def test_it_tells_an_outsider_of_a_private_game_nothing(
    alice: User, bob: User, charlie: User, client_of: ClientOf
) -> None:
    game = lay_game([alice, bob], NewGame(seats=2, visibility="private", name="Secret"))
    for part in (*PARTS, "record"):
        page = client_of(charlie).get(game_url(part, game))
        assert page.status_code == 404
        assert "Secret" not in text_of(page)
        assert client_of(bob).get(game_url(part, game)).status_code == 200


def test_it_shows_the_last_hands_result_until_it_is_put_away(second: Game, alice: User, client_of: ClientOf) -> None:
    game, client = second, client_of(alice)
    shown = text_of(client.get(game_url("table", game)))
    assert 'id="hand-over"' in shown
    assert "Hand 1 is over" in shown
    # The next hand's cards show its later state.
    lay(game, "R9R8", "B9B8", "G9G8", to_act=0, table="K1", table_seat=1)
    shown = text_of(client.get(game_url("table", game)))
    assert 'id="hand-over"' in shown
    assert "is-owner" not in shown
    assert "Set to beat" not in shown
    assert "is-passed" not in shown
    put_away = client.get(game_url("table", game), {"seen": "1"})
    assert (put_away.status_code, put_away["Location"]) == (302, game_url("table", game))
    assert client.cookies["seen_hand"]["path"] == game_url("table", game)
    table = text_of(client.get(game_url("table", game)))
    assert 'id="hand-over"' not in table
    assert "is-owner" in table
    assert "is-passed" in table


def test_it_puts_the_result_away_once_the_viewer_has_played(second: Game, alice: User, client_of: ClientOf) -> None:
    game, client, number = second, client_of(alice), seat_of(second, "alice").number
    while hand_of(game).moves.filter(seat=number).count() == 0:
        assert 'id="hand-over"' in text_of(client.get(game_url("table", game)))
        turn_next(game)
    assert 'id="hand-over"' not in text_of(client.get(game_url("table", game)))


def test_it_shows_the_turns_of_an_earlier_hand(second: Game, alice: User, client_of: ClientOf) -> None:
    game = second
    last = Hand.objects.get(game=game, number=1).moves.order_by("-number")[0]
    page = client_of(alice).get(game_url("table", game), {"hand": "1"})
    name = "You" if last.seat == 0 else game.seats.get(number=last.seat).user.name
    assert f"{name} went out with" in words_of(page)
    for other in ("2", "0", "99"):
        assert 'id="past"' not in text_of(client_of(alice).get(game_url("table", game), {"hand": other}))


def test_it_says_the_final_score_once(alice: User, bob: User, client_of: ClientOf) -> None:
    game = finished_game([alice, bob])
    points = game.seats.get(user=bob).points
    assert points > 0
    score, target = f"<b>{points}</b>", game.target
    page = text_of(client_of(alice).get(game_url("table", game)))
    assert page.count(f'{score} <span class="unit">of {target}</span>') == page.count(score) == 1
    words = words_of(client_of(alice).get(game_url("text_table", game)))
    assert words.count(f"{points} of {target} points") == 1


def test_it_shows_the_viewers_rating_before_and_after_a_rated_game(
    alice: User, bob: User, client_of: ClientOf, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    game = finished_game([alice, bob], recorded="single_hand_of_two", rated=True)
    client, address = client_of(alice), game_url("table", game)
    assert 'id="rating"' not in text_of(client.get(address))
    game_settle(game_id=game.pk)
    gained = RatingChange.objects.get(game=game, user=alice)
    after = rating_score(Skill(gained.mu, gained.sigma))
    words = words_of(client.get(address))
    assert f"Rating: 1000 → {after}" in words
    assert f"Your rating was 1000 and is now {after}." in words
    assert "Provisional" in words
    assert f"Your rating was 1000 and is now {after}." in words_of(client.get(game_url("text_table", game)))
    for other in (client_of(make_person("dora")), Client()):
        assert 'id="rating"' not in text_of(other.get(address))
    with django_assert_num_queries(1):
        assert game_rating(game, bob) is not None


def test_a_rating_is_provisional_until_five_rated_games(alice: User, bob: User) -> None:
    games = [ended_game([alice, bob], (3, 9), hours=hour) for hour in range(5)]
    for game in games:
        game_settle(game_id=game.pk)
    ratings = [game_rating(game, alice) for game in games]
    assert [rating.provisional for rating in ratings if rating] == [True] * 4 + [False]
    assert [rating.before for rating in ratings[1:] if rating] == [rating.after for rating in ratings[:-1] if rating]


def test_it_says_each_thing_once_in_order_at_the_end(alice: User, bob: User, client_of: ClientOf) -> None:
    game = finished_game([alice, bob], recorded="single_hand_of_two", rated=True)
    game_settle(game_id=game.pk)
    steps = ("<h2>", 'id="rating"', 'id="rematch"', 'id="to-review"', 'id="share"', 'class="result"')
    page = text_of(client_of(alice).get(game_url("table", game)))
    board = page[page.index('id="game-over"') :]
    assert [board.count(step) for step in steps[1:5]] == [1] * 4
    assert sorted(steps, key=board.index) == list(steps)
    assert f'href="{game_url("replay", game)}"' in board
    watched = text_of(Client().get(game_url("table", game)))
    assert [step in watched for step in steps] == [True, False, False, False, True, True]


def test_a_private_games_replay_is_not_shared(alice: User, bob: User, client_of: ClientOf) -> None:
    game = finished_game([alice, bob], recorded="single_hand_of_two", visibility="private")
    assert 'id="share"' not in text_of(client_of(alice).get(game_url("table", game)))


def test_it_has_no_record_before_the_start(alice: User, client_of: ClientOf) -> None:
    game = game_create(host=alice, new=NewGame(seats=2))
    assert client_of(alice).get(game_url("record", game)).status_code == 404
    game_leave(public_id=game.public_id, user=alice)
    assert client_of(alice).get(game_url("record", game)).status_code == 404


def test_it_ignores_invalid_hand_numbers_in_the_address(second: Game, alice: User, client_of: ClientOf) -> None:
    client = client_of(alice)
    for number in ("٣", "²", "-1", "1.0", "9" * 40, "1000", "", "x"):
        page = client.get(game_url("table", second), {"seen": number, "hand": number})
        assert page.status_code == 200, number
        assert 'id="past"' not in text_of(page), number
    assert "seen_hand" not in client.cookies


def test_it_downloads_the_record_that_the_viewer_may_see(game: Game, alice: User, client_of: ClientOf) -> None:
    mine = client_of(alice).get(game_url("record", game))
    theirs = Client().get(game_url("record", game))
    assert mine["Content-Disposition"] == f'attachment; filename="odin-{game.public_id}.json"'
    assert [len(deal) for deal in mine.json()["hands"][0]["deals"]] == [9, 0, 0]
    assert [len(deal) for deal in theirs.json()["hands"][0]["deals"]] == [0, 0, 0]


def test_it_says_that_a_game_was_cancelled_before_it_began(alice: User, bob: User, client_of: ClientOf) -> None:
    game = lay_game([alice], NewGame(seats=3))
    client_of(alice).post(game_url("leave", game))
    assert "This game was cancelled" in words_of(client_of(bob).get(game_url("table", game)))


def test_it_resigns_after_asking(game: Game, bob: User, client_of: ClientOf) -> None:
    client = client_of(bob)
    page = text_of(client.get(game_url("table", game)))
    assert "You can’t undo this." in page
    assert client.get(game_url("resign", game))["Location"] == game_url("table", game)
    assert client.post(game_url("resign", game)).status_code == 302
    assert seat_of(game, "bob").resigned_at is not None
    assert "You’ve already resigned." in words_of(client.post(game_url("resign", game), follow=True))


def test_it_escapes_what_people_wrote(alice: User, bob: User, client_of: ClientOf) -> None:
    game = lay_game([alice, bob], NewGame(seats=2, name="<script>alert(1)</script>"))
    page = text_of(client_of(alice).get(game_url("table", game)))
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert(1)" in page


def test_against_bots_alone_there_is_no_chat_pause_or_planned_turn(alice: User, bob: User, client_of: ClientOf) -> None:
    parts = {'id="chat"', 'id="pause"', 'id="orders"'}

    def shown(*people: User) -> set[str]:
        game = lay_game(people, NewGame(seats=3, bots=["berserker"] * (3 - len(people))))
        text = text_of(client_of(alice).get(game_url("table", game)))
        return {part for part in parts if part in text}

    assert shown(alice) == set()
    assert shown(alice, bob) == parts


def test_it_runs_under_the_sites_content_policy(game: Game, alice: User, client_of: ClientOf) -> None:
    page = client_of(alice).get(game_url("table", game))
    text = text_of(page)
    assert "unsafe" not in page["Content-Security-Policy"]
    assert " style=" not in text
    assert " onclick=" not in text
    for script in re.findall("<script[^>]*>", text):
        assert " src=" in script or 'type="application/json"' in script


def test_the_way_on_is_the_one_thing_to_do_while_a_result_hides_the_table(
    alice: User, bob: User, charlie: User, client_of: ClientOf
) -> None:
    game = game_where(
        [alice, bob, charlie], lambda state: state.to_act == 0, recorded="three_with_goat", hand=2, name="Boathouse"
    )
    client = client_of(alice)
    shown = text_of(client.get(game_url("table", game)))
    assert shown.count('id="go-on"') == 1
    assert 'id="play"' not in shown
    assert 'id="pass"' not in shown
    client.get(game_url("table", game), {"seen": "1"})
    shown = text_of(client.get(game_url("table", game)))
    assert 'id="go-on"' not in shown
    assert 'id="play"' in shown
