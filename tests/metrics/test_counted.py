"""The counts when people play, log in and are refused."""

from __future__ import annotations

import random
from datetime import timedelta
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.core import mail
from django.test import Client
from django.utils import timezone
from pytest_django.fixtures import Settings

from accounts.errors import AccountReason, AccountRefused
from accounts.mail import outbox
from accounts.models import AccountMail, User
from accounts.tasks import mail_send
from games.errors import GameError, NoSuchGame
from games.models import Deadline, Game, Notice
from games.play.errors import PlayReason, TurnRefused
from games.play.selectors import visible_game
from games.play.timeouts import wait_attend
from games.play.turn import turn_play
from odinsite.web.sockets import CountedSockets
from tests.api.programs import program_of
from tests.clients import logged_in
from tests.factories import any_turn, seat_to_act
from tests.live.pages import Page, game_page
from tests.metrics.conftest import Counted
from tests.notices.links.turn_links import page_of
from tests.notices.mail_server import Server
from tests.notices.outbox import make_due, send, turn_mail
from tests.password import PASSWORD

pytestmark = pytest.mark.django_db(transaction=True)


def sent(game: Game, rng: random.Random) -> dict[str, Any]:
    """The form of a turn, as the page sends it."""
    turn = any_turn(game, rng)
    return {"version": game.version, "action": "play", "card": list(map(str, turn.cards))}


def test_a_turn_counts_by_the_way_it_came(game: Game, rng: random.Random, counted: Counted) -> None:
    client = logged_in(seat_to_act(game).user)
    client.post(f"/g/{game.public_id}/turn/", sent(game, rng))
    assert counted("odin_turns") == {"page": 1}
    game.refresh_from_db()
    text = str(any_turn(game, rng))
    program = program_of(seat_to_act(game).user)
    for _again in range(2):
        # The turn of before, sent again, is no other one.
        program.post(f"games/{game.public_id}/turns", {"version": game.version, "turn": text})
    assert counted("odin_turns") == {"page": 1, "interface": 1}
    game.refresh_from_db()
    Client().post(page_of(game), {"action": "pass"})
    assert counted("odin_turns") == {"page": 1, "interface": 1, "email": 1}
    game.refresh_from_db()
    Deadline.objects.filter(pk=game.pk).update(
        due_at=timezone.now() - timedelta(hours=1), next_at=timezone.now() - timedelta(hours=1)
    )
    wait_attend(game_id=game.pk)
    assert counted("odin_turns")["clock"] == 1


def test_a_refused_turn_counts_as_a_refusal_alone(game: Game, counted: Counted) -> None:
    waits = game.seats.exclude(pk=seat_to_act(game).pk).select_related("user")[0].user
    with pytest.raises(TurnRefused):
        turn_play(public_id=game.public_id, user=waits, version=game.version, text="pass")
    assert (counted("odin_turns"), counted("odin_refusals")) == ({}, {"not_your_turn": 1})


def test_refusals_count_by_their_reason_and_name_nobody(alice: User, counted: Counted) -> None:
    with pytest.raises(NoSuchGame):
        visible_game("secret-id", alice)
    with pytest.raises(AccountRefused):
        raise AccountRefused(AccountReason.OWN_ACCOUNT)
    assert counted("odin_refusals") == {"no_such_game": 1, "own_account": 1}


def test_every_kind_of_refusal_has_a_code_that_is_a_word() -> None:
    """The subject of a refusal, such as a game, never becomes a label."""

    def kinds(kind: type[GameError]) -> list[type[GameError]]:
        return [kind, *(each for below in kind.__subclasses__() for each in kinds(below))]

    codes = [kind.code for kind in kinds(GameError) if hasattr(kind, "code")]
    assert len(codes) > 5
    assert all(code.replace("_", "").isalpha() for code in [*codes, *map(str, PlayReason)])


def test_logins_count_by_outcome(alice: User, client: Client, counted: Counted) -> None:
    for password in ("wrong", "wrong again", PASSWORD):
        client.post("/accounts/login/", {"login": "alice", "password": password})
    assert counted("odin_logins") == {"wrong": 2, "ok": 1}
    for _try in range(6):
        Client().post("/accounts/login/", {"login": "nobody", "password": "guess"})
    assert counted("odin_logins") == {"wrong": 7, "ok": 1, "too_many": 1}


def test_notifications_count_by_outcome(game: Game, settings: Settings, counted: Counted) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    server = Server()
    settings.EMAIL_HOST, settings.EMAIL_PORT = server.address
    row = turn_mail(game)
    # Nothing listens yet.
    make_due(row)
    send(row)
    assert counted("odin_messages") == {"mail|waiting": 1}
    with server:
        make_due(row)
        assert send(row).status == Notice.Status.SENT
    assert counted("odin_messages") == {"mail|waiting": 1, "mail|sent": 1}


def test_account_emails_count_by_outcome(alice: User, counted: Counted) -> None:
    written = outbox.mail_make("alice@example.org", "Subject", "Text")
    outbox.mail_write(kind="test", mail=written, user=alice)
    mail_send(AccountMail.objects.latest("pk").pk)
    assert counted("odin_messages") == {"account_mail|sent": 1}
    assert len(mail.outbox) == 1


@pytest.mark.asyncio
@pytest.mark.usefixtures("async_database")
async def test_a_turn_by_socket_is_timed_until_the_last_page_has_it(
    game: Game, alice: User, bob: User, rng: random.Random, counted: Counted
) -> None:
    acts = (await sync_to_async(seat_to_act)(game)).user
    text = str(await sync_to_async(any_turn)(game, rng))
    async with (
        await game_page(game.public_id, alice) as first,
        await game_page(game.public_id, bob) as second,
        await game_page(game.public_id) as visitor,
    ):
        pages = [first, second, visitor]
        for page in pages:
            await page.hear()
        await (first if acts == alice else second).say({"type": "turn", "version": game.version, "turn": text})
        for page in pages:
            await page.hear()
        # Each connection has handled the event before it answers.
        for page in pages:
            await page.say({"type": "ping"})
            await page.hear()
    assert counted("odin_turns") == {"socket": 1}
    told = counted("odin_turn_told_seconds")
    total = told.pop("sum")
    assert list(told.values()) == [1]
    assert 0 < total < 60


@pytest.mark.asyncio
@pytest.mark.usefixtures("async_database")
async def test_refused_and_closed_sockets_count_by_code(game: Game, counted: Counted) -> None:
    assert await Page(f"/ws/games/{game.public_id}/", origin="https://elsewhere.example").is_refused()
    assert await Page("/ws/nowhere/").is_refused()
    async with Page("/ws/games/00000000/") as page:
        assert (await page.socket.receive_output(20))["code"] == 4404
    assert counted("odin_sockets_closed") == {"403": 2, "4404": 1}
    assert CountedSockets(None).open_by("all") == 0
