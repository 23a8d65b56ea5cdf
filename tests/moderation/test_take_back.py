"""Turns taken back stay in the log; everything else follows the valid turns."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import timedelta

import pytest
import time_machine
from django.db import IntegrityError, transaction

from accounts.models import AuditEntry, User
from games.engine import Refusal, cards_text, verify_record
from games.history.record import game_record
from games.live.viewer_state import state_since, view_open
from games.lobby.services import NewGame
from games.models import Figure, Game, Intervention, Move, Notice, Seat, StandingOrders, TakeBack
from games.moderation.acts import game_pause, game_resume, seat_to_bot, seat_to_person, turns_take_back
from games.moderation.daily_figures import figures_of_day
from games.moderation.errors import ActReason
from games.notices.claim import outbox_claim
from games.notices.errors import LinkRefused, TurnLinkReason
from games.notices.links.turn import link_issue, link_open, link_play
from games.play.derived import state_from_moves
from games.play.errors import PlayReason, TurnRefused
from games.play.seats.resign import seat_resign
from games.play.seats.services import seat_return
from games.play.selectors import seat_view
from games.play.standing_orders import Order, OrderKind, orders_set
from games.play.timeouts import wait_attend
from games.play.turn import turn_play
from games.table import table_view
from tests.factories import any_turn, make_person, make_staff, rng_of, seat_to_act, seats_of, state_of
from tests.games_laid import Place, game_at, lay_game, lay_slow_game, turn_next
from tests.moderation.moderator_acts import WHY, act, check_sound, hand_of, play_turns, refusal
from tests.notices.links.turn_links import notice_of, token_of
from tests.play.slow_games import DAY, HOUR, START, clock_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def moderator(db: None) -> User:
    return make_staff("moderator", "moderator")


@pytest.fixture
def game(alice: User, bob: User, charlie: User) -> Game:
    return lay_game([alice, bob, charlie], NewGame(seats=3, target=30, pace="1d"))


@pytest.fixture
def travel() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(START, tick=False) as traveller:
        yield traveller


def take_back(game: Game, moderator: User, keep: int) -> Intervention:
    done = act(game, turns_take_back, actor=moderator, hand=hand_of(game).number, keep=keep)
    assert isinstance(done, Intervention)
    return done


def counts(seat: Seat) -> tuple[int, int, int]:
    """The seat's consecutive time-outs, and its numbers of turns in time and late."""
    seat.refresh_from_db()
    return seat.timeouts, seat.turns_in_time, seat.turns_late


def standing(game: Game) -> list[int]:
    return list(hand_of(game).moves.valid().order_by("number").values_list("number", flat=True))


def test_it_goes_on_from_the_last_turn_that_stands(game: Game, moderator: User) -> None:
    states = [(state_of(game), game.to_act)]
    for turn in range(7):
        play_turns(game, 1, seed=turn)
        states.append((state_of(game), game.to_act))
    version = game.version
    for keep in (0, 1, 4, 6):
        # Each is taken back from the same seven turns.
        before = transaction.savepoint()
        row = take_back(game, moderator, keep)
        assert (state_of(game), game.to_act) == states[keep], keep
        assert (game.version, hand_of(game).turns_count) == (version + 1, 7)
        assert (row.version, row.after_turn, row.reason, row.by) == (game.version, 7, WHY, moderator)
        assert standing(game) == list(range(1, keep + 1))
        assert Move.objects.filter(hand__game=game).count() == 7
        check_sound(game)
        play_turns(game, 3)
        assert standing(game) == [*range(1, keep + 1), 8, 9, 10]
        check_sound(game)
        transaction.savepoint_rollback(before)
        game.refresh_from_db()


def test_it_can_be_done_again_and_again(game: Game, moderator: User) -> None:
    play_turns(game, 5)
    take_back(game, moderator, 3)
    play_turns(game, 4)
    assert standing(game) == [1, 2, 3, 6, 7, 8, 9]
    take_back(game, moderator, 7)
    take_back(game, moderator, 2)
    assert standing(game) == [1, 2]
    assert refusal(game, turns_take_back, actor=moderator, hand=1, keep=3) == ActReason.NO_TURN
    assert refusal(game, turns_take_back, actor=moderator, hand=1, keep=2) == ActReason.NO_TURN
    assert refusal(game, turns_take_back, actor=moderator, hand=1, keep=99) == ActReason.NO_TURN
    check_sound(game)
    play_turns(game, 40)
    check_sound(game)
    first = game_record(game, None)["hands"][0]
    assert [turn["turn"] for turn in first["withdrawn"]] == list(
        Move.objects.filter(hand__number=1, number__in=range(3, 10)).order_by("number").values_list("turn", flat=True)
    )
    assert {"seat", "turn", "by", "at", "number"} == set(first["withdrawn"][0])


