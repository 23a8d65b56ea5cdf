"""The contents of each kind of email."""

from __future__ import annotations

import random
import re
from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from games.engine import observe
from games.lobby.services import NewGame
from games.models import Deadline, Game, GameEvent, Intervention, Move, Notice, Preferences, Seat
from games.notices.mail import compose, compose_digest
from games.outbox.write import notice_write
from games.play.bot_accounts import caretaker_user
from games.play.seats.resign import seat_resign
from games.play.timeouts import wait_attend
from games.play.turn import turn_play
from games.web.card_words import short_card, spoken_cards
from tests.factories import make_person, seat_to_act, state_of, take_turn
from tests.games_laid import Place, finished_game, game_at, lay_game
from tests.notices.mail_texts import Kind, codes_in, row_of, texts, words
from tests.notices.outbox import turn_mail, wait_until_due
from tests.notices.told_rows import about_of, make_act, make_line

pytestmark = pytest.mark.django_db


def away_since(game: Game, ago: timedelta) -> None:
    Seat.objects.filter(game=game).update(looked_at=timezone.now() - ago)


def test_a_turn_says_until_when_in_the_readers_time(game: Game) -> None:
    Deadline.objects.update(due_at=datetime(2026, 11, 24, 17, 0, tzinfo=UTC))
    row = turn_mail(game)
    row.user.time_zone = "Europe/Berlin"
    for body in texts(row):
        assert "You have until Tuesday, 24 November, 18:00 (Europe/Berlin)." in body
        assert "Pace: 1 day a turn, then you pass" in body


def test_games_without_a_pace_mention_no_deadline_but_in_reminders(alice: User, bob: User) -> None:
    game = lay_game([alice, bob], NewGame(seats=2, pace="none"))
    for body in texts(turn_mail(game)):
        assert "You have until" not in body
        assert "no time limit" in body
    for body in texts(row_of(Kind.REMINDER, game, seat_to_act(game).user)):
        assert "You have until" in body
        assert "After 60 days a stand-in bot takes the turn." in body


def test_the_button_takes_the_turn_beside_the_table(game: Game) -> None:
    link = "https://odin.example.org/m/abc/"
    text, html = texts(turn_mail(game), link)
    assert f"Take your turn: {link}\n" in text
    assert f'href="{link}"' in html
    assert "Take your turn" in words(html)
    for body in (text, html):
        assert f"/g/{game.public_id}/" in body
        assert "so don’t forward it" in body
    plain, _html = texts(turn_mail(game))
    assert "so don’t forward it" not in plain


def test_a_reminder_says_what_happens_else(alice: User, bob: User) -> None:
    game = lay_game([alice, bob], NewGame(seats=2, pace="1d", timeout_action="caretaker"))
    Deadline.objects.update(due_at=datetime(2026, 11, 24, 17, 0, tzinfo=UTC))
    row = row_of(Kind.REMINDER, game, seat_to_act(game).user)
    assert compose(row, "x@example.org").subject == f"Play in {game.title} by Tue 24 Nov, 17:00"
    for body in texts(row):
        assert "You have until Tuesday, 24 November, 17:00 (UTC). Then a stand-in bot takes" in body
        assert "You lead round 1" in body


def test_a_reminder_says_what_the_site_will_do(alice: User, bob: User, rng: random.Random) -> None:
    game = lay_game([alice, bob], NewGame(seats=2, pace="1d", timeout_action="pass"))
    for body in texts(row_of(Kind.REMINDER, game, seat_to_act(game).user)):
        assert "(UTC). Then you lead your lowest card." in body
    take_turn(game, rng)
    assert state_of(game).table
    for body in texts(row_of(Kind.REMINDER, game, seat_to_act(game).user)):
        assert "(UTC). Then you pass." in body


def test_what_happened_since_the_last_look(alice: User, bob: User, charlie: User) -> None:
    game = lay_game([alice, bob, charlie])
    away_since(game, timedelta(hours=1))
    leader = seat_to_act(game)
    card = str(observe(state_of(game), leader.number).cards[0])
    turn_play(public_id=game.public_id, user=leader.user, version=game.version, text=card)
    game.refresh_from_db()
    second = seat_to_act(game)
    turn_play(public_id=game.public_id, user=second.user, version=game.version, text="pass")
    game.refresh_from_db()
    Deadline.objects.update(notice_at=timezone.now())
    wait_attend(game_id=game.pk)
    text, html = texts(turn_mail(game))
    led = f"{leader.user.handle} played {card[1]} ({short_card(card)})"
    lines = f"Since you last looked\n  {led}\n  {second.user.handle} passed\n"
    assert lines in text
    assert led in words(html)
    assert f"{second.user.handle} passed" in words(html)


