"""What the page of a game shows, for one viewer: frozen values, cards as text, nothing hidden among them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from typing import Literal

from games.clocks import Pace
from games.engine import parse_cards
from games.play.clock.selectors import Halt
from games.play.orders.selectors import OrdersInForce
from games.table.choices import Choices
from games.table.players import Player
from games.table.seen_cards import Seen

EntryKind = Literal["lead", "play", "out", "pass", "resign", "handover", "return", "act", "undo"]
# The kinds that are turns.
TURN_KINDS = ("lead", "play", "out", "pass")


@dataclass(frozen=True, slots=True)
class SeatView:
    """A seat on the table's rim. `place` counts clockwise from the bottom, where the viewer (or seat 0) sits.

    `caretaker` names the bot that plays on for a person, else it is empty. `known`: cards it picked up and holds.
    `away_until`: the last day of its person's absence, where that stops clocks.
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
        """Something to loop over once for each card held."""
        return range(self.cards)


@dataclass(frozen=True, slots=True)
class SetView:
    """A set that was laid, its value, and whose it is."""

    cards: tuple[str, ...]
    value: int
    owner: Player


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the log. `version` is the game's after it; `by` tells of time-outs and moderators.

    What a moderator did is of the kind "act": `act` is one of Intervention.Kind, `about` whose seat it concerns, and
    `withdrawn` the turns that it took back, as a player's own take-back ("undo") did. `reason`: why, of acts and of
    turns that a moderator took.
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
class Opening:
    """Somebody of the staff opened hidden cards: after which turn of which hand, and why.

    `role` is one of accounts.staff.roles.Role, empty for who is not on the staff any more.
    """

    role: str
    at: datetime
    hand: int
    turn: int
    reason: str


@dataclass(frozen=True, slots=True)
class Round:
    """A round's lines, newest first. `won` is the set that took it, None while it goes on."""

    number: int
    entries: tuple[Entry, ...]
    won: SetView | None


@dataclass(frozen=True, slots=True)
class PastHand:
    """An earlier hand, looked up."""

    result: HandResult
    rounds: tuple[Round, ...]


@dataclass(frozen=True, slots=True)
class ResultRow:
    """A seat at a hand's end: the cards it was left with, what they cost, and its points of the game since then."""

    player: Player
    left: tuple[str, ...]
    scored: int
    total: int


@dataclass(frozen=True, slots=True)
class HandResult:
    """A finished hand, fewest points first; a void one has no rows and nobody went out.

    `gone_back`: it is void because the site went back to a backup, and the game went on.
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
class Step:
    """A line of the log and the table after it: the set that lay there, the one that it had beaten and what was picked
    up of that, as a TableView has them. `result`: the hand that it ended.
    """

    entry: Entry
    table: SetView | None
    beaten: SetView | None
    picked_up: str
    result: HandResult | None = None


@dataclass(frozen=True, slots=True)
class Missed:
    """What the viewer has not seen, oldest first; `turns` of it were turns. `first`: the viewer never was there."""

    steps: tuple[Step, ...]
    turns: int
    first: bool


@dataclass(frozen=True, slots=True)
class Standing:
    """A seat at the game's end. `place` counts from 1 and is shared; 0 for who resigned.

    `left_to_bot`: a caretaker held it then, though its person had not resigned.
    """

    player: Player
    place: int
    points: int
    is_winner: bool
    left_to_bot: bool = False


@dataclass(frozen=True, slots=True)
class Ending:
    """How a game ended: `how` as in a record, standing best first, how many hands were scored. `reason`: why a
    moderator cancelled it; `target` as in the game's options."""

    how: str
    winners: tuple[Player, ...]
    standing: tuple[Standing, ...]
    hands_count: int
    mine: Standing | None
    reason: str = ""
    target: int | None = None


@dataclass(frozen=True, slots=True)
class Fair:
    """The facts of the fair deal that are public by now; bytes as hex."""

    anchor: str
    fingerprint: str
    contributions: tuple[tuple[Player, str], ...]
    removed: str
    first_leader: Player | None
    seeds: tuple[tuple[int, str], ...]

    @property
    def bots(self) -> bool:
        """Whether bots sat down with the others: they add nothing to the opening."""
        return any(player.is_bot for player, _ in self.contributions)


