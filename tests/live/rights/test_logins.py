"""A connection ends immediately with the login that opened it, and no other does."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from asgiref.sync import sync_to_async
from django.conf import settings
from django.contrib.auth import get_user_model
from django.test import Client

from accounts.decisions.account_closing import account_close
from accounts.decisions.sanctions import sanction_impose
from accounts.models import User
from accounts.privacy.erasure import account_erase
from games.models import Game
from tests.factories import make_staff
from tests.live.pages import Page, are_quiet
from tests.password import PASSWORD

pytestmark = [pytest.mark.asyncio, pytest.mark.usefixtures("async_database")]

NEW = "another-sound-one"


def logged_in(user: User) -> Client:
    """A browser whose person logged in by the form."""
    client = Client()
    answer = client.post("/accounts/login/", {"login": user.handle, "password": PASSWORD})
    assert answer.status_code == 302
    return client


def pages_of(client: Client, game: Game) -> tuple[Page, Page]:
    """The browser's page of a game, and its own."""
    cookie = f"{settings.SESSION_COOKIE_NAME}={client.cookies[settings.SESSION_COOKIE_NAME].value}"
    return Page(f"/ws/games/{game.public_id}/", cookie), Page("/ws/me/", cookie)


def log_out(client: Client, user: User) -> None:
    client.post("/accounts/logout/")


def change_password(client: Client, user: User) -> None:
    form = {"oldpassword": PASSWORD, "password1": NEW, "password2": NEW}
    assert client.post("/accounts/password/change/", form).status_code == 302


def set_password(client: Client, user: User) -> None:
    """Set the password as an administrator or a link in an email does, without a session of the person's."""
    account = get_user_model().objects.get(pk=user.pk)
    account.set_password(NEW)
    account.save(update_fields=["password"])


def close(client: Client, user: User) -> None:
    account_close(actor=make_staff("anna", "administrator"), user=user, reason="As alice asked.")


def suspend(client: Client, user: User) -> None:
    actor = make_staff("mona", "moderator")
    sanction_impose(actor=actor, user=user, kind="suspend", reason="Swearing.", days=3)


def erase(client: Client, user: User) -> None:
    account_erase(user=user)


@pytest.mark.parametrize("end", [log_out, change_password, set_password, close, suspend, erase])
async def test_a_login_that_ends_takes_its_connections_along(
    game: Game, alice: User, end: Callable[[Client, User], None]
) -> None:
    client = await sync_to_async(logged_in)(alice)
    at_table, own = await sync_to_async(pages_of)(client, game)
    async with at_table, own:
        await at_table.hear()
        await sync_to_async(end)(client, alice)
        for page in (at_table, own):
            # Messages sent just before the end may still come.
            assert (await page.last_words()) == 4401


async def test_logging_out_everywhere_else_leaves_the_own_connections(game: Game, alice: User) -> None:
    here, there = await sync_to_async(logged_in)(alice), await sync_to_async(logged_in)(alice)
    my_table, mine = await sync_to_async(pages_of)(here, game)
    far_table, far = await sync_to_async(pages_of)(there, game)
    async with my_table, mine, far_table, far:
        await my_table.hear()
        await far_table.hear()
        await sync_to_async(here.post)("/settings/sessions/end/")
        for page in (far_table, far):
            assert await page.close_code() == 4401
        assert await are_quiet(my_table, mine)


async def test_a_log_out_is_no_one_elses(game: Game, alice: User, bob: User) -> None:
    client = await sync_to_async(logged_in)(alice)
    at_table, own = await sync_to_async(pages_of)(await sync_to_async(logged_in)(bob), game)
    async with at_table, own:
        await at_table.hear()
        await sync_to_async(log_out)(client, alice)
        assert await are_quiet(at_table, own)


async def test_a_suspended_person_hears_nothing(game: Game, alice: User) -> None:
    client = await sync_to_async(logged_in)(alice)
    at_table, own = await sync_to_async(pages_of)(client, game)
    await sync_to_async(suspend)(client, alice)
    async with at_table, own:
        for page in (at_table, own):
            assert await page.close_code() == 4401
