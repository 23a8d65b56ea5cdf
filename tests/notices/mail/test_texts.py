"""Emails describe the table in the reader's language and time zone, and nothing hidden."""

from __future__ import annotations

import re
from datetime import UTC, datetime

import pytest
from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.utils import timezone, translation

from accounts.models import User
from games.engine import legal_turns, observe, set_value
from games.lobby.invitations import person_invite
from games.lobby.services import NewGame
from games.models import Game, Move, Notice
from games.notices.mail import compose
from games.play.seats.resign import seat_resign
from games.play.turn import turn_play
from tests.factories import seat_to_act, state_of
from tests.games_laid import Place, game_at, lay_game
from tests.games_laid.cards import lay
from tests.notices.mail_texts import CARD, codes_in
from tests.notices.outbox import turn_mail, wait_until_due

pytestmark = pytest.mark.django_db

SPOKEN = re.compile(r"\b(blue|red|pink|green|black|orange) ((?:[1-9]|, | and (?=[1-9]))+)")
LETTERS = {"blue": "B", "red": "R", "pink": "P", "green": "G", "black": "K", "orange": "O"}
ADDRESS = "somebody@example.org"


def cards_in(body: str, game: Game) -> set[str]:
    """The cards in the body, by code or in words."""
    spoken = {LETTERS[colour] + number for colour, row in SPOKEN.findall(body) for number in re.findall("[1-9]", row)}
    goat = {"X0"} if "the goat" in body.replace("with the goat", "") else set()
    return codes_in(body, game) | spoken | goat


def made(row: Notice) -> EmailMultiAlternatives:
    return compose(row, ADDRESS)


def texts(row: Notice) -> tuple[str, str]:
    message = made(row)
    (html,) = [str(content) for content, kind in message.alternatives if kind == "text/html"]
    return str(message.body), html


def row_of(kind: Notice.Kind, game: Game, user: User) -> Notice:
    return Notice.objects.get(kind=kind, game=game, user=user)


def test_a_lead_is_said_to_be_one(game: Game) -> None:
    row = turn_mail(game)
    text, html = texts(row)
    assert made(row).subject == f"Your turn in {game.title}"
    assert made(row).to == [ADDRESS]
    for body in (text, html):
        assert f"Hello {row.user.handle}," in body
        assert "You lead round 1" in body
        assert "Play one card, or all your cards if they make a set." in body
        assert f"{settings.PUBLIC_URL}/g/{game.public_id}/" in body
    assert "alice" in text
    assert text.count("9 cards, 0 points") == 2
    assert f"{row.user.handle} (you): 9 cards" in text


def test_the_table_is_described_and_drawn(alice: User, bob: User, charlie: User) -> None:
    game = lay_game([alice, bob, charlie])
    leader = seat_to_act(game)
    lead = next(turn for turn in legal_turns(state_of(game)) if turn.cards[0].number < 9)
    turn_play(public_id=game.public_id, user=leader.user, version=game.version, text=str(lead))
    game.refresh_from_db()
    second = seat_to_act(game)
    turn_play(public_id=game.public_id, user=second.user, version=game.version, text="pass")
    game.refresh_from_db()
    wait_until_due(game)
    text, html = texts(turn_mail(game))
    card = lead.cards[0]
    name = rf"(blue|red|pink|green|black|orange) {card.number}"
    assert f"{leader.user.handle}’s set to beat: {set_value(lead.cards)}\n" in text
    assert re.search(rf"^  {name}$", text, re.MULTILINE)
    assert not codes_in(text.split("Hand 1, round 1")[0], game), "nothing is typed here"
    assert f"{leader.user.handle}’s set to beat:" in html
    assert re.search(rf"font: bold 58px[^>]*>{set_value(lead.cards)}<", html)
    assert re.search(rf"<span[^>]*background-color: #[0-9a-f]{{6}}[^>]*>{card}</span>", html)
    assert re.search(name, html)
    for body in (text, html):
        assert "Hand 1, round 1" in body
        assert f"1 card above {set_value(lead.cards)}, or any set of 2." in body
    assert f"{leader.user.handle}: 8 cards, 0 points\n" in text
    assert f"{second.user.handle}: 9 cards, 0 points, passed" in text


def test_over_nines_only_more_cards_are_named(alice: User, bob: User) -> None:
    game = lay_game([alice, bob])
    lay(game, "R9 R8", "G6 P5 O4", to_act=0, table="B9 K9", table_seat=1)
    user = seat_to_act(game).user
    for body in texts(Notice(kind="turn", game=game, user=user, version=0, created_at=timezone.now(), pk=1)):
        assert "Only a set of 3 beats 99." in body


