"""Notifications of invitations to standing tables."""

from __future__ import annotations

import pytest
from django.utils import timezone
from pytest_django.fixtures import Settings

from accounts.models import User
from games.models import Notice, StandingInvitation
from games.notices.claim import outbox_claim
from games.notices.mail import compose
from games.notices.staleness import SETTLED
from games.people.blocks import person_block
from games.standing.invitations import invitation_decline, member_invite
from games.standing.services import table_join
from tests.clients import ClientOf
from tests.notices.choices import chooses, device_of, quiet, webhook_of
from tests.notices.told_rows import make_table_invitation

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def push(settings: Settings) -> None:
    settings.VAPID_PRIVATE_KEY = "0000000000000000000000000000000000000000001"


def invite(user: User, by: User) -> StandingInvitation:
    return make_table_invitation(User.objects.get(pk=user.pk), by)


def outcome(row: Notice) -> str:
    """Return "sent off", or why it is not sent."""
    Notice.objects.filter(pk=row.pk).update(due_at=timezone.now())
    claimed = outbox_claim(notice_id=row.pk)
    row.refresh_from_db()
    return "sent off" if claimed is not None else row.reason


def test_it_comes_by_all_channels_of_invitations(alice: User, bob: User, client_of: ClientOf) -> None:
    device_of(alice)
    webhook_of(alice)
    invite(alice, bob)
    rows = list(Notice.objects.filter(user=alice).order_by("channel"))
    assert [(row.channel, row.kind, row.game_id) for row in rows] == [
        ("mail", "table", None), ("push", "table", None), ("webhook", "table", None)
    ]  # fmt: skip
    assert outcome(rows[0]) == "sent off"
    chooses(alice, "off", kinds=["invitation"])
    invite(alice, bob)
    assert Notice.objects.filter(user=alice, channel="mail").count() == 1
    assert client_of(alice).get("/settings/sent/").status_code == 200


def test_the_mail_names_the_table_and_leads_home(alice: User, bob: User) -> None:
    invitation = invite(alice, bob)
    message = compose(Notice.objects.get(user=alice), "alice@example.org")
    assert message.subject == "bob invites you to a standing table"
    html = str(message.alternatives[0][0])
    for body in (str(message.body), html):
        assert "Thursday" in body
        assert "Up to 4 players" in body
        assert "Join or decline" in body
        assert "Stop these emails" in body
        assert invitation.table.invite_token not in body


def test_a_digest_is_waited_for_and_quiet_hours_are_kept(alice: User, bob: User) -> None:
    chooses(alice, "daily", kinds=["invitation"], digest_hour=(timezone.now().hour + 2) % 24)
    invite(alice, bob)
    row = Notice.objects.get(user=alice, channel="mail")
    assert (row.digest, row.due_at > row.created_at) == ("", True)
    Notice.objects.all().delete()
    hour = timezone.now().hour
    chooses(alice, kinds=["invitation"])
    quiet(alice, hour, (hour + 3) % 24)
    invite(alice, bob)
    row = Notice.objects.get(user=alice, channel="mail")
    assert row.due_at > row.created_at
    Notice.objects.update(due_at=timezone.now())
    assert outbox_claim(notice_id=row.pk) is None


@pytest.mark.parametrize("end", ["decline", "join", "block"])
def test_it_lapses_with_the_invitation(alice: User, bob: User, end: str) -> None:
    invitation = invite(alice, bob)
    match end:
        case "decline":
            invitation_decline(public_id=invitation.table.public_id, user=alice)
        case "join":
            table_join(token=invitation.table.invite_token, user=alice)
        case "block":
            person_block(user=alice, handle="bob")
    assert outcome(Notice.objects.get(user=alice)) == SETTLED


def test_another_invitation_is_told_again(alice: User, bob: User) -> None:
    table = invite(alice, bob).table
    invitation_decline(public_id=table.public_id, user=alice)
    member_invite(public_id=table.public_id, user=bob, handle="alice")
    assert Notice.objects.filter(user=alice, kind="table").count() == 2
    assert "bob invites you" in words_of_mail(alice)


def words_of_mail(user: User) -> str:
    return str(compose(Notice.objects.filter(user=user).latest("pk"), "alice@example.org").body)
