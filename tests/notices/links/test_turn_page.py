"""Playing from an email needs its link and no login."""

import re
from collections.abc import Callable

import pytest
from django.contrib.auth import SESSION_KEY
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.engine import HandState, legal_turns
from games.lobby.services import NewGame
from games.models import Game, Hand, MailLink, Move, Seat
from games.play.seats.resign import seat_resign
from games.play.turn import turn_play
from tests.factories import any_turn, rng_of, seat_to_act, state_of, take_turn
from tests.games_laid import Place, game_at, game_where, lay_game
from tests.games_laid.cards import lay
from tests.notices.links.turn_links import page_of
from tests.page_texts import cards_of, main_of, queries_of, words_of
from tests.password import PASSWORD
from tests.table.tables import cards_told, hidden_from, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(alice: User, bob: User, charlie: User) -> Game:
    return lay_game([alice, bob, charlie])


def sent_by(page: object, name: str) -> list[str]:
    return re.findall(rf'<input type="radio" name="{name}" value="([^"]*)"', text_of(page).replace("&lt;", "<"))


@pytest.fixture
def beatable(alice: User, bob: User, charlie: User) -> Game:
    def reached(state: HandState) -> bool:
        return len(state.table) > 1 and any(turn.pickup for turn in legal_turns(state))

    return game_where([alice, bob, charlie], reached, recorded="three_with_goat")


def everything() -> list[list[tuple[object, ...]]]:
    """All rows that a page could have changed."""
    return [list(model.objects.order_by("pk").values_list()) for model in (Game, Seat, Hand, Move, MailLink, User)]


def test_looking_again_and_again_changes_nothing(game: Game, client: Client) -> None:
    path = page_of(game)
    before = everything()
    for _visit in range(3):
        assert client.get(path).status_code == 200
        assert client.head(path).status_code == 200
    assert everything() == before
    assert client.put(path).status_code == client.delete(path).status_code == 405


def test_it_shows_the_table_the_cards_and_all_legal_turns(beatable: Game, client: Client) -> None:
    game = beatable
    page = client.get(page_of(game))
    turns = legal_turns(state_of(game))
    plays, pickups = sent_by(page, "play"), sent_by(page, "pickup")
    offered = {f"{play}{card}" for play in plays if play.endswith("<") for card in pickups}
    offered |= {play for play in plays if not play.endswith("<")}
    assert offered | {"pass"} == {str(turn) for turn in turns}
    assert 'name="action" value="pass"' in main_of(page)
    held = state_of(game).hands[seat_to_act(game).number]
    assert len(cards_of(page)) >= len(held)
    assert f"Your turn in {game.title}" in words_of(page)
    assert "You have until" in words_of(page)
    assert "Since your last turn" in words_of(page)


def test_without_a_time_limit_it_says_so(alice: User, bob: User, client: Client) -> None:
    page = client.get(page_of(lay_game([alice, bob], NewGame(seats=2, pace="none"))))
    assert "This turn has no time limit." in words_of(page)
    assert "You have until" not in words_of(page)


def test_it_plays_what_was_chosen(beatable: Game, client: Client) -> None:
    game = beatable
    seat, path = seat_to_act(game), page_of(game)
    page = client.get(path)
    play = next(play for play in sent_by(page, "play") if play.endswith("<"))
    pickup = sent_by(page, "pickup")[0]
    done = client.post(path, {"play": play, "pickup": pickup, "action": "play"})
    move = Move.objects.latest("pk")
    assert (move.seat, move.turn, move.by) == (seat.number, play + pickup, "player")
    assert done.status_code == 200
    game.refresh_from_db()
    assert "You played" in words_of(done)
    assert f"{seat_to_act(game).user.name}’s turn" in words_of(done)
    assert f'href="/g/{game.public_id}/"' in main_of(done)