def test_bots_and_resigned_seats_are_named_as_such(alice: User, bob: User) -> None:
    game = lay_game([alice, bob], NewGame(seats=3, bots=["skald"]))
    seat_resign(public_id=game.public_id, user=bob)
    turn, _html = texts(Notice(kind="turn", game=game, user=alice, version=0, created_at=timezone.now(), pk=1))
    assert "bob: 9 cards, 0 points, resigned" in turn
    assert " (bot): 9 cards" in turn


@pytest.mark.parametrize("turn", [0, 1, 2, 3, 5, 8, 13, -1])
def test_nothing_hidden_is_ever_mailed(alice: User, bob: User, turn: int) -> None:
    game = game_at([alice, bob], Place(1, turn), recorded="single_hand_of_three_with_bot")
    table = {str(card) for card in state_of(game).table}
    laid = set(CARD.findall(" ".join(Move.objects.filter(hand__game=game).values_list("turn", flat=True))))
    for kind in ("turn", "reminder", "timeout"):
        for person in (alice, bob):
            row = Notice(kind=kind, game=game, user=person, version=0, created_at=timezone.now(), pk=1)
            own = {str(card) for card in observe(state_of(game), game.seats.get(user=person).number).cards}
            for body in texts(row):
                shown = cards_in(body, game)
                assert shown <= laid | own
                assert kind == "timeout" or table <= shown


def test_the_waiting_time_is_in_the_readers_language_and_time_zone(game: Game) -> None:
    Game.objects.update(waiting_since=datetime(2026, 7, 1, 22, 30, tzinfo=UTC))
    row = turn_mail(game)
    row.user.time_zone = "Asia/Tokyo"
    assert "Your turn since 2 Jul 2026, 07:30 (Asia/Tokyo)" in texts(row)[0]
    row.user.time_zone, row.user.language = "Europe/Berlin", "de"
    assert " 2. Juli 2026, 00:30 (Europe/Berlin)\n" in texts(row)[0]
    assert '<html lang="de" ' in texts(row)[1]
    assert translation.get_language() == settings.LANGUAGE_CODE
    assert timezone.get_current_timezone_name() == settings.TIME_ZONE


def test_what_people_type_is_text_and_nothing_else(alice: User, bob: User) -> None:
    name = "<b>%(x)s</b> {{ 1 }}\r\nBcc: a@b"
    game = lay_game([alice, bob], NewGame(seats=2, name=name))
    row = turn_mail(game)
    text, html = texts(row)
    assert made(row).subject == "Your turn in <b>%(x)s</b> {{ 1 }} Bcc: a@b"
    assert "Bcc" not in made(row).message()
    assert "<b>%(x)s</b> {{ 1 }}" in text
    assert "&lt;b&gt;%(x)s&lt;/b&gt; {{ 1 }}" in html
    assert "<b>" not in html


def proof_of(game: Game, mark: str) -> str:
    return f"{settings.PUBLIC_URL}/g/{game.public_id}/deal/?{mark}"


def test_a_mail_ends_with_one_link_to_the_deals_proof(alice: User, bob: User) -> None:
    """The link carries the facts to which the deal is bound, and the email is out of the site's reach."""
    game = lay_game([alice, bob])
    proof = proof_of(game, f"fingerprint={game.fingerprint}")
    for body in texts(row_of(Notice.Kind.STARTED, game, bob)):
        assert re.findall(r"https?://[^\s<\"]+", body)[-1] == proof
        assert re.findall(r"\b[0-9a-f]{64}\b", body) == [game.fingerprint]
        assert body.count("Verify this deal") == 1


def test_before_the_start_the_link_carries_the_anchor(alice: User, bob: User) -> None:
    game = lay_game([alice, bob], NewGame(seats=3, name="Winter"))
    row = row_of(Notice.Kind.JOINED, game, bob)
    assert made(row).subject == "You’ve joined Winter"
    for body in texts(row):
        assert re.findall(r"https?://[^\s<\"]+", body)[-1] == proof_of(game, f"anchor={game.anchor}")
        assert re.findall(r"\b[0-9a-f]{64}\b", body) == [game.anchor]
        assert "1 more player" in body


def test_the_link_comes_once_a_person(game: Game) -> None:
    row = turn_mail(game)
    assert all(proof_of(game, f"fingerprint={game.fingerprint}") in body for body in texts(row))
    told = Notice.objects.filter(kind=Notice.Kind.STARTED, game=game, user=row.user)
    told.update(status=Notice.Status.SENT, sent_at=timezone.now())
    assert not any("Verify this deal" in body for body in texts(row))


