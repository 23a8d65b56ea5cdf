"""Invitations to standing tables: who may send them, who gets them, and what becomes of them."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.decisions.account_closing import account_close
from accounts.decisions.double_accounts import double_merge
from accounts.models import User
from accounts.privacy.erasure import account_erase
from games.lobby import invitations as lobby_invitations
from games.lobby.errors import InvitationReason, LobbyReason
from games.models import StandingInvitation, StandingMember, StandingTable
from games.models.groups.standing import MAX_MEMBERS
from games.people.blocks import person_block
from games.people.errors import PersonReason
from games.standing.errors import NoSuchTable, StandingReason
from games.standing.invitations import invitation_decline, member_invite
from games.standing.services import member_remove, table_join, table_leave
from tests.clients import ClientOf
from tests.factories import make_person, make_staff
from tests.page_texts import main_of, queries_of, words_of
from tests.standing.tables import make_table, refused

pytestmark = pytest.mark.django_db

WORDS = "alice invites you to a standing table"


def invite(table: StandingTable, user: User, handle: str) -> StandingInvitation:
    return member_invite(public_id=table.public_id, user=user, handle=handle)


def remove(table: StandingTable, owner: User, gone: User) -> None:
    row = StandingMember.objects.get(table=table, user=gone)
    member_remove(public_id=table.public_id, user=owner, member_id=row.pk)


def test_a_friend_chooses_the_table_and_the_other_joins(alice: User, bob: User, client_of: ClientOf) -> None:
    table = make_table([alice])
    hers, his = client_of(alice), client_of(bob)
    assert "/players/bob/table/" in main_of(hers.get("/players/bob/"))
    assert "Thursday" in words_of(hers.get("/players/bob/table/"))
    sent = hers.post("/players/bob/table/", {"table": table.public_id}, follow=True)
    assert "You invited bob to Thursday." in words_of(sent)
    assert "Invited" in words_of(hers.get("/players/bob/table/"))
    assert not table.members.filter(user=bob).exists()
    home = his.get("/")
    assert WORDS in words_of(home)
    link = f"/j/{table.invite_token}/"
    assert link in main_of(home)
    his.post(f"{link}join/")
    assert table.members.filter(user=bob).exists()
    assert not StandingInvitation.objects.exists()
    assert WORDS not in words_of(his.get("/"))


def test_declining_is_quiet_and_can_be_asked_again(alice: User, bob: User, client_of: ClientOf) -> None:
    table, his = make_table([alice]), client_of(bob)
    invite(table, alice, "bob")
    his.post(f"/t/{table.public_id}/decline/")
    assert WORDS not in words_of(his.get("/"))
    with pytest.raises(NoSuchTable):
        invitation_decline(public_id=table.public_id, user=bob)
    invite(table, alice, "BOB")
    assert WORDS in words_of(his.get("/"))


def test_members_who_left_may_be_invited_by_all_and_removed_ones_by_the_owner(
    alice: User, bob: User, charlie: User, client_of: ClientOf
) -> None:
    table = make_table([alice, bob, charlie])
    table_leave(public_id=table.public_id, user=charlie)
    invite(table, bob, "charlie")
    table.refresh_from_db()
    table_join(token=table.invite_token, user=charlie)
    remove(table, alice, charlie)
    assert "standing table" not in words_of(client_of(charlie).get("/")).split("Standing tables")[0]
    with pytest.raises(NoSuchTable):
        invitation_decline(public_id=table.public_id, user=charlie)
    assert refused(lambda: invite(table, bob, "charlie")) == InvitationReason.CANNOT_INVITE
    invite(table, alice, "charlie")
    assert WORDS in words_of(client_of(charlie).get("/"))


def test_outsiders_guests_and_the_suspended_invite_nobody(
    alice: User, bob: User, charlie: User, client_of: ClientOf
) -> None:
    guest = User.objects.create_user(handle="Nina", is_guest=True)
    table = make_table([alice, guest])
    with pytest.raises(NoSuchTable):
        invite(table, charlie, "bob")
    forged = client_of(charlie).post("/players/bob/table/", {"table": table.public_id})
    assert forged.status_code == 404
    assert refused(lambda: invite(table, guest, "bob")) == PersonReason.GUEST
    User.objects.filter(pk=alice.pk).update(barred_until=timezone.now() + timedelta(days=1))
    assert refused(lambda: invite(table, alice, "bob")) == LobbyReason.BARRED
    assert not StandingInvitation.objects.exists()


def test_blocks_either_way_and_of_the_owner_are_refused_alike(alice: User, bob: User, charlie: User) -> None:
    dora = make_person("dora")
    table = make_table([alice, bob])
    person_block(user=charlie, handle="bob")
    person_block(user=alice, handle="dora")
    assert refused(lambda: invite(table, bob, "charlie")) == InvitationReason.CANNOT_INVITE
    assert refused(lambda: invite(table, bob, "dora")) == InvitationReason.CANNOT_INVITE
    assert refused(lambda: invite(table, alice, "alice")) == StandingReason.MEMBER_ALREADY
    assert refused(lambda: invite(table, alice, "nobody-here")) == PersonReason.NO_SUCH_PERSON
    assert dora.standing_invitations.count() == 0


def test_a_block_after_the_invitation_hides_it(alice: User, bob: User, client_of: ClientOf) -> None:
    invite(make_table([alice]), alice, "bob")
    person_block(user=bob, handle="alice")
    assert WORDS not in words_of(client_of(bob).get("/"))


def test_full_tables_and_many_invitations_are_refused(
    alice: User, bob: User, client_of: ClientOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = make_table([alice, *(make_person(f"member-{number}") for number in range(MAX_MEMBERS - 1))])
    assert refused(lambda: invite(table, alice, "bob")) == StandingReason.FULL
    assert "Thursday" not in words_of(client_of(alice).get("/players/bob/table/"))
    table_leave(public_id=table.public_id, user=User.objects.get(handle="member-0"))
    monkeypatch.setattr(lobby_invitations, "MAX_A_DAY_TO_ONE", 1)
    invite(table, alice, "bob")
    assert refused(lambda: invite(table, alice, "bob")) == InvitationReason.TOO_MANY_TODAY


def test_invitations_end_with_their_senders_membership_and_either_account(
    alice: User, bob: User, charlie: User
) -> None:
    dora = make_person("dora")
    table = make_table([alice, bob])
    invite(table, bob, "charlie")
    table_leave(public_id=table.public_id, user=bob)
    assert not StandingInvitation.objects.exists()
    invite(table, alice, "charlie")
    invite(table, alice, "dora")
    account_close(actor=make_staff("anna", "administrator"), user=charlie, reason="As asked.")
    assert list(StandingInvitation.objects.values_list("user", flat=True)) == [dora.pk]
    account_erase(user=alice)
    assert not StandingInvitation.objects.exists()


def test_a_merged_account_stays_removed_and_gets_no_invitation_twice(alice: User, bob: User, charlie: User) -> None:
    table, other = make_table([alice, charlie]), make_table([alice, bob])
    invite(other, alice, "charlie")
    remove(table, alice, charlie)
    invite(table, alice, "bob")
    double_merge(actor=make_staff("anna", "administrator"), user=charlie, handle="bob", reason="One person.")
    rows = StandingInvitation.objects.get()
    assert (rows.user, rows.table, rows.barred_at is not None) == (bob, table, True)


def test_invitations_take_no_query_of_their_own_at_home(alice: User, bob: User, client_of: ClientOf) -> None:
    client, table = client_of(bob), make_table([alice])
    client.get("/")
    without = queries_of(lambda: client.get("/"))
    invite(table, alice, "bob")
    assert queries_of(lambda: client.get("/")) == without
    chooser = client_of(alice)
    assert chooser.get("/players/nobody-here/table/").status_code == 404
    one = queries_of(lambda: chooser.get("/players/bob/table/"))
    make_table([alice], name="Friday")
    assert queries_of(lambda: chooser.get("/players/bob/table/")) == one


def test_a_value_that_the_database_refuses_is_no_table(alice: User, bob: User, client_of: ClientOf) -> None:
    make_table([alice])
    assert client_of(alice).post("/players/bob/table/", {"table": "\x00"}).status_code == 404
