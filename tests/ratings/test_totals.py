"""Totals of players agree with their games, whatever happens to games and accounts."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from io import StringIO
from itertools import groupby

import pytest
from django.core.management import CommandError, call_command

from accounts.decisions.double_accounts import double_merge
from accounts.models import User
from accounts.privacy.erasure import account_erase
from games.models import Game, HeadToHead, PlayerTally, PlayerTotals, Seat, SeatFigures
from games.play.bot_accounts import bot_user
from games.ratings.settlement import game_settle
from games.ratings.totals.services import players, totals_rebuild, totals_wrong
from tests.factories import make_person, make_staff
from tests.games_laid import finished_game
from tests.ratings.ended_games import ended_game, settled_game

pytestmark = pytest.mark.django_db
GAMES = 40


def random_games(cast: Sequence[User], rng: random.Random) -> list[Game]:
    """Games of all kinds and ends, none of them settled."""
    games = []
    for number in range(GAMES):
        people = rng.sample(list(cast), rng.randint(2, min(4, len(cast))))
        if all(one.is_bot for one in people):
            continue
        resigned = rng.sample(range(len(people)), rng.randint(0, len(people) - 1) if rng.random() < 0.3 else 0)
        cancelled = rng.random() < 0.15
        more = {"status": Game.Status.CANCELLED, "ending": Game.Ending.CANCELLED} if cancelled else {}
        # Some end at the same moment.
        games.append(
            ended_game(
                people,
                [rng.randint(0, 15) for _seat in people],
                hours=number // 2,
                resigned=resigned,
                visibility=rng.choice(Game.Visibility.values),
                **more,
            )
        )
    return games


def results_of(user: User) -> Iterator[tuple[Game, list[Seat], list[Seat]]]:
    """The person's settled finished games in order, with their own seats and the others'."""
    own = {user.pk, *User.objects.filter(merged_into=user).values_list("pk", flat=True)}
    games = Game.objects.filter(seats__user__in=own, status="finished", settled_at__isnull=False).distinct()
    for game in games.order_by("ended_at", "pk"):
        seats = list(game.seats.select_related("user__merged_into"))
        yield game, [seat for seat in seats if seat.user_id in own], [seat for seat in seats if seat.user_id not in own]


def place(seats: Sequence[Seat]) -> tuple[bool, int]:
    return min((seat.resigned_at is not None, 0 if seat.resigned_at else seat.points) for seat in seats)


def counted(user: User) -> tuple[object, ...]:
    """The values that the person's rows must have, counted game by game."""
    tallies: Counter[tuple[str, int, bool]] = Counter()
    pairs: dict[int, Counter[str]] = {}
    won, figures = [], 0
    for game, mine, others in results_of(user):
        pool = "bots" if any(seat.kind == "bot" for seat in (*mine, *others)) else "people"
        won.append(any(seat.is_winner for seat in mine))
        tallies[pool, game.seats_count, won[-1]] += 1
        figures += SeatFigures.objects.filter(seat__in=mine).count()
        for other in {seat.user.merged_into or seat.user for seat in others}:
            if other.erased_at is None:
                theirs = place([seat for seat in others if other in (seat.user.merged_into, seat.user)])
                how = "ahead" if place(mine) < theirs else "behind" if theirs < place(mine) else "level"
                pair = pairs.setdefault(other.pk, Counter())
                pair.update([how, *([f"public_{how}"] if game.visibility == "public" else [])])
    runs = [(kind, len(list(run))) for kind, run in groupby(won)]
    streaks = (
        runs[-1][1] if runs and runs[-1][0] else 0,
        max((length for kind, length in runs if kind), default=0),
        runs[-1][1] if runs and not runs[-1][0] else 0,
    )
    return tallies, {} if user.is_bot else pairs, streaks, figures