def test_a_start_says_which_colours_are_out(alice: User, bob: User) -> None:
    game = lay_game([alice, bob], NewGame(seats=2, two_player_deck=True))
    assert "Removed colours: " in texts(row_of(Notice.Kind.STARTED, game, bob))[0]


def test_an_invitation_has_the_anchor_and_the_way_in(alice: User, bob: User) -> None:
    game = lay_game([alice], NewGame(seats=4, target=None, visibility=Game.Visibility.PRIVATE))
    person_invite(public_id=game.public_id, host=alice, handle="bob")
    row = row_of(Notice.Kind.INVITATION, game, bob)
    assert made(row).subject == f"alice invites you to {game.title}"
    for body in texts(row):
        assert f"{settings.PUBLIC_URL}/g/{game.public_id}/" in body
        assert re.findall(r"https?://[^\s<\"]+", body)[-1] == proof_of(game, f"anchor={game.anchor}")
        assert "4 players, a single hand" in body
        assert "3 seats are free" in body
        assert game.invite_token not in body


def test_no_mail_shows_a_token_a_seed_or_a_deck(alice: User, bob: User) -> None:
    game = lay_game([alice, bob], NewGame(seats=2, visibility=Game.Visibility.PRIVATE))
    hand = game.hands.get()
    for row in Notice.objects.filter(game=game):
        for body in texts(row):
            assert game.invite_token not in body
            assert "".join(hand.deck) not in body


def test_html_mails_carry_no_script_and_no_outside_content(game: Game) -> None:
    for row in Notice.objects.filter(game=game):
        _text, html = texts(row)
        assert not re.search(r"<(script|link|img|iframe|style)|url\(", html)


def test_html_mails_hide_no_text(game: Game) -> None:
    """Filters against spam count text that nobody can see."""
    for row in Notice.objects.filter(game=game):
        _text, html = texts(row)
        assert not re.search(r"font-size: ?[0-3](px)?\b|display: ?none|visibility|opacity", html)
        assert not re.search(r"<td[^>]*height=\"5\"[^>]*>\s*[^<\s]", html)


def test_the_end_of_a_text_is_a_signature(game: Game) -> None:
    """Mail programs leave out what follows "-- " when they quote (RFC 3676)."""
    for row in Notice.objects.filter(game=game):
        text, _html = texts(row)
        assert text.count("\n-- \n") == 1
        assert "/settings/notices/" in text.partition("\n-- \n")[2]


def test_a_mail_names_its_language(game: Game) -> None:
    row = turn_mail(game)
    row.user.language = "de"
    assert made(row).message()["Content-Language"] == "de"


def test_a_mails_text_is_tidy(game: Game) -> None:
    for row in Notice.objects.filter(game=game):
        text, _html = texts(row)
        assert "\n\n\n" not in text
        assert not re.search(r"&(amp|lt|gt|quot|#)|\{[%{]", text)


def test_the_subject_of_a_start_names_the_leader(game: Game) -> None:
    leader = seat_to_act(game).user
    for row in Notice.objects.filter(game=game, kind=Notice.Kind.STARTED):
        told = "you lead" if row.user == leader else f"{leader.handle} leads"
        assert made(row).subject == f"{game.title} has started: {told}"


def test_the_seat_to_act_is_highlighted(alice: User, bob: User, charlie: User) -> None:
    game = lay_game([alice, bob, charlie])
    leader = seat_to_act(game).user
    for row in Notice.objects.filter(game=game, kind=Notice.Kind.STARTED):
        text, html = texts(row)
        (marked,) = re.findall(r"<tr>\s*<td bgcolor[^>]*>\s*([^<]*)<span[^>]*>to play</span>", html)
        assert marked.startswith(leader.handle)
        assert (f"{leader.handle}: 9 cards, 0 points, to play\n" in text) == (row.user != leader)


def test_a_bot_at_two_seats_has_a_name_for_each(alice: User, bob: User) -> None:
    game = lay_game([alice, bob], NewGame(seats=4, bots=["berserker", "berserker"]))
    for body in texts(row_of(Notice.Kind.STARTED, game, bob)):
        assert "Berserker (bot)" in body
        assert "Berserker 2 (bot)" in body


def test_the_first_mail_of_a_turn_says_which_colours_are_out(alice: User, bob: User) -> None:
    game = lay_game([alice, bob], NewGame(seats=2, two_player_deck=True))
    text, html = texts(turn_mail(game))
    for body in (text, html):
        assert "Removed colours: " in body
        assert game.fingerprint in body
    assert "\nRemoved colours" in text
