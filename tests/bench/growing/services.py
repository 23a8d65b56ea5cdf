"""The services whose costs are measured: a turn, a game's end, sweeps, and the download of a person's data."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from django.db import connection
from django.utils import timezone

from accounts.models import User
from accounts.privacy.export import export_json
from games.lobby.services import NewGame
from games.models import Deadline, Game, Seat
from games.play.seats.resign import seat_resign
from games.ratings.rework import ratings_rework
from games.ratings.settlement import game_settle, settling_sweep
from games.sweeps import live_sweep, outbox_sweep, starts_sweep, waits_sweep
from tests.bench.growing.costs import processor_ms
from tests.bench.growing.sites import Site
from tests.factories import make_game, take_turn

ROUNDS = 12
SWEEPS: Sequence[Callable[[], int]] = (
    waits_sweep, outbox_sweep, settling_sweep, live_sweep, starts_sweep, ratings_rework
)  # fmt: skip

Act = Callable[[], object]


@dataclass(slots=True)
class ServiceCost:
    """The least processor time of several runs, and the queries of the last one."""

    name: str
    site: Site
    heavy: bool
    ms: float
    queries: int


def service_costs(sites: Sequence[Site]) -> Iterator[list[ServiceCost]]:
    """The costs of each service in all sites, for both people."""
    for site in sites:
        site.enter()
        _settle(site)
    people = (("a turn", _turns), ("a game's end", _ends), ("its settlement", _settlements), ("export", _exports))
    for name, acts in people:
        yield [_cost(name, site, person, acts) for site in sites for person in (site.heavy, site.ordinary)]
    for sweep in SWEEPS:
        yield [_cost(sweep.__name__, site, site.heavy, _rounds_of(sweep)) for site in sites]


def _rounds_of(sweep: Callable[[], int]) -> Callable[[Site, User], Sequence[Act]]:
    return lambda _site, _person: [sweep] * ROUNDS


def _settle(site: Site) -> None:
    """Do what is due, and put off the other waits, so that sweeps find nothing."""
    Deadline.objects.filter(next_at__lt=timezone.now()).update(next_at=None)
    for _round in range(2):
        for sweep in SWEEPS:
            sweep()


def _cost(name: str, site: Site, person: User, acts: Callable[[Site, User], Sequence[Act]]) -> ServiceCost:
    site.enter()
    times, count = [], 0
    for act in acts(site, person):
        with connection.execute_wrapper(counter := _Counter()):
            began = processor_ms()
            act()
            times.append(processor_ms() - began)
        count = counter.count
    return ServiceCost(name, site, person == site.heavy, min(times[1:] or times), count)


class _Counter:
    def __init__(self) -> None:
        self.count = 0

    def __call__(self, execute: Callable[..., object], *rest: object) -> object:
        self.count += 1
        return execute(*rest)


def _turns(_site: Site, person: User) -> Sequence[Act]:
    """Turns in the person's games without bots, which would think."""
    with_bots = Seat.objects.filter(kind=Seat.Kind.BOT).values("game")
    running = Game.objects.filter(seats__user=person, status=Game.Status.RUNNING).exclude(pk__in=with_bots)
    rng, games = random.Random(1), list(running.order_by("pk"))
    return [lambda game=game: take_turn(game, rng) for game in games for _turn in range(ROUNDS // max(1, len(games)))]  # type: ignore[misc]


def _games(site: Site, person: User) -> list[Game]:
    new = NewGame(seats=2, target=None, rated=True)
    games = [make_game([person, site.visitor], new) for _round in range(ROUNDS // 2)]
    for game in games:
        for _turn in range(2):
            take_turn(game, random.Random(1))
    return games


def _ends(site: Site, person: User) -> Sequence[Act]:
    games = _games(site, person)
    return [lambda game=game: seat_resign(public_id=game.public_id, user=person) for game in games]  # type: ignore[misc]


def _settlements(site: Site, person: User) -> Sequence[Act]:
    games = _games(site, person)
    for game in games:
        seat_resign(public_id=game.public_id, user=person)
    return [lambda game=game: game_settle(game_id=game.pk) for game in games]  # type: ignore[misc]


def _exports(_site: Site, person: User) -> Sequence[Act]:
    return [lambda: "".join(export_json(person))] * 2
