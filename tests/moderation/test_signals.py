"""Signals on simulated sites, fair and crooked."""

import random
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.core.exceptions import PermissionDenied

from accounts.errors import AccountReason, AccountRefused
from accounts.models import AuditEntry, NetworkTrace, User
from games.errors import Refused
from games.models import Game, Notice, Seat, Signal
from games.moderation.errors import ConflictReason, SignalReason
from games.moderation.signals import signal_dismiss, signals_look
from games.moderation.signals.data import punctuality
from games.moderation.signals.dumping import dumping_found
from games.moderation.signals.shared_network import network_found
from games.moderation.signals.stalling import stalling_found
from games.moderation.signals.store import RETURN_MARGIN
from tests.factories import make_person, make_staff
from tests.moderation.crowds import crowd_make, fair_crowd, games_load, given_away, hand_played, with_others

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 12, 1, 12, tzinfo=UTC)
DAY = timedelta(days=1)
Kind = Signal.Kind


def later(days: float) -> datetime:
    return NOON + days * DAY


def traced(user: int, address: str, first: datetime, last: datetime) -> None:
    NetworkTrace.objects.create(user_id=user, address=address, first_seen_at=first, last_seen_at=last)


def look(at: datetime) -> list[Signal]:
    with time_machine.travel(at, tick=False):
        signals_look()
    return list(Signal.objects.order_by("kind", "people"))


@pytest.mark.whole
def test_fair_crowds_raise_no_alarm_and_gifts_do() -> None:
    """tests/bench/signals.py measures many more."""
    alarms = 0
    for number, spread in enumerate((0.3, 0.6, 0.9)):
        rng, at = random.Random(number), later(100 * number)
        ends, _strengths = fair_crowd(crowd_make(24, at), 150, spread, rng)
        games_load(ends, at)
        alarms += len(list(dumping_found(at + DAY)))
    assert alarms == 0
    rng, at = random.Random(9), later(1000)
    people = crowd_make(24, at)
    ends, strengths = fair_crowd(people, 150, 0.6, rng)
    gifts = [(people[0], people[1]), (people[3], people[2])]
    for giver, taker in gifts:
        ends += [given_away(giver, with_others([giver, taker], people, rng), strengths, rng) for _game in range(30)]
    games_load(ends, at)
    found = {finding.evidence["loser"]: finding for finding in dumping_found(at + DAY)}
    assert set(found) == {giver for giver, _taker in gifts}
    for giver, taker in gifts:
        assert found[giver].people == tuple(sorted((giver, taker)))
        assert found[giver].evidence["lost"] >= 30
        assert len(found[giver].evidence["tables"]) == 5


def test_gifts_are_found_in_hands_played_by_the_rules() -> None:
    rng = random.Random(3)
    people = crowd_make(10, NOON)
    slips = {user: rng.random() / 2 for user in people}
    ends = [hand_played(rng.sample(people, rng.choice((2, 3, 4))), slips, rng) for _game in range(120)]
    two = [people[4], people[9]]
    ends += [hand_played(with_others(two, people, rng), slips, rng, giver=people[9]) for _game in range(25)]
    games_load(ends, NOON)
    [finding] = dumping_found(later(1))
    assert (finding.people, finding.evidence["loser"]) == (tuple(two), people[9])


def test_a_weak_player_may_lose_to_a_strong_one_for_ever() -> None:
    rng = random.Random(4)
    people = crowd_make(20, NOON)
    strengths = dict.fromkeys(people, 0.0) | {people[0]: -3.0, people[1]: 3.0}
    ends = [
        _end(two, strengths, rng)
        for _game in range(40)
        for two in (people[:2], [people[0], rng.choice(people[2:])], [people[1], rng.choice(people[2:])])
    ]
    games_load(ends, NOON)
    assert list(dumping_found(later(1))) == []


def _end(two: Sequence[int], strengths: dict[int, float], rng: random.Random) -> dict[int, int]:
    order = sorted(two, key=lambda user: -(strengths[user] + rng.gauss(0, 1.6)))
    return {user: place for place, user in enumerate(order)}


