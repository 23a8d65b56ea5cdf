"""Messages between friends: their writers, their readers, and what ends them."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.decisions.double_accounts import double_merge
from accounts.models import User
from accounts.privacy.erasure import account_erase
from accounts.privacy.export import export_json
from games.chat.errors import ChatReason
from games.chat.services import MAX_LINES, chat_switch, chat_write, kid_mode_start
from games.errors import Reason
from games.messages.errors import MessageReason
from games.messages.selectors import Conversation, conversation_with, conversations_of
from games.messages.services import message_write, messages_read, messages_switch
from games.models import ChatLine, Game
from games.people.blocks import person_block, person_mute, person_unblock, person_unmute
from games.people.errors import PersonReason
from games.people.friends import friend_ask, friend_remove
from tests.factories import make_person, make_staff
from tests.messages.friends import befriend, refused, unread, write

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def friends(alice: User, bob: User) -> None:
    befriend(alice, bob)


def seen(user: User, other: User) -> list[str]:
    found = conversation_with(User.objects.get(pk=user.pk), other.handle)
    return [line.text for line in found.lines] if found is not None else []


def conversation(user: User, other: User) -> Conversation:
    found = conversation_with(User.objects.get(pk=user.pk), other.handle)
    assert found is not None
    return found


def listed(user: User) -> list[tuple[str, str, bool]]:
    """Each conversation's person, newest message and whether it has unread ones."""
    rows = conversations_of(User.objects.get(pk=user.pk)).items
    return [(row.other.handle, row.newest.text, row.unread) for row in rows]


def test_friends_write_to_each_other_and_nobody_else_reads_it(alice: User, bob: User, charlie: User) -> None:
    befriend(alice, charlie)
    write(alice, bob, "Play tonight?")
    write(bob, alice, "Sure")
    write(charlie, alice, "Hi")
    for one, other in ((alice, bob), (bob, alice)):
        assert seen(one, other) == ["Play tonight?", "Sure"]
    assert [line.mine for line in conversation(bob, alice).lines] == [False, True]
    assert seen(charlie, bob) == []
    assert conversation_with(charlie, "bob") is None
    assert listed(alice) == [("charlie", "Hi", True), ("bob", "Sure", True)]
    assert listed(bob) == [("alice", "Sure", True)]


def test_unread_messages_count_by_friend_until_they_are_read(alice: User, bob: User, charlie: User) -> None:
    befriend(alice, charlie)
    for author in (bob, bob, charlie):
        write(author, alice)
    assert unread(alice) == 2
    assert messages_read(user=alice, other=bob) == 1
    assert (unread(alice), unread(bob)) == (1, 0)
    assert listed(alice) == [("charlie", "Play tonight?", True), ("bob", "Play tonight?", False)]
    assert not conversation(alice, bob).fresh
    write(alice, bob)
    assert (unread(alice), unread(bob)) == (1, 1)


@pytest.mark.parametrize(
    "case", ["stranger", "asked", "former", "blocked", "blocker", "guest", "self", "bot", "erased"]
)
def test_only_friends_are_written_to(alice: User, bob: User, case: str) -> None:
    other: User = bob
    reason: Reason = MessageReason.NOT_FRIENDS
    match case:
        case "stranger":
            other = make_person("dora")
        case "asked":
            other = make_person("dora")
            friend_ask(user=alice, handle="dora")
        case "former":
            friend_remove(user=bob, handle="alice")
        case "blocked":
            person_block(user=bob, handle="alice")
        case "blocker":
            person_block(user=alice, handle="bob")
        case "guest":
            other = make_person("dora")
            User.objects.filter(pk=other.pk).update(is_guest=True)
        case "self":
            other, reason = alice, PersonReason.NO_SUCH_PERSON
        case "bot":
            other, reason = User.objects.create_user("hal", is_bot=True), PersonReason.NO_SUCH_PERSON
        case "erased":
            account_erase(user=bob)
            reason = PersonReason.NO_SUCH_PERSON
    assert refused(lambda: write(alice, other)) == reason
    assert not ChatLine.all_lines.exists()


@pytest.mark.parametrize("case", ["off", "chat", "kid", "suspended", "banned", "closed"])
def test_people_who_get_no_messages_are_refused_alike(alice: User, bob: User, case: str) -> None:
    write(bob, alice)
    match case:
        case "off":
            messages_switch(user=bob, on=False)
        case "chat":
            chat_switch(user=bob, on=False)
        case "kid":
            kid_mode_start(user=bob)
        case "suspended":
            User.objects.filter(pk=bob.pk).update(suspended_until=timezone.now() + timedelta(days=1))
        case "banned":
            User.objects.filter(pk=bob.pk).update(suspended_until=timezone.now() + timedelta(days=9_000))
        case "closed":
            User.objects.filter(pk=bob.pk).update(is_active=False)
    reason = PersonReason.NO_SUCH_PERSON if case == "closed" else MessageReason.NOT_RECEIVED
    assert refused(lambda: write(alice, bob)) == reason
    assert conversation(alice, bob).refusal == MessageReason.NOT_RECEIVED
    assert seen(alice, bob) == ["Play tonight?"]


