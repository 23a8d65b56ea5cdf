"""Pauses, more time, passes and ends by a moderator."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
import time_machine
from django.core.exceptions import PermissionDenied
from django.utils import timezone

from accounts.errors import AccountReason, AccountRefused
from accounts.models import FOREVER, AuditEntry, User
from accounts.staff.reasons import reasons_named
from games.errors import NoSuchGame, Refused
from games.lobby.services import NewGame, game_create, game_leave
from games.models import Game, Intervention, Move, Notice, Seat, StandingOrders
from games.moderation import acts
from games.moderation.acts import (
    chat_lock,
    chat_unlock,
    game_cancel,
    game_extend,
    game_pass,
    game_pause,
    game_rebuild_by,
    game_resume,
    seat_to_bot,
    seat_to_person,
    turns_take_back,
)
from games.moderation.errors import ActReason, ConflictReason
from games.notices.errors import LinkRefused, TurnLinkReason
from games.notices.links.turn import link_issue, link_open
from games.play.errors import PlayReason
from games.play.seats.services import seat_return
from games.play.standing_orders import Order, OrderKind, orders_set
from games.play.timeouts import wait_attend
from games.play.turn import turn_play
from games.play.waits.pauses import pause_want
from games.table import table_view
from games.table.words import ending_aside
from tests.factories import make_person, make_staff, seat_to_act, state_of
from tests.games_laid import Place, game_at, lay_game
from tests.moderation.moderator_acts import WHY, act, check_sound, hand_of, log_of, play_turns, refusal, told_of
from tests.notices.links.turn_links import notice_of, token_of
from tests.play.slow_games import DAY, HOUR, START, clock_of, seat_of

pytestmark = pytest.mark.django_db

# Every act with its other arguments.
ACTS: tuple[tuple[Callable[..., Any], dict[str, Any]], ...] = (
    (game_pause, {}),
    (game_resume, {}),
    (game_extend, {"hours": 1}),
    (game_pass, {"seat": 0}),
    (seat_to_bot, {"seat": 0}),
    (seat_to_person, {"seat": 0, "handle": "dora"}),
    (turns_take_back, {"hand": 1, "keep": 0}),
    (game_cancel, {"counts_for_rating": True}),
    (chat_lock, {}),
    (chat_unlock, {}),
    (acts.cards_open, {}),
    (game_rebuild_by, {}),
)


@pytest.fixture(autouse=True)
def travel() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(START, tick=False) as traveller:
        yield traveller


@pytest.fixture
def moderator(db: None) -> User:
    return make_staff("moderator", "moderator")


@pytest.fixture
def dora(db: None) -> User:
    return make_person("dora")


@pytest.fixture
def game(alice: User, bob: User, charlie: User) -> Game:
    return lay_game([alice, bob, charlie], NewGame(seats=3, target=30, pace="1d"))


@pytest.mark.parametrize(("service", "given"), ACTS, ids=lambda value: getattr(value, "__name__", ""))
def test_each_needs_permission_a_reason_and_no_part_in_the_game(
    game: Game, alice: User, moderator: User, service: Callable[..., Any], given: dict[str, Any]
) -> None:
    with pytest.raises(PermissionDenied):
        service(actor=make_person("dora"), public_id=game.public_id, reason=WHY, **given)
    helper = make_staff("helper", *(["helper"] if service not in (chat_lock, chat_unlock) else []))
    with pytest.raises(PermissionDenied):
        service(actor=helper, public_id=game.public_id, reason=WHY, **given)
    chief = make_staff("chief", "administrator", "cards")
    with pytest.raises(AccountRefused) as empty:
        service(actor=chief, public_id=game.public_id, reason=" \u3164", **given)
    assert empty.value.reason == AccountReason.REASON_MISSING
    with pytest.raises(NoSuchGame):
        service(actor=chief, public_id="nothere", reason=WHY, **given)
    Seat.objects.filter(game=game, number=2).update(user=chief, held_by=chief)
    assert refusal(game, service, actor=chief, **given) == ConflictReason.OWN_GAME
    User.objects.filter(pk=chief.pk).update(suspended_until=FOREVER)
    with pytest.raises(PermissionDenied):
        service(actor=User.objects.get(pk=chief.pk), public_id=game.public_id, reason=WHY, **given)
    assert not AuditEntry.objects.exclude(game="").exists()


def test_a_pause_holds_until_a_moderator_ends_it(
    game: Game, alice: User, bob: User, charlie: User, moderator: User, travel: time_machine.Traveller
) -> None:
    version = game.version
    travel.shift(HOUR)
    row = act(game, game_pause, actor=moderator)
    assert (game.status, game.held_at, game.pause_ends_at) == (Game.Status.PAUSED, timezone.now(), None)
    assert (game.version, row.version, row.kind) == (version + 1, version + 1, Intervention.Kind.PAUSE)
    assert (clock_of(game).left, clock_of(game).next_at) == (23 * HOUR, None)
    with pytest.raises(Refused) as held:
        pause_want(public_id=game.public_id, user=alice, want=True)
    assert held.value.reason == PlayReason.PAUSE_HELD
    view = table_view(game, alice)
    assert (view.paused, view.pause.held, view.pause.may_ask, view.clock.due_at) == (True, True, False, None)
    # Nor when all who might agree leave.
    for person in (alice, bob):
        act(game, seat_to_bot, actor=moderator, seat=seat_of(game, person).number)
    assert game.status == Game.Status.PAUSED
    travel.shift(300 * DAY)
    wait_attend(game_id=game.pk)
    game.refresh_from_db()
    assert game.status == Game.Status.PAUSED
    act(game, game_resume, actor=moderator)
    assert (game.status, game.held_at) == (Game.Status.RUNNING, None)
    assert refusal(game, game_resume, actor=moderator) == ActReason.NOT_PAUSED


def test_a_pause_with_an_end_ends_by_itself(
    game: Game, alice: User, moderator: User, travel: time_machine.Traveller
) -> None:
    act(game, game_pause, actor=moderator, days=3)
    assert game.pause_ends_at == START + 3 * DAY
    act(game, game_pause, actor=moderator, days=2)
    assert (game.pause_ends_at, clock_of(game).next_at) == (START + 2 * DAY, START + 2 * DAY)
    travel.shift(2 * DAY)
    wait_attend(game_id=game.pk)
    game.refresh_from_db()
    assert (game.status, game.held_at) == (Game.Status.RUNNING, None)
    assert clock_of(game).due_at == START + 3 * DAY
    for days in (0, 366, -1):
        assert refusal(game, game_pause, actor=moderator, days=days) == ActReason.BAD_DAYS


def test_a_pause_of_the_players_becomes_a_moderators_and_the_links_hold(
    game: Game, alice: User, bob: User, charlie: User, moderator: User
) -> None:
    token = token_of(link_issue(notice_of(game)))
    for person in (alice, bob, charlie):
        pause_want(public_id=game.public_id, user=person, want=True)
    game.refresh_from_db()
    act(game, game_pause, actor=moderator)
    with pytest.raises(LinkRefused) as waits:
        link_open(token=token)
    assert waits.value.reason == TurnLinkReason.PAUSED
    act(game, game_resume, actor=moderator)
    assert link_open(token=token).user == seat_to_act(game).user


def test_more_time_can_be_given_again(game: Game, moderator: User, travel: time_machine.Traveller) -> None:
    version = game.version
    row = act(game, game_extend, actor=moderator, hours=5)
    act(game, game_extend, actor=moderator, hours=2)
    assert (clock_of(game).due_at, game.version) == (START + DAY + 7 * HOUR, version)
    assert (row.seat, row.version) == (game.to_act, version)
    assert told_of(row) == {"alice", "bob", "charlie"}
    # Also if it has expired unnoticed.
    travel.shift(2 * DAY)
    act(game, game_extend, actor=moderator, hours=48)
    wait_attend(game_id=game.pk)
    assert not Move.objects.filter(hand__game=game).exists()
    for hours in (0, 1441):
        assert refusal(game, game_extend, actor=moderator, hours=hours) == ActReason.BAD_HOURS
    act(game, game_pause, actor=moderator)
    assert refusal(game, game_extend, actor=moderator, hours=1) == PlayReason.NOT_RUNNING


def test_a_pass_is_the_turn_that_the_rules_say(game: Game, moderator: User) -> None:
    lead = seat_to_act(game)
    lowest = min(state_of(game).hands[lead.number], key=lambda card: (card.number, "BRPGKO".index(card.colour)))
    other = (lead.number + 1) % 3
    assert refusal(game, game_pass, actor=moderator, seat=other) == ActReason.NOT_ITS_TURN
    assert refusal(game, game_pass, actor=moderator, seat=6) == ActReason.NO_SEAT
    row = act(game, game_pass, actor=moderator, seat=lead.number)
    move = Move.objects.get()
    assert (move.turn, move.by, move.actor, move.version) == (str(lowest), "moderator", moderator, row.version)
    act(game, game_pass, actor=moderator, seat=other)
    assert Move.objects.get(number=2).turn == "pass"
    entries = [entry for past in table_view(game, lead.user).rounds for entry in past.entries]
    assert [(entry.kind, entry.by, entry.reason) for entry in entries] == [
        ("pass", "moderator", WHY),
        ("lead", "moderator", WHY),
    ]
    assert not game.seats.exclude(turns_in_time=0, turns_late=0).exists()
    check_sound(game)


def test_a_pass_may_end_the_hand(game: Game, moderator: User) -> None:
    """Forced leads continue to a seat's last card."""
    while not (state_of(game).table_seat is None and state_of(game).sizes[game.to_act or 0] == 1):
        state, user = state_of(game), seat_to_act(game).user
        text = "pass" if state.table else str(state.hands[state.to_act][-1])
        turn_play(public_id=game.public_id, user=user, version=game.version, text=text)
        game.refresh_from_db()
    number = hand_of(game).number
    row = act(game, game_pass, actor=moderator, seat=game.to_act)
    assert row.hand_number == number
    assert game.hands.count() == number + 1 or game.ended_at is not None
    check_sound(game)


