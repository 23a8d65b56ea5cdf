"""The pages of messages: the list, a conversation, its links, and the ways there."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from accounts.models import User
from accounts.sign_in.guests import guest_make
from games.chat.services import kid_mode_start
from games.messages.services import messages_switch
from games.models import ChatLine
from games.people.blocks import person_block, person_mute
from games.people.friends import friend_remove
from tests.clients import ClientOf
from tests.factories import make_person
from tests.messages.friends import befriend, unread, write
from tests.page_texts import main_of, queries_of, words_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def friends(alice: User, bob: User) -> None:
    befriend(alice, bob)


def test_a_message_is_written_read_and_escaped(alice: User, bob: User, client_of: ClientOf) -> None:
    hers, his = client_of(alice), client_of(bob)
    assert "No messages yet." in words_of(hers.get("/messages/bob/"))
    # With a NUL, which the database cannot store.
    answer = hers.post("/messages/bob/", {"text": "<b>hi</b> \0@bob\nthere"})
    assert (answer.status_code, answer.headers["Location"]) == (302, "/messages/bob/#write")
    home = his.get("/")
    assert "menu-dot" in home.content.decode()
    assert "New messages from 1 friend" in words_of(home)
    assert "New" in words_of(his.get("/messages/"))
    page = his.get("/messages/alice/")
    assert "&lt;b&gt;hi&lt;/b&gt; <b>@bob</b> there" in main_of(page)
    line = ChatLine.all_lines.get()
    assert f"/report/?line={line.pk}" in main_of(page)
    assert "Report message" not in words_of(hers.get("/messages/bob/"))
    # Read, and the page that reads says so.
    assert "menu-dot" not in page.content.decode()
    assert unread(bob) == 0
    assert "New messages" not in words_of(his.get("/"))
    assert "You: <b>hi</b> @bob there" in words_of(hers.get("/messages/"))


def test_a_refused_message_is_kept_and_the_reason_told(alice: User, client_of: ClientOf) -> None:
    hers = client_of(alice)
    long = hers.post("/messages/bob/", {"text": "y" * 501})
    assert long.status_code == 409
    assert "500 characters" in words_of(long)
    assert "y" * 501 in main_of(long)
    assert hers.post("/messages/bob/", {}).status_code == 409
    User.objects.filter(pk=alice.pk).update(muted_until=timezone.now() + timedelta(days=2))
    assert "A moderator muted you until" in words_of(hers.get("/messages/bob/"))
    User.objects.filter(pk=alice.pk).update(muted_until=datetime(9999, 1, 1, tzinfo=UTC))
    assert "A moderator muted you. You can read but not write." in words_of(hers.get("/messages/bob/"))


def test_only_the_two_get_to_a_conversation(alice: User, bob: User, charlie: User, client_of: ClientOf) -> None:
    line = write(alice, bob, "Only for bob https://example.org/odin")
    link = f"/messages/alice/link/{line.pk}/0/"
    guest = guest_make(handle="signy", time_zone="UTC", language="en")
    befriend(charlie, make_person("dora"))
    for outsider in (charlie, guest):
        browser = client_of(outsider)
        for address in ("/messages/alice/", "/messages/bob/", link, f"/messages/bob/link/{line.pk}/0/"):
            assert browser.get(address).status_code == 404, address
        assert browser.post("/messages/alice/", {"text": "Hello"}).status_code == 404
        assert "Only for bob" not in words_of(browser.get("/messages/"))
        assert "Only for bob" not in words_of(browser.get(f"/report/?line={line.pk}"))
    # Another line's number at one's own friend.
    assert client_of(charlie).get(f"/messages/dora/link/{line.pk}/0/").status_code == 404
    for address in ("/messages/", "/messages/alice/", link):
        assert Client().get(address).headers["Location"].startswith("/accounts/login/")
    assert Client().post("/messages/alice/", {"text": "x"}).status_code == 302
    assert ChatLine.all_lines.count() == 1
    his = client_of(bob)
    assert [his.get(address).status_code for address in ("/messages/nobody/", "/messages/bob/")] == [404, 404]
    assert "example.org" in words_of(his.get(link))
    assert f'href="{link}"' in main_of(his.get("/messages/alice/"))
    assert his.get(f"/messages/alice/link/{line.pk}/1/").status_code == 404


def test_after_the_friendship_it_can_be_read_but_not_written(alice: User, bob: User, client_of: ClientOf) -> None:
    write(alice, bob)
    friend_remove(user=alice, handle="bob")
    for user, other in ((alice, bob), (bob, alice)):
        browser = client_of(user)
        page = browser.get(f"/messages/{other.handle}/")
        assert "You can only write to friends." in words_of(page)
        assert 'name="text"' not in main_of(page)
        refused = browser.post(f"/messages/{other.handle}/", {"text": "Still there?"})
        assert refused.status_code == 409
        assert other.handle in words_of(browser.get("/messages/"))
    assert ChatLine.all_lines.count() == 1


def test_blocked_muted_and_switched_off(alice: User, bob: User, charlie: User, client_of: ClientOf) -> None:
    befriend(alice, charlie)
    write(bob, alice, "From bob")
    write(charlie, alice, "From charlie https://example.org/")
    hers = client_of(alice)
    person_mute(user=alice, handle="charlie")
    page = words_of(hers.get("/messages/charlie/"))
    assert "You muted charlie" in page
    assert "From charlie" not in page
    person_block(user=alice, handle="bob")
    assert hers.get("/messages/bob/").status_code == 404
    assert "From" not in words_of(hers.get("/messages/"))
    off = hers.post("/settings/people/messages/", {"on": "0"}, follow=True)
    assert "Messages are off. Friends can’t write to you." in words_of(off)
    for address in ("/messages/", "/messages/charlie/"):
        shown = hers.get(address)
        assert "Messages are off in your settings." in words_of(shown)
        assert 'name="text"' not in main_of(shown)
    line = ChatLine.all_lines.get(user=charlie)
    assert hers.get(f"/messages/charlie/link/{line.pk}/0/").status_code == 404
    assert "Friends can write to you." in words_of(hers.post("/settings/people/messages/", {"on": "1"}, follow=True))
    kid_mode_start(user=alice)
    assert "Turn messages" not in words_of(hers.get("/settings/people/"))
    assert "Messages are off in your settings." in words_of(hers.get("/messages/charlie/"))


def test_reading_while_messages_are_off_leaves_them_unread(alice: User, bob: User, client_of: ClientOf) -> None:
    write(bob, alice)
    messages_switch(user=alice, on=False)
    client_of(alice).get("/messages/bob/")
    messages_switch(user=alice, on=True)
    assert unread(alice) == 1


def test_friends_have_a_button_on_their_row_and_profile(
    alice: User, bob: User, charlie: User, client_of: ClientOf
) -> None:
    hers = client_of(alice)
    for address in ("/friends/", "/players/bob/"):
        assert 'href="/messages/bob/#write"' in main_of(hers.get(address))
    assert "/messages/charlie/" not in main_of(hers.get("/players/charlie/"))
    assert "/messages/bob/" not in main_of(client_of(charlie).get("/players/bob/"))
    assert 'href="/messages/"' in hers.get("/").content.decode()


def test_earlier_messages_are_on_earlier_pages(alice: User, bob: User, client_of: ClientOf) -> None:
    start = datetime(2026, 3, 2, 12, tzinfo=UTC)
    for number in range(60):
        with time_machine.travel(start + timedelta(seconds=10 * number), tick=False):
            write(alice, bob, f"line-{number}.")
    his = client_of(bob)
    newest = his.get("/messages/alice/")
    assert "line-59." in words_of(newest)
    assert "line-9." not in words_of(newest)
    first = ChatLine.all_lines.get(text="line-10.")
    assert f"?before={first.pk}" in main_of(newest)
    earlier = words_of(his.get("/messages/alice/", {"before": str(first.pk)}))
    assert "line-9." in earlier
    assert "line-10." not in earlier
    assert "Newest messages" in earlier
    assert his.get("/messages/alice/", {"before": "wrong"}).status_code == 200
    assert unread(bob) == 0


def test_queries_stay_the_same_however_much_was_written(alice: User, bob: User, client_of: ClientOf) -> None:
    hers = client_of(alice)
    write(alice, bob)
    hers.get("/messages/bob/")
    pages = ("/messages/", "/messages/bob/", "/", "/friends/")

    def counts() -> list[int]:
        return [queries_of(lambda page=page: hers.get(page)) for page in pages]  # type: ignore[misc]

    before = counts()
    for number in range(6):
        other = make_person(f"friend{number}")
        befriend(alice, other)
        write(alice, other)
        write(other, alice)
    assert counts() == before
    assert before[:2] == [4, 6]
