"""Accounts of bots that had other names."""

from __future__ import annotations

from importlib import import_module

import pytest
from django.apps import apps

from accounts.models import User
from games.models import BotAccount
from games.play.bot_accounts import bot_user

pytestmark = pytest.mark.django_db

rename = import_module("games.migrations.0009_five_bots").rename


def account(name: str, handle: str) -> User:
    user = User.objects.create_user(handle=handle, is_bot=True)
    BotAccount.objects.create(name=name, user=user)
    return user


def test_they_go_on_as_the_bots_that_play_alike() -> None:
    loki, fenrir = account("random", "Loki"), account("greedy", "Fenrir")
    rename(apps, None)
    assert (bot_user("skald"), bot_user("berserker")) == (loki, fenrir)
    assert (bot_user("skald").handle, bot_user("berserker").handle) == ("Skald", "Berserker")


def test_a_handle_that_a_person_has_is_left_to_them() -> None:
    User.objects.create_user(handle="skald")
    loki = account("random", "Loki")
    rename(apps, None)
    assert bot_user("skald") == loki
    assert bot_user("skald").handle == "Loki"