def test_seen_events_are_not_notified(game: Game, rng: random.Random) -> None:
    take_turn(game, rng)
    Seat.objects.update(looked_at=timezone.now() + timedelta(seconds=1))
    for body in texts(turn_mail(game)):
        assert "Since you last looked" not in body


def test_what_the_reader_did_needs_no_telling(alice: User, bob: User) -> None:
    """The reader plays from emails and never looks at the table."""
    game = game_at([alice, bob], Place(1, 4), recorded="target_of_two")
    seat = seat_to_act(game)
    own = Move.objects.filter(hand__game=game, seat=seat.number).latest("version")
    wait_until_due(game)
    text, _html = texts(turn_mail(game))
    told = text.partition("Since you last looked\n")[2].split("\n\n")[0].splitlines()
    assert len(told) == Move.objects.filter(hand__game=game, version__gt=own.version).count()
    assert not [line for line in told if line.startswith("  You")]


def ran_out(game: Game, seats: list[tuple[Seat, str]]) -> None:
    """Passes taken for players, one a second."""
    hand = game.hands.get()
    for number, (seat, by) in enumerate(seats, start=1):
        Move.objects.create(
            hand=hand, number=number, seat=seat.number, turn="pass", by=by, actor=seat.user,
            version=game.version + number, created_at=timezone.now() + timedelta(seconds=number),
        )  # fmt: skip


def test_at_most_twelve_lines(game: Game) -> None:
    seat = game.seats.select_related("user").order_by("number")[0]
    ran_out(game, [(seat, "timeout")] * 13)
    text, html = texts(row_of(Kind.TIMEOUT, game, seat.user))
    told = text.partition("Since you last looked\n")[2].split("\n\n")[0].splitlines()
    assert told == ["  …"] + ["  You: time ran out, passed"] * 12
    assert words(html).count("You: time ran out, passed") == 12


def test_actions_for_a_player_name_their_actor(game: Game) -> None:
    first, second = game.seats.select_related("user").order_by("number")
    ran_out(game, [(first, "timeout"), (second, "auto"), (first, "auto"), (second, "bot")])
    GameEvent.objects.create(
        game=game, kind="handover", seat=second.number, hand_number=1, after_turn=4, version=99,
        created_at=timezone.now() + timedelta(seconds=9),
    )  # fmt: skip
    text, html = texts(row_of(Kind.REMINDER, game, first.user))
    name = second.user.handle
    told = [
        "You: time ran out, passed",
        f"{name} passed",  # standing orders are secret
        "You passed (as planned)",
        f"{name} passed (by a stand-in bot)",
        f"A stand-in bot plays for {name}",
    ]
    assert "".join(f"  {line}\n" for line in told) in text
    for line in told:
        assert line in words(html)


def test_the_end_of_a_hand_comes_with_its_points(alice: User, bob: User) -> None:
    game = game_at([alice, bob], Place(2, 0), recorded="target_of_two")
    away_since(game, timedelta(hours=1))
    points = game.hands.get(number=1).points or []
    # The player of the last turn saw the hand end.
    last = Move.objects.filter(hand__game=game).latest("version")
    reader = game.seats.exclude(number=last.seat).get().user
    text, html = texts(row_of(Kind.TIMEOUT, game, reader))
    line = f"Hand 1 is over: alice {points[0]}, bob {points[1]}"
    assert f"  {line}\n" in text
    assert line in words(html)


@pytest.mark.parametrize(
    ("action", "kept", "said"),
    [
        ("pass", False, "We passed for you, or led your lowest card."),
        ("caretaker", False, "A stand-in bot took your turn."),
        ("pass", True, "A stand-in bot now plays your seat."),
    ],
)
def test_a_timeout_says_what_the_site_did(
    alice: User,
    bob: User,
    action: str,
    kept: bool,  # noqa: FBT001 # a parameter of the test
    said: str,
) -> None:
    game = lay_game([alice, bob], NewGame(seats=3, pace="1d", timeout_action=action, bots=["skald"]))
    if kept:
        game.seats.filter(user=alice).update(held_by=game.seats.get(kind="bot").user)
    row = row_of(Kind.TIMEOUT, game, alice)
    assert compose(row, "x@example.org").subject == f"Your time ran out in {game.title}"
    for body in texts(row):
        assert said in body
        assert ("Take your seat back" in body) == kept