def kept(user: User) -> tuple[object, ...]:
    """The values of the person's rows."""
    tallies: Counter[tuple[str, int, bool]] = Counter()
    for row in PlayerTally.objects.filter(user=user):
        tallies += Counter({(row.pool, row.seats, True): row.won, (row.pool, row.seats, False): row.played - row.won})
    pairs = {}
    for pair in HeadToHead.objects.filter(user=user):
        hows = [f"{kind}{how}" for kind in ("", "public_") for how in ("ahead", "behind", "level")]
        assert pair.games == pair.ahead + pair.behind + pair.level
        assert pair.public_games == pair.public_ahead + pair.public_behind + pair.public_level
        pairs[pair.other_id] = +Counter({how: getattr(pair, how) for how in hows})
    totals = PlayerTotals.objects.filter(user=user).first()
    if totals is None:
        return tallies, pairs, (0, 0, 0), 0
    return tallies, pairs, (totals.wins_now, totals.wins_most, totals.losses_now), totals.games


def assert_right() -> None:
    for users in players():
        assert totals_wrong(users=users) == []
        for user in User.objects.filter(pk__in=users):
            assert kept(user) == counted(user), user


@pytest.mark.parametrize("seed", range(3))
def test_totals_agree_after_random_ends_merges_and_erasures(seed: int) -> None:
    rng = random.Random(seed)
    cast = [*(make_person(name) for name in ("ann", "ben", "cas", "dan", "eva", "flo")), bot_user("berserker")]
    boss, games = make_staff("boss", "administrator"), random_games(cast, rng)
    # They are settled in nearly any order, as the queue and the sweep would.
    rng.shuffle(games)
    parts = [games[place::4] for place in range(4)]
    acts: list[Callable[[], object]] = [
        lambda: double_merge(actor=boss, user=cast[1], handle="ann", reason="One person."),
        lambda: account_erase(user=cast[2]),
        lambda: double_merge(actor=boss, user=cast[0], handle="dan", reason="One person."),
        lambda: account_erase(user=cast[3]),
    ]
    for part, act in zip(parts, acts, strict=True):
        for game in part:
            assert game_settle(game_id=game.pk)
        assert_right()
        act()
        assert_right()
    assert not HeadToHead.objects.filter(other__in=cast[:4]).exists()


def test_a_player_of_two_seats_through_a_merge_counts_the_game_once() -> None:
    ann, ben, cas = (make_person(name) for name in ("ann", "ben", "cas"))
    settled_game([ann, ben, cas], [3, 9, 15])
    double_merge(actor=make_staff("boss", "administrator"), user=ben, handle="ann", reason="One person.")
    assert [(row.played, row.won) for row in PlayerTally.objects.filter(user=ann)] == [(1, 1)]
    assert [(row.games, row.ahead) for row in HeadToHead.objects.filter(user=ann)] == [(1, 1)]
    assert [(row.games, row.behind) for row in HeadToHead.objects.filter(user=cas)] == [(1, 1)]


def test_figures_add_up() -> None:
    ann, ben = make_person("ann"), make_person("ben")
    for _game in range(3):
        game_settle(game_id=finished_game([ann, ben], recorded="single_hand_of_two").pk)
    row, figures = PlayerTotals.objects.get(user=ann), list(SeatFigures.objects.filter(seat__user=ann))
    for name in ("hands", "hands_out", "rounds", "rounds_won", "plays", "passes", "timeouts", "cards_played"):
        assert getattr(row, name) == sum(getattr(one, name) for one in figures), name
    assert row.highest_value == max(one.highest_value for one in figures)
    assert row.largest_set == max(one.largest_set for one in figures)


def test_the_command_finds_and_mends_wrong_totals() -> None:
    ann, ben = make_person("ann"), make_person("ben")
    settled_game([ann, ben], [3, 9])
    call_command("rebuild_totals", check=True, stdout=StringIO())
    HeadToHead.objects.filter(user=ann).update(games=7)
    PlayerTotals.objects.filter(user=ben).delete()
    with pytest.raises(CommandError, match="2 of"):
        call_command("rebuild_totals", check=True)
    told = StringIO()
    call_command("rebuild_totals", stdout=told)
    assert "2 had wrong totals" in told.getvalue()
    assert_right()


def test_counting_again_changes_nothing() -> None:
    ann, ben = make_person("ann"), make_person("ben")
    settled_game([ann, ben], [3, 9])
    before = kept(ann)
    totals_rebuild(users=[ann.pk])
    totals_rebuild(users=[ann.pk, ben.pk])
    assert kept(ann) == before
    assert_right()