def test_the_record_numbers_the_turns_of_a_hand_in_which_some_were_taken_back(
    game: Game, alice: User, moderator: User
) -> None:
    """An event's `after_turn` counts the whole log."""
    play_turns(game, 5)
    assert "number" not in game_record(game, None)["hands"][0]["turns"][0]
    seat_resign(public_id=game.public_id, user=alice)
    game.refresh_from_db()
    take_back(game, moderator, 2)
    play_turns(game, 2)
    record = json.loads(json.dumps(game_record(game, alice)))
    hand, [event] = record["hands"][0], record["events"]
    assert [turn["number"] for turn in hand["turns"]] == [1, 2, 6, 7]
    assert [turn["number"] for turn in hand["withdrawn"]] == [3, 4, 5]
    assert event["after_turn"] == 5
    assert verify_record(record) == []


def test_it_goes_back_past_the_end_of_a_round(game: Game, moderator: User) -> None:
    lead = seat_to_act(game)
    lowest = min(state_of(game).hands[lead.number], key=lambda card: card.number)
    turn_play(public_id=game.public_id, user=lead.user, version=game.version, text=str(lowest))
    game.refresh_from_db()
    for _pass in range(2):
        turn_play(public_id=game.public_id, user=seat_to_act(game).user, version=game.version, text="pass")
        game.refresh_from_db()
    assert (state_of(game).round, game.to_act) == (2, lead.number)
    take_back(game, moderator, 2)
    assert (state_of(game).round, cards_text(state_of(game).table)) == (1, str(lowest))
    assert game.to_act == (lead.number + 2) % 3
    check_sound(game)
    assert [past.won for past in table_view(game, None).rounds] == [None]


def test_what_is_over_stays_over(alice: User, bob: User, charlie: User, moderator: User) -> None:
    game = game_at([alice, bob, charlie], Place(1, -1), recorded="target_10_of_three", pace="1d")
    turn_next(game)
    assert refusal(game, turns_take_back, actor=moderator, hand=1, keep=0) == ActReason.HAND_OVER
    assert refusal(game, turns_take_back, actor=moderator, hand=2, keep=0) == ActReason.NO_TURN
    play_turns(game, 1)
    take_back(game, moderator, 0)
    assert (game.to_act, hand_of(game).number) == (hand_of(game).leader, 2)
    check_sound(game)
    Game.objects.filter(pk=game.pk).update(status="cancelled", ended_at=game.changed_at, to_act=None)
    assert refusal(game, turns_take_back, actor=moderator, hand=2, keep=0) == PlayReason.NOT_RUNNING


def test_the_old_version_plays_nothing_any_more(game: Game, moderator: User) -> None:
    play_turns(game, 4)
    seat, version, text = seat_to_act(game), game.version, str(any_turn(game, rng_of(1)))
    take_back(game, moderator, 2)
    with pytest.raises(TurnRefused) as stale:
        turn_play(public_id=game.public_id, user=seat.user, version=version, text=text)
    assert stale.value.reason == Refusal.STALE_VERSION


def test_notices_and_links_of_the_old_wait_lapse(game: Game, moderator: User) -> None:
    play_turns(game, 3)
    # The same person is to act, so only the new wait refuses the link.
    actor = seat_to_act(game).held_by
    old = notice_of(game)
    token = token_of(link_issue(old))
    assert link_open(token=token).user == actor
    Notice.objects.filter(pk=old.pk).update(due_at=game.changed_at)
    take_back(game, moderator, 0)
    assert outbox_claim(notice_id=old.pk) is None
    old.refresh_from_db()
    assert old.status == Notice.Status.DROPPED
    assert seat_to_act(game).held_by == actor
    with pytest.raises(LinkRefused) as lapsed:
        link_play(token=token, text=str(any_turn(game, rng_of(1))))
    assert lapsed.value.reason == TurnLinkReason.TURN_OVER
    fresh = Notice.objects.get(kind="turn", channel="mail", version=game.version)
    assert fresh.user == actor
    link_play(token=token_of(link_issue(fresh)), text=str(any_turn(game, rng_of(1))))


