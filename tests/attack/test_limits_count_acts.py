"""Acts that were undone, left or deleted count too, and count for their author."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from accounts.models import User
from games.errors import Refused
from games.lobby import invitations, limits
from games.lobby.errors import GameLimitReason, InvitationReason
from games.lobby.invitations import invitation_decline, person_invite
from games.lobby.rematch import game_rematch
from games.lobby.services import NewGame, game_create, game_join, game_leave
from games.models import Game, LimitedAct, Notice
from games.models.channels import TEST_TIMEOUT
from games.notices.claim import outbox_claim
from games.notices.errors import ChannelReason
from games.notices.webhooks import WEBHOOKS_MAX, webhook_add, webhook_remove, webhook_test
from games.outbox.decisions import mention_notice_write
from games.people.acts import acts_forget
from games.people.blocks import person_block, person_unblock
from games.people.errors import FriendReason
from games.people.friends import MAX_A_DAY, friend_ask, friend_remove
from games.play.waits.pauses import pause_want
from tests.factories import make_game, make_person
from tests.games_laid import finished_game
from tests.notices.choices import chooses
from tests.notices.told_rows import make_line

pytestmark = pytest.mark.django_db(transaction=True)

HOOK = "https://hooks.example.org/odin/0123456789abcdef"


def refused(call: Callable[[], object]) -> object:
    with pytest.raises(Refused) as refusal:
        call()
    return refusal.value.reason


def come_and_go(game: Game, user: User) -> None:
    game_join(public_id=game.public_id, user=user)
    game_leave(public_id=game.public_id, user=user)


def decline(game: Game, user: User) -> None:
    invitation_decline(public_id=game.public_id, user=user)


@pytest.mark.parametrize("answer", [come_and_go, decline])
def test_who_leaves_or_declines_is_not_invited_without_end(
    alice: User, bob: User, answer: Callable[[Game, User], None]
) -> None:
    game = game_create(host=alice, new=NewGame(seats=3))

    def again() -> object:
        return person_invite(public_id=game.public_id, host=alice, handle="bob")

    for _time in range(invitations.MAX_A_DAY_TO_ONE):
        again()
        answer(game, bob)
    assert refused(again) == InvitationReason.TOO_MANY_TODAY
    assert Notice.objects.filter(user=bob, kind="invitation").count() <= invitations.MAX_A_DAY_TO_ONE
    with time_machine.travel(timezone.now() + timedelta(days=1, seconds=1)):
        again()


def test_a_game_passed_on_counts_for_who_made_it(alice: User, bob: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MAX_NEW", 2)
    for _game in range(2):
        game = game_create(host=alice, new=NewGame(seats=3))
        game_join(public_id=game.public_id, user=bob)
        game_leave(public_id=game.public_id, user=alice)
    assert Game.objects.filter(host=bob).count() == 2
    assert refused(lambda: game_create(host=alice, new=NewGame(seats=3))) == GameLimitReason.TOO_MANY_NEW
    game_create(host=bob, new=NewGame(seats=3))


@pytest.mark.parametrize("undo", ["withdrawn", "blocked"])
def test_requests_to_be_friends_count_when_they_are_gone(alice: User, bob: User, undo: str) -> None:
    charlie = make_person("charlie-2")
    for _time in range(MAX_A_DAY):
        friend_ask(user=alice, handle="bob")
        if undo == "withdrawn":
            friend_remove(user=alice, handle="bob")
        else:
            person_block(user=alice, handle="bob")
            person_unblock(user=alice, handle="bob")
    assert refused(lambda: friend_ask(user=alice, handle=charlie.handle)) == FriendReason.TOO_MANY_TODAY


def test_a_webhook_that_is_added_again_is_tested_no_more_often(alice: User) -> None:
    def add_and_test() -> None:
        webhook = webhook_add(user=alice, kind="json", address=HOOK)
        webhook_test(user=alice, webhook_id=webhook.pk)
        webhook_remove(user=alice, webhook_id=webhook.pk)

    for _time in range(WEBHOOKS_MAX):
        add_and_test()
    assert refused(add_and_test) == ChannelReason.TESTED_LATELY
    with time_machine.travel(timezone.now() + TEST_TIMEOUT):
        webhook_test(user=alice, webhook_id=alice.webhooks.get().pk)


def sent(kind: str, user: User) -> int:
    """The number of emails of this kind that are sent once everything that waits is due."""
    rows = Notice.objects.filter(kind=kind, user=user, channel="mail", status="waiting")
    rows.update(due_at=timezone.now())
    claimed = [outbox_claim(notice_id=row.pk) for row in rows.order_by("pk")]
    Notice.objects.filter(status="sending").update(status="sent", sent_at=timezone.now())
    return sum(claim is not None for claim in claimed)


def test_mentions_are_mailed_once_an_hour_until_one_looks(alice: User, bob: User) -> None:
    game = make_game([alice, bob])
    chooses(bob, kinds=["mention"])

    def mention() -> int:
        line = make_line(game, alice, "@bob")
        mention_notice_write(line, User.objects.get(pk=bob.pk), line.created_at)
        return sent("mention", bob)

    assert [mention() for _line in range(3)] == [1, 0, 0]
    assert Notice.objects.filter(kind="mention", status="dropped")[0].reason.startswith("we told you")
    game.seats.filter(user=bob).update(looked_at=timezone.now())
    with time_machine.travel(timezone.now() + timedelta(minutes=30)):
        assert mention() == 1
        assert mention() == 0
    with time_machine.travel(timezone.now() + timedelta(hours=2)):
        assert mention() == 1


def test_a_wish_that_comes_and_goes_is_mailed_once_an_hour(alice: User, bob: User) -> None:
    game = make_game([alice, bob])
    chooses(bob, kinds=["pause"])

    def wish() -> int:
        pause_want(public_id=game.public_id, user=alice, want=True)
        mails = sent("pause", bob)
        pause_want(public_id=game.public_id, user=alice, want=False)
        Game.objects.filter(pk=game.pk).update(version=Game.objects.get(pk=game.pk).version + 1)
        return mails

    assert [wish() for _time in range(3)] == [1, 0, 0]


def test_a_rematch_that_is_given_up_and_asked_for_again_invites_a_few_times(alice: User, bob: User) -> None:
    old = finished_game([alice, bob], recorded="single_hand_of_two")
    for _time in range(invitations.MAX_A_DAY_TO_ONE + 3):
        new = game_rematch(public_id=old.public_id, user=alice)
        game_leave(public_id=new.public_id, user=alice)
    # The first belongs to the game that they played.
    assert Notice.objects.filter(user=bob, kind="invitation").count() == 1 + invitations.MAX_A_DAY_TO_ONE


def test_acts_are_forgotten_after_a_day(alice: User) -> None:
    game_create(host=alice, new=NewGame(seats=3))
    assert acts_forget() == 0
    with time_machine.travel(timezone.now() + timedelta(days=1, seconds=1)):
        assert acts_forget() == 1
    assert not LimitedAct.objects.exists()
