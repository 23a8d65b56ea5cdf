"""No message to others distinguishes a planned turn from one that its owner took."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import timedelta
from difflib import unified_diff
from functools import partial

import pytest
import time_machine
from asgiref.sync import sync_to_async
from django.test import Client, override_settings
from django.urls import reverse

from accounts.models import User
from accounts.site import state
from games.engine import full_deck
from games.lobby.services import NewGame
from games.models import Game, Move, Preferences
from games.play.standing_orders import Order, OrderKind, order_play, orders_cancel, orders_set
from games.play.turn import turn_play
from tests.attack.comparing import AGAIN, LIVE, Answer, Sent, Watcher, seen_after
from tests.factories import make_person
from tests.games_laid import lay_game
from tests.games_laid.cards import lay, lay_deck
from tests.live.pages import Page, cookie_of, game_page

# The case after which Alice is asked for all pages; otherwise live parts are compared.
FULL = "pass"
NOW = "2027-03-01T09:00:00.123456Z"
OF_PEOPLE = ("/players/bob/", "/players/alice/versus/", "/players/bob/versus/alice/")
MARKED = ("table", "table_part", "text_table", "text_part", "chat_part")
ROUND = Order(OrderKind.ROUND, hand=1, round=1)
ELSE_PASS = Order(OrderKind.OTHERWISE)
# In the order of the seats: Charlie has led with the red 5, and Alice is to act.
DECK = "R6 B6 K9 K8 K7 O9 O8 P1 P2 R7 B7 G3 G4 G5 O3 O4 P8 P9 R5 O1 O2 K1 K2 P3 P4 G7 G8"


@dataclass(frozen=True)
class Case:
    """Alice's turn, Bob's orders, and the turn that they take. `held` are his cards, where not those of the deck."""

    played: str
    orders: tuple[Order, ...]
    text: str
    held: str = ""

    def game(self, people: list[User]) -> Game:
        return laid_game(people, self.held) if self.held else dealt_game(people)


def planned(cards: str, pickup: str = "high") -> Order:
    return Order(OrderKind.SET, hand=1, cards=cards, pickup=pickup)


CASES = {
    "pass": Case("B6", (ROUND, Order(OrderKind.PICKUP, pickup="best")), "pass"),
    "planned set": Case("pass", (planned("B7R7"),), "B7R7<R5"),
    "last of a list": Case("R6B6<R5", (planned("G3"), planned("B7"), planned("B7R7", "R"), ELSE_PASS), "B7R7<R6"),
    "end of a list": Case("R6B6<R5", (planned("G5"), ELSE_PASS), "pass"),
    "too few cards": Case("R6B6", (Order(OrderKind.STUCK),), "pass", "R1"),
    "out": Case("B6", (Order(OrderKind.GO_OUT),), "B7R7", "R7 B7"),
}


def new_game(people: list[User]) -> Game:
    return lay_game(people, NewGame(seats=3, target=30, pace="1d"))


def laid_game(people: list[User], held: str) -> Game:
    game = new_game(people)
    lay(game, "R6 B6 K9 K8", held, "O1 O2", to_act=0, table="R5", table_seat=2)
    return game


def dealt_game(people: list[User]) -> Game:
    game = new_game(people)
    rest = (card for card in map(str, full_deck()) if card not in DECK.split())
    lay_deck(game, f"{DECK} {' '.join(rest)}", leader=2)
    turn_play(public_id=game.public_id, user=people[2], version=game.version, text="R5")
    game.refresh_from_db()
    return game


def alice_plays(game: Game, alice: User, text: str) -> None:
    turn_play(public_id=game.public_id, user=alice, version=game.version, text=text)
    game.refresh_from_db()


def by_hand(game: Game, bob: User, text: str) -> None:
    """Bob comes, looks, and takes the turn on the page."""
    client = Client()
    client.force_login(bob, backend="accounts.sign_in.backends.PersonBackend")
    assert client.get(reverse("games:table", args=[game.public_id])).status_code == 200
    cards, _arrow, pickup = text.partition("<")
    sent: dict[str, object] = {"version": game.version, "sure": "1", "action": "pass"}
    if text != "pass":
        sent |= {"action": "play", "card": re.findall("..", cards)}
    if pickup:
        sent["pickup"] = pickup
    client.post(reverse("games:turn", args=[game.public_id]), sent)


def by_order(game: Game, _bob: User, _text: str) -> None:
    assert order_play(game_id=game.pk, version=game.version) is not None


@dataclass(frozen=True)
class Way:
    """A way in which Bob's turn happens."""

    by: str
    take: Callable[[Game, User, str], None]
    ordered: bool