def seats_load(habits: Mapping[int, Sequence[tuple[int, int]]]) -> None:
    """Load seats with turns in time and late."""
    [other] = crowd_make(1, NOON)
    games_load([{user: 0, other: 1} for user, games in habits.items() for _game in games], NOON)
    seats = list(Seat.objects.filter(user__in=habits).order_by("pk"))
    left = {user: iter(games) for user, games in habits.items()}
    for seat in seats:
        seat.turns_in_time, seat.turns_late = next(left[seat.user_id])
    Seat.objects.bulk_update(seats, ["turns_in_time", "turns_late"])


def test_stalling_in_game_after_game_is_found_and_one_bad_week_is_not() -> None:
    rng = random.Random(6)
    staller, ill, *people = crowd_make(40, NOON)
    habits: dict[int, list[tuple[int, int]]] = {}
    for user in people:
        habit = rng.betavariate(1, 30)
        habits[user] = [(20, 2 if rng.random() < habit else rng.random() < 0.2) for _game in range(12)]
    habits[staller] = [(6, 8)] * 8 + [(12, 0)] * 4
    habits[ill] = [(5, 15)] + [(20, 0)] * 11
    seats_load(habits)
    [finding] = stalling_found(later(1))
    assert finding.people == (staller,)
    assert finding.evidence["let_down"] == 8
    assert (finding.evidence["late"], finding.evidence["turns"]) == (64, 8 * 14 + 4 * 12)
    assert finding.evidence["usual"] < 0.1


def test_nobody_abandons_a_game_that_its_date_ended() -> None:
    user, other = crowd_make(2, NOON)
    seats_load({user: [(20, 0)] * 3})
    Seat.objects.filter(user=user).update(held_by=other)
    first, second, _third = Game.objects.filter(seats__user=user).order_by("pk")
    Game.objects.filter(pk=first.pk).update(ends_by=NOON - DAY, ended_at=NOON)
    Game.objects.filter(pk=second.pk).update(ends_by=NOON + DAY, ended_at=NOON)
    [found] = [person for person in punctuality(NOON - DAY) if person.user == user]
    assert (found.games, found.left, found.let_down) == (3, 2, 2)


def test_households_at_tables_of_their_own_are_left_alone_and_puppets_are_found() -> None:
    people = crowd_make(300, NOON - 40 * DAY)
    rng = random.Random(8)
    for number, user in enumerate(people):
        # Every third network is a household's.
        home = number - 1 if number % 3 == 2 else number
        traced(user, f"10.0.{home // 250}.{home % 250}", NOON - 20 * DAY, NOON)
    strangers = [{user: place for place, user in enumerate(rng.sample(people, 3))} for _game in range(300)]
    households = [{people[number - 1]: 0, people[number]: 1} for number in range(2, 200, 3)]
    puppets = [{people[1]: 0, people[2]: 1, people[50 + game]: 2} for game in range(3)]
    games_load([*strangers, *households, *puppets], NOON)
    at_home = Game.objects.create(
        host_id=people[4], anchor="private", seats_count=3, visibility="private", status="running", to_act=0,
        created_at=NOON, changed_at=NOON, started_at=NOON,
    )  # fmt: skip
    for number, user in enumerate((people[4], people[5], people[100])):
        Seat.objects.create(game=at_home, number=number, kind="person", user_id=user, held_by_id=user, joined_at=NOON)
    [*found] = network_found(later(0.1))
    assert (people[1], people[2]) in {finding.people for finding in found}
    # Some of 100 households meet at a table by chance.
    assert len(found) <= 4
    assert not {(people[4], people[5])} & {finding.people for finding in found}
    puppet = next(finding for finding in found if finding.people == (people[1], people[2]))
    assert puppet.evidence["games"] == 3
    assert puppet.evidence["accounts"] == 2
    assert puppet.evidence["active"] == 300
    assert "10.0" not in str(puppet.evidence)


