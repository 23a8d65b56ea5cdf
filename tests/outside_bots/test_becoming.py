"""An account becomes a bot, for good."""

from __future__ import annotations

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse

from accounts.decisions.double_accounts import double_merge
from accounts.errors import AccountRefused
from accounts.models import User
from accounts.privacy.erasure import account_erase
from accounts.privacy.export import export_json
from games.errors import Refused
from games.lobby.queue import queue_join
from games.models import Notice, OutsideBot
from games.outside_bots.errors import OutsideBotReason
from games.outside_bots.services import bot_become
from games.people.errors import PersonReason
from games.people.friends import friend_accept, friend_ask
from tests.api.programs import program_of
from tests.clients import ClientOf
from tests.factories import make_game, make_person, make_staff
from tests.page_texts import words_of

pytestmark = pytest.mark.django_db


def refusal(user: User, author: str = "Ada") -> str:
    with pytest.raises(Refused) as refused:
        bot_become(user=user, author=author)
    return refused.value.code


def test_an_account_becomes_a_bot_by_a_call(alice: User) -> None:
    program = program_of(alice)
    assert program.get("me")["bot"] is False
    taken = program.post("bot", {"author": "Ada  Lovelace"})
    assert taken == {
        "author": "Ada Lovelace", "seats": [2, 3, 4, 5, 6], "targets": [None, 10, 15, 20, 25, 30], "goat": True,
        "paces": ["60s", "3m", "1h", "8h", "1d", "2d", "3d", "7d", "14d", "none"], "ready": False,
    }  # fmt: skip
    assert program.get("me")["bot"] is True
    assert program.get("players/alice")["kind"] == "bot"
    assert program.get("players/alice")["bot"] == taken
    again = program.post("bot", {"author": "Ada"})
    assert (program.status, again["error"]) == (409, "bot_already")


def test_an_account_becomes_a_bot_on_a_page_that_asks_first(alice: User, client_of: ClientOf) -> None:
    client, page = client_of(alice), reverse("games:bot_settings")
    assert "Become a bot" in words_of(client.get(reverse("accounts:tokens")))
    assert "This account can never be a person’s again." in words_of(client.get(page))
    unsure = client.post(page, {"author": "Ada"})
    assert unsure.status_code == 422
    assert not OutsideBot.objects.exists()
    done = client.post(page, {"author": "Ada", "sure": "on"}, follow=True)
    assert "This account is a bot now." in words_of(done)
    assert User.objects.get(pk=alice.pk).is_outside_bot
    assert "This account is a bot." in words_of(client.get(reverse("accounts:tokens")))


def test_only_a_new_persons_account_becomes_a_bot(alice: User, bob: User, charlie: User) -> None:
    make_game([alice, bob], contribute=False)
    assert refusal(alice) == OutsideBotReason.HAS_PLAYED
    friend_ask(user=charlie, handle="bob")
    friend_accept(user=bob, handle="charlie")
    assert refusal(charlie) == OutsideBotReason.HAS_PLAYED
    waiting = make_person("dora")
    queue_join(user=waiting, seats=2)
    assert refusal(waiting) == OutsideBotReason.HAS_PLAYED
    assert refusal(make_staff("mod")) == OutsideBotReason.STAFF
    guest = make_person("gast")
    User.objects.filter(pk=guest.pk).update(is_guest=True)
    assert refusal(guest) == "guest"
    for author in ("", "  ", "\u200b", "a\x07b", "x" * 41):
        assert refusal(make_person(f"new-{len(author)}{author.isascii()}"), author) == OutsideBotReason.BAD_AUTHOR
    assert not OutsideBot.objects.exists()


def test_a_bot_gets_no_mail_about_games(alice: User, mimir: User) -> None:
    program_of(alice).post("challenges/mimir", {"target": None})
    assert not Notice.objects.filter(user=mimir, channel=Notice.Channel.MAIL).exists()
    assert not [sent for sent in mail.outbox if "mimir" in sent.to[0] and "token" not in sent.subject]


def test_what_people_do_together_is_closed_to_bots(alice: User, mimir: User) -> None:
    for act in (
        lambda: queue_join(user=mimir, seats=2),
        lambda: friend_ask(user=mimir, handle="alice"),
        lambda: friend_ask(user=alice, handle="mimir"),
    ):
        with pytest.raises(Refused):
            act()


def test_a_bot_accepts_no_request_that_the_person_had(alice: User, bob: User) -> None:
    friend_ask(user=alice, handle="bob")
    bot_become(user=bob, author="Ada")
    with pytest.raises(Refused) as refused:
        friend_accept(user=bob, handle="alice")
    assert refused.value.code == PersonReason.OUTSIDE_BOT


def test_a_bot_is_not_merged_with_a_person(alice: User, mimir: User) -> None:
    with pytest.raises(AccountRefused):
        double_merge(actor=make_staff("boss", "administrator"), user=alice, handle="mimir", reason="one person")


def test_the_export_has_what_a_bot_plays_and_erasing_deletes_it(mimir: User) -> None:
    assert '"author": "Ada"' in "".join(export_json(mimir))
    account_erase(user=mimir)
    assert not OutsideBot.objects.exists()


def test_a_bot_makes_no_account_of_a_person_again(mimir: User, client_of: ClientOf) -> None:
    page = client_of(mimir).get(reverse("games:bot_settings"))
    assert "Others can only challenge it to these." in words_of(page)


def test_visitors_log_in_first(client: Client) -> None:
    assert client.get(reverse("games:bot_settings")).status_code == 302
