"""Effects of decisions on games, and of merging accounts."""

from datetime import UTC, datetime, timedelta
from hashlib import sha256

import pytest
import time_machine
from django.conf import settings
from django.core import mail
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.decisions.account_closing import account_open
from accounts.decisions.double_accounts import double_mark, double_merge, double_unmark
from accounts.decisions.members import role_take
from accounts.decisions.sanctions import sanction_impose, sanction_lift
from accounts.errors import AccountReason, AccountRefused
from accounts.models import DoubleAccount, Sanction, User
from games.errors import Reason, Refused
from games.lobby.errors import InvitationReason, LobbyReason
from games.lobby.invitations import person_invite
from games.lobby.queue import queue_join
from games.lobby.rematch import game_rematch
from games.lobby.services import NewGame, game_create, game_join
from games.models import Friendship, Game, GameEvent, MailLink, Notice, PersonMark, QueueEntry, StandingOrders
from games.moderation.acts import cards_open, seat_to_person
from games.notices.errors import LinkRefused, TurnLinkReason
from games.notices.links.turn import link_open
from games.people.errors import PersonReason
from games.play.seats.resign import seat_resign
from games.play.seats.services import seat_return
from games.play.turn import turn_play
from games.ratings import profile
from games.ratings.settlement import game_settle
from tests.account_mails import mails_leave
from tests.factories import any_turn, make_game, make_person, make_staff, rng_of, seat_to_act
from tests.password import PASSWORD

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)


@pytest.fixture
def mona(db: None) -> User:
    return make_staff("mona", "moderator")


@pytest.fixture
def anna(db: None) -> User:
    return make_staff("anna", "administrator")


def refusal(service: object, **call: object) -> Reason:
    with pytest.raises(Refused) as refused:
        service(**call)  # type: ignore[operator]
    return refused.value.reason


def test_barred_people_leave_offers_and_keep_running_games(alice: User, bob: User, mona: User) -> None:
    running = make_game([alice, bob])
    own = game_create(host=alice, new=NewGame(seats=2))
    shared = make_game([bob, alice], NewGame(seats=3))
    queue_join(user=alice, seats=5)
    bar = sanction_impose(actor=mona, user=alice, kind="bar", reason="Leaves games.", days=3)
    for game in (running, own, shared):
        game.refresh_from_db()
    assert (running.status, own.status) == (Game.Status.RUNNING, Game.Status.CANCELLED)
    assert [seat.user for seat in shared.seats.all()] == [bob]
    assert running.seats.get(user=alice).held_by == alice
    assert not QueueEntry.objects.exists()
    # With an outdated account, which is read again under its lock.
    for service, call in (
        (game_create, {"host": alice, "new": NewGame(seats=2)}),
        (game_join, {"public_id": shared.public_id, "user": alice}),
        (queue_join, {"user": alice, "seats": 2}),
    ):
        assert refusal(service, **call) == LobbyReason.BARRED
    invite = {"public_id": shared.public_id, "host": bob, "handle": "alice"}
    assert refusal(person_invite, **invite) == InvitationReason.CANNOT_INVITE
    seat_resign(public_id=running.public_id, user=bob)
    assert refusal(game_rematch, public_id=running.public_id, user=alice) == LobbyReason.BARRED
    again = game_rematch(public_id=running.public_id, user=bob)
    assert (again.visibility, again.invitations.count()) == (Game.Visibility.PRIVATE, 0)
    sanction_lift(actor=mona, sanction_id=bar.pk, reason="Too hard.")
    game_join(public_id=shared.public_id, user=alice)


def test_a_suspension_has_the_caretaker_play_and_the_person_take_the_seat_back(
    alice: User, bob: User, mona: User
) -> None:
    with time_machine.travel(NOON, tick=False):
        game = make_game([alice, bob])
        StandingOrders.objects.create(seat=game.seats.get(user=alice), go_out=True, changed_at=NOON)
        offer = game_create(host=alice, new=NewGame(seats=2))
        sanction = sanction_impose(actor=mona, user=alice, kind="suspend", reason="Swore.", days=3)
        seat = game.seats.get(user=alice)
        assert seat.held_by.is_bot
        assert seat.resigned_at is None
        assert not StandingOrders.objects.exists()
        assert game.events.get().kind == GameEvent.Kind.HANDOVER
        offer.refresh_from_db()
        assert offer.status == Game.Status.CANCELLED
        waiting = Notice.objects.filter(user=alice, status=Notice.Status.WAITING)
        assert {row.kind for row in waiting} == {Notice.Kind.SANCTION}
        assert waiting.get(channel=Notice.Channel.MAIL).about == sanction.pk
        assert refusal(game_create, host=alice, new=NewGame(seats=2)) == LobbyReason.BARRED
        # The request has an outdated account.
        assert refusal(seat_return, public_id=game.public_id, user=alice) == PersonReason.SUSPENDED
        assert game.seats.get(user=alice).held_by.is_bot
    with time_machine.travel(NOON + timedelta(days=3), tick=False):
        seat_return(public_id=game.public_id, user=alice)
        assert game.seats.get(user=alice).held_by == alice
        game.refresh_from_db()
        if seat_to_act(game).user == alice:
            turn_play(public_id=game.public_id, user=alice, version=game.version, text=str(any_turn(game, rng_of(1))))


