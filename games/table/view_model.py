"""View models of a game's page for one viewer: frozen values, cards as text, nothing hidden."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Literal

from games.engine import Card, set_value
from games.play.clock.selectors import Halt
from games.ratings.selectors import GameRating
from games.standing.selectors import AfterGame
from games.table.choices import Choices
from games.table.planned.view import Orders
from games.table.players import Player, is_alone
from games.table.seen_cards import Seen
from games.table.turn_notes import TurnNotes

EntryKind = Literal["lead", "play", "out", "pass", "resign", "handover", "return", "act", "undo"]
TURN_KINDS = ("lead", "play", "out", "pass")


@dataclass(frozen=True, slots=True)
class SeatView:
    """A seat at the table. `place`: clockwise from the bottom, where the viewer (or seat 0) sits. `caretaker`: the bot
    that plays for the person, or "". `known`: cards picked up and still held. `away_until`: last day of an absence that
    stops clocks.
    """

    player: Player
    place: int
    cards: int
    points: int
    to_act: bool
    passed: bool
    owns: bool
    resigned: bool
    caretaker: str
    known: tuple[str, ...]
    away_until: date | None

    @property
    def last_card(self) -> bool:
        return self.cards == 1

    @property
    def backs(self) -> range:
        return range(self.cards)


@dataclass(frozen=True, slots=True)
class SetView:
    cards: tuple[str, ...]
    value: int
    owner: Player

    @classmethod
    def of(cls, cards: Sequence[Card], owner: int | None, players: Sequence[Player]) -> SetView | None:
        """The set of the player in seat `owner`; None without cards."""
        return cls(tuple(map(str, cards)), set_value(cards), players[owner]) if cards and owner is not None else None


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the log. `version`: the game's after it; `by`: marks time-outs and moderators.

    For kind "act", `act` is an Intervention.Kind and `about` the seat's player. `withdrawn`: turns that an act or a
    player's "undo" took back. `reason`: why a moderator acted.
    """

    kind: EntryKind
    player: Player
    version: int
    at: datetime
    cards: tuple[str, ...] = ()
    value: int = 0
    took: str = ""
    by: str = "player"
    act: str = ""
    about: Player | None = None
    reason: str = ""
    withdrawn: tuple[Entry, ...] = ()


@dataclass(frozen=True, slots=True)
class CardOpening:
    """A view of hidden cards by staff. `role`: a Role, "" if they left the staff."""

    role: str
    at: datetime
    hand: int
    turn: int
    reason: str


@dataclass(frozen=True, slots=True)
class Round:
    """A round. `entries`: newest first. `won`: the winning set, None while it goes on."""

    number: int
    entries: tuple[Entry, ...]
    won: SetView | None


@dataclass(frozen=True, slots=True)
class PastHand:
    result: HandResult
    rounds: tuple[Round, ...]


@dataclass(frozen=True, slots=True)
class ResultRow:
    player: Player
    left: tuple[str, ...]
    scored: int
    total: int


@dataclass(frozen=True, slots=True)
class HandResult:
    """A hand's result, fewest points first; a void hand has no rows. `gone_back`: void because the site was restored
    from a backup and the game went on.
    """

    number: int
    leader: Player
    out: Player | None
    rows: tuple[ResultRow, ...]
    turns_count: int
    voided: bool
    gone_back: bool = False

    @property
    def by_seat(self) -> tuple[ResultRow, ...]:
        return tuple(sorted(self.rows, key=lambda row: row.player.seat))


@dataclass(frozen=True, slots=True)
class LogStep:
    """A line of the log and the table after it, as in TableView. `result`: of the hand that it ended."""

    entry: Entry
    table: SetView | None
    beaten: SetView | None
    picked_up: str
    result: HandResult | None = None