@pytest.mark.parametrize("case", ["it counts", "it does not", "it does not, paused"])
def test_a_cancelled_game_has_no_winner_and_shows_its_deals(
    alice: User, bob: User, charlie: User, moderator: User, case: str
) -> None:
    game = game_at([alice, bob, charlie], Place(2, 2), recorded="three_with_goat", pace="1d")
    orders_set(public_id=game.public_id, user=alice, order=Order(OrderKind.GO_OUT))
    counts = case == "it counts"
    if "paused" in case:
        act(game, game_pause, actor=moderator)
    points = list(game.seats.order_by("number").values_list("points", flat=True))
    row = act(game, game_cancel, actor=moderator, counts_for_rating=counts)
    assert (game.status, game.ending, game.counts_for_rating) == ("cancelled", "cancelled", counts)
    assert (game.ended_at, game.to_act, game.held_at, game.pause_ends_at) == (START, None, None, None)
    hand = hand_of(game)
    assert (hand.voided, len(hand.seed), hand.points) == (True, 64, None)
    assert list(game.seats.order_by("number").values_list("points", flat=True)) == points
    assert not game.seats.filter(is_winner=True).exists()
    assert (clock_of(game).next_at, clock_of(game).user) == (None, None)
    assert not StandingOrders.objects.exists()
    assert Notice.objects.filter(kind="moderation", channel="mail", version=game.version).count() == 3
    assert told_of(row) == {"alice", "bob", "charlie"}
    assert log_of(game)[-1] == ("cancel", WHY)
    ending = table_view(game, alice).ending
    assert ending is not None
    assert (ending.winners, ending_aside(ending)) == ((), WHY)
    check_sound(game)
    assert refusal(game, game_cancel, actor=moderator, counts_for_rating=counts) == ActReason.OVER
    for service, given in ACTS[:7]:
        kept = {**given, "handle": "dora"} if "handle" in given else given
        make_person("dora") if "handle" in given else None
        assert refusal(game, service, actor=moderator, **kept) in (
            PlayReason.NOT_RUNNING,
            ActReason.NOT_PAUSED,
        )


