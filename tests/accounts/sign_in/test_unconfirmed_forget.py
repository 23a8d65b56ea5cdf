"""Accounts that never confirmed an address end after a day, whatever others did with them."""

from datetime import timedelta

import pytest
from django.utils import timezone
from time_machine import travel

from accounts.models import User
from accounts.sign_in.unconfirmed.openers import LIFE
from accounts.sign_in.unconfirmed.services import unconfirmed_forget
from games.lobby.invitations import person_invite
from games.lobby.services import NewGame, game_create
from games.models import Invitation, Report
from games.moderation.reports import report_make
from tests.factories import make_person

pytestmark = pytest.mark.django_db


def forgotten() -> int:
    with travel(timezone.now() + LIFE + timedelta(hours=1), tick=False):
        return unconfirmed_forget()


def test_an_invitation_keeps_no_account(alice: User) -> None:
    make_person("never", verified=False)
    make_person("other", verified=False)
    game = game_create(host=alice, new=NewGame(seats=3))
    person_invite(public_id=game.public_id, host=alice, handle="never")
    assert forgotten() == 2
    assert not User.objects.filter(handle__in=("never", "other")).exists()
    assert not Invitation.objects.exists()


def test_a_reported_account_loses_its_name_and_address(alice: User) -> None:
    never = make_person("never", verified=False)
    make_person("other", verified=False)
    report_make(user=alice, kind=Report.Kind.PROFILE, accused="never", text="That name!")
    assert forgotten() == 2
    assert not User.objects.filter(handle__in=("never", "other")).exists()
    never.refresh_from_db()
    assert never.erased_at is not None
    assert Report.objects.get().accused == never
    assert forgotten() == 0
