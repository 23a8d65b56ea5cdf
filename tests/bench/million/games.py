"""Rows of games: settings, seats, the hand and its turns, the clock."""

import hashlib
import random
from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields
from datetime import datetime, timedelta
from functools import cache
from typing import Any, NamedTuple

from accounts.secret_box import seal
from games.clocks import Pace
from games.engine import replay, state_to_json
from games.models import Deadline, FairChain, Game, GameEvent, Hand, Move, Seat, SeatFigures, TakeBack
from games.ratings.seat_figures import Counts, hand_count
from tests.bench.million.plan import BUSY, MOVES, OLDEST, SEATS, Plan, fate_of, pace_of, public_id_of
from tests.bench.million.playing import FEWEST, MOST, Played, deck_texts, hand_play
from tests.bench.million.regulars import regulars_in
from tests.bench.million.sheets import Sheet, text

CONTRIBUTION = 32
# Playing takes most of the time, so later games get the cards and turns of earlier ones. It is a multiple of the
# steps by which hands differ, such as 2, 3, 7, 40 and 50.
DIFFERENT = 4_200
FINISHED, CANCELLED, RUNNING, PAUSED = (
    *(Game.Status.FINISHED, Game.Status.CANCELLED),
    *(Game.Status.RUNNING, Game.Status.PAUSED),
)


class Kind(NamedTuple):
    """What a hand depends on, besides chance. It plays on after `cut` turns, or to its end without it."""

    seats: int
    bot: bool
    goat: bool
    remove_two: bool
    cut: int | None


@dataclass(frozen=True, slots=True)
class Shared:
    """A hand as games that play the same cards keep it, as texts of COPY. `moves` are (number, seat, turn, by)."""

    played: Played
    deck: str
    state: str
    moves: Sequence[tuple[int, int, str, Move.By]]
    figures: Sequence[Sequence[int]]


@dataclass(frozen=True, slots=True)
class Made:
    """A game of the site's past. `people` has a bot's account at its seat."""

    number: int
    pk: int
    status: Game.Status
    people: list[int]
    bots: list[bool]
    shared: Shared
    # Valid turns: fewer than were taken if a moderator took some back.
    kept: int
    pace: str
    made_at: datetime
    step: timedelta
    resigned: bool

    @property
    def played(self) -> Played:
        return self.shared.played

    @property
    def anchor(self) -> str:
        """The deal's, or another if this game repeats a hand, because two games never have the same one."""
        opening, own = self.played.opening, public_id_of(self.number)
        return (opening.anchor if opening.game_id == own else hashlib.sha256(own.encode()).digest()).hex()

    @property
    def turns(self) -> int:
        return len(self.played.turns)

    @property
    def over(self) -> bool:
        return self.status in (FINISHED, CANCELLED)

    @property
    def to_act(self) -> int | None:
        if self.over:
            return None
        return self.played.state.to_act if self.kept == self.turns else self.played.turns[self.kept][0]

    @property
    def version(self) -> int:
        """Seats, the start, the turns, and what came after them."""
        return len(self.people) + 1 + self.turns + (self.kept < self.turns) + (self.status == PAUSED)

    @property
    def waits_since(self) -> datetime:
        """The time of the last turn, or of the end."""
        return self.made_at + self.step * (self.turns + 1)

    def turn_at(self, number: int) -> datetime:
        return self.made_at + self.step * (number + 1)


