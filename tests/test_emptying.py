"""Tests that commit leave the database as it was."""

import random

import pytest
from django.apps import apps
from django.contrib.auth.models import Group, Permission

from accounts.models import User
from accounts.staff.audit import audit_write
from tests.emptying import state_back
from tests.factories import make_game, take_turn

pytestmark = pytest.mark.django_db(transaction=True)


def counts() -> dict[str, int]:
    return {model._meta.label: model._base_manager.count() for model in apps.get_models(include_auto_created=True)}


def test_nothing_is_left_of_what_was_committed_and_what_was_there_is_back(
    alice: User, bob: User, rng: random.Random
) -> None:
    permissions = set(Permission.objects.values_list("pk", "codename"))
    take_turn(make_game([alice, bob]), rng)
    audit_write(actor=alice, action="game.pause")
    Group.objects.all().delete()
    state_back()
    found = counts()
    assert set(Permission.objects.values_list("pk", "codename")) == permissions
    assert found["auth.Group"] > 2
    kept = {"contenttypes.ContentType", "auth.Permission", "auth.Group", "auth.Group_permissions"}
    assert {label for label, count in found.items() if count} == kept
