"""Blocks keep people apart in the queue, by invitation and at tables."""

from collections.abc import Callable, Sequence
from datetime import timedelta
from functools import partial

import pytest
from django.utils import timezone

from accounts.models import User
from games.errors import Reason, Refused
from games.lobby.errors import InvitationReason, LobbyReason
from games.lobby.invitations import person_invite
from games.lobby.queue import queue_join, queue_place
from games.lobby.rematch import game_rematch
from games.lobby.selectors import open_offers, own_lists
from games.lobby.services import NewGame, game_create, game_join
from games.models import Game, Invitation, Notice, QueueEntry, Seat
from games.notices.claim import outbox_claim
from games.people.blocks import person_block, person_mute, person_unblock
from tests.factories import make_game, make_person, play_out, rng_of

pytestmark = pytest.mark.django_db


def refused(call: Callable[[], object]) -> Reason:
    with pytest.raises(Refused) as caught:
        call()
    return caught.value.reason


def people(*handles: str) -> list[User]:
    return [make_person(handle) for handle in handles]


def paired(users: Sequence[User], seats: int) -> list[str]:
    """The groups seated once all of `users` wait, in the order of seats."""
    games = [game for user in users if (game := queue_join(user=user, seats=seats)) is not None]
    return [seat.user.handle for game in games for seat in game.seats.order_by("number")]


@pytest.mark.parametrize("host_blocks", [True, False])
def test_blocked_people_cannot_join_each_others_tables(
    alice: User,
    bob: User,
    charlie: User,
    host_blocks: bool,  # noqa: FBT001 # a parameter of the test
) -> None:
    game = game_create(host=alice, new=NewGame(seats=3))
    person_block(user=alice if host_blocks else bob, handle="bob" if host_blocks else "alice")

    def join() -> Seat:
        return game_join(public_id=game.public_id, user=bob, token=game.invite_token)

    assert refused(join) == LobbyReason.KEPT_APART
    assert not open_offers(bob).items
    assert [offer.pk for offer in open_offers(charlie).items] == [game.pk]
    assert [offer.pk for offer in open_offers(None).items] == [game.pk]
    person_unblock(user=alice if host_blocks else bob, handle="bob" if host_blocks else "alice")
    assert open_offers(bob).items
    join()


def test_mutes_and_blocks_between_guests_close_no_table(alice: User, bob: User, charlie: User) -> None:
    game = make_game([alice, bob], NewGame(seats=3), contribute=False)
    person_block(user=bob, handle="charlie")
    person_mute(user=alice, handle="charlie")
    game_join(public_id=game.public_id, user=charlie)
    assert game.seats.filter(user=charlie).exists()


@pytest.mark.parametrize("blocks", ["alice", "bob", "charlie"])
def test_blocked_people_cannot_be_invited(alice: User, bob: User, charlie: User, blocks: str) -> None:
    """Neither the blocked host nor another player can invite them; the refusal is the same as for others."""
    game = make_game([alice, bob], NewGame(seats=3), contribute=False)
    users = {user.handle: user for user in (alice, bob, charlie)}
    person_block(user=users[blocks], handle="alice" if blocks == "charlie" else "charlie")
    for host in (alice, bob):
        invite = partial(person_invite, public_id=game.public_id, host=host, handle="charlie")
        assert refused(invite) == InvitationReason.CANNOT_INVITE
    assert not Notice.objects.filter(user=charlie).exists()


def test_an_invitation_of_before_the_block_leads_nowhere(alice: User, bob: User, charlie: User) -> None:
    game = make_game([alice, bob], NewGame(seats=3, visibility=Game.Visibility.PRIVATE), contribute=False)
    person_invite(public_id=game.public_id, host=bob, handle="charlie")
    assert own_lists(charlie).invitations.items
    person_block(user=charlie, handle="bob")
    assert not own_lists(charlie).invitations.items
    assert refused(lambda: game_join(public_id=game.public_id, user=charlie)) == LobbyReason.KEPT_APART
    notice = Notice.objects.get(user=charlie)
    assert outbox_claim(notice_id=notice.pk) is None
    notice.refresh_from_db()
    assert (notice.status, notice.reason) == ("dropped", "the invitation is no longer open")