@dataclass(frozen=True, slots=True)
class Orders:
    """The viewer's own standing orders, and what may be ordered now. Nobody else is ever shown any of it.

    `may_pass`: passing for the rest of the round; `may_arm`: cards may wait for the table as it lies. `armed_lapses`:
    the table is no longer the one that a turn was armed for. `acts_soon`: it is the viewer's turn, and an order takes
    it unless the viewer does before. `colours` can be picked up first in this game.
    """

    standing: OrdersInForce
    may_pass: bool
    may_arm: bool
    armed_lapses: bool
    acts_soon: bool
    colours: str

    @property
    def armed(self) -> tuple[str, ...]:
        """The cards of the armed turn."""
        return _cards_of(self.standing.armed_turn.partition("<")[0])

    @property
    def armed_pickup(self) -> str:
        return self.standing.armed_turn.partition("<")[2]

    @property
    def armed_over(self) -> tuple[str, ...]:
        """The cards of the table that the armed turn waits for."""
        return _cards_of(self.standing.armed_table)

    @property
    def count(self) -> int:
        """How many orders stand."""
        standing = self.standing
        return sum(
            map(bool, (standing.passes, standing.pass_if_stuck, standing.go_out, standing.pickup, standing.armed_turn))
        )


def _cards_of(text: str) -> tuple[str, ...]:
    return tuple(map(str, parse_cards(text)))


@dataclass(frozen=True, slots=True)
class Rules:
    """The game's options."""

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

    @property
    def is_live(self) -> bool:
        """Whether turns take minutes."""
        return Pace(self.pace).is_live


@dataclass(frozen=True, slots=True)
class Clock:
    """The clock of the seat to act, where a person plays it and there is a limit; else it says nothing.

    Time is up at `due_at`, None in a pause; from `urgent_at` on there is little left. `halt`: why it stands still now.
    `may_grant`: the viewer may give a day more; `granted`: who has given one for this turn.
    """

    due_at: datetime | None = None
    urgent_at: datetime | None = None
    halt: Halt | None = None
    may_grant: bool = False
    granted: Player | None = None


@dataclass(frozen=True, slots=True)
class Pause:
    """A pause that goes on (until `until` at the latest, if it has an end), or that somebody asks for.

    `wanted` and `missing`: who wants it, or while it goes on its end, and who is still to agree. `held`: a moderator
    paused the game, and the players do not end that.
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
        """Whether others wait for what the viewer says."""
        return self.may_ask and bool(self.wanted) and not self.i_want

    @property
    def waits_for_others(self) -> bool:
        """Whether the viewer has said what they want and others have not."""
        return self.may_ask and self.i_want and bool(self.others)

    @property
    def others(self) -> tuple[Player, ...]:
        """Whose agreement the viewer's wish still waits for, or would."""
        return tuple(player for player in self.missing if not player.is_me)


@dataclass(frozen=True, slots=True)
class TableView:
    """A game that has started, as one viewer may see it. `me` is the viewer's seat, `acts` whether they play it.

    `around` are the other seats clockwise from the viewer's left (all seats for who only watches, seat 0 last).
    `hand` is the newest hand, `running` whether it is being played, `rounds` its log, newest first. `past` is the log
    of an earlier hand, where one was asked for. `results` are the finished hands, newest first. `orders` are the
    viewer's own, None for who does not play. `may_undo`: the viewer may take back the turn just taken. `openings`: who
    opened hidden cards, told after the game. `may_hint`: the page may name the largest plays, as it never does in a
    rated game among people. `missed`: what came since the viewer was there, where that was asked for. `sound`: the
    viewer wants sounds. `as_text`: the viewer's games open in text.
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
    orders: Orders | None
    may_undo: bool
    clock: Clock
    pause: Pause
    rounds: tuple[Round, ...]
    missed: Missed | None
    sound: bool
    as_text: bool
    past: PastHand | None
    results: tuple[HandResult, ...]
    ending: Ending | None
    openings: tuple[Opening, ...]
    fair: Fair
    rematch: str
    may_hint: bool

    @property
    def paused(self) -> bool:
        return self.pause.on

    @property
    def left_to_bot(self) -> bool:
        """Whether a caretaker plays for the viewer, who may take the seat back."""
        return self.me is not None and bool(self.me.caretaker) and not self.me.resigned and self.ending is None

    @property
    def last_entry(self) -> Entry | None:
        """The newest line of the log, None while the hand has none."""
        return next((entry for past in self.rounds for entry in past.entries), None)

    @property
    def last_round(self) -> Round | None:
        """The newest round that somebody took, while the next one has not been led."""
        return next((past for past in self.rounds if past.won), None) if self.table is None else None
