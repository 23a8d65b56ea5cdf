"""Blocks and mutes."""

from collections.abc import Callable

import pytest

from accounts.models import User
from games.errors import Reason, Refused
from games.models import PersonMark
from games.people.block_selectors import are_blocked, blocked_pairs, blocks_and_mutes, hidden_authors
from games.people.blocks import MAX_MARKS, person_block, person_mute, person_unblock, person_unmute
from games.people.errors import BlockReason, PersonReason
from games.play.bot_accounts import bot_user

pytestmark = pytest.mark.django_db


def refused(call: Callable[..., object], **asked: object) -> Reason:
    with pytest.raises(Refused) as refusal:
        call(**asked)
    return refusal.value.reason


def test_it_keeps_blocks_and_mutes_apart_and_finds_them_from_both_sides(alice: User, bob: User, charlie: User) -> None:
    person_block(user=alice, handle="BOB")
    person_block(user=alice, handle="bob")
    person_mute(user=alice, handle="charlie")

    assert PersonMark.objects.count() == 2
    assert blocks_and_mutes(alice).blocked == (bob,)
    assert blocks_and_mutes(alice).muted == (charlie,)
    assert blocks_and_mutes(bob) == blocks_and_mutes(charlie)
    assert blocks_and_mutes(bob).blocked == ()
    assert blocked_pairs([alice.pk, bob.pk, charlie.pk]) == {frozenset({alice.pk, bob.pk})}
    assert blocked_pairs([alice.pk, charlie.pk]) == set()
    assert are_blocked(alice, bob)
    assert are_blocked(bob, alice)
    assert not are_blocked(alice, charlie)
    # A block hides messages both ways, a mute one way.
    assert hidden_authors(alice) == {bob.pk, charlie.pk}
    assert (hidden_authors(bob), hidden_authors(charlie)) == ({alice.pk}, set())


def test_it_takes_marks_back(alice: User, bob: User) -> None:
    person_block(user=alice, handle="bob")
    person_mute(user=alice, handle="bob")

    person_unblock(user=bob, handle="alice")
    assert are_blocked(alice, bob)
    person_unblock(user=alice, handle="Bob")
    assert not are_blocked(alice, bob)
    assert blocks_and_mutes(alice).muted == (bob,)
    person_unmute(user=alice, handle="bob")
    person_unmute(user=alice, handle="bob")

    assert not PersonMark.objects.exists()


def test_it_refuses_oneself_bots_strangers_and_too_many(alice: User, bob: User) -> None:
    assert refused(person_block, user=alice, handle="alice") is BlockReason.SELF
    assert refused(person_mute, user=alice, handle=bot_user("berserker").handle) is BlockReason.BOT
    assert refused(person_mute, user=alice, handle="nobody") is PersonReason.NO_SUCH_PERSON
    others = User.objects.bulk_create(User(handle=f"other{number}") for number in range(MAX_MARKS))
    PersonMark.objects.bulk_create(
        PersonMark(user=alice, other=other, kind="mute", created_at=alice.date_joined) for other in others
    )

    assert refused(person_mute, user=alice, handle="bob") is BlockReason.TOO_MANY
    # Repeating it is no refusal.
    person_mute(user=alice, handle=others[0].handle)
    person_block(user=bob, handle="alice")

    assert PersonMark.objects.filter(user=alice).count() == MAX_MARKS


def test_it_changes_nothing_for_a_closed_account(alice: User, bob: User) -> None:
    person_block(user=alice, handle="bob")
    User.objects.filter(pk=alice.pk).update(is_active=False)

    assert refused(person_unblock, user=alice, handle="bob") is PersonReason.ACCOUNT_CLOSED
    assert are_blocked(alice, bob)