WAYS = (Way("player", by_hand, ordered=False), Way("auto", by_order, ordered=True))


Seen = tuple[Watcher, Callable[[Game], Sent]]


def of_all_pages(alice: User, charlie: User) -> list[Seen]:
    """Every page as Alice sees it, and the differences for the player to act, another player and a visitor."""
    first, to_act, stranger, visitor = map(Watcher.of, (alice, charlie, make_person("dora"), None))
    return [
        (first, lambda game: first.sent(game, *OF_PEOPLE)),
        (to_act, lambda game: to_act.sent(game, pages=LIVE)),
        (stranger, lambda game: stranger.sent(game, pages=("table", *LIVE))),
        (visitor, lambda game: visitor.sent(game, *OF_PEOPLE, pages=("table", *LIVE, *AGAIN))),
    ]


def of_parts(charlie: User, *, replayed: bool) -> list[Seen]:
    """The messages about the turn to the player to act and a visitor, and its replay."""
    to_act, visitor = map(Watcher.of, (charlie, None))
    pages = (*LIVE, "replay_frames") if replayed else LIVE
    return [
        (to_act, lambda game: to_act.sent(game, pages=pages, around=False)),
        (visitor, lambda game: visitor.sent(game, pages=("table_part", "record"), around=False)),
    ]


