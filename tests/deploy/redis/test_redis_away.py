"""Pages, worker and clock go on while Redis is down or hangs, and recover."""

from __future__ import annotations

import json
import random
import re
import subprocess
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

import pytest
import redis
from allauth.account.models import EmailAddress
from django.contrib.auth.hashers import PBKDF2PasswordHasher, PBKDF2SHA1PasswordHasher
from django.utils import timezone
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from accounts.models import User
from games.engine import Turn
from games.health.heartbeats import KEY
from games.live.base import Close
from games.models import ChatLine, Deadline, Game
from odinsite.embedded.redis import Redis
from tests.deploy.redis.away import Absence
from tests.embedded.running import PATIENCE, wait_until
from tests.factories import any_turn, make_game, seat_to_act
from tests.games_laid import game_where
from tests.live.children import daphne, running
from tests.live.visiting import Visit
from tests.password import PASSWORD

pytestmark = [pytest.mark.whole, pytest.mark.django_db(transaction=True)]

TRIES = 40
# Longer than the shortest sweep's interval.
AWAY_S = 6.0
# A line for each sweep that cannot be queued would be more.
MAX_LINES = 12
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
        """Open a socket. Raises InvalidStatus if it is refused."""
        origin = Origin(f"http://{self.address}")
        with connect(
            f"ws://{self.address}{path}", origin=origin, additional_headers=visit.header, open_timeout=PATIENCE
        ) as page:
            yield page


@dataclass(frozen=True, slots=True)
class Queue:
    """A worker that has a clock, as that of `up`, and a clock apart."""

    processes: list[subprocess.Popen[bytes]]
    logs: list[Path]

    def lines(self) -> list[int]:
        return [len(re.findall(r"^\[", log.read_text(), re.MULTILINE)) for log in self.logs]

    def runs(self) -> bool:
        return all(process.poll() is None for process in self.processes)


@pytest.fixture(scope="module")
def queue(django_db_setup: None, own_redis: Redis, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Queue]:
    """A worker that was started and is not ready yet."""
    folder = tmp_path_factory.mktemp("queue")
    logs = [folder / "worker.log", folder / "beat.log"]
    extra = {"REDIS_URL": f"unix://{own_redis.path}"}
    worker_with_clock = ("-m", "odinsite.queue", str(folder / "timetable"))
    clock = ("-m", "celery", "-A", "odinsite", "--quiet", "beat", "-l", "warning", "-s", str(folder / "schedule"))
    with (
        running(*worker_with_clock, log=logs[0], **extra) as worker,
        running(*clock, log=logs[1], **extra) as beat,
    ):
        yield Queue([worker, beat], logs)


@pytest.fixture(scope="module")
def ready_queue(own_redis: Redis, queue: Queue, site: Site) -> Queue:
    with redis.Redis(unix_socket_path=str(own_redis.path)) as client:
        wait_until(lambda: client.hlen(KEY) == len(queue.processes), "heartbeats of a worker and the clock")
    return queue


