"""Standing tables: created, joined by link, left, changed."""

from __future__ import annotations

from functools import partial

import pytest

from accounts.decisions.double_accounts import double_merge
from accounts.models import User
from accounts.privacy.erasure import account_erase
from accounts.privacy.export import export_json
from games.errors import GameError
from games.lobby.services import NewGame
from games.models import StandingMember, StandingTable
from games.people.blocks import person_block
from games.people.errors import PersonReason
from games.standing import services
from games.standing.errors import NoSuchTable, StandingReason
from games.standing.services import table_create, table_join
from tests.factories import make_person, make_staff
from tests.standing.tables import make_table, refused

pytestmark = pytest.mark.django_db


def members(table: StandingTable) -> list[str]:
    return list(table.members.order_by("pk").values_list("user__handle", flat=True))


def test_a_second_press_creates_no_second_table(alice: User) -> None:
    first = table_create(owner=alice, new=NewGame(seats=6, name="  Thursday "), token="t")
    assert table_create(owner=alice, new=NewGame(seats=6), token="t") == first
    assert (first.name, first.seats_count, members(first)) == ("Thursday", 6, ["alice"])


def test_people_and_guests_join_by_the_link(alice: User, bob: User) -> None:
    table = make_table([alice, bob])
    table_join(token=table.invite_token, user=bob)
    services.table_join_as_guest(token=table.invite_token, handle="Nina", time_zone="Europe/Oslo", language="en")
    assert members(table) == ["alice", "bob", "Nina"]
    again = partial(services.table_join_as_guest, handle="nina", time_zone="Europe/Oslo", language="en")
    assert refused(lambda: again(token=table.invite_token)) == PersonReason.HANDLE_TAKEN
    with pytest.raises(NoSuchTable):
        table_join(token="other", user=bob)


def test_a_guest_creates_no_table(db: None) -> None:
    guest = User.objects.create_user(handle="Nina", is_guest=True)
    assert refused(lambda: table_create(owner=guest, new=NewGame(seats=6))) == PersonReason.GUEST


def test_a_table_has_twelve_members_at_most(alice: User) -> None:
    table = make_table([alice, *(make_person(f"p{number}") for number in range(11))])
    assert refused(lambda: table_join(token=table.invite_token, user=make_person("late"))) == StandingReason.FULL


def test_a_person_is_at_twenty_tables_at_most(alice: User) -> None:
    for _number in range(20):
        table_create(owner=alice, new=NewGame(seats=6))
    assert refused(lambda: table_create(owner=alice, new=NewGame(seats=6))) == StandingReason.TOO_MANY_TABLES


def test_only_a_block_by_the_owner_keeps_out(alice: User, bob: User, charlie: User) -> None:
    table = make_table([alice, bob])
    person_block(user=bob, handle="charlie")
    table_join(token=table.invite_token, user=charlie)
    dora = make_person("dora")
    person_block(user=alice, handle="dora")
    assert refused(lambda: table_join(token=table.invite_token, user=dora)) == StandingReason.KEPT_APART


def test_the_longest_member_follows_an_owner_who_leaves(alice: User, bob: User, charlie: User) -> None:
    table = make_table([alice, bob], name="Alice's corner")
    services.table_join_as_guest(token=table.invite_token, handle="Nina", time_zone="UTC", language="en")
    table_join(token=table.invite_token, user=charlie)
    services.table_leave(public_id=table.public_id, user=bob)
    services.table_leave(public_id=table.public_id, user=alice)
    table.refresh_from_db()
    assert (table.owner, members(table)) == (charlie, ["Nina", "charlie"])
    assert table.name == "", "no row says later whose name that was"


def test_a_table_goes_with_its_last_member(alice: User, bob: User) -> None:
    table = make_table([alice, bob])
    for person in (alice, bob):
        services.table_leave(public_id=table.public_id, user=person)
    assert not StandingTable.objects.exists()


def test_the_owner_removes_a_member_and_the_link_changes(alice: User, bob: User, charlie: User) -> None:
    table = make_table([alice, bob, charlie])
    hers = table.members.get(user=bob)
    own = table.members.get(user=alice)
    remove = partial(services.member_remove, public_id=table.public_id)
    assert refused(lambda: remove(user=charlie, member_id=hers.pk)) == StandingReason.NOT_OWNER
    assert refused(lambda: remove(user=alice, member_id=own.pk)) == StandingReason.NO_SUCH_MEMBER
    remove(user=alice, member_id=hers.pk)
    assert members(table) == ["alice", "charlie"]
    with pytest.raises(NoSuchTable):
        table_join(token=table.invite_token, user=bob)
    assert refused(lambda: remove(user=alice, member_id=hers.pk)) == StandingReason.NO_SUCH_MEMBER


def test_the_owner_makes_another_the_owner(alice: User, bob: User) -> None:
    table = make_table([alice, bob])
    services.owner_change(public_id=table.public_id, user=alice, member_id=table.members.get(user=bob).pk)
    table.refresh_from_db()
    assert table.owner == bob
    change = partial(services.table_change, public_id=table.public_id, new=NewGame(seats=4, pace="3d"), goes_on=True)
    assert refused(lambda: change(user=alice)) == StandingReason.NOT_OWNER
    change(user=bob)
    table.refresh_from_db()
    assert (table.seats_count, table.pace, table.goes_on, table.two_player_deck) == (4, "3d", True, True)


@pytest.mark.parametrize("act", ["table_leave", "member_sit_out", "member_come_back"])
def test_who_is_no_member_cannot_act(alice: User, bob: User, act: str) -> None:
    table = make_table([alice])
    with pytest.raises(GameError) as caught:
        getattr(services, act)(public_id=table.public_id, user=bob)
    assert caught.value.status == 404


def test_an_erased_owner_leaves_the_table_and_its_name(alice: User, bob: User) -> None:
    table = make_table([alice, bob], name="alice and friends")
    account_erase(user=alice)
    table.refresh_from_db()
    assert (table.owner, table.name, members(table)) == (bob, "", ["bob"])


def test_a_merged_account_keeps_its_seat_at_the_table(alice: User, bob: User, charlie: User) -> None:
    table, other = make_table([bob, charlie]), make_table([charlie, alice, bob])
    double_merge(actor=make_staff("boss", "administrator"), user=bob, handle="alice", reason="same person")
    table.refresh_from_db()
    assert table.owner == alice
    assert {members(table)[0], *members(other)} == {"alice", "charlie"}
    assert StandingMember.objects.filter(table=other).count() == 2


def test_a_person_takes_their_memberships_along(alice: User, bob: User) -> None:
    table = make_table([alice, bob])
    text = "".join(export_json(bob))
    assert table.public_id in text
    assert table.invite_token not in text