@pytest.mark.django_db
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.whole if name == FULL else ()) for name in CASES]
)
def test_what_others_see_is_the_same_to_the_byte(
    alice: User, bob: User, charlie: User, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    case = CASES[name]
    # On a busy machine, values cached for a minute would expire during the test, which costs a query.
    monkeypatch.setattr(state, "KEPT_S", 3600)
    for user in (alice, charlie):
        Preferences.objects.create(user=user, calendar_number=1)
    with time_machine.travel(NOW, tick=False) as travel:
        game = case.game([alice, bob, charlie])
        seen = of_all_pages(alice, charlie) if name == FULL else of_parts(charlie, replayed=not case.held)
        hand, order = seen_after(
            [partial(taken, game, case, way, travel) for way in WAYS], lambda: [sent(game) for _watcher, sent in seen]
        )
    for (watcher, _sent), one, other in zip(seen, hand, order, strict=True):
        assert list(differences(one, other)) == [], watcher.user
    marked = MARKED if name == FULL else set(MARKED) & set(LIVE)
    assert sum("ETag" in headers for _status, headers, _body, _queries in hand[0].values()) >= len(marked)


def differences(one: Sent, other: Sent) -> Iterator[tuple[str, str]]:
    """The addresses with different answers, each with the lines that are not the same."""
    for address, answer in one.items():
        if answer != other[address]:
            yield address, "\n".join(unified_diff(lines(answer), lines(other[address]), lineterm="", n=0))


def lines(answer: Answer) -> list[str]:
    status, headers, body, queries = answer
    return f"{status} {queries}\n{headers}\n{body}".splitlines()


def taken(game: Game, case: Case, way: Way, travel: time_machine.Traveller) -> None:
    """Alice plays at NOW, and Bob's turn comes seven minutes later, in that way."""
    travel.move_to(NOW)
    game.refresh_from_db()
    alice, bob = (game.seats.select_related("user").get(number=number).user for number in (0, 1))
    for order in case.orders if way.ordered else ():
        orders_set(public_id=game.public_id, user=bob, order=order)
    alice_plays(game, alice, case.played)
    travel.shift(timedelta(minutes=7))
    way.take(game, bob, case.text)
    move = Move.objects.order_by("version").last()
    assert move is not None
    assert (move.by, move.turn) == (way.by, case.text), "the two differ in who took the turn, and in that alone"
    travel.shift(timedelta(seconds=5))


@pytest.mark.django_db
def test_no_mark_of_a_page_can_be_worked_out_without_the_sites_key(alice: User, bob: User) -> None:
    addresses = [reverse(f"games:{name}", args=[lay_game([alice, bob]).public_id]) for name in MARKED]
    marks = []
    for key, times in (("one secret key of the site, long enough", 2), ("another secret key of the site, as long", 1)):
        with override_settings(SECRET_KEY=key):
            client = Watcher.of(alice).client
            marks += [[client.get(address)["ETag"] for address in addresses] for _time in range(times)]
    one, again, other = marks
    assert one == again
    assert all(mark != changed for mark, changed in zip(one, other, strict=True))


@pytest.mark.whole
@pytest.mark.asyncio
@pytest.mark.usefixtures("async_database")
async def test_every_socket_of_the_others_hears_the_same(alice: User, bob: User, charlie: User) -> None:
    by_himself = await listen([alice, bob, charlie], by_service, cancel=True)
    ordered = await listen([alice, bob, charlie], by_order, cancel=False)
    for one, other in zip(by_himself, ordered, strict=True):
        assert one == other


def by_service(game: Game, bob: User, text: str) -> None:
    turn_play(public_id=game.public_id, user=bob, version=game.version, text=text)


def plan_all(game: Game, user: User) -> None:
    for order in (ROUND, planned("G3", "bot"), ELSE_PASS):
        orders_set(public_id=game.public_id, user=user, order=order)


def plan_none(game: Game, user: User) -> None:
    for kind in (OrderKind.ROUND, OrderKind.SET):
        orders_cancel(public_id=game.public_id, user=user, kind=kind)


async def listen(people: list[User], take: Callable[[Game, User, str], None], *, cancel: bool) -> list[list[str]]:
    """The messages to each socket of the others while Alice plays and Bob passes, without those that differ between
    games.
    """
    alice, bob, charlie = people
    game = await sync_to_async(laid_game)(people, "R7 B7 G3")
    await sync_to_async(plan_all)(game, bob)
    pages = [await game_page(game.public_id, user) for user in (alice, charlie, None)]
    pages += [Page("/ws/me/", await sync_to_async(cookie_of)(user)) for user in (alice, charlie)]
    for page in pages:
        await page.__aenter__()
    for page in pages[:3]:
        await page.hear()
    await asyncio.gather(*(page.hear_all() for page in pages))
    for page in pages:
        page.texts.clear()
    if cancel:
        await sync_to_async(plan_none)(game, bob)
    await sync_to_async(alice_plays)(game, alice, "B6")
    await sync_to_async(take)(game, bob, "pass")
    later = [await game_page(game.public_id, user) for user in (alice, charlie, None)]
    for page in later:
        await page.__aenter__()
    # Alice's own socket gets nothing; all others get the turn.
    for page in [*pages[:3], pages[4], *later]:
        while not page.texts or json.loads(page.texts[-1])["version"] < game.version + 1:
            await page.hear()
    await asyncio.gather(*(page.hear_all() for page in [*pages, *later]))
    for page in [*pages, *later]:
        await page.__aexit__(None)
    return [[plain(text, game) for text in page.texts] for page in [*pages, *later]]


def plain(text: str, game: Game) -> str:
    """The text without the game's id and secrets' hashes; of times their form is left."""
    text = re.sub("[0-9a-f]{64}", "hash", text.replace(game.public_id, "game"))
    return re.sub(r"\d{4}-\d\d-\d\dT[0-9:.]*", lambda found: re.sub(r"\d", "0", found[0]), text)