def test_it_passes(game: Game, client: Client) -> None:
    take_turn(game, rng_of(1))
    done = client.post(page_of(game), {"action": "pass"})
    assert "You passed" in words_of(done)
    assert Move.objects.latest("pk").turn == "pass"


def test_a_second_time_says_that_it_was_played(game: Game, client: Client) -> None:
    path, text = page_of(game), str(any_turn(game, rng_of(1)))
    assert client.post(path, {"play": text, "action": "play"}).status_code == 200
    for again in (client.post(path, {"play": text, "action": "play"}), client.get(path)):
        assert again.status_code == 410
        assert "You’ve already taken this turn" in words_of(again)
        assert f'href="/g/{game.public_id}/"' in main_of(again)
    assert Move.objects.count() == 1


def test_going_out_picks_up_nothing(game: Game, client: Client) -> None:
    """Without scripts a radio button stays pressed, so the site ignores it."""
    lay(game, "R6 R5", "G9 G8 G7", "P9 P8", to_act=0, table="B1", table_seat=2)
    page = client.get(page_of(game))
    out = next(play for play in sent_by(page, "play") if not play.endswith("<"))
    assert "You go out!" in words_of(page)
    held = [str(card) for card in state_of(game).table]
    done = client.post(page_of(game), {"play": out, "pickup": held[0], "action": "play"})
    assert done.status_code == 200
    assert Move.objects.latest("pk").turn == out


def test_a_refused_turn_says_why_keeps_the_choice_and_can_be_mended(beatable: Game, client: Client) -> None:
    game = beatable
    path = page_of(game)
    play = next(play for play in sent_by(client.get(path), "play") if play.endswith("<"))
    nothing = client.post(path, {"action": "play"})
    half = client.post(path, {"play": play, "action": "play"})
    odd = client.post(path, {"play": "<script>", "action": "play"})
    assert [page.status_code for page in (nothing, half, odd)] == [422, 422, 422]
    assert "Choose the cards that you want to play" in words_of(nothing)
    assert "Choose which beaten card you pick up." in words_of(half)
    assert re.search(
        rf'value="{play[:-1]}&lt;" required checked|value="{play[:-1]}&lt;" required +checked', main_of(half)
    )
    assert "<script>" not in main_of(odd)
    assert MailLink.objects.get().spent_at is None
    assert client.post(path, {"play": play, "pickup": sent_by(half, "pickup")[0], "action": "play"}).status_code == 200


def _played_elsewhere(game: Game) -> None:
    seat = seat_to_act(game)
    turn_play(public_id=game.public_id, user=seat.user, version=game.version, text=str(any_turn(game, rng_of(1))))


def _password_changed(game: Game) -> None:
    user = seat_to_act(game).user
    user.set_password("another-horse-battery")
    user.save()


def _suspended(game: Game) -> None:
    User.objects.filter(pk=seat_to_act(game).user_id).update(is_active=False)


def _resigned(game: Game) -> None:
    seat_resign(public_id=game.public_id, user=seat_to_act(game).user)


def _week_passed(game: Game) -> None:
    MailLink.objects.update(expires_at=timezone.now())


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (_played_elsewhere, "It was played, taken back or timed out"),
        (_password_changed, "password or email address has changed"),
        (_suspended, "This account is closed"),
        (_resigned, "Someone else plays this seat now"),
        (_week_passed, "Links work for 7 days"),
    ],
)
def test_a_lapsed_link_says_so_kindly_and_shows_no_card(
    game: Game, client: Client, change: Callable[[Game], None], words: str
) -> None:
    path, text = page_of(game), str(any_turn(game, rng_of(1)))
    change(game)
    moves = Move.objects.count()
    for page in (client.get(path), client.post(path, {"play": text, "action": "play"})):
        assert page.status_code == 410
        assert words in words_of(page)
        assert f'href="/g/{game.public_id}/"' in main_of(page)
        assert cards_of(page) == []
    assert Move.objects.count() == moves