def test_a_game_that_has_not_begun_can_be_cancelled(alice: User, bob: User, moderator: User) -> None:
    game = game_create(host=alice, new=NewGame(seats=3))
    row = act(game, game_cancel, actor=moderator, counts_for_rating=False)
    assert (game.status, row.hand_number, told_of(row)) == (Game.Status.CANCELLED, 0, {"alice"})
    with pytest.raises(Refused):
        game_leave(public_id=game.public_id, user=alice)


def test_a_game_without_its_chain_is_cancelled_without_a_seed(game: Game, moderator: User) -> None:
    play_turns(game, 2)
    game.chain.delete()
    act(game, game_cancel, actor=moderator, counts_for_rating=False)
    assert (game.status, hand_of(game).voided, hand_of(game).seed) == ("cancelled", True, "")


def test_a_chat_is_locked_and_opened_by_helpers_too(game: Game) -> None:
    helper = make_staff("helper", "helper")
    version = game.version
    act(game, chat_lock, actor=helper)
    assert (game.chat_locked_at, game.version) == (START, version)
    assert refusal(game, chat_lock, actor=helper) == ActReason.ALREADY
    act(game, chat_unlock, actor=helper)
    assert game.chat_locked_at is None
    assert refusal(game, chat_unlock, actor=helper) == ActReason.ALREADY
    assert log_of(game) == [("lock_chat", WHY), ("unlock_chat", WHY)]
    assert AuditEntry.objects.filter(action__in=("game.lock_chat", "game.unlock_chat")).count() == 2