def test_the_wait_starts_over(alice: User, bob: User, moderator: User, travel: time_machine.Traveller) -> None:
    game = lay_slow_game([alice, bob])
    play_turns(game, 2)
    clock = clock_of(game)
    clock.left, clock.reminders = timedelta(hours=1), 1
    clock.save()
    take_back(game, moderator, 1)
    row = clock_of(game)
    assert (row.left, row.version, row.reminders) == (DAY, game.version, 0)
    assert (row.user, row.due_at) == (seat_to_act(game).held_by, game.changed_at + DAY)
    assert game.waiting_since == game.changed_at


def test_orders_lapse_and_how_to_pick_up_stays(game: Game, moderator: User) -> None:
    play_turns(game, 1)
    waits = next(seat for seat in seats_of(game) if seat.number != game.to_act)
    for order in (Order(OrderKind.STUCK), Order(OrderKind.GO_OUT), Order(OrderKind.PICKUP, pickup="low")):
        orders_set(public_id=game.public_id, user=waits.user, order=order)
    other = next(seat for seat in seats_of(game) if seat.number not in (game.to_act, waits.number))
    orders_set(public_id=game.public_id, user=other.user, order=Order(OrderKind.STUCK))
    take_back(game, moderator, 0)
    row = StandingOrders.objects.get()
    assert (row.seat_id, row.pickup, row.pass_if_stuck, row.go_out) == (waits.pk, "low", False, False)
    assert clock_of(game).order_at is None


def test_an_order_takes_no_turn_that_was_taken_back(game: Game, moderator: User) -> None:
    """A plan that stayed would only take the same turn again."""
    play_turns(game, 1)
    stuck = seat_to_act(game)
    order = Order(OrderKind.ROUND, hand=1, round=state_of(game).round)
    orders_set(public_id=game.public_id, user=stuck.user, order=order)
    game.refresh_from_db()
    assert Move.objects.filter(hand__game=game).count() == 2
    take_back(game, moderator, 1)
    wait_attend(game_id=game.pk)
    assert Move.objects.filter(hand__game=game).count() == 2


def test_a_paused_game_stays_paused(game: Game, moderator: User) -> None:
    play_turns(game, 4)
    act(game, game_pause, actor=moderator)
    take_back(game, moderator, 1)
    assert (game.status, state_of(game).to_act) == (Game.Status.PAUSED, game.to_act)
    row = clock_of(game)
    assert (row.due_at, row.next_at, row.left, row.user) == (None, None, DAY, seat_to_act(game).held_by)
    act(game, game_resume, actor=moderator)
    assert clock_of(game).due_at is not None
    play_turns(game, 1)
    check_sound(game)


def test_a_bot_is_asked_again(alice: User, bob: User, moderator: User) -> None:
    game = lay_game([alice, bob], NewGame(seats=3, target=30, pace="1d", bots=["skald"]))
    play_turns(game, 6)
    seats = seats_of(game)
    bots = [number for number in range(1, 7) if seats[Move.objects.get(number=number).seat].held_by.is_bot]
    take_back(game, moderator, bots[-1] - 1)
    assert (game.bot_acts, clock_of(game).user) == (True, None)
    play_turns(game, 4)
    check_sound(game)


def test_it_undoes_the_turn_of_a_time_that_ran_out(
    alice: User, bob: User, moderator: User, travel: time_machine.Traveller
) -> None:
    game = lay_slow_game([alice, bob])
    play_turns(game, 1)
    late = seat_to_act(game)
    travel.shift(DAY + HOUR)
    wait_attend(game_id=game.pk)
    game.refresh_from_db()
    assert Move.objects.get(number=2).by == Move.By.TIMEOUT
    assert counts(late) == (1, 0, 1)
    take_back(game, moderator, 1)
    assert (seat_to_act(game), clock_of(game).left) == (late, DAY)
    assert counts(late) == (0, 0, 0)
    # The wait it was due for is gone.
    wait_attend(game_id=game.pk)
    assert Move.objects.filter(hand__game=game).count() == 2