def test_an_unknown_link_differs_from_an_expired_one(db: None, client: Client) -> None:
    for token in ("x", "A" * 43, "-" * 64):
        for page in (client.get(f"/m/{token}/"), client.post(f"/m/{token}/", {"action": "pass"})):
            assert page.status_code == 404, token
            assert "This link was used, has expired or is incomplete" in words_of(page), token
            assert page["Cache-Control"].find("no-store") >= 0, token


@pytest.mark.parametrize("turn", [1, 9, -1])
def test_it_tells_nothing_of_hidden_cards(alice: User, bob: User, charlie: User, client: Client, turn: int) -> None:
    game = game_at([alice, bob, charlie], Place(1, turn), recorded="single_hand_of_three")
    page = client.get(page_of(game))
    state, seat = state_of(game), seat_to_act(game).number
    assert not cards_told(main_of(page)) & hidden_from(state, Hand.objects.get(game=game).deck, seat)
    assert {str(card) for card in state.hands[seat]} <= cards_told(main_of(page))


def test_it_opens_no_session_and_sets_no_cookie(game: Game, client: Client) -> None:
    path, text = page_of(game), str(any_turn(game, rng_of(1)))
    pages = [
        client.get(path),
        client.post(path, {"action": "pass"}),
        client.post(path, {"play": text, "action": "play"}),
        client.get(path),
        client.get("/m/unknown/"),
    ]
    assert [page.status_code for page in pages] == [200, 422, 200, 410, 404]
    # Even deleted cookies would show up here.
    assert [dict(page.cookies) for page in pages] == [{}] * 5
    assert [page.has_header("Set-Cookie") for page in pages] == [False] * 5
    assert client.get(f"/g/{game.public_id}/").context["user"].is_anonymous


def test_a_cookie_that_is_no_session_any_more_is_left_alone(game: Game, client: Client) -> None:
    client.cookies["sessionid"] = "a" * 32
    assert not client.get(page_of(game)).cookies


def test_it_sends_headers_against_storing_referring_and_indexing(game: Game, client: Client) -> None:
    path = page_of(game)
    for page in (client.get(path), client.post(path, {"action": "pass"}), client.get("/m/unknown/")):
        assert "no-store" in page["Cache-Control"]
        assert page["Referrer-Policy"] == "no-referrer"
        assert "noindex" in page["X-Robots-Tag"]
        assert "<script" not in text_of(page)


def test_it_needs_no_csrf_cookie(game: Game) -> None:
    strict = Client(enforce_csrf_checks=True)
    path, text = page_of(game), str(any_turn(game, rng_of(1)))
    assert strict.post(path, {"play": text, "action": "play"}, headers={"origin": "null"}).status_code == 200


def test_the_page_shows_the_links_person_under_any_login(game: Game, alice: User, bob: User) -> None:
    acting = seat_to_act(game).user
    other = next(user for user in (alice, bob) if user != acting)
    other.language, other.time_zone = "en", "Asia/Tokyo"
    other.save()
    acting.time_zone = "America/Lima"
    acting.save()
    stranger, logged_in = Client(), Client()
    logged_in.login(username=other.handle, password=PASSWORD)
    path = page_of(game)
    page = logged_in.get(path)
    assert text_of(page) == text_of(stranger.get(path))
    assert "America/Lima" in words_of(page)
    assert not page.cookies
    assert logged_in.session[SESSION_KEY] == str(other.pk)
    logged_in.post(path, {"play": str(any_turn(game, rng_of(1))), "action": "play"})
    assert Move.objects.get().actor == acting


def test_it_takes_a_fixed_number_of_queries(game: Game, alice: User, bob: User, charlie: User, client: Client) -> None:
    path = page_of(game)
    first = queries_of(lambda: client.get(path))
    later = page_of(game_at([alice, bob, charlie], Place(1, 27), recorded="three_with_goat"))
    assert queries_of(lambda: client.get(later)) == first <= 12