def test_caches_are_rebuilt(game: Game, alice: User, moderator: User) -> None:
    play_turns(game, 5)
    right = game.to_act
    Game.objects.filter(pk=game.pk).update(to_act=((right or 0) + 1) % 3)
    game_rebuild_by(actor=moderator, public_id=game.public_id, reason=f"{alice.handle} saw it")
    game.refresh_from_db()
    assert game.to_act == right
    entry = AuditEntry.objects.get(action="game.rebuild")
    assert (entry.reason, entry.game) == (f"@#{alice.pk} saw it", game.public_id)
    assert not Intervention.objects.exists()


def test_a_wait_that_began_after_the_last_turn_outlives_a_rebuild(
    game: Game, dora: User, moderator: User, travel: time_machine.Traveller
) -> None:
    play_turns(game, 4)
    seat = seat_to_act(game)
    travel.shift(HOUR)
    act(game, seat_to_bot, actor=moderator, seat=seat.number)
    check_sound(game)
    travel.shift(HOUR)
    seat_return(public_id=game.public_id, user=seat.user)
    game.refresh_from_db()
    assert game.waiting_since == timezone.now()
    check_sound(game)
    travel.shift(HOUR)
    act(game, seat_to_person, actor=moderator, seat=seat.number, handle="dora")
    check_sound(game)
    act(game, game_pause, actor=moderator)
    travel.shift(HOUR)
    act(game, game_resume, actor=moderator)
    assert game.waiting_since == timezone.now()
    check_sound(game)


def test_turns_are_counted_as_in_time_or_late(game: Game, travel: time_machine.Traveller) -> None:
    first = seat_to_act(game)
    play_turns(game, 3)
    first.refresh_from_db()
    assert (first.turns_in_time, first.turns_late) == (1, 0)
    late = seat_to_act(game)
    before = late.turns_in_time
    travel.shift(2 * DAY)
    wait_attend(game_id=game.pk)
    late.refresh_from_db()
    assert (late.turns_in_time, late.turns_late) == (before, 1)


def test_a_reason_outlives_the_names_in_it(
    game: Game, alice: User, bob: User, dora: User, moderator: User, django_assert_num_queries: Any
) -> None:
    User.objects.filter(pk=bob.pk).update(handle=str(alice.pk))
    reason = f"ALICE and @{alice.pk} wanted it, says moderator; turn #12, alice-marie and alicex did not."
    row = game_extend(actor=moderator, public_id=game.public_id, reason=reason, hours=1)
    marked = f"@#{alice.pk} and @#{bob.pk} wanted it, says @#{moderator.pk}; turn #12, alice-marie and alicex did not."
    assert row.reason == marked
    assert AuditEntry.objects.get().reason == marked
    User.objects.filter(pk=bob.pk).update(handle="Robert")
    User.objects.filter(pk=alice.pk).update(erased_at=START, handle="gone-1")
    shown = "Deleted account and Robert wanted it, says moderator; turn #12, alice-marie and alicex did not."
    assert log_of(game) == [("extend", shown)]
    with django_assert_num_queries(1):
        assert reasons_named([marked, "nobody", "@#99999999"]) == [shown, "nobody", "@#99999999"]
    with django_assert_num_queries(0):
        assert reasons_named(["nobody", "#12"]) == ["nobody", "#12"]
    replaced = act(game, seat_to_person, actor=moderator, seat=seat_of(game, bob).number, handle="dora")
    assert replaced.reason == WHY