def game_make(plan: Plan, number: int, rng: random.Random) -> Made:
    status, counted = fate_of(plan, number), regulars_in(plan, number)
    # A repeated hand doesn't follow from its own game's id, so games whose pages are measured never have one.
    alike = number if counted else number % DIFFERENT
    same = plan.rng("hand", alike)
    resigned = status == FINISHED and number % 40 == 7
    cut = same.randint(FEWEST, MOST) if status != FINISHED or resigned else None
    seats = (2 if number % 6 else 3) if cut is None else same.choice((2, 3, 4, 4, 5, 6)) if cut < 14 else 4 + number % 3
    people = plan.several(rng, seats)
    people[: len(counted)] = counted
    bots = [False] * seats
    if number % 7 == 0 if cut is None else number % 501 == 0:
        people[-1], bots[-1] = plan.bot, True
    two = seats == 2 and number % 3 == 0
    shared = _hand(plan, alike, Kind(seats, bots[-1], number % 5 == 0, two, cut))
    played = shared.played
    taken_back = status in (RUNNING, CANCELLED) and (number % 53 == 5 or number < OLDEST)
    kept = len(played.turns) - (2 if taken_back else 0)
    pace = pace_of(number)
    made_at, step = _times(
        plan, number, len(played.turns), Pace(pace).length, rng, over=status in (FINISHED, CANCELLED)
    )
    return Made(
        number=number, pk=plan.first_game + number, status=status, people=people, bots=bots, shared=shared, kept=kept,
        pace=pace, made_at=made_at, step=step, resigned=resigned,
    )  # fmt: skip


@cache
def _hand(plan: Plan, alike: int, kind: Kind) -> Shared:
    """The hand of the game with the number `alike`, for all games like it."""
    rng, (seats, bot, goat, remove_two, cut) = plan.rng("play", alike), kind
    given = [b"" if bot and seat == seats - 1 else rng.randbytes(CONTRIBUTION) for seat in range(seats)]
    played = hand_play(rng, public_id_of(alike), given, goat=goat, remove_two=remove_two, cut=cut)
    moves = [
        (number, seat, turn, Move.By.BOT if bot and seat == seats - 1 else _by(alike, number, turn))
        for number, (seat, turn) in enumerate(played.turns, start=1)
    ]
    deck, counts = deck_texts(played), [Counts() for _seat in range(seats)]
    if cut is None:
        hand_count(counts, Hand(deck=deck, leader=played.leader), [Move(turn=turn, by=by) for *_, turn, by in moves])
    figures = [tuple(asdict(one).values()) for one in counts]
    return Shared(played, text(deck), text(state_to_json(played.state)), moves, figures)


def _times(
    plan: Plan, number: int, turns: int, length: timedelta, rng: random.Random, *, over: bool
) -> tuple[datetime, timedelta]:
    """When the game was created, and each step's length. Nearly all running games are within their time."""
    latest = plan.began(number)
    step = min(length, timedelta(hours=9)) * (0.2 + rng.random() / 2)
    if over:
        return latest - step * (turns + 2), step
    waited = length * (rng.random() if number % 201 else 1 + rng.random() * 9)
    return plan.now - waited - step * (turns + 1), step


