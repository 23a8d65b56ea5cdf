"""Games before their start: creating, joining, leaving, inviting, contributing, starting."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from games import sweeps
from games.account_events.closing import account_games_close
from games.errors import NoSuchGame, Reason, Refused
from games.lobby import invitations, limits
from games.lobby.errors import GameLimitReason, InvitationReason, LobbyReason
from games.lobby.expiry import contributions_close, offer_expire
from games.lobby.invitations import invitation_decline, person_invite
from games.lobby.queue import queue_join, queue_leave
from games.lobby.services import NewGame, game_contribute, game_create, game_join, game_leave, game_start, person_remove
from games.models import Game, Invitation, Notice, QueueEntry, Seat
from games.play.errors import PlayReason
from tests.factories import make_game, make_person

pytestmark = pytest.mark.django_db


def refused(call: Callable[[], object]) -> Reason:
    with pytest.raises(Refused) as caught:
        call()
    return caught.value.reason


def test_the_host_sits_at_seat_0_and_bots_follow(alice: User) -> None:
    game = game_create(host=alice, new=NewGame(seats=4, bots=["berserker", "berserker"]))
    seats = list(game.seats.order_by("number").values_list("number", "kind"))
    assert seats == [(0, "person"), (1, "bot"), (2, "bot")]
    assert len(game.anchor) == 64
    assert game.status == Game.Status.OPEN


@pytest.mark.parametrize(
    "new",
    [
        NewGame(seats=1),
        NewGame(seats=7),
        NewGame(seats=3, target=11),
        NewGame(seats=3, next_leader="right"),
        NewGame(seats=3, visibility="secret"),
        NewGame(seats=3, pace="5m"),
        NewGame(seats=3, timeout_action="lose"),
        NewGame(seats=3, timeout_action="caretaker", rated=True),
        NewGame(seats=3, min_reliability=85),
        NewGame(seats=3, pace="1h", weekends_off=True),
        NewGame(seats=3, pace="60s", weekends_off=True),
    ],
)
def test_options_that_do_not_go_together_are_refused(alice: User, new: NewGame) -> None:
    assert refused(lambda: game_create(host=alice, new=new)) == LobbyReason.BAD_OPTIONS
    assert not Game.objects.exists()


def test_a_turn_takes_a_day_at_most_unless_chosen_otherwise(alice: User) -> None:
    usual = game_create(host=alice, new=NewGame(seats=3))
    assert (usual.pace, usual.timeout_action, usual.weekends_off) == ("1d", "pass", False)
    for pace in ("8h", "14d", "none"):
        slow = game_create(host=alice, new=NewGame(seats=3, pace=pace, timeout_action="caretaker", weekends_off=True))
        slow.refresh_from_db()
        assert (slow.pace, slow.timeout_action, slow.weekends_off) == (pace, "caretaker", True)


def test_too_many_and_unknown_bots_are_refused(alice: User) -> None:
    many = NewGame(seats=2, bots=["berserker", "berserker"])
    assert refused(lambda: game_create(host=alice, new=many)) == LobbyReason.TOO_MANY_BOTS
    unknown = NewGame(seats=2, bots=["nobody"])
    assert refused(lambda: game_create(host=alice, new=unknown)) == PlayReason.NO_SUCH_BOT
    assert not Game.objects.exists()


def test_the_lowest_free_seat_is_taken(alice: User, bob: User, charlie: User) -> None:
    game = make_game([alice, bob], NewGame(seats=4), contribute=False)
    game_leave(public_id=game.public_id, user=alice)
    assert game_join(public_id=game.public_id, user=charlie).number == 0
    game.refresh_from_db()
    assert game.host == bob


def test_an_offer_that_its_last_person_leaves_is_cancelled(alice: User) -> None:
    game = game_create(host=alice, new=NewGame(seats=3, bots=["berserker"]))
    game_leave(public_id=game.public_id, user=alice)
    game.refresh_from_db()
    assert (game.status, game.ending) == (Game.Status.CANCELLED, Game.Ending.CANCELLED)


def test_joining_is_refused_when_seated_full_or_started(alice: User, bob: User, charlie: User) -> None:
    game = make_game([alice, bob], contribute=False)
    assert refused(lambda: game_join(public_id=game.public_id, user=bob)) == LobbyReason.ALREADY_SEATED
    assert refused(lambda: game_join(public_id=game.public_id, user=charlie)) == LobbyReason.FULL
    running = make_game([alice, bob])
    assert refused(lambda: game_join(public_id=running.public_id, user=charlie)) == PlayReason.NOT_OPEN


def test_a_private_game_opens_by_link_or_by_name_only(alice: User, bob: User, charlie: User) -> None:
    game = game_create(host=alice, new=NewGame(seats=3, visibility=Game.Visibility.PRIVATE))
    with pytest.raises(NoSuchGame):
        game_join(public_id=game.public_id, user=bob)
    with pytest.raises(NoSuchGame):
        game_join(public_id=game.public_id, user=bob, token="guess")
    game_join(public_id=game.public_id, user=bob, token=game.invite_token)
    person_invite(public_id=game.public_id, host=alice, handle="CHARLIE")
    game_join(public_id=game.public_id, user=charlie)
    assert game.seats.count() == 3


def test_an_invitation_is_mailed_once_and_can_be_declined(alice: User, bob: User) -> None:
    game = game_create(host=alice, new=NewGame(seats=3, visibility=Game.Visibility.PRIVATE))
    person_invite(public_id=game.public_id, host=alice, handle="bob")
    invitation_decline(public_id=game.public_id, user=bob)
    with pytest.raises(NoSuchGame):
        game_join(public_id=game.public_id, user=bob)
    with pytest.raises(NoSuchGame):
        invitation_decline(public_id=game.public_id, user=bob)
    person_invite(public_id=game.public_id, host=alice, handle="bob")
    assert Invitation.objects.get().declined_at is None
    assert Notice.objects.filter(kind="invitation", user=bob).count() == 1


def test_unknown_seated_and_bot_names_cannot_be_invited(alice: User, bob: User) -> None:
    game = make_game([alice, bob], NewGame(seats=4, bots=["berserker"]), contribute=False)
    bot = game.seats.get(kind="bot").user.handle
    for handle, reason in (("nobody", "no_such_person"), ("bob", "cannot_invite"), (bot, "cannot_invite")):
        call = lambda handle=handle: person_invite(public_id=game.public_id, host=alice, handle=handle)  # noqa: E731
        assert refused(call) == reason


def test_only_the_host_removes_and_starts(alice: User, bob: User, charlie: User) -> None:
    game = make_game([alice, bob], NewGame(seats=3), contribute=False)
    remove = LobbyReason.NOT_HOST
    assert refused(lambda: person_remove(public_id=game.public_id, host=bob, seat_number=0)) == remove
    assert refused(lambda: game_start(public_id=game.public_id, host=bob, bots=["berserker"])) == remove
    person_remove(public_id=game.public_id, host=alice, seat_number=1)
    assert refused(lambda: person_remove(public_id=game.public_id, host=alice, seat_number=0)) == "no_such_seat"
    assert list(game.seats.values_list("number", flat=True)) == [0]


def test_a_removed_person_comes_back_by_a_new_invitation_only(alice: User, bob: User) -> None:
    game = make_game([alice, bob], NewGame(seats=3), contribute=False)
    person_remove(public_id=game.public_id, host=alice, seat_number=1)
    again = refused(lambda: game_join(public_id=game.public_id, user=bob, token=game.invite_token))
    assert again == LobbyReason.REMOVED
    person_invite(public_id=game.public_id, host=alice, handle="bob")
    assert game_join(public_id=game.public_id, user=bob).number == 1


def test_what_an_old_page_asks_for_is_refused(alice: User, bob: User, charlie: User) -> None:
    game = make_game([alice], NewGame(seats=4), contribute=False)
    seen = game.version
    game_join(public_id=game.public_id, user=bob, version=seen)
    calls: list[Callable[[], object]] = [
        lambda: game_join(public_id=game.public_id, user=charlie, version=seen),
        lambda: game_contribute(public_id=game.public_id, user=bob, contribution=b"x", version=seen),
        lambda: game_leave(public_id=game.public_id, user=bob, version=seen),
        lambda: person_remove(public_id=game.public_id, host=alice, seat_number=1, version=seen),
        lambda: game_start(public_id=game.public_id, host=alice, bots=["berserker"] * 2, version=seen),
    ]
    assert [refused(call) for call in calls] == [PlayReason.STALE_VERSION] * 5
    assert game.seats.count() == 2


def test_invitations_are_limited_by_day(alice: User, bob: User, monkeypatch: pytest.MonkeyPatch) -> None:
    for _game in range(invitations.MAX_A_DAY_TO_ONE):
        game = game_create(host=alice, new=NewGame(seats=3))
        person_invite(public_id=game.public_id, host=alice, handle="bob")
        game_leave(public_id=game.public_id, user=alice)
    game = game_create(host=alice, new=NewGame(seats=3))
    call = lambda: person_invite(public_id=game.public_id, host=alice, handle="bob")  # noqa: E731
    assert refused(call) == InvitationReason.TOO_MANY_TODAY
    monkeypatch.setattr(invitations, "MAX_A_DAY_TO_ONE", 99)
    monkeypatch.setattr(invitations, "MAX_A_DAY", invitations.MAX_A_DAY_TO_ONE)
    person_invite(public_id=game.public_id, host=alice, handle="bob")


def test_the_host_fills_the_empty_seats_and_the_game_starts(alice: User, bob: User) -> None:
    game = make_game([alice, bob], NewGame(seats=5))
    few = refused(lambda: game_start(public_id=game.public_id, host=alice, bots=["berserker"]))
    assert few == LobbyReason.TOO_MANY_BOTS
    game_start(public_id=game.public_id, host=alice, bots=["berserker", "skald", "berserker"])
    game.refresh_from_db()
    assert game.status == Game.Status.RUNNING
    assert game.seats.count() == 5
    assert game.counts_for_rating


def test_a_contribution_counts_once_and_only_before_the_start(alice: User, bob: User, charlie: User) -> None:
    game = make_game([alice, bob], contribute=False)

    def give(user: User, what: bytes | None) -> Reason:
        return refused(lambda: game_contribute(public_id=game.public_id, user=user, contribution=what))

    assert give(alice, b"") == LobbyReason.BAD_CONTRIBUTION
    assert give(alice, b"x" * 65) == LobbyReason.BAD_CONTRIBUTION
    game_contribute(public_id=game.public_id, user=alice, contribution=b"x" * 64)
    assert give(alice, b"y") == LobbyReason.ALREADY_ANSWERED
    with pytest.raises(NoSuchGame):
        game_contribute(public_id=game.public_id, user=charlie, contribution=b"z")
    game.refresh_from_db()
    assert game.status == Game.Status.OPEN
    game_contribute(public_id=game.public_id, user=bob, contribution=None)
    game.refresh_from_db()
    assert game.status == Game.Status.RUNNING
    assert [seat.contributed for seat in game.seats.order_by("number")] == [b"x" * 64, b""]


def test_a_full_game_starts_without_the_silent_when_their_time_is_up(alice: User, bob: User) -> None:
    game = make_game([alice, bob], contribute=False)
    assert not contributions_close(public_id=game.public_id)
    Game.objects.filter(pk=game.pk).update(contributions_due_at=timezone.now() - timedelta(seconds=1))
    assert contributions_close(public_id=game.public_id)
    assert not contributions_close(public_id=game.public_id)
    game.refresh_from_db()
    assert game.status == Game.Status.RUNNING
    assert all(seat.contributed == b"" for seat in game.seats.all())


def test_a_leaving_contribution_goes_with_its_person(alice: User, bob: User, charlie: User) -> None:
    game = make_game([alice, bob], contribute=False)
    game_contribute(public_id=game.public_id, user=bob, contribution=b"bob")
    game_leave(public_id=game.public_id, user=bob)
    seat = game_join(public_id=game.public_id, user=charlie)
    assert (seat.number, seat.contribution, seat.answered_at) == (1, None, None)


def test_limits_of_offers_and_games(alice: User, bob: User, monkeypatch: pytest.MonkeyPatch) -> None:
    assert (limits.MAX_OPEN_OFFERS, limits.MAX_GAMES) == (50, 200)
    monkeypatch.setattr(limits, "MAX_OPEN_OFFERS", 1)
    monkeypatch.setattr(limits, "MAX_GAMES", 2)
    first = game_create(host=alice, new=NewGame(seats=3))
    assert refused(lambda: game_create(host=alice, new=NewGame(seats=2))) == GameLimitReason.TOO_MANY_OFFERS
    game_join(public_id=first.public_id, user=bob)
    game_join(public_id=game_create(host=make_person("dora"), new=NewGame(seats=3)).public_id, user=bob)
    third = game_create(host=make_person("emil"), new=NewGame(seats=3))
    assert refused(lambda: game_join(public_id=third.public_id, user=bob)) == GameLimitReason.TOO_MANY_GAMES


def test_the_queue_pairs_people_by_size(alice: User, bob: User, charlie: User) -> None:
    assert queue_join(user=alice, seats=2) is None
    assert queue_join(user=alice, seats=2) is None
    assert queue_join(user=bob, seats=3) is None
    game = queue_join(user=charlie, seats=2)
    assert game is not None
    assert [seat.user for seat in game.seats.order_by("number")] == [alice, charlie]
    assert game.contributions_due_at is not None
    assert QueueEntry.objects.get().user == bob
    queue_leave(user=bob)
    assert not QueueEntry.objects.exists()


def test_the_queue_pairs_people_by_pace(alice: User, bob: User, charlie: User) -> None:
    assert queue_join(user=alice, seats=2, pace="3m") is None
    assert queue_join(user=bob, seats=2, pace="1d") is None
    game = queue_join(user=charlie, seats=2, pace="3m")
    assert game is not None
    assert game.pace == "3m"
    assert {seat.user for seat in game.seats.all()} == {alice, charlie}
    assert refused(lambda: queue_join(user=alice, seats=2, pace="7d")) == LobbyReason.BAD_OPTIONS


def test_live_queue_entries_expire_after_half_an_hour(alice: User, bob: User) -> None:
    assert queue_join(user=alice, seats=2, pace="3m") is None
    QueueEntry.objects.update(created_at=timezone.now() - timedelta(minutes=31))
    assert queue_join(user=bob, seats=2, pace="3m") is None
    assert QueueEntry.objects.get().user == bob


def test_changing_the_pace_restarts_the_wait(alice: User) -> None:
    queue_join(user=alice, seats=2, pace="1d")
    long_ago = timezone.now() - timedelta(days=2)
    QueueEntry.objects.update(created_at=long_ago)
    queue_join(user=alice, seats=3, pace="1d")
    assert QueueEntry.objects.get().created_at == long_ago
    queue_join(user=alice, seats=3, pace="3m")
    assert QueueEntry.objects.get().created_at > long_ago


def test_the_queue_skips_barred_people(alice: User, bob: User, monkeypatch: pytest.MonkeyPatch) -> None:
    busy, gone = make_person("busy"), make_person("gone")
    for person in (busy, gone, alice):
        assert queue_join(user=person, seats=4) is None
    QueueEntry.objects.update(seats_count=2)
    QueueEntry.objects.filter(user=gone).update(created_at=timezone.now() - timedelta(days=9))
    game_create(host=busy, new=NewGame(seats=3))
    monkeypatch.setattr(limits, "MAX_GAMES", 1)
    game = queue_join(user=bob, seats=2)
    assert game is not None
    assert [seat.user for seat in game.seats.order_by("number")] == [alice, bob]
    assert not QueueEntry.objects.filter(user=busy).exists()


def test_returning_to_the_queue_after_days_restarts_the_wait(alice: User, bob: User) -> None:
    queue_join(user=alice, seats=2)
    QueueEntry.objects.update(created_at=timezone.now() - timedelta(days=9))
    assert queue_join(user=alice, seats=2) is None
    game = queue_join(user=bob, seats=2)
    assert game is not None
    assert game.seats.filter(user=alice).exists()


def test_old_offers_without_guests_expire(alice: User, bob: User, monkeypatch: pytest.MonkeyPatch) -> None:
    lonely = game_create(host=alice, new=NewGame(seats=3))
    joined = make_game([alice, bob], NewGame(seats=3), contribute=False)
    assert not offer_expire(public_id=lonely.public_id)
    Game.objects.update(created_at=timezone.now() - timedelta(days=15))
    # Offers that stay must not block the sweep.
    monkeypatch.setattr(sweeps, "BATCH", 1)
    Game.objects.filter(pk=joined.pk).update(created_at=timezone.now() - timedelta(days=20))
    assert sweeps.offers_sweep() == 1
    lonely.refresh_from_db()
    assert lonely.status == Game.Status.CANCELLED
    assert not offer_expire(public_id=joined.public_id)


def test_a_closing_account_leaves_every_table(alice: User, bob: User, charlie: User) -> None:
    offer = make_game([alice, bob], NewGame(seats=3), contribute=False)
    running = make_game([alice, bob, charlie])
    account_games_close(user=alice)
    offer.refresh_from_db()
    assert offer.host == bob
    assert list(Seat.objects.filter(game=offer).values_list("user__handle", flat=True)) == ["bob"]
    assert running.seats.get(user=alice).resigned_at is not None
    assert not Notice.objects.filter(user=alice, status="waiting").exists()
