"""The site runs on while Redis is down or hangs, and recovers."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.hashers import PBKDF2PasswordHasher
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from accounts.models import User
from games.engine import Turn
from games.live.base import Close
from games.models import ChatLine, Game
from tests.deploy.away import Absence
from tests.embedded.running import PATIENCE, wait_until
from tests.factories import any_turn, make_game, seat_to_act
from tests.live.children import daphne
from tests.live.visiting import Visit
from tests.password import PASSWORD

pytestmark = [pytest.mark.whole, pytest.mark.django_db(transaction=True)]

TRIES = 40
NEW_GAME = {
    "seats": "3",
    "target": "15",
    "next_leader": "left",
    "visibility": "public",
    "pace": "1d",
    "timeout_action": "pass",
    "once": "a-token-of-a-form",
}


@dataclass(frozen=True, slots=True)
class Site:
    address: str
    log: Path

    def visit(self) -> Visit:
        return Visit(self.address)

    @contextmanager
    def listen(self, visit: Visit, path: str) -> Iterator[ClientConnection]:
        """Raises InvalidStatus if refused."""
        origin = Origin(f"http://{self.address}")
        with connect(f"ws://{self.address}{path}", origin=origin, additional_headers=visit.header) as page:
            yield page


@pytest.fixture(scope="module")
def site(django_db_setup: None, absence: Absence, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Starting a process is the slow part."""
    log = tmp_path_factory.mktemp("away") / "web.log"
    # With DEBUG, pages need no collected files.
    with daphne(log, REDIS_URL=f"unix://{absence.redis.path}", DEBUG="1") as address:
        yield Site(address, log)


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as found:
        yield found


def with_password(user: User) -> User:
    """The site's process does not know the tests' quick hashes."""
    user.password = PBKDF2PasswordHasher().encode(PASSWORD, "salt")
    user.save(update_fields=["password"])
    return user


def form_of(game: Game, turn: Turn) -> dict[str, object]:
    cards, _arrow, pickup = str(turn).partition("<")
    fields: dict[str, object] = {"version": game.version, "pickup": pickup}
    if cards == "pass":
        return fields | {"action": "pass"}
    return fields | {"action": "play", "card": [cards[at : at + 2] for at in range(0, len(cards), 2)]}


def play(site: Site, game: Game, visits: dict[str, Visit], rng: random.Random) -> Turn:
    game.refresh_from_db()
    turn = any_turn(game, rng)
    status, page = visits[seat_to_act(game).user.handle].post(f"/g/{game.public_id}/turn/", **form_of(game, turn))
    assert status == 200, page
    version = game.version
    game.refresh_from_db()
    assert game.version == version + 1
    return turn


def hear_to_the_end(site: Site, visit: Visit, path: str) -> None:
    with site.listen(visit, path) as page:
        while True:
            page.recv(PATIENCE)


def assert_refused(site: Site, visit: Visit, path: str) -> None:
    """Refused, or closed with "try again later"."""
    with pytest.raises((InvalidStatus, ConnectionClosed)) as refused:
        hear_to_the_end(site, visit, path)
    if isinstance(refused.value, InvalidStatus):
        assert refused.value.response.status_code == 403
    else:
        assert isinstance(refused.value, ConnectionClosed)
        assert refused.value.rcvd is not None
        assert refused.value.rcvd.code == Close.TRY_LATER


def hears(stack: ExitStack, site: Site, visit: Visit, path: str) -> ClientConnection:
    """Retry until a socket opens and gets the state."""
    pages: list[ClientConnection] = []

    def opened() -> bool:
        try:
            pages.append(stack.enter_context(site.listen(visit, path)))
        except InvalidStatus:
            return False
        return True

    wait_until(opened, "an open socket")
    pages[0].recv(PATIENCE)
    return pages[0]


def newcomer_plays_and_joins(newcomer: Visit) -> None:
    assert newcomer.post("/learn/game/", action="start")[0] == 200
    assert newcomer.post("/learn/game/", action="pass", version="0")[0] in (200, 409, 422)
    status, page = newcomer.post(
        "/accounts/signup/", username="dora", email="dora@example.org", password1=PASSWORD, time_zone="Europe/Oslo"
    )
    assert status == 200, page
    assert EmailAddress.objects.filter(email="dora@example.org").exists()


def test_pages_turns_and_doors_go_on(
    stack: ExitStack, site: Site, absence: Absence, alice: User, bob: User, charlie: User, rng: random.Random
) -> None:
    game = make_game([with_password(alice), with_password(bob)])
    with_password(charlie)
    table, socket = f"/g/{game.public_id}/", f"/ws/games/{game.public_id}/"
    visits = {"alice": site.visit(), "bob": site.visit()}
    assert visits["alice"].log_in("alice")[0] == 200
    open_before = hears(stack, site, visits["alice"], socket)

    with absence.lasting():
        assert visits["bob"].log_in("bob")[0] == 200
        for visit in visits.values():
            assert visit.get("/")[0] == visit.get(table)[0] == 200
            assert visit.post(f"/g/{game.public_id}/chat/", text="Anybody?")[0] == 200
        assert ChatLine.objects.count() == 2
        play(site, game, visits, rng)
        assert "alice" in visits["alice"].post("/settings/export/", password=PASSWORD)[1]
        for _twice in range(2):
            status, page = visits["alice"].post("/games/new/", **NEW_GAME)
            assert status == 200, page
        assert Game.objects.filter(host=alice).count() == 2
        newcomer_plays_and_joins(site.visit())
        assert site.visit().log_in("charlie")[0] == 200
        with pytest.raises(ConnectionClosed) as closed:
            open_before.recv(PATIENCE)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == Close.TRY_LATER
        assert_refused(site, visits["alice"], socket)
        assert_refused(site, visits["alice"], "/ws/me/")

    open_again = hears(stack, site, visits["alice"], socket)
    turn = play(site, game, visits, rng)
    told = json.loads(open_again.recv(PATIENCE))
    assert (told["type"], told["turn"]) == ("turn", str(turn))
    words = site.log.read_text()
    assert "Traceback" not in words
    assert 1 <= words.count("Redis does not answer") <= 2, words
    assert 1 <= words.count("Redis answers again") <= 2


def test_passwords_cannot_be_tried_without_bound(site: Site, absence: Absence, alice: User) -> None:
    with_password(alice)
    visit = site.visit()
    with absence.lasting():
        for _each in range(TRIES):
            status, page = visit.log_in("alice", "a wrong one, as nobody knows the right one")
            assert status in (200, 429)
            if status == 429 or "Too many" in page:
                return
    raise AssertionError(f"{TRIES} wrong passwords in a row were heard")