class GameSheets:
    """The sheets that one block of games fills."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.games = Sheet(
            Game, "id", "public_id", "host_id", "invite_token", "visibility", "seats_count", "target", "goat",
            "two_player_deck", "pace", "weekends_off", "from_queue", "rated", "counts_for_rating", "anchor",
            "fingerprint", "removed", "first_leader", "created_at", "full_at", "started_at", "ended_at", "status",
            "ending", "version", "to_act", "waiting_since", "bot_acts", "changed_at", "pause_ends_at", "held_at",
            "name", "settled_at",
        )  # fmt: skip
        self.seats = Sheet(
            Seat, "id", "game_id", "number", "kind", "user_id", "held_by_id", "joined_at", "contribution",
            "answered_at", "resigned_at", "acted_at", "turns_in_time", "turns_late", "points", "is_winner", "is_open",
            "ended_at",
        )  # fmt: skip
        self.hands = Sheet(
            Hand, "id", "game_id", "number", "leader", "deck", "seed", "voided", "started_at", "ended_at", "state",
            "turns_count", "points",
        )  # fmt: skip
        self.moves = Sheet(
            Move, "id", "hand_id", "number", "seat", "turn", "by", "actor_id", "version", "created_at"
        )  # fmt: skip
        self.deadlines = Sheet(
            Deadline, "game_id", "seat", "user_id", "version", "since", "left", "zone", "due_at", "next_at",
            "active_at", "bot_since",
        )  # fmt: skip
        self.chains = Sheet(FairChain, "game_id", "sealed")
        self.events = Sheet(
            GameEvent, "id", "game_id", "kind", "seat", "hand_number", "after_turn", "version", "created_at"
        )
        self.figures = Sheet(SeatFigures, "seat_id", *(column.name for column in fields(Counts)))
        self.taken = Sheet(TakeBack, "id", "hand_id", "kept", "last", "actor_id", "version", "created_at")

    def add(self, game: Made) -> None:
        self._game(game)
        self._seats(game)
        self._hand(game)
        self._moves(game)
        self._waiting(game)
        if game.status == FINISHED:
            self._figures(game)
        if game.resigned:
            self._resignations(game)

    def copy(self, cursor: Any) -> None:
        for sheet in (self.games, self.seats, self.hands, self.moves, self.deadlines, self.chains, self.events):
            sheet.copy(cursor)
        for sheet in (self.taken, self.figures):
            sheet.copy(cursor)

    def _game(self, game: Made) -> None:
        number, played, pause = game.number, game.played, self._pause_ends(game)
        started, last = game.turn_at(0), game.waits_since
        target = 10 if game.status == FINISHED and _reaches(played, 10) else None if game.status == FINISHED else 15
        if game.resigned:
            target = 15
        self.games.add(
            game.pk, public_id_of(number), next(p for p, bot in zip(game.people, game.bots, strict=True) if not bot),
            f"bulk-{number}", "private" if number % 5 == 2 else "public", len(game.people), target, number % 5 == 0,
            len(game.people) == 2 and number % 3 == 0, game.pace, False, number % 10 == 4, number % 3 != 1,
            not any(game.bots),
            game.anchor, played.opening.fingerprint.hex(), played.removed, played.leader,
            game.made_at, started, started, last if game.over else None, game.status, _ending(game, target),
            game.version, game.to_act, None if game.over else last, _bot_acts(game), last,
            pause,
            last if game.status == PAUSED and pause is None else None, f"table {number}" if number % 9 == 0 else "",
            last if game.over else None,
        )  # fmt: skip

    def _pause_ends(self, game: Made) -> datetime | None:
        """Half of the pauses end by themselves, the others are a moderator's."""
        return self.plan.now + timedelta(days=3) if game.status == PAUSED and game.number % 40 == 1 else None

    def _seats(self, game: Made) -> None:
        points = game.played.state.points if game.status == FINISHED and not game.resigned else None
        points = points or (0,) * len(game.people)
        ends = game.waits_since
        for seat, (user, bot) in enumerate(zip(game.people, game.bots, strict=True)):
            left = game.resigned and seat > 0
            won = game.status == FINISHED and (seat == 0 if game.resigned else points[seat] == min(points))
            late = game.number % 4 == 0 and seat == 1
            self.seats.add(
                game.pk * SEATS + seat, game.pk, seat, "bot" if bot else "person", user,
                self.plan.bot if left else user, game.made_at,
                None if bot else game.played.opening.contributions[seat], game.made_at, ends if left else None,
                None if bot else ends, game.turns // len(game.people), 2 if late else 0, points[seat], won,
                not game.over, ends if game.over else None,
            )  # fmt: skip

    def _hand(self, game: Made) -> None:
        played, scored = game.played, game.status == FINISHED and not game.resigned
        state = game.shared.state
        if game.kept < game.turns:
            texts = [turn for _seat, turn in played.turns[: game.kept]]
            state = text(state_to_json(replay(played.deck, len(game.people), played.leader, texts)))
        self.hands.add(
            game.pk, game.pk, 1, played.leader, game.shared.deck, played.seed.hex() if game.over else "",
            game.over and not scored, game.turn_at(0), game.waits_since if game.over else None, state,
            game.turns, list(played.state.points or ()) if scored else None,
        )  # fmt: skip

    def _moves(self, game: Made) -> None:
        seats, first = len(game.people), game.pk * MOVES
        for number, seat, turn, by in game.shared.moves:
            self.moves.add(
                first + number, game.pk, number, seat, turn, by, game.people[seat],
                seats + 1 + number, game.turn_at(number),
            )  # fmt: skip
        if game.kept < game.turns:
            moderator = self.plan.moderator(game.number)
            self.taken.add(game.pk, game.pk, game.kept, game.turns, moderator, game.version, game.waits_since)

    def _figures(self, game: Made) -> None:
        for seat, figures in enumerate(game.shared.figures):
            self.figures.add(game.pk * SEATS + seat, *figures)

    def _waiting(self, game: Made) -> None:
        """The clock, which finished games have too; and a running game's secret."""
        length, since = Pace(game.pace).length, game.waits_since
        waits = game.to_act is not None and not _bot_acts(game)
        due = since + length if waits and game.status == RUNNING else None
        user = game.people[game.to_act] if waits and game.to_act is not None else None
        following = self._pause_ends(game) or due
        active = None if game.over else since
        bot = since if _bot_acts(game) else None
        self.deadlines.add(
            game.pk, game.to_act or 0, user, game.version, since, length, "UTC", due, following, active, bot
        )
        if not game.over:
            self.chains.add(game.pk, seal(game.played.top))

    def _resignations(self, game: Made) -> None:
        for seat in range(1, len(game.people)):
            self.events.add(
                game.pk * SEATS + seat, game.pk, "resign", seat, 1, game.turns, game.version, game.waits_since
            )


