"""The clock on a game's page: time limits, absences, pauses, the stand-in bot."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.engine import own_cards, state_from_json
from games.models import Deadline, Game, Preferences, Seat
from games.play.clock import words as say
from games.play.clock.absences import absence_add
from games.play.seats.resign import seat_resign
from games.play.timeouts import wait_attend
from games.play.waits.extra_time import time_grant
from games.table.clock_words import halt_words
from games.table.views.response import PART_HEADER
from games.web.dates import at_time, until_time
from tests.clients import ClientOf
from tests.games_laid import finished_game, lay_slow_game
from tests.page_texts import main_of, queries_of, words_of
from tests.play.slow_games import DAY, HOUR, START, actor_and_other, clock_of, day, person_acts
from tests.table.tables import game_url, page_of, seen_by, text_of

pytestmark = pytest.mark.usefixtures("travel")

# START is a Monday, 9:00 UTC.
PART = {"X-Requested-With": "fetch"}


def in_zone(user: User, zone: str) -> None:
    User.objects.filter(pk=user.pk).update(time_zone=zone)


def wake(user: User, first: time, last: time) -> None:
    Preferences.objects.update_or_create(user=user, defaults={"waking": [first, last]})


def time_runs_out(game: Game, travel: time_machine.Traveller) -> None:
    due_at = clock_of(game).due_at
    assert due_at is not None
    travel.move_to(due_at)
    wait_attend(game_id=game.pk)
    game.refresh_from_db()


def test_due_times_are_in_each_readers_time_zone(alice: User, bob: User, client_of: ClientOf, client: Client) -> None:
    game = lay_slow_game([alice, bob], "8h")
    acts, other = actor_and_other(game)
    in_zone(other, "America/New_York")
    in_zone(acts, "Asia/Tokyo")
    acts.refresh_from_db()
    assert f"{acts.name} has until 17:00." in words_of(client.get(game_url("table", game)))
    assert f"{acts.name} has until 12:00." in page_of(client_of(other), game)
    assert "You have until Tue 02:00. until Tue 02:00 · 8 h left" in page_of(client_of(acts), game)


def test_the_page_tells_its_script_the_servers_time(alice: User, bob: User, client_of: ClientOf) -> None:
    game = lay_slow_game([alice, bob], "3m")
    page = main_of(client_of(alice).get(game_url("table", game)))
    now = int(START.timestamp() * 1000)
    assert f'data-due="{now + 180_000}" data-urgent="{now + 135_000}" data-now="{now}" data-live' in page
    assert "3 min left" in page


def test_the_last_quarter_of_the_time_looks_urgent(
    alice: User, bob: User, client_of: ClientOf, travel: time_machine.Traveller
) -> None:
    game = lay_slow_game([alice, bob], "1d")
    client = client_of(alice)
    travel.move_to(START + 17 * HOUR)
    assert 'class="clock"' in main_of(client.get(game_url("table", game)))
    travel.move_to(START + 18 * HOUR)
    assert 'class="clock is-urgent"' in main_of(client.get(game_url("table", game)))
    travel.move_to(START + DAY)
    assert "time is up" in page_of(client, game)


def test_without_a_limit_and_at_a_bots_turn_there_is_no_clock(alice: User, bob: User, client_of: ClientOf) -> None:
    unhurried = lay_slow_game([alice, bob], "none")
    page = client_of(alice).get(game_url("table", unhurried))
    assert 'id="clock"' not in main_of(page)
    assert "No clock is running." in words_of(page)
    assert "Pace no time limit Time up No time limit. After 60 days a stand-in bot takes the turn." in words_of(page)
    with_bot = lay_slow_game([alice], bots=["berserker"])
    Game.objects.filter(pk=with_bot.pk).update(to_act=1, bot_acts=True)
    Deadline.objects.filter(pk=with_bot.pk).update(seat=1, user=None, due_at=None)
    assert 'id="clock"' not in main_of(client_of(alice).get(game_url("table", with_bot)))


def test_pace_and_what_happens_when_time_is_up_stand_on_the_page(alice: User, bob: User, client_of: ClientOf) -> None:
    words = page_of(client_of(alice), lay_slow_game([alice, bob], "2d", weekends_off=True))
    assert "Pace 2 days a turn, weekends off" in words
    assert "Time up The player passes, or leads their lowest card. After three timeouts in a row" in words


def test_a_clock_stops_while_its_person_is_away(
    alice: User, bob: User, client_of: ClientOf, travel: time_machine.Traveller
) -> None:
    game = lay_slow_game([alice, bob], "1d")
    acts, other = actor_and_other(game)
    travel.move_to(START + 2 * HOUR)
    absence_add(user=acts, first=day(0), last=day(4))
    page = client_of(other).get(game_url("table", game))
    assert f"{acts.name}’s clock is stopped. Away, back on 6 Mar." in words_of(page)
    assert f"{acts.name}’s clock is stopped. Away, back on 6 Mar. {acts.name} has until Sat 22:00." in words_of(page)
    assert 'title="Away, back on 6 Mar">Away</span>' in main_of(page)
    own = page_of(client_of(acts), game)
    assert "Your clock is stopped. Away, back on 6 Mar. You have until Sat 22:00." in own
    travel.move_to(START + 5 * DAY)
    assert "until 22:00 · 13 h left" in page_of(client_of(other), game)


def test_absent_players_are_marked_before_their_turn(alice: User, bob: User, client_of: ClientOf) -> None:
    game = lay_slow_game([alice, bob], "1d")
    acts, other = actor_and_other(game)
    absence_add(user=other, first=day(0), last=day(2))
    absence_add(user=other, first=day(3), last=day(4))
    assert f"{other.name}: away, back on 6 Mar." in page_of(client_of(acts), game)
    assert "You: away, back on 6 Mar." in page_of(client_of(other), game)
    assert "until Tue 09:00 · 24 h left" in page_of(client_of(other), game)


def test_home_names_absent_people_and_explains_stopped_clocks(
    alice: User, bob: User, client_of: ClientOf, travel: time_machine.Traveller
) -> None:
    slow = lay_slow_game([alice, bob], "2d", weekends_off=True)
    acts, other = actor_and_other(slow)
    clients = [client_of(acts), client_of(other)]
    home = reverse("home")
    assert "away" not in words_of(clients[0].get(home))
    absence_add(user=acts, first=day(0), last=day(1))
    mine, theirs = (words_of(client.get(home)) for client in clients)
    assert "You’re away, back on 3 Mar. Your clock is stopped in games with 8 hours a turn or more." in mine
    assert f"{acts.name} ’s turn away 3 days left" in theirs
    assert "You’re away" not in theirs
    travel.move_to(START + 5 * DAY)
    assert f"{acts.name} ’s turn weekend" in words_of(clients[1].get(home))


def test_home_shows_sleeping_players(
    alice: User, bob: User, client_of: ClientOf, travel: time_machine.Traveller
) -> None:
    for person in (alice, bob):
        wake(person, time(8), time(20))
    game = lay_slow_game([alice, bob], "8h")
    travel.move_to(START + 3 * HOUR)
    person_acts(game)
    travel.move_to(START + 12 * HOUR)
    assert "asleep until Tue 08:00" in words_of(client_of(alice).get(reverse("home")))


def test_absence_beyond_the_limit_of_a_game_stops_no_clock(
    alice: User, bob: User, travel: time_machine.Traveller
) -> None:
    game = lay_slow_game([alice, bob], "14d")
    acts, _other = actor_and_other(game)
    Preferences.objects.update_or_create(user=acts, defaults={"vacation_days": 30, "vacation_counted_at": START})
    absence_add(user=acts, first=day(0), last=day(27))
    halted = seen_by(game, acts).clock.halt
    assert halted is not None
    assert halted.reason == "away"
    travel.move_to(START + 22 * DAY)
    view = seen_by(game, acts)
    assert view.clock.halt is None
    assert view.me is not None
    assert view.me.away_until == day(27)


def test_absence_has_no_effect_at_live_paces(alice: User, bob: User) -> None:
    game = lay_slow_game([alice, bob], "3m")
    for person in (alice, bob):
        absence_add(user=person, first=day(0), last=day(4))
    view = seen_by(game, alice)
    assert view.clock.halt is None
    assert [seat.away_until for seat in view.seats] == [None, None]


def test_weekends_off_and_sleep_stand_on_the_clock(alice: User, bob: User, travel: time_machine.Traveller) -> None:
    for person in (alice, bob):
        wake(person, time(8), time(20))
    slow, quick = lay_slow_game([alice, bob], "2d", weekends_off=True), lay_slow_game([alice, bob], "8h")
    travel.move_to(START + 12 * HOUR)
    assert halt_words(seen_by(slow, alice)) == ""
    assert halt_words(seen_by(quick, None)) == "asleep until Tue 08:00"
    travel.move_to(START + 5 * DAY)
    # After a time-out on Wednesday nothing waits, so begin again on Friday.
    travel.move_to(START + 4 * DAY)
    friday = lay_slow_game([alice, bob], "2d", weekends_off=True)
    assert halt_words(seen_by(friday, alice)) == ""
    travel.move_to(START + 5 * DAY)
    assert halt_words(seen_by(friday, alice)) == "weekend"


def test_a_day_more_is_given_once_and_by_the_others(alice: User, bob: User, client_of: ClientOf) -> None:
    game = lay_slow_game([alice, bob], "1d")
    acts, other = actor_and_other(game)
    assert 'id="more-time"' not in main_of(client_of(acts).get(game_url("table", game)))
    client = client_of(other)
    assert f"Give {acts.name} one more day" in page_of(client, game)
    sent = {"version": str(game.version)}
    words = words_of(client.post(game_url("more_time", game), sent, follow=True))
    assert "You gave one more day for this turn." in words
    assert "until Wed 09:00 · 2 d left" in words
    assert "You gave one more day for this turn." in words
    assert f"{other.name} gave one more day for this turn." in page_of(client_of(acts), game)
    assert "Give" not in words.split("Time ")[1].split("Pace")[0]
    again = words_of(client.post(game_url("more_time", game), sent, follow=True))
    assert "Someone already gave more time for this turn." in again


@pytest.mark.parametrize("pace", ["60s", "3m", "1h", "none"])
def test_no_day_more_where_it_makes_no_sense(alice: User, bob: User, pace: str) -> None:
    game = lay_slow_game([alice, bob], pace)
    _acts, other = actor_and_other(game)
    assert seen_by(game, other).clock.may_grant is (pace == "none")


def test_the_caretaker_holds_a_seat_and_its_owner_takes_it_back(
    alice: User, bob: User, client_of: ClientOf, travel: time_machine.Traveller
) -> None:
    game = lay_slow_game([alice, bob], "1d")
    acts, other = actor_and_other(game)
    Seat.objects.filter(game=game, user=acts).update(timeouts=2)
    time_runs_out(game, travel)
    client = client_of(acts)
    page = client.get(game_url("table", game))
    words = words_of(page)
    # In the heading and in the log.
    assert words.count("A stand-in bot plays for you") > 1
    assert "You : time ran out, played" in words
    assert 'id="hand"' not in main_of(page)
    # The player still sees their own cards, but can neither play nor plan them; no other viewer sees them.
    game.refresh_from_db()
    state = state_from_json(game.hands.get().state)
    held = {str(card) for card in own_cards(state, game.seats.get(user=acts).number)}
    mine = seen_by(game, acts)
    assert (set(mine.own), mine.choices, mine.orders) == (held, None, None)
    assert seen_by(game, other).own == seen_by(game, None).own == ()
    assert 'class="bar-own"' in main_of(page)
    assert "<b>Your cards</b>" in main_of(client.get(game_url("text_table", game)))
    assert 'class="bar-own"' not in main_of(client_of(other).get(game_url("table", game)))
    assert f"A stand-in bot plays for {acts.name}" in page_of(client_of(other), game)
    assert "Stand-in bot" in page_of(client_of(other), game)
    assert 'id="take-back"' not in main_of(client_of(other).get(game_url("table", game)))
    home = words_of(client.get(reverse("home")))
    assert "A stand-in bot plays for you" in home
    assert "Take your seat back" in home
    assert "Waiting for others" not in home
    assert "Take your seat back" not in words_of(client_of(other).get(reverse("home")))
    # As home's form posts it, without a version.
    back = client.post(game_url("return", game), follow=True)
    assert "Your seat is yours again." in words_of(back)
    assert 'id="hand"' in main_of(back)
    assert "You came back" in words_of(back)


def test_a_game_that_a_caretaker_won_says_so(alice: User, bob: User, client_of: ClientOf) -> None:
    game = finished_game([alice, bob])
    winner = game.seats.select_related("user").get(is_winner=True)
    winner.held_by = User.objects.create_user(handle="keeper", is_bot=True)
    winner.save(update_fields=["held_by"])
    other = alice if winner.user == bob else bob
    assert "A stand-in bot won for you!" in page_of(client_of(winner.user), game)
    assert f"{winner.user.name} stand-in bot" in page_of(client_of(other), game)


def test_resigned_players_are_offered_no_return(alice: User, bob: User, charlie: User, client_of: ClientOf) -> None:
    game = lay_slow_game([alice, bob, charlie], "1d")
    seat_resign(public_id=game.public_id, user=alice)
    page = client_of(alice).get(game_url("table", game))
    assert 'id="take-back"' not in main_of(page)
    assert "You resigned" in words_of(page)
    again = client_of(alice).post(game_url("return", game), follow=True)
    assert "You’ve already resigned." in words_of(again)


def test_the_script_gets_the_part_and_a_refusal_brings_the_page(alice: User, bob: User, client_of: ClientOf) -> None:
    game = lay_slow_game([alice, bob], "1d")
    acts, other = actor_and_other(game)
    sent = {"version": str(game.version)}
    part = client_of(other).post(game_url("more_time", game), sent, headers=PART)
    assert part.headers[PART_HEADER] == str(game.version)
    assert "2 d left" in text_of(part)
    own = client_of(acts).post(game_url("more_time", game), sent, headers=PART)
    assert own.headers["Location"] == game_url("table", game)


@pytest.mark.parametrize("name", ["pause", "more_time", "return"])
def test_strangers_and_stale_pages_change_nothing(
    alice: User, bob: User, charlie: User, client_of: ClientOf, client: Client, name: str
) -> None:
    game = lay_slow_game([alice, bob], "1d")
    assert client.post(game_url(name, game)).status_code == 302
    assert client_of(charlie).post(game_url(name, game), {"want": "1"}).status_code == 404
    _acts, other = actor_and_other(game)
    for version in (str(game.version - 1), "x"):
        answer = client_of(other).post(game_url(name, game), {"want": "1", "version": version}, follow=True)
        assert "The game has moved on. Please choose again." in words_of(answer)
    assert client_of(alice).get(game_url(name, game)).headers["Location"] == game_url("table", game)
    assert not Seat.objects.filter(game=game, pause_wanted_at__isnull=False).exists()
    assert clock_of(game).granted_by is None


def test_a_clock_costs_no_query_and_an_absence_one(alice: User, bob: User, charlie: User, client_of: ClientOf) -> None:
    game, live = lay_slow_game([alice, bob], "1d"), lay_slow_game([alice, bob], "3m")
    client = client_of(charlie)
    plain = queries_of(lambda: client.get(game_url("table_part", game)))
    absence_add(user=bob, first=day(0), last=day(2))
    assert queries_of(lambda: client.get(game_url("table_part", game))) == plain + 1
    assert queries_of(lambda: client.get(game_url("table_part", live))) == plain


def test_the_part_is_new_when_the_clock_changes_and_not_with_each_second(
    alice: User, bob: User, client_of: ClientOf, travel: time_machine.Traveller
) -> None:
    game = lay_slow_game([alice, bob], "1d")
    _acts, other = actor_and_other(game)
    client = client_of(other)
    etag = client.get(game_url("table_part", game)).headers["ETag"]
    travel.move_to(START + HOUR)
    assert client.get(game_url("table_part", game), headers={"If-None-Match": etag}).status_code == 304
    time_grant(public_id=game.public_id, user=other)
    assert client.get(game_url("table_part", game), headers={"If-None-Match": etag}).status_code == 200


def test_each_turn_begins_a_new_clock(
    alice: User, bob: User, client_of: ClientOf, travel: time_machine.Traveller
) -> None:
    game = lay_slow_game([alice, bob], "1d")
    travel.move_to(START + 20 * HOUR)
    assert "4 h left" in page_of(client_of(alice), game)
    person_acts(game)
    assert "24 h left" in page_of(client_of(alice), game)


@pytest.mark.parametrize(
    ("left", "short", "words"),
    [
        (timedelta(0), "time is up", "time is up"),
        (timedelta(seconds=59), "< 1 min left", "less than a minute left"),
        (timedelta(seconds=60), "1 min left", "1 minute left"),
        (timedelta(minutes=119), "119 min left", "119 minutes left"),
        (timedelta(hours=2), "2 h left", "2 hours left"),
        (timedelta(hours=47, minutes=59), "47 h left", "47 hours left"),
        (timedelta(hours=48), "2 d left", "2 days left"),
        (timedelta(days=13, hours=23), "13 d left", "13 days left"),
    ],
)
def test_how_much_is_left_is_said_in_its_largest_unit(left: timedelta, short: str, words: str) -> None:
    assert say.left_short(START + left) == short
    assert say.left_words(START + left) == words


def test_times_to_come_are_said_as_people_say_them() -> None:
    assert until_time(START + 3 * HOUR) == "until 12:00"
    assert until_time(START + DAY) == "until Tue 09:00"
    assert until_time(START + 6 * DAY) == "until Sun 09:00"
    assert until_time(START + 7 * DAY) == "until 8 Mar 09:00"
    assert until_time(datetime(2027, 2, 28, 9, tzinfo=UTC)) == "until 28 Feb 09:00"
    assert at_time(START + 3 * HOUR) == "at 12:00"
    assert at_time(START + DAY) == "on Tue at 09:00"
    assert at_time(START + 7 * DAY) == "on 8 Mar at 09:00"