def test_the_end_tells_winners_and_points(alice: User, bob: User) -> None:
    game = finished_game([alice, bob])
    row = row_of(Kind.OVER, game, alice)
    assert compose(row, "x@example.org").subject == f"{game.title} is over"
    text, html = texts(row)
    seats = list(game.seats.select_related("user").order_by("number"))
    for seat in seats:
        you = " (you)" if seat.user == alice else ""
        won = ", won" if seat.is_winner else ""
        assert f"  {seat.user.handle}{you}: {seat.points} point{'' if seat.points == 1 else 's'}{won}\n" in text
    winners = [seat.user for seat in seats if seat.is_winner]
    for body in (text, words(html)):
        assert ("You won!" in body) == (winners == [alice])
        assert ("Winner: bob." in body) == (winners == [bob])


def test_a_win_by_the_caretaker_is_not_said_to_be_the_players(alice: User, bob: User) -> None:
    game = finished_game([alice, bob])
    winner = game.seats.filter(is_winner=True)[0]
    game.seats.update(is_winner=False)
    for won in (True, False):
        game.seats.filter(pk=winner.pk).update(held_by=caretaker_user(), is_winner=won)
        text, html = texts(row_of(Kind.OVER, game, winner.user))
        for body in (text, words(html)):
            assert "You won!" not in body
            assert ("A stand-in bot won the game for you." in body) == won
            assert ("A stand-in bot played your seat to the end." in body) != won
            assert len(re.findall(r"(?<![Aa] )stand-in bot", body)) == 1


def test_the_end_by_resignation_is_said_to_be_one(alice: User, bob: User) -> None:
    game = lay_game([alice, bob])
    seat_resign(public_id=game.public_id, user=bob)
    for body in texts(row_of(Kind.OVER, Game.objects.get(), alice)):
        assert "You won!" in body
        assert "The others resigned." in body


def test_a_cancelled_game_is_notified_with_the_reason(game: Game) -> None:
    Game.objects.update(status="cancelled", ending="cancelled", ended_at=timezone.now())
    user = seat_to_act(game).user
    row = row_of(Kind.MODERATION, Game.objects.get(), user)
    assert compose(row, "x@example.org").subject == f"{game.title} was cancelled"
    for body in texts(row):
        assert "We lost the secret values" in body
        assert "it doesn’t count" in body


ACTS = {
    "pause": ("paused the game", "All clocks stop until a moderator resumes the game."),
    "resume": ("resumed the game", "The clocks are running again."),
    "extend": ("gave more time", "{have} more time for this turn."),
    "pass": ("passed for a player", "The moderator passed for {them}."),
    "bot": ("gave a seat to a bot", "A stand-in bot now plays for {them}."),
    "replace": ("gave a seat to another player", "{play} seat"),
    "take_back": ("took back turns", "These turns don’t count."),
    "cancel": ("cancelled the game", "Nobody wins."),
    "lock_chat": ("locked the chat", "Nobody can write until it’s unlocked."),
    "unlock_chat": ("unlocked the chat", "All players can write again."),
    "unrate": ("made the game unrated", "It no longer counts for anyone’s rating."),
    "rate": ("made the game rated", "It now counts for everyone’s rating."),
}


@pytest.mark.parametrize("kind", Intervention.Kind.values)
def test_a_moderators_act_is_notified_with_the_reason(alice: User, bob: User, kind: str) -> None:
    game = lay_game([alice, bob], NewGame(seats=2, name="Boathouse"))
    seats = {seat.user: seat for seat in game.seats.select_related("user")}
    act = make_act(game, make_person("mod"), kind, seat=seats[alice].number)
    what, words_of_it = ACTS[kind]
    yours = {"have": "You have", "them": "you", "play": "You now play this"}
    hers = {"have": "alice has", "them": "alice", "play": "alice now plays"}
    for person, names in ((alice, yours), (bob, hers)):
        row = row_of(Kind.MODERATION, game, person, act.pk)
        assert compose(row, "x@example.org").subject == f"Boathouse: A moderator {what}"
        for body in texts(row):
            assert words_of_it.format(**names) in body
            assert act.reason in body
            assert f"/g/{game.public_id}/" in body


