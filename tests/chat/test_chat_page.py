"""The chat without its script: read at the table and on its own page, written, refused, blocked, muted."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games.chat.services import chat_write, kid_mode_start
from games.lobby.services import NewGame, game_create
from games.models import ChatLine, Game, PersonMark, Preferences, Seat
from games.moderation.acts.chat_lines import chat_hide
from games.people.blocks import person_mute
from tests.clients import ClientOf
from tests.factories import make_person, make_staff
from tests.games_laid import lay_game
from tests.page_texts import queries_of, words_of
from tests.password import PASSWORD
from tests.table.tables import game_url, text_of

pytestmark = pytest.mark.django_db
SCRIPT = {"Accept": "application/json"}


def say(game: Game, user: User, text: str) -> ChatLine:
    return chat_write(public_id=game.public_id, user=user, text=text)


def test_a_line_is_written_read_and_escaped(game: Game, alice: User, bob: User, client_of: ClientOf) -> None:
    hers, his = client_of(alice), client_of(bob)

    # With a NUL, which the database cannot store.
    answer = hers.post(game_url("chat", game), {"text": "<b>hi</b> \0@bob\nthere"})

    assert answer.status_code == 302
    assert answer.url == game_url("table", game) + "#chat"  # type: ignore[attr-defined]
    page = text_of(his.get(game_url("table", game)))
    assert "&lt;b&gt;hi&lt;/b&gt; @bob there" in page
    assert "<b>hi" not in page
    assert "mentions you" in page
    assert 'id="chat-count">1</span>' in page
    assert f"{reverse('games:report')}?line={ChatLine.objects.get().pk}" in page
    # One's own line cannot be reported or muted.
    assert "Report message" not in text_of(hers.get(game_url("table", game)))


def test_a_reaction_is_a_button_of_a_form(game: Game, alice: User, bob: User, client_of: ClientOf) -> None:
    hers, his, address = client_of(alice), client_of(bob), game_url("chat_react", game)

    answer = hers.post(address, {"reaction": "party"})

    assert answer.url == game_url("table", game) + "#chat"  # type: ignore[attr-defined]
    page = text_of(his.get(game_url("table", game)))
    assert '<span role="img" aria-label="Party time">🎉</span>' in page
    assert 'data-bubble="🎉"' in page
    assert 'id="chat-count" hidden' in page
    assert 'form="react-form" name="reaction" value="oops"' in page
    assert "Oops" in text_of(hers.post(address, {"reaction": "oops"}, headers=SCRIPT))
    assert hers.post(address, {"reaction": "an insult"}).status_code == 404
    Game.objects.filter(pk=game.pk).update(chat_locked_at=timezone.now())
    assert "A moderator locked this chat." in words_of(hers.post(address, {"reaction": "oops"}))
    assert ChatLine.objects.count() == 2


def test_a_refused_line_is_kept_and_the_reason_told(game: Game, alice: User, client_of: ClientOf) -> None:
    hers = client_of(alice)

    long = hers.post(game_url("chat", game), {"text": "y" * 501})
    assert long.status_code == 409
    assert "500 characters" in words_of(long)
    assert "y" * 501 in text_of(long)
    empty = hers.post(game_url("chat", game), {}, headers=SCRIPT)
    assert (empty.status_code, empty.json()["error"]) == (409, "chat_empty")
    Game.objects.filter(pk=game.pk).update(chat_locked_at=timezone.now())
    locked = hers.get(game_url("table", game))
    assert "A moderator locked this chat." in words_of(locked)
    assert hers.post(game_url("chat", game), {"text": "x"}, headers=SCRIPT).json()["error"] == "chat_locked"
    User.objects.filter(pk=alice.pk).update(muted_until=timezone.now() + timedelta(days=2))
    Game.objects.filter(pk=game.pk).update(chat_locked_at=None)
    assert "A moderator muted you until" in words_of(hers.get(game_url("chat", game)))
    assert not ChatLine.objects.exists()


def test_the_page_reads_back_and_marks_what_was_read(game: Game, alice: User, bob: User, client_of: ClientOf) -> None:
    start = datetime(2026, 3, 2, 12, tzinfo=UTC)
    for number in range(60):
        with time_machine.travel(start + timedelta(seconds=10 * number), tick=False):
            say(game, alice, f"line-{number}.")
    his = client_of(bob)

    newest = his.get(game_url("chat", game))
    assert "line-59." in words_of(newest)
    assert "line-9." not in words_of(newest)
    first = ChatLine.objects.get(text="line-10.")
    assert f"?before={first.pk}" in text_of(newest)
    earlier = words_of(his.get(game_url("chat", game), {"before": str(first.pk)}))
    assert "line-9." in earlier
    assert "line-10." not in earlier
    assert Seat.objects.get(game=game, user=bob).chat_read == ChatLine.objects.get(text="line-59.").pk
    assert 'id="chat-count" hidden' in text_of(his.get(game_url("table", game)))


def test_the_script_asks_for_lines_only_when_there_are_new_ones(
    game: Game, alice: User, bob: User, client_of: ClientOf
) -> None:
    say(game, alice, "one")
    his = client_of(bob)

    first = his.get(game_url("chat_part", game), headers=SCRIPT)
    assert "one" in text_of(first)
    assert his.get(game_url("chat_part", game), headers=SCRIPT | {"If-None-Match": first["ETag"]}).status_code == 304
    line = ChatLine.objects.get()
    assert his.post(game_url("chat_read", game), {"line": str(line.pk)}).status_code == 204
    assert his.post(game_url("chat_read", game), {"line": "ten"}).status_code == 204
    assert Seat.objects.get(game=game, user=bob).chat_read == line.pk
    said = his.post(game_url("chat", game), {"text": "two"}, headers=SCRIPT)
    assert (said.status_code, "two" in text_of(said)) == (200, True)
    chat_hide(actor=make_staff("hilda", "helper"), line_id=line.pk, reason="foul")
    hidden = text_of(his.get(game_url("chat_part", game), headers=SCRIPT | {"If-None-Match": first["ETag"]}))
    assert "Hidden by a moderator." in hidden
    assert ">one<" not in hidden
    kid_mode_start(user=bob)
    assert his.get(game_url("chat_part", game), headers=SCRIPT).status_code == 205


def test_strangers_and_spectators_have_no_chat(game: Game, alice: User, client_of: ClientOf) -> None:
    say(game, alice, "between us")
    strange = client_of(make_person("stranger"))
    secret = lay_game([alice, make_person("dora")], NewGame(seats=2, visibility=Game.Visibility.PRIVATE))

    for client in (strange, Client()):
        page = text_of(client.get(game_url("table", game)))
        assert "between us" not in page
        assert 'id="chat"' not in page
        assert client.get(game_url("chat_part", game)).status_code == 205
        assert client.get(game_url("chat_part", secret)).status_code == 404
    assert strange.get(game_url("chat", game)).status_code == 404
    assert strange.post(game_url("chat", game), {"text": "hello"}, headers=SCRIPT).json()["error"] == "chat_not_seated"
    assert strange.post(game_url("chat", secret), {"text": "hello"}).status_code == 404
    assert Client().get(game_url("chat", game)).status_code == 302
    assert Client().post(game_url("chat", game), {"text": "hello"}).status_code == 302
    assert ChatLine.objects.count() == 1


def test_a_quiet_table_costs_one_query_more_and_a_watched_one_none(
    game: Game, alice: User, bob: User, client_of: ClientOf
) -> None:
    hers, strange = client_of(alice), client_of(make_person("stranger"))
    address = game_url("table", game)
    quiet = queries_of(lambda: hers.get(address))
    watched = queries_of(lambda: strange.get(address))
    part = queries_of(lambda: hers.get(game_url("table_part", game)))

    for number in range(9):
        say(game, bob, f"line {number}")

    assert queries_of(lambda: hers.get(address)) == quiet + 2
    assert queries_of(lambda: strange.get(address)) == watched
    assert queries_of(lambda: hers.get(game_url("table_part", game))) == part
    Preferences.objects.update_or_create(user=alice, defaults={"kid_mode": True})
    assert queries_of(lambda: hers.get(address)) == quiet
    assert "line 8" not in text_of(hers.get(address))


def test_people_block_and_mute_from_the_chat_and_the_profile(
    game: Game, alice: User, bob: User, client_of: ClientOf
) -> None:
    say(game, bob, "nonsense")
    hers = client_of(alice)
    mark, table = reverse("games:person_mark", args=["bob"]), game_url("table", game)

    muted = hers.post(mark, {"act": "mute", "next": table}, follow=True)
    assert muted.redirect_chain == [(table, 302)]
    assert "bob is muted." in words_of(muted)
    assert "nonsense" not in words_of(muted)
    profile = hers.get(reverse("games:profile", args=["bob"]))
    assert "Unmute" in words_of(profile)
    assert "Report this player" in words_of(profile)
    assert hers.post(mark, {"act": "unmute"}).status_code == 302
    assert "nonsense" in words_of(hers.get(table))
    blocked = hers.post(mark, {"act": "block"}, follow=True)
    assert "bob is blocked." in words_of(blocked)
    assert "Unblock" in words_of(blocked)
    assert hers.post(mark, {"act": "erase"}).status_code == 404
    assert Client().post(mark, {"act": "block"}).status_code == 302
    assert PersonMark.objects.count() == 1
    # Nobody can mark themselves, and visitors get no buttons.
    assert "Block" not in words_of(hers.get(reverse("games:profile", args=["alice"])))
    assert "Block" not in words_of(Client().get(reverse("games:profile", args=["bob"])))
    assert "That’s you" in words_of(
        hers.post(reverse("games:person_mark", args=["alice"]), {"act": "mute"}, follow=True)
    )


def test_the_settings_list_people_and_switch_chats(game: Game, alice: User, bob: User, client_of: ClientOf) -> None:
    hers = client_of(alice)
    person_mute(user=alice, handle="bob")
    people = reverse("games:people")

    assert "Unmute : bob" in words_of(hers.get(people))
    assert "bob is blocked" in words_of(hers.post(people, {"handle": "@bob", "act": "block"}, follow=True))
    nobody = hers.post(people, {"handle": "nobody", "act": "mute"})
    assert (nobody.status_code, "No player has this username" in words_of(nobody)) == (422, True)

    hers.post(reverse("games:people_chat"), {"on": "0"})
    assert 'id="chat"' not in text_of(hers.get(game_url("table", game)))
    assert "Chat is off in your settings." in words_of(hers.get(game_url("chat", game)))
    hers.post(reverse("games:people_chat"), {"on": "1"})
    assert 'id="chat"' in text_of(hers.get(game_url("table", game)))


def test_kid_mode_ends_with_the_password_alone(game: Game, alice: User, client_of: ClientOf) -> None:
    hers = client_of(alice)
    kid, chats = reverse("games:kid_mode"), reverse("games:people_chat")

    assert "Kid mode is on" in words_of(hers.post(kid, {"on": "1"}, follow=True))
    assert 'id="chat"' not in text_of(hers.get(game_url("table", game)))
    assert "Kid mode is on" in words_of(hers.post(chats, {"on": "1"}))
    wrong = hers.post(kid, {"on": "0", "password": "guess"})
    assert (wrong.status_code, "Wrong password" in words_of(wrong)) == (422, True)
    assert hers.post(kid, {"on": "0"}).status_code == 422
    assert Preferences.objects.get(user=alice).kid_mode
    right = hers.post(kid, {"on": "0", "password": PASSWORD}, follow=True)
    assert "Kid mode is off" in words_of(right)
    hers.post(kid, {"on": "1"})
    tried = [hers.post(kid, {"on": "0", "password": "guess"}).status_code for _attempt in range(12)]
    assert tried[-1] == 429
    assert hers.post(kid, {"on": "0", "password": PASSWORD}).status_code == 429
    assert Preferences.objects.get(user=alice).kid_mode


def test_a_waiting_room_leads_to_its_chat(alice: User, bob: User, client_of: ClientOf) -> None:
    offer = game_create(host=alice, new=NewGame(seats=3))
    hers = client_of(alice)

    assert f'href="{game_url("chat", offer)}"' in text_of(hers.get(game_url("table", offer)))
    assert f'href="{game_url("chat", offer)}"' not in text_of(client_of(bob).get(game_url("table", offer)))
    page = hers.post(game_url("chat", offer), {"text": "Who joins?", "next": game_url("chat", offer)}, follow=True)
    assert "Who joins?" in words_of(page)