def test_what_was_taken_back_counts_neither_as_in_time_nor_as_late(
    alice: User, bob: User, moderator: User, travel: time_machine.Traveller
) -> None:
    """A stand-in bot's single turn is a time-out; one that holds the seat takes its own turns."""
    make_person("dora")
    game = lay_game([alice, bob], NewGame(seats=2, target=30, pace="1d", timeout_action="caretaker"))
    first = seat_to_act(game)
    play_turns(game, 1)
    late = seat_to_act(game)
    for _time in range(2):
        travel.shift(2 * DAY)
        wait_attend(game_id=game.pk)
        game.refresh_from_db()
        play_turns(game, 1)
    assert [move.by for move in Move.objects.order_by("number")] == ["player", "bot", "player", "bot", "player"]
    assert (counts(late), counts(first)) == ((2, 0, 2), (0, 3, 0))
    act(game, seat_to_bot, actor=moderator, seat=late.number)
    play_turns(game, 1)
    take_back(game, moderator, 3)
    assert (counts(late), counts(first)) == ((1, 0, 1), (0, 2, 0))
    seat_return(public_id=game.public_id, user=late.user)
    game.refresh_from_db()
    act(game, seat_to_person, actor=moderator, seat=first.number, handle="dora")
    play_turns(game, 2)
    assert (counts(late), counts(first)) == ((0, 1, 1), (0, 1, 0))
    take_back(game, moderator, 0)
    # Earlier turns were never the new person's.
    assert (counts(late), counts(first)) == ((0, 0, 0), (0, 0, 0))
    assert figures_of_day(game.changed_at.date())[Figure.TURNS] == 0
    check_sound(game)


def test_everybody_is_shown_the_same(game: Game, alice: User, moderator: User) -> None:
    play_turns(game, 6)
    take_back(game, moderator, 2)
    play_turns(game, 1)
    for viewer in (None, alice):
        view = table_view(game, viewer)
        entries = [entry for past in view.rounds for entry in past.entries]
        told = next(entry for entry in entries if entry.kind == "act")
        # Only the table reads the reason.
        reason = "" if viewer is None else WHY
        assert (told.act, told.reason, len(told.withdrawn)) == ("take_back", reason, 4)
        assert len([entry for entry in entries if entry.kind != "act"]) == 3
        assert entries.index(told) == 1
        shown, _watch = view_open(game.public_id, viewer)
        assert len(shown["history"]) == 3
        assert shown["sizes"] == list(state_of(game).sizes)
    hand = hand_of(game)
    assert len(seat_view(game, hand, state_of(game), 0).history) == 3
    # Only a page that missed the take-back gets the whole view.
    [message], _watch = state_since(game.public_id, alice, game.version - 2)
    assert message["type"] == "view"
    [message], watch = state_since(game.public_id, alice, game.version - 1)
    assert (message["type"], watch.state) == ("turn", state_of(game))


def test_reads_at_an_old_version_ignore_the_take_back(game: Game, moderator: User) -> None:
    play_turns(game, 4)
    version = game.version
    take_back(game, moderator, 1)
    moves = hand_of(game).moves
    assert moves.valid(version).count() == 4
    assert moves.valid().count() == 1
    assert list(moves.taken_back().values_list("number", flat=True)) == [2, 3, 4]


def test_it_is_announced_and_recorded(game: Game, moderator: User) -> None:
    play_turns(game, 3)
    row = take_back(game, moderator, 1)
    told = Notice.objects.filter(kind="moderation", channel="mail", game=game)
    assert {(notice.user.handle, notice.about) for notice in told} == {
        ("alice", row.pk),
        ("bob", row.pk),
        ("charlie", row.pk),
    }
    entry = AuditEntry.objects.get(action="game.take_back")
    assert (entry.actor, entry.game, entry.reason) == (moderator.pk, game.public_id, WHY)
    assert entry.facts == {"version": game.version, "hand": 1, "kept": 1, "last": 3, "turns": 2}


def test_rows_of_what_was_taken_back_stay_as_they_are(game: Game, moderator: User) -> None:
    play_turns(game, 2)
    take_back(game, moderator, 1)
    for rows in (TakeBack.objects.all(), Intervention.objects.all(), Move.objects.all()):
        with pytest.raises(IntegrityError), transaction.atomic():
            rows.delete()
    assert json.dumps(game_record(game, None))
    assert state_from_moves(hand_of(game), 3) == state_of(game)