def test_replaced_players_are_notified_without_a_link_to_a_closed_table(alice: User, bob: User) -> None:
    game = lay_game([alice, bob], NewGame(seats=2, name="Boathouse", visibility=Game.Visibility.PRIVATE))
    act = make_act(game, make_person("mod"), "replace", seat=0)
    for body in texts(row_of(Kind.MODERATION, game, make_person("dora"), act.pk)):
        assert f"{game.seats.get(number=0).user.handle} now plays in your place." in body
        assert "because of your notification settings" in body
        assert game.public_id not in body


def test_a_collected_mail_tells_why_a_moderator_acted(game: Game, alice: User, bob: User) -> None:
    act = make_act(game, bob, "pause")
    row = row_of(Kind.MODERATION, game, alice, act.pk)
    row.digest = "daily"
    message = compose_digest([row], "x@example.org")
    assert message.subject == f"{game.title}: A moderator paused the game"
    assert f"* {game.title}: A moderator paused the game: {act.reason}\n" in message.body


def test_a_mention_names_author_and_game_but_not_the_text(game: Game, alice: User, bob: User) -> None:
    row = row_of(Kind.MENTION, game, alice, make_line(game, bob, "@alice a secret plan").pk)
    assert compose(row, "x@example.org").subject == f"bob mentioned you in {game.title}"
    for body in texts(row):
        assert "secret plan" not in body
        assert f"/g/{game.public_id}/" in body


@pytest.mark.parametrize("kind", [Kind.TURN, Kind.REMINDER])
def test_own_cards_are_mailed(alice: User, bob: User, kind: Notice.Kind) -> None:
    game = lay_game([alice, bob])
    for person in (alice, bob):
        seat = game.seats.get(user=person)
        own = sorted(observe(state_of(game), seat.number).cards)
        text, html = texts(row_of(kind, game, person))
        assert f"Your cards: {spoken_cards(own)}\n" in text
        assert codes_in(html, game) == set(map(str, own))
        for body in (text, html):
            assert spoken_cards(own) in body
            assert "not in this mail" not in body


@pytest.mark.parametrize("kind", [Kind.TURN, Kind.REMINDER])
def test_no_cards_are_mailed_to_those_who_want_none(alice: User, bob: User, kind: Notice.Kind) -> None:
    Preferences.objects.create(user=alice, mail_cards=False)
    game = lay_game([alice, bob])
    for body in texts(row_of(kind, game, alice)):
        assert "Your cards" not in body
        assert not codes_in(body, game)


def test_former_holders_of_a_seat_see_no_cards(game: Game) -> None:
    user = seat_to_act(game).user
    other = game.seats.exclude(user=user).get()
    game.seats.filter(user=user).update(held_by=other.user)
    for kind in (Kind.TURN, Kind.TIMEOUT):
        for body in texts(row_of(kind, game, user)):
            assert not codes_in(body, game)


def test_every_kind_has_a_mail_and_asks_little(
    game: Game, rng: random.Random, django_assert_max_num_queries: object
) -> None:
    take_turn(game, rng)
    user = User.objects.select_related("preferences").get(pk=seat_to_act(game).user_id)
    for kind in Kind:
        row = row_of(kind, game, user, about_of(kind, game, user, game.seats.exclude(user=user).get().user))
        with django_assert_max_num_queries(11):  # type: ignore[operator]
            message = compose(row, "x@example.org")
        assert message.subject
        assert user.handle in message.body
        assert message.alternatives


def test_invitations_and_seats_tell_the_pace(alice: User, bob: User) -> None:
    lay_game([alice, bob], NewGame(seats=3, pace="8h", weekends_off=True))
    row = Notice.objects.get(kind=Kind.JOINED, user=bob)
    assert "8 hours a turn, then you pass, weekends off" in texts(row)[0]


def test_a_push_does_not_replace_the_first_mails_fingerprint(game: Game) -> None:
    """The first email explains the fingerprint, whatever other channels sent."""
    row = turn_mail(game)
    notice_write(Kind.STARTED, game, row.user, timezone.now(), number=5)
    Notice.objects.filter(number=5).update(channel="push", status="sent", sent_at=timezone.now())
    assert game.fingerprint in texts(row)[0]