def test_a_ban_resigns_the_running_games(alice: User, bob: User, charlie: User, mona: User) -> None:
    game = make_game([alice, bob, charlie])
    sanction_impose(actor=mona, user=alice, kind="ban", reason="Cheats.")
    seat = game.seats.get(user=alice)
    assert seat.resigned_at is not None
    game.refresh_from_db()
    assert game.status == Game.Status.RUNNING


def test_a_mailed_link_plays_nothing_for_a_suspended_player(alice: User, bob: User) -> None:
    game = make_game([alice, bob])
    at = timezone.now()
    MailLink.objects.create(
        token_hash=sha256(b"secret").hexdigest(), game=game, user=alice, version=1, account_mark="",
        created_at=at, expires_at=at + timedelta(days=7),
    )  # fmt: skip
    User.objects.filter(pk=alice.pk).update(suspended_until=at + timedelta(days=1))
    with pytest.raises(LinkRefused) as refused:
        link_open(token="secret")
    assert refused.value.reason == TurnLinkReason.SUSPENDED


def test_each_change_of_a_decision_is_told(alice: User, mona: User) -> None:
    sanction = sanction_impose(actor=mona, user=alice, kind="mute", reason="Swore.", days=9)
    sanction_lift(actor=mona, sanction_id=sanction.pk, reason="A joke.")
    mails = Notice.objects.filter(user=alice, kind=Notice.Kind.SANCTION, channel=Notice.Channel.MAIL)
    assert sorted(mails.values_list("number", flat=True)) == [0, 1]


def test_merging_moves_seats_decisions_and_blocks(
    alice: User, bob: User, charlie: User, mona: User, anna: User
) -> None:
    second = make_person("alice2")
    alone = make_game([second, bob])
    both = make_game([alice, second, charlie])
    offer = game_create(host=second, new=NewGame(seats=2))
    PersonMark.objects.create(user=bob, other=second, kind="block", created_at=timezone.now())
    PersonMark.objects.create(user=second, other=alice, kind="mute", created_at=timezone.now())
    at = timezone.now()
    for asker, asked in ((second, charlie), (second, bob), (second, alice)):
        Friendship.objects.create(asker=asker, asked=asked, asked_at=at, accepted_at=at)
    sanction = sanction_impose(actor=mona, user=second, kind="mute", reason="Swore.", days=9)
    double = double_merge(actor=anna, user=second, handle="Alice", reason="Same person, she says.")
    seat = alone.seats.get(number=0)
    assert (seat.user, seat.held_by) == (alice, alice)
    alone.refresh_from_db()
    assert alone.host == alice
    if seat_to_act(alone).user == alice:
        turn_play(public_id=alone.public_id, user=alice, version=alone.version, text=str(any_turn(alone, rng_of(1))))
    assert both.seats.get(user=second).resigned_at is not None
    assert both.seats.get(user=alice).resigned_at is None
    offer.refresh_from_db()
    assert offer.status == Game.Status.CANCELLED
    alice.refresh_from_db()
    second.refresh_from_db()
    assert (second.merged_into, second.can_log_in) == (alice, False)
    assert alice.is_muted
    assert alice.decisions_unread
    assert Sanction.objects.get(pk=sanction.pk).user == alice
    assert [(mark.user, mark.other, mark.kind) for mark in PersonMark.objects.all()] == [(bob, alice, "block")]
    assert [(row.asker, row.asked) for row in Friendship.objects.all()] == [(alice, charlie)]
    assert (double.first, double.second) == (alice, second)
    assert double.merged_at is not None
    page = Client().post("/accounts/login/", {"login": "alice2", "password": PASSWORD}, follow=True)
    assert "This account was merged into alice." in page.content.decode()


