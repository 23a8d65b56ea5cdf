"""Expired sessions are deleted."""

from datetime import timedelta

import pytest
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.utils import timezone

from accounts.models import User
from accounts.sign_in.sessions import sessions_forget
from tests.accounts.conftest import Login, is_in

pytestmark = pytest.mark.django_db


def test_old_sessions_go_and_others_stay(alice: User, login: Login) -> None:
    old, young = login("alice"), login("alice")
    yesterday = timezone.now() - timedelta(days=1)
    Session.objects.filter(session_key=old.session.session_key).update(expire_date=yesterday)
    UserSession.objects.update(last_seen_at=yesterday - timedelta(minutes=1))
    sessions_forget()
    assert UserSession.objects.get().session_key == young.session.session_key
    assert not Session.objects.filter(expire_date__lt=timezone.now()).exists()
    assert is_in(young)
