"""The results of a day's hand, for people who have finished it, and for everyone once the day is over."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.text import capfirst
from django.utils.translation import gettext

from accounts.models import User
from games import bots
from games.daily.calendar import is_closed
from games.daily.chain import DAYS, day_seed, seed_number
from games.daily.owner import Owner
from games.daily.proof import HandProof, hand_proof
from games.daily.selectors import Field, TableResults, best_play, field, friends_results, solo_of, tables_results
from games.daily.solo import Played, begun, played
from games.daily.table import bot_player, dealt_cards, hand_rounds, hand_table, own_player
from games.learning.table import PracticeTable
from games.models import DailyHand, HandPlay, SharedHand
from games.table import Player
from games.table.view_model import Round
from games.web.charts import AxisPlace, Chart, bar_chart

# A hand of nine cards; more can be left only after picking up.
MOST: Final = 9


@dataclass(frozen=True, slots=True)
class PlayedLine:
    """One way to play the hand. `rounds`: oldest first."""

    title: str
    points: int
    rounds: tuple[Round, ...]


@dataclass(frozen=True, slots=True)
class DayResults:
    """`mine`: the reader's own table at the end, None if they did not finish. `points` are theirs. `better_than`: how
    many of the `field` were left with more. `strongest_points`: None until that bot's line is computed. `lines`: their
    own play, the strongest bot's and the best.
    """

    mine: PracticeTable | None
    points: int | None
    streak: int
    field: Field
    better_than: int
    chart: Chart
    strongest: str
    strongest_points: int | None
    friends: Sequence[tuple[User, int]]
    tables: Sequence[TableResults]
    lines: Sequence[PlayedLine]
    dealt: Sequence[tuple[Player, tuple[str, ...]]]
    proof: HandProof


def day_results(daily: DailyHand, owner: Owner, play: HandPlay | None) -> DayResults:
    """The results for the reader, whose `play` is finished, or None or unfinished if the day is closed.
    Four queries.
    """
    hand = daily.hand
    own = finished(hand, play)
    points = own.points if own is not None else None
    strongest = strongest_of(hand)
    name = bots.get(bots.names()[-1]).label
    counts = field(hand)
    return DayResults(
        mine=hand_table(own, owner.user) if own is not None else None,
        points=points,
        streak=play.streak if play is not None else 0,
        field=counts,
        better_than=counts.worse_than(points) if points is not None else 0,
        chart=_chart(counts, points),
        strongest=name,
        strongest_points=_points(strongest) if strongest is not None else None,
        friends=friends_results(hand, owner.user) if owner.user is not None else (),
        tables=tables_results(hand, owner.user) if owner.user is not None else (),
        lines=[*hand_lines(hand, play), *best_line(hand, play)],
        dealt=dealt_cards(begun(solo_of(hand)), owner.user),
        proof=_proof(daily),
    )


def hand_lines(hand: SharedHand, play: HandPlay | None) -> list[PlayedLine]:
    """The person's own play, if they have finished, and the strongest bot's, once it is computed."""
    lines = []
    own = finished(hand, play)
    if own is not None:
        lines.append(PlayedLine(gettext("Your turns"), _points(own), hand_rounds(own, own_player(own, None))))
    strongest = strongest_of(hand)
    if strongest is None:
        return lines
    bot = bot_player(bots.names()[-1], hand.seat)
    title = gettext("How {name} played").format(name=bot.name)
    lines.append(PlayedLine(title, _points(strongest), hand_rounds(strongest, bot)))
    return lines


def best_line(hand: SharedHand, play: HandPlay | None) -> list[PlayedLine]:
    """The best result that counts, if it is not the person's own. One query."""
    best = best_play(hand)
    if best is None or (play is not None and best.pk == play.pk):
        return []
    shown = played(solo_of(hand), best.turns)
    player = Player(pk=0, name=gettext("Best player"), handle="", seat=hand.seat, is_me=False, is_bot=False)
    return [PlayedLine(gettext("The best result"), _points(shown), hand_rounds(shown, player))]


def strongest_of(hand: SharedHand) -> Played | None:
    return played(solo_of(hand), hand.strongest) if hand.strongest else None


def finished(hand: SharedHand, play: HandPlay | None) -> Played | None:
    return played(solo_of(hand), play.turns) if play is not None and play.finished_at is not None else None


def _points(hand: Played) -> int:
    assert hand.points is not None
    return hand.points


def _chart(counts: Field, points: int | None) -> Chart:
    last = max(MOST, *counts.counts, points or 0)
    places = [AxisPlace(str(left)) for left in range(last + 1)]
    return bar_chart(
        gettext("Everyone’s points"),
        places,
        [counts.counts.get(left, 0) for left in range(last + 1)],
        name=capfirst(gettext("players")),
        axis=gettext("Points"),
        here=points,
    )


def _proof(daily: DailyHand) -> HandProof:
    closed = is_closed(daily.day)
    seed = day_seed(daily.chain, daily.day) if closed else None
    return hand_proof(DAYS.opening(daily.chain), seed_number(daily.chain, daily.day), seed, closed=closed)