def _reaches(played: Played, target: int) -> bool:
    return max(played.state.points or (0,)) >= target


def _ending(game: Made, target: int | None) -> str:
    if game.status == CANCELLED:
        return Game.Ending.CANCELLED
    if game.status != FINISHED:
        return ""
    if game.resigned:
        return Game.Ending.RESIGNED
    return Game.Ending.TARGET if target else Game.Ending.SINGLE_HAND


def _bot_acts(game: Made) -> bool:
    return game.to_act is not None and game.bots[game.to_act]


def _by(game: int, number: int, turn: str) -> Move.By:
    if turn == "pass" and (game + number) % 31 == 0:
        return Move.By.MODERATOR if game % 50 == 0 else Move.By.TIMEOUT
    return Move.By.AUTO if (game + number) % 17 == 0 else Move.By.PLAYER


def offers_write(plan: Plan, rng: random.Random, sheets: GameSheets) -> None:
    """Games that wait for players, created in the last two months; some are full and wait for contributions."""
    for number in range(plan.games, plan.games + plan.offers):
        pk, seats = plan.first_game + number, 2 + number % 5
        at = plan.now - timedelta(days=60) * rng.random()
        top = rng.randbytes(32)
        people = plan.several(rng, seats) if number % 8 == 0 else [plan.first_person + int(rng.random() * BUSY)]
        sheets.games.add(
            pk, public_id_of(number), people[0], f"bulk-{number}", "private" if number % 3 == 0 else "public", seats,
            15, False, False, pace_of(number), False, False, False, True, hashlib.sha256(top).hexdigest(), "", "", None,
            at, at if len(people) == seats else None, None, None, "open", "", len(people), None, None, False, at, None,
            None, "", None,
        )  # fmt: skip
        sheets.chains.add(pk, seal(top))
        for seat, user in enumerate(people):
            sheets.seats.add(
                pk * SEATS + seat, pk, seat, "person", user, user, at, None, None, None, None, 0, 0, 0, False, True,
                None,
            )  # fmt: skip