@pytest.fixture(scope="module")
def site(queue: Queue, absence: Absence, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A site for each way to be down, because it logs an absence once a minute."""
    log = tmp_path_factory.mktemp("away") / "web.log"
    # With DEBUG, pages need no collected files.
    with daphne(log, REDIS_URL=f"unix://{absence.redis.path}", DEBUG="1") as address:
        yield Site(address, log)


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as found:
        yield found


@pytest.fixture
def passwords(alice: User, bob: User, charlie: User) -> None:
    """Set passwords that the site's process can check: it does not know the tests' quick hashes. Wrong ones for Charlie
    are quickly refused by an old hash.
    """
    new = PBKDF2PasswordHasher().encode(PASSWORD, "salt")
    old = PBKDF2SHA1PasswordHasher().encode(PASSWORD, "salt", iterations=1)
    for user, encoded in ((alice, new), (bob, new), (charlie, old)):
        user.password = encoded
        user.save(update_fields=["password"])


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
    """Assert that the socket is refused, or closed with "try again later"."""
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
            page = stack.enter_context(site.listen(visit, path))
            page.recv(PATIENCE)
        except (InvalidStatus, ConnectionClosed):
            return False
        pages.append(page)
        return True

    wait_until(opened, "an open socket")
    return pages[0]


def newcomer_plays_and_joins(newcomer: Visit) -> None:
    assert newcomer.post("/learn/game/", action="start")[0] == 200
    assert newcomer.post("/learn/game/", action="pass", version="0")[0] in (200, 409, 422)
    status, page = newcomer.post(
        "/accounts/signup/", username="dora", email="dora@example.org", password1=PASSWORD, time_zone="Europe/Oslo"
    )
    assert status == 200, page


def pages_and_turns_go_on(site: Site, game: Game, visits: dict[str, Visit], rng: random.Random) -> None:
    alice, bob = visits["alice"], visits["bob"]
    assert bob.log_in("bob")[0] == 200
    for visit in visits.values():
        assert visit.get(f"/g/{game.public_id}/")[0] == 200
        assert visit.post(f"/g/{game.public_id}/chat/", text="Anybody?")[0] == 200
    assert ChatLine.objects.count() == 2
    play(site, game, visits, rng)
    assert alice.get("/")[0] == 200
    assert "alice" in alice.post("/settings/export/", password=PASSWORD)[1]
    for _twice in range(2):
        status, page = alice.post("/games/new/", **NEW_GAME)
        assert status == 200, page
    assert Game.objects.filter(host__handle="alice", status=Game.Status.OPEN).count() == 1


def wrong_passwords_end(visit: Visit, handle: str) -> None:
    """Try wrong passwords until the site refuses. Raises AssertionError if it answers all."""
    for _each in range(TRIES):
        status, page = visit.log_in(handle, "a wrong one")
        assert status in (200, 429)
        if status == 429 or "Too many" in page:
            return
    raise AssertionError(f"{TRIES} wrong passwords in a row were heard")


def sockets_are_closed(site: Site, visit: Visit, open_before: ClientConnection, path: str) -> None:
    with pytest.raises(ConnectionClosed) as closed:
        open_before.recv(PATIENCE)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == Close.TRY_LATER
    assert_refused(site, visit, path)
    assert_refused(site, visit, "/ws/me/")


def late_game(person: User) -> Game:
    """A game whose player's time is over, which only the sweep finds."""
    game = game_where([person], lambda state: state.to_act == 0, recorded="single_hand_with_two_bots", pace="1d")
    past = timezone.now() - timedelta(seconds=1)
    assert Deadline.objects.filter(game=game).update(due_at=past, next_at=past) == 1
    return game


def has_gone_on(game: Game) -> bool:
    return Game.objects.get(pk=game.pk).version > game.version


def absence_is_logged_once(site: Site) -> None:
    words = site.log.read_text()
    assert "Traceback" not in words
    assert 1 <= words.count("Redis does not answer") <= 2, words
    assert 1 <= words.count("Redis answers again") <= 2


@pytest.mark.usefixtures("passwords")
def test_the_site_goes_on_without_redis_and_recovers(
    stack: ExitStack,
    site: Site,
    ready_queue: Queue,
    absence: Absence,
    alice: User,
    bob: User,
    charlie: User,
    rng: random.Random,
) -> None:
    game = make_game([alice, bob])
    socket = f"/ws/games/{game.public_id}/"
    visits = {"alice": site.visit(), "bob": site.visit()}
    assert visits["alice"].log_in("alice")[0] == 200
    open_before = hears(stack, site, visits["alice"], socket)
    lines = ready_queue.lines()

    with absence.lasting():
        ends = time.monotonic() + AWAY_S
        # At the same time, because one page per second waits for a hanging Redis.
        with ThreadPoolExecutor() as others:
            newcomer = others.submit(newcomer_plays_and_joins, site.visit())
            guesser = others.submit(wrong_passwords_end, site.visit(), "charlie")
            pages_and_turns_go_on(site, game, visits, rng)
            newcomer.result()
            guesser.result()
        assert EmailAddress.objects.filter(email="dora@example.org").exists()
        sockets_are_closed(site, visits["alice"], open_before, socket)
        time.sleep(max(0.0, ends - time.monotonic()))
        late = late_game(charlie)

    open_again = hears(stack, site, visits["alice"], socket)
    turn = play(site, game, visits, rng)
    told = json.loads(open_again.recv(PATIENCE))
    assert (told["type"], told["turn"]) == ("turn", str(turn))
    absence_is_logged_once(site)
    wait_until(lambda: has_gone_on(late), "the end of a player's time")
    assert ready_queue.runs()
    for before, after, log in zip(lines, ready_queue.lines(), ready_queue.logs, strict=True):
        assert after - before < MAX_LINES, log.read_text()
