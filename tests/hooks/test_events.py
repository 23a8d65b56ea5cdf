"""What happens on the site reaches an operator's hook, once, and says nothing that it must not."""

from __future__ import annotations

import json
import re
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone
from standardwebhooks import Webhook as Receiver

from accounts.models import User
from accounts.privacy.erasure import account_erase
from games import tasks
from games.hooks.collecting import LAG, events_collect
from games.hooks.sending import hooks_sweep
from games.hooks.services import hook_choose
from games.models import Game, HookDelivery, OperatorHook
from games.moderation.acts import game_cancel
from games.moderation.reports import report_make
from games.play.bot_accounts import bot_user
from tests.factories import make_person, make_staff
from tests.games_laid import game_before_end, lay_game, turn_next
from tests.moderation.moderator_acts import act
from tests.notices.outward.server import Server

pytestmark = pytest.mark.django_db

SOON = LAG + timedelta(seconds=5)
CARD = re.compile(rb'"[BRPGKO][1-9]|"X0')


def messages(server: Server, hook: OperatorHook) -> list[dict[str, Any]]:
    """Sweep and send as the workers do. Returns what a receiver has verified, in the order of ids."""
    with time_machine.travel(timezone.now() + SOON, tick=True):
        hooks_sweep()
        for row in HookDelivery.objects.filter(hook=hook, status="waiting").order_by("pk"):
            tasks.hook_deliver(row.pk)
        found = [Receiver(hook.secret).verify(one.body, dict(one.headers.items())) for one in server.requests]
    assert not any(CARD.search(one.body) for one in server.requests)
    assert not any(b"@" in one.body or b"anchor" in one.body for one in server.requests)
    return found


def test_a_games_start_and_end_are_told_once(server: Server, hook: OperatorHook, alice: User, bob: User) -> None:
    game = game_before_end([alice, bob], recorded="target_10_of_two", visibility="private")
    Game.objects.filter(pk=game.pk).update(started_at=timezone.now(), changed_at=timezone.now())
    turn_next(game)
    OperatorHook.objects.update(events=["game.started", "game.finished"])
    first = messages(server, hook)
    assert [one["type"] for one in first] == ["game.started", "game.finished"]
    data = first[1]["data"]
    assert data["game"] == game.public_id
    assert data["page"].endswith(f"/g/{game.public_id}/")
    assert (data["status"], data["end"], data["visibility"]) == ("finished", "target", "private")
    assert {one["username"] for one in data["players"]} == {"alice", "bob"}
    assert [one["winner"] for one in data["players"]].count(True) == 1
    assert game.invite_token not in json.dumps(first)
    assert len(messages(server, hook)) == 2
    assert set(HookDelivery.objects.values_list("status", "answer")) == {("sent", "200")}


def test_a_running_games_points_and_names_stay_in_the_game(
    server: Server, hook: OperatorHook, alice: User, bob: User
) -> None:
    game = lay_game([alice, bob])
    Game.objects.filter(pk=game.pk).update(name="Words of a host")
    [told] = [one for one in messages(server, hook) if one["type"] == "game.started"]
    assert {(one["points"], one["winner"]) for one in told["data"]["players"]} == {(None, None)}
    assert "Words of a host" not in json.dumps(told)


def test_a_cancelled_game_is_told(server: Server, hook: OperatorHook, alice: User, bob: User) -> None:
    game = lay_game([alice, bob])
    act(game, game_cancel, actor=make_staff("moderator", "moderator"), counts_for_rating=False)
    told = [one for one in messages(server, hook) if one["type"] == "game.cancelled"]
    assert [one["data"]["game"] for one in told] == [game.public_id]


def test_a_report_is_told_without_its_people_and_words(
    server: Server, hook: OperatorHook, alice: User, bob: User
) -> None:
    report = report_make(user=alice, kind="profile", accused="bob", text="He is rude.")
    [told] = [one for one in messages(server, hook) if one["type"] == "report.created"]
    data = told["data"]
    assert (data["report"], data["kind"], data["game"]) == (report.pk, "profile", None)
    assert not any(word in json.dumps(told) for word in ("alice", "bob", "rude"))


def test_a_new_account_is_told_and_a_bots_is_not(server: Server, hook: OperatorHook) -> None:
    make_person("dora")
    bot_user("berserker")
    told = [one["data"] for one in messages(server, hook) if one["type"] == "account.created"]
    assert [(one["username"], one["guest"]) for one in told] == [("dora", False)]


def test_an_erased_account_is_not_told(server: Server, hook: OperatorHook) -> None:
    account_erase(user=make_person("dora"))
    assert [one for one in messages(server, hook) if one["type"] == "account.created"] == []
    assert HookDelivery.objects.get(event="account.created").status == "dropped"


def test_only_chosen_events_from_after_the_hook_are_told(
    server: Server, hook: OperatorHook, boss: User, alice: User
) -> None:
    hook_choose(actor=boss, hook_id=hook.pk, events=["report.created"], reason="x")
    make_person("dora")
    OperatorHook.objects.update(read_until=timezone.now())
    assert messages(server, hook) == []
    hook_choose(actor=boss, hook_id=hook.pk, events=["account.created"], reason="x")
    with time_machine.travel(timezone.now() + SOON, tick=True):
        make_person("eve")
        assert [one["data"]["username"] for one in messages(server, hook)] == ["eve"]


def test_the_newest_seconds_wait_because_their_transactions_may_not_be_over(hook: OperatorHook) -> None:
    make_person("dora")
    assert events_collect() == 0
    with time_machine.travel(timezone.now() + SOON, tick=True):
        assert events_collect() == 1
        assert events_collect() == 0


def test_more_events_of_one_moment_than_a_slice_are_all_told(
    hook: OperatorHook, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.hooks.collecting.SLICE", 3)
    at = timezone.now()
    people = [make_person(f"person{number}") for number in range(8)]
    User.objects.filter(pk__in=[one.pk for one in people]).update(date_joined=at)
    with time_machine.travel(at + SOON, tick=True):
        for _reading in range(5):
            events_collect()
    assert HookDelivery.objects.filter(event="account.created", about__in=[one.pk for one in people]).count() == 8


def test_many_events_are_read_in_slices(hook: OperatorHook, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.hooks.collecting.SLICE", 3)
    for number in range(7):
        make_person(f"dora{number}")
    with time_machine.travel(timezone.now() + SOON, tick=True):
        for _reading in range(5):
            events_collect()
    told = HookDelivery.objects.filter(event="account.created").values_list("about", flat=True)
    assert set(told) == set(User.objects.filter(handle__startswith="dora").values_list("pk", flat=True))
    assert len(told) == 7