@pytest.mark.parametrize("case", ["off", "chat", "kid", "muted", "suspended"])
def test_people_who_may_not_write_are_told_why(alice: User, bob: User, case: str) -> None:
    write(bob, alice)
    later = timezone.now() + timedelta(days=1)
    reason = ChatReason.MUTED
    match case:
        case "off":
            messages_switch(user=alice, on=False)
            assert refused(lambda: write(alice, bob)) == MessageReason.OFF
        case "chat":
            chat_switch(user=alice, on=False)
            assert refused(lambda: write(alice, bob)) == ChatReason.OFF
        case "kid":
            kid_mode_start(user=alice)
            assert refused(lambda: write(alice, bob)) == ChatReason.KID
        case "muted" | "suspended":
            User.objects.filter(pk=alice.pk).update(**{f"{case}_until": later})
            assert refused(lambda: write(alice, bob)) == reason
            assert conversation(alice, bob).muted_until == later
    # Those who read none are not told of any either.
    assert unread(alice) == (1 if case in ("muted", "suspended") else 0)


def test_messages_count_again_when_they_are_switched_on(alice: User, bob: User) -> None:
    write(bob, alice)
    messages_switch(user=alice, on=False)
    assert unread(alice) == 0
    messages_switch(user=alice, on=True)
    assert unread(alice) == 1


def test_a_block_hides_the_conversation_from_its_author_alone(alice: User, bob: User) -> None:
    write(bob, alice)
    person_block(user=alice, handle="bob")
    assert conversation_with(alice, "bob") is None
    assert (listed(alice), unread(alice)) == ([], 0)
    # For the other it is as if the friendship had ended.
    assert seen(bob, alice) == ["Play tonight?"]
    assert conversation(bob, alice).refusal == MessageReason.NOT_FRIENDS
    person_unblock(user=alice, handle="bob")
    assert (seen(alice, bob), unread(alice)) == (["Play tonight?"], 1)
    assert conversation(alice, bob).refusal == MessageReason.NOT_FRIENDS


def test_a_mute_hides_what_the_other_writes_without_telling_them(alice: User, bob: User) -> None:
    write(alice, bob, "Mine")
    person_mute(user=alice, handle="bob")
    write(bob, alice, "Theirs")
    assert (seen(alice, bob), listed(alice), unread(alice)) == (["Mine"], [("bob", "Mine", False)], 0)
    assert conversation(alice, bob).hides
    assert seen(bob, alice) == ["Mine", "Theirs"]
    assert not conversation(bob, alice).hides
    person_unmute(user=alice, handle="bob")
    assert (seen(alice, bob), unread(alice)) == (["Mine", "Theirs"], 1)


def test_limits_and_texts_are_those_of_chats(game: Game, alice: User, bob: User) -> None:
    assert refused(lambda: write(alice, bob, " \u200b ")) == ChatReason.EMPTY
    assert refused(lambda: write(alice, bob, "x" * 501)) == ChatReason.TOO_LONG
    assert write(alice, bob, "a\nb\x07 c").text == "a b c"
    for number in range(MAX_LINES - 1):
        chat_write(public_id=game.public_id, user=alice, text=f"{number}")
    assert refused(lambda: write(alice, bob)) == ChatReason.TOO_FAST


def test_a_form_sent_twice_writes_once(alice: User, bob: User) -> None:
    lines = {message_write(user=alice, handle="BOB", text="Hi", token="1:abcdefgh").pk for _press in range(2)}
    assert len(lines) == 1
    message_write(user=alice, handle="bob", text="Hi again", token="1:abcdefgh")
    assert seen(bob, alice) == ["Hi", "Hi again"]


def test_no_chat_has_messages_of_friends(game: Game, alice: User, bob: User) -> None:
    write(alice, bob)
    assert not ChatLine.objects.exists()
    with pytest.raises(IntegrityError), transaction.atomic():
        ChatLine.all_lines.create(user=alice, text="To nobody", created_at=timezone.now())
    with pytest.raises(IntegrityError), transaction.atomic():
        ChatLine.all_lines.create(user=alice, reader=alice, text="To oneself", created_at=timezone.now())


def test_an_erased_account_leaves_no_message_and_no_count(alice: User, bob: User) -> None:
    write(alice, bob, "My address is 1 Wonderland")
    write(bob, alice, "Thanks @alice")
    assert unread(bob) == 1
    account_erase(user=alice)
    assert (unread(bob), listed(bob)) == (0, [])
    texts = list(ChatLine.all_lines.order_by("pk").values_list("text", flat=True))
    assert texts == ["", "Thanks @…"]


def test_each_ones_file_has_the_messages_that_they_wrote(alice: User, bob: User) -> None:
    write(alice, bob, "From Alice")
    chats = {user.handle: json.loads("".join(export_json(user)))["chat"] for user in (alice, bob)}
    assert [(row["text"], row["message_to"], row["note_to"]) for row in chats["alice"]] == [("From Alice", "bob", None)]
    assert chats["bob"] == []


def test_messages_move_with_a_merged_account(alice: User, bob: User, charlie: User) -> None:
    befriend(bob, charlie)
    befriend(alice, charlie)
    write(alice, bob, "Between the two")
    write(charlie, alice, "To the first")
    write(alice, charlie, "From the first")
    write(charlie, bob, "To the second")
    anna = make_staff("anna", "administrator")
    double_merge(actor=anna, user=alice, handle="bob", reason="One person.")
    assert seen(bob, charlie) == ["To the first", "From the first", "To the second"]
    assert [line.mine for line in conversation(charlie, bob).lines] == [True, False, True]
    assert listed(charlie) == [("bob", "To the second", True)]
    assert unread(bob) == 2
    write(charlie, bob, "Still friends")
    account_erase(user=User.objects.get(pk=bob.pk))
    assert not ChatLine.all_lines.exclude(user=charlie).exclude(text="").exists()