@dataclass(frozen=True, slots=True)
class Missed:
    """The missed turns, oldest first; `turns`: how many. `first`: the viewer was never there before."""

    steps: tuple[LogStep, ...]
    turns: int
    first: bool


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's result. `place`: from 1, ties share one, 0 if resigned. `left_to_bot`: a stand-in bot held the
    seat.
    """

    player: Player
    place: int
    points: int
    is_winner: bool
    left_to_bot: bool = False


@dataclass(frozen=True, slots=True)
class GameEnd:
    """The end of the game. `how`: as in records; `standing`: best first; `reason`: why it was cancelled."""

    how: str
    winners: tuple[Player, ...]
    standing: tuple[Standing, ...]
    hands_count: int
    mine: Standing | None
    reason: str = ""
    target: int | None = None


@dataclass(frozen=True, slots=True)
class Rematch:
    """A rematch. `public_id`: "" before the first request. `names`: the people who want it; with `may_ask`, the
    viewer's press seats them.
    """

    public_id: str
    names: tuple[str, ...]
    may_ask: bool


@dataclass(frozen=True, slots=True)
class Rules:
    seats: int
    target: int | None
    goat: bool
    two_player_deck: bool
    next_leader: str
    visibility: str
    pace: str
    timeout_action: str
    weekends_off: bool
    takes_back: bool
    rated: bool
    # Whether turns take minutes, also in a sprint of a slow game.
    is_live: bool
    turn_length: timedelta


@dataclass(frozen=True, slots=True)
class TurnClock:
    """The clock of the seat to act; all empty without a limit or for a bot.

    `due_at`: None in a pause; `urgent_at`: little time is left from then on. `halt`: why it is stopped. `may_grant`:
    the viewer may give a day more; `granted`: who gave one for this turn.
    """

    due_at: datetime | None = None
    urgent_at: datetime | None = None
    halt: Halt | None = None
    may_grant: bool = False
    granted: Player | None = None


@dataclass(frozen=True, slots=True)
class Pause:
    """A pause, or the wish for one. `until`: its latest end. `wanted` and `missing`: players who want it (during a
    pause: its end), and who have yet to agree. `held`: by a moderator, so players cannot end it.
    """

    on: bool
    held: bool
    until: datetime | None
    wanted: tuple[Player, ...]
    missing: tuple[Player, ...]
    may_ask: bool

    @property
    def i_want(self) -> bool:
        return any(player.is_me for player in self.wanted)

    @property
    def to_answer(self) -> bool:
        return self.may_ask and bool(self.wanted) and not self.i_want

    @property
    def waits_for_others(self) -> bool:
        return self.may_ask and self.i_want and bool(self.others)

    @property
    def others(self) -> tuple[Player, ...]:
        return tuple(player for player in self.missing if not player.is_me)


@dataclass(frozen=True, slots=True)
class Sprint:
    """Some minutes at a live pace: `until` when one runs, or the wish for one, and whether it is `offered` because all
    players are here. `wanted` and `missing`: as of a pause.
    """

    until: datetime | None = None
    wanted: tuple[Player, ...] = ()
    missing: tuple[Player, ...] = ()
    offered: bool = False

    @property
    def i_want(self) -> bool:
        return any(player.is_me for player in self.wanted)

    @property
    def may_ask(self) -> bool:
        return self.offered or bool(self.wanted)

    @property
    def others(self) -> tuple[Player, ...]:
        return tuple(player for player in self.missing if not player.is_me)


@dataclass(frozen=True, slots=True)
class TableView:
    """A started game as one viewer may see it.

    `me`: the viewer's seat; `acts`: whether they play it. `around`: other seats clockwise from the viewer's left (for
    spectators all, seat 0 last). `hand`: the newest; `running`: in play; `rounds`: its log, newest first. `past`: an
    earlier hand that was asked for. `results`: newest first. `own`: the viewer's cards while a stand-in plays them.
    `openings`: hidden cards that staff opened, after the game. `rating`: the viewer's, once a rated game is settled.
    `undos`: how many of the viewer's turns of this hand may still be taken back. `may_hint`: never in rated games
    without bots. `missed`: only if asked for. `as_text`: the viewer's games open as text. `sound`: None without a
    choice. `removed`: colours. `notes`: those of the last turn.
    """

    public_id: str
    title: str
    version: int
    status: str
    rules: Rules
    hand: int
    running: bool
    round: int
    turns_count: int
    waiting_since: datetime | None
    seats: tuple[SeatView, ...]
    around: tuple[SeatView, ...]
    me: SeatView | None
    acts: bool
    to_act: Player | None
    my_turn: bool
    table: SetView | None
    beaten: SetView | None
    picked_up: str
    seen: Seen | None
    choices: Choices | None
    own: tuple[str, ...]
    orders: Orders | None
    may_undo: bool
    undos: int
    clock: TurnClock
    pause: Pause
    sprint: Sprint
    rounds: tuple[Round, ...]
    missed: Missed | None
    sound: bool | None
    as_text: bool
    past: PastHand | None
    results: tuple[HandResult, ...]
    ending: GameEnd | None
    openings: tuple[CardOpening, ...]
    removed: str
    rematch: Rematch | None
    group: AfterGame | None
    rating: GameRating | None
    may_hint: bool
    notes: TurnNotes

    @property
    def paused(self) -> bool:
        return self.pause.on

    @property
    def is_alone(self) -> bool:
        return is_alone(seat.player for seat in self.seats)

    @property
    def is_advised(self) -> bool:
        """Whether the strongest bot helps: only where no other person and no rating suffers from it."""
        return self.is_alone and not self.rules.rated

    @property
    def left_to_bot(self) -> bool:
        return self.me is not None and bool(self.me.caretaker) and not self.me.resigned and self.ending is None

    @property
    def last_entry(self) -> Entry | None:
        return next((entry for past in self.rounds for entry in past.entries), None)

    @property
    def last_round(self) -> Round | None:
        """The round that has just ended; None once the next round is led."""
        return next((past for past in self.rounds if past.won), None) if self.table is None else None