@pytest.mark.parametrize("blocks", ["bob", "charlie"])
@pytest.mark.parametrize("visibility", ["public", "private"])
def test_two_blocked_guests_invited_earlier_do_not_meet(
    alice: User, bob: User, charlie: User, blocks: str, visibility: str
) -> None:
    """The second one is only told that there is no seat."""
    person_block(user=bob if blocks == "bob" else charlie, handle="charlie" if blocks == "bob" else "bob")
    game = game_create(host=alice, new=NewGame(seats=3, visibility=visibility))
    for handle in ("bob", "charlie"):
        person_invite(public_id=game.public_id, host=alice, handle=handle)
    game_join(public_id=game.public_id, user=bob)
    assert refused(lambda: game_join(public_id=game.public_id, user=charlie)) == LobbyReason.KEPT_APART


def test_a_private_link_does_not_bypass_a_block(alice: User, bob: User, charlie: User) -> None:
    game = make_game([alice, bob], NewGame(seats=3, visibility=Game.Visibility.PRIVATE), contribute=False)
    person_block(user=bob, handle="charlie")
    join = partial(game_join, public_id=game.public_id, user=charlie, token=game.invite_token)
    assert refused(join) == LobbyReason.KEPT_APART
    person_unblock(user=bob, handle="charlie")
    join()


def test_the_queue_does_not_pair_blocked_people(alice: User, bob: User, charlie: User) -> None:
    person_block(user=bob, handle="alice")
    assert paired([alice, bob, charlie], 2) == ["alice", "charlie"]
    assert QueueEntry.objects.get().user == bob


def test_the_longest_waiting_does_not_hold_up_matches(alice: User, bob: User, charlie: User) -> None:
    """Alice matches neither of the next two, who need not wait for her."""
    [dora] = people("dora")
    for user in (bob, charlie):
        person_block(user=user, handle="alice")
    assert paired([alice, bob, charlie, dora], 3) == ["bob", "charlie", "dora"]
    assert QueueEntry.objects.get().user == alice


def test_the_queue_takes_the_longest_waiting_matches(alice: User, bob: User, charlie: User) -> None:
    dora, emil, frida = people("dora", "emil", "frida")
    users = [alice, bob, charlie, dora, emil]
    for user in users:
        assert queue_join(user=user, seats=6) is None
    for place, user in enumerate(users):
        QueueEntry.objects.filter(user=user).update(created_at=timezone.now() - timedelta(hours=9 - place))
    QueueEntry.objects.update(seats_count=3)
    person_block(user=alice, handle="bob")
    person_block(user=charlie, handle="dora")
    game = queue_join(user=frida, seats=3)
    assert game is not None
    assert [seat.user.handle for seat in game.seats.order_by("number")] == ["alice", "charlie", "emil"]


def test_blocked_people_are_not_counted_as_waiting(alice: User, bob: User, charlie: User) -> None:
    person_block(user=alice, handle="bob")
    for user in (alice, bob, charlie):
        queue_join(user=user, seats=4)
    entries = QueueEntry.objects.order_by("user").select_related("user")
    others = [place.others for entry in entries if (place := queue_place(entry.user, entry)) is not None]
    assert others == [1, 1, 2]


def test_a_rematch_invites_no_blocked_pair(alice: User, bob: User, charlie: User) -> None:
    [dora] = people("dora")
    game = make_game([alice, bob, charlie, dora], NewGame(seats=4, target=None))
    play_out(game, rng_of(3))
    person_block(user=dora, handle="alice")
    person_block(user=charlie, handle="bob")
    new = game_rematch(public_id=game.public_id, user=alice)
    asked = Invitation.objects.filter(game=new).values_list("user__handle", flat=True)
    assert (list(asked), new.visibility) == (["bob"], Game.Visibility.PRIVATE)