def test_both_people_of_a_merge_learn_why_and_how_to_object(alice: User, anna: User) -> None:
    second = make_person("alice2")
    double_merge(actor=anna, user=second, handle="alice", reason="Same person, she says.")
    mails_leave()
    told = {letter.to[0]: letter for letter in mail.outbox}
    assert set(told) == {second.email, alice.email}
    for letter in told.values():
        assert letter.subject == "Your two accounts are now one"
        assert "Same person, she says." in letter.body
        assert f"{settings.PUBLIC_URL}{reverse('contact')}" in letter.body


def test_a_merge_gives_up_seats_after_seen_cards_or_blocks(
    alice: User, bob: User, charlie: User, mona: User, anna: User
) -> None:
    """People who saw other cards or are blocked give the seat up."""
    judge, second = make_staff("judge", "moderator", "cards"), make_person("alice2")
    seen, sat, blocked = (make_game([second, person, charlie]) for person in (bob, judge, bob))
    plain = make_game([second, charlie])
    cards_open(actor=judge, public_id=seen.public_id, reason="x")
    seat_to_person(actor=mona, public_id=sat.public_id, reason="x", seat=1, handle="alice")
    PersonMark.objects.create(user=bob, other=judge, kind="block", created_at=timezone.now())
    role_take(actor=anna, user=judge, role="moderator", reason="x")
    double_merge(actor=anna, user=second, handle="judge", reason="x")
    for game in (seen, sat, blocked):
        seat = game.seats.get(number=0)
        assert (seat.user, seat.resigned_at is not None) == (second, True)
    assert plain.seats.get(number=0).user == judge


def test_a_suspended_account_that_is_merged_suspends_the_other(alice: User, bob: User, mona: User, anna: User) -> None:
    second = make_person("alice2")
    game = make_game([alice, bob])
    sanction_impose(actor=mona, user=second, kind="suspend", reason="Swore.", days=9)
    double_merge(actor=anna, user=second, handle="alice", reason="x")
    alice.refresh_from_db()
    assert alice.is_suspended
    assert game.seats.get(user=alice).held_by.is_bot


def test_finished_games_of_a_merged_account_count_on_the_others_profile(alice: User, bob: User, anna: User) -> None:
    second = make_person("alice2")
    for person in (alice, second):
        game = make_game([person, bob])
        seat_resign(public_id=game.public_id, user=bob)
        game_settle(game_id=game.pk)
    double_merge(actor=anna, user=second, handle="alice", reason="x")
    assert [(tally.played, tally.won) for tally in profile.tallies(alice)] == [(2, 2)]
    assert len(profile.games_of(alice, None)[1].items) == 2


def test_doubles_are_marked_and_unmarked_and_what_cannot_be_a_pair_is_refused(
    alice: User, bob: User, mona: User, anna: User
) -> None:
    def refused(service: object, **call: object) -> AccountReason:
        with pytest.raises(AccountRefused) as error:
            service(**call)  # type: ignore[operator]
        return error.value.reason

    double = double_mark(actor=mona, user=bob, handle="ALICE", reason="alice writes like bob")
    assert (double.first, double.second) == (alice, bob)
    assert refused(double_mark, actor=mona, user=alice, handle="bob", reason="x") == AccountReason.MARKED_ALREADY
    assert refused(double_mark, actor=mona, user=alice, handle="alice", reason="x") == AccountReason.SAME_ACCOUNT
    assert refused(double_mark, actor=mona, user=alice, handle="nemo", reason="x") == AccountReason.NO_SUCH_PERSON
    assert refused(double_mark, actor=mona, user=alice, handle="mona", reason="x") == AccountReason.OWN_ACCOUNT
    double_unmark(actor=mona, double_id=double.pk, reason="No.")
    assert not DoubleAccount.objects.exists()
    with pytest.raises(PermissionDenied):
        double_merge(actor=mona, user=alice, handle="bob", reason="x")
    assert refused(double_merge, actor=anna, user=mona, handle="bob", reason="x") == AccountReason.STAFF_FIRST
    assert refused(double_merge, actor=anna, user=bob, handle="mona", reason="x") == AccountReason.STAFF_FIRST
    double = double_merge(actor=anna, user=bob, handle="alice", reason="x")
    assert refused(double_merge, actor=anna, user=bob, handle="alice", reason="x") == AccountReason.MERGED_ALREADY
    assert refused(double_unmark, actor=anna, double_id=double.pk, reason="x") == AccountReason.MERGED_ALREADY
    assert refused(account_open, actor=anna, user=bob, reason="x") == AccountReason.MERGED_ALREADY
    assert refused(sanction_impose, actor=anna, user=bob, kind="warn", reason="x") == AccountReason.MERGED_ALREADY