def newcomers(address: str, count: int, at: datetime) -> list[int]:
    made = crowd_make(count, at)
    for user in made:
        traced(user, address, at, at)
    return made


def test_many_accounts_of_one_network_are_one_signal_that_grows() -> None:
    for number in range(40):
        newcomers(f"10.1.0.{number}", 1 + number % 2, NOON)
    newcomers("10.2.0.1", 4, NOON)
    many = newcomers("10.3.0.1", 9, NOON)
    [signal] = look(later(1))
    assert (signal.kind, signal.people) == (Kind.MASS, many)
    assert "10.3" not in str(signal.evidence)
    many += newcomers("10.3.0.1", 5, later(1))
    [grown] = look(later(2))
    assert (grown.pk, grown.people) == (signal.pk, many)
    assert (grown.first_seen_at, grown.last_seen_at) == (later(1), later(2))


@pytest.fixture
def gift() -> Signal:
    rng = random.Random(9)
    people = crowd_make(24, NOON)
    ends, strengths = fair_crowd(people, 60, 0.3, rng, friends=0)
    ends += [given_away(people[0], people[:2], strengths, rng) for _game in range(40)]
    games_load(ends, NOON)
    [signal] = look(later(1))
    return signal


def test_looking_again_brings_the_same_row_up_to_date_and_does_nothing_else(gift: Signal) -> None:
    before = list(User.objects.order_by("pk").values()), list(Game.objects.order_by("pk").values())
    [again] = look(later(2))
    assert (again.pk, again.weight, again.first_seen_at) == (gift.pk, gift.weight, gift.first_seen_at)
    assert again.last_seen_at == later(2)
    assert (list(User.objects.order_by("pk").values()), list(Game.objects.order_by("pk").values())) == before
    assert not Notice.objects.exists()
    with time_machine.travel(later(3), tick=False):
        signals_look()
    gift.refresh_from_db()
    assert gift.last_seen_at == later(3)


def test_what_was_put_aside_stays_aside_until_it_is_far_odder(gift: Signal) -> None:
    mona = make_staff("mona", "moderator")
    signal_dismiss(actor=mona, signal_id=gift.pk, reason="Father and daughter crowd1.")
    [aside] = look(later(2))
    assert aside.looked_by == mona
    entry = AuditEntry.objects.get(action="signal.aside")
    assert (entry.actor, entry.about, entry.person) == (mona.pk, f"signal {gift.pk}", None)
    with pytest.raises(Refused) as refused:
        signal_dismiss(actor=mona, signal_id=gift.pk, reason="Again")
    assert refused.value.reason == SignalReason.ASIDE
    Signal.objects.update(evidence=aside.evidence | {"aside_weight": aside.weight - RETURN_MARGIN})
    [back] = look(later(3))
    assert (back.looked_by, back.looked_at) == (None, None)
    assert "aside_weight" not in back.evidence


def test_roles_that_may_dismiss_signals(gift: Signal) -> None:
    with pytest.raises(PermissionDenied):
        signal_dismiss(actor=make_staff("hal", "helper"), signal_id=gift.pk, reason="Family")
    mona = make_staff("mona", "moderator")
    with pytest.raises(AccountRefused) as missing:
        signal_dismiss(actor=mona, signal_id=gift.pk, reason=" ")
    assert missing.value.reason == AccountReason.REASON_MISSING
    with pytest.raises(Refused) as unknown:
        signal_dismiss(actor=mona, signal_id=0, reason="Family")
    assert unknown.value.reason == SignalReason.NO_SUCH_SIGNAL
    Signal.objects.update(people=[mona.pk, make_person("alice").pk])
    with pytest.raises(Refused) as own:
        signal_dismiss(actor=mona, signal_id=gift.pk, reason="It is fine")
    assert own.value.reason == ConflictReason.OWN_CASE
    assert not AuditEntry.objects.exists()


def test_signals_that_nothing_renews_go_after_a_year(gift: Signal) -> None:
    assert look(later(360)) == [gift]
    assert look(later(370)) == []
