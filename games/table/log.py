"""The log of a hand, by rounds."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from games.engine import parse_turn, set_value
from games.events import public_by
from games.models import Game, GameEvent, Hand, Intervention, Move, TakeBack
from games.play.move_log import taken_back_among, valid_among
from games.table.moderator_acts import act_entries, turn_reasons, versions_told
from games.table.players import SeatHistory
from games.table.view_model import Entry, EntryKind, Round, SetView

_EVENT_KINDS: dict[GameEvent.Kind, EntryKind] = {
    GameEvent.Kind.RESIGN: "resign",
    GameEvent.Kind.HANDOVER: "handover",
    GameEvent.Kind.RETURN: "return",
}


@dataclass(frozen=True)
class Log:
    """Rows of a hand: all turns in order, take-backs, events and staff acts."""

    moves: Sequence[Move]
    take_backs: Sequence[TakeBack]
    events: Sequence[GameEvent]
    acts: Sequence[Intervention]

    @property
    def standing(self) -> list[Move]:
        return valid_among(self.moves, self.take_backs)


def hand_log(
    hand: Hand,
    moves: Iterable[Move],
    events: Iterable[GameEvent],
    acts: Iterable[Intervention],
    take_backs: Iterable[TakeBack],
) -> Log:
    """The log of a hand. `moves`: the hand's, in order. Staff acts before the first deal belong to the first hand."""
    own = [act for act in acts if max(act.hand_number, 1) == hand.number]
    return Log(
        moves=list(moves),
        take_backs=[row for row in take_backs if row.hand_id == hand.pk],
        events=[event for event in events if event.hand_number == hand.number],
        acts=own,
    )


@dataclass
class _Walk:
    """Finds where rounds begin and end (RULES.md, 6)."""

    seats: int
    rounds: list[Round] = field(default_factory=list)
    entries: list[Entry] = field(default_factory=list)
    table: SetView | None = None
    passes: int = 0

    def take(self, entry: Entry) -> Entry:
        """Add a turn, as a lead if it is one; it ends the round if all others passed."""
        if entry.kind == "pass":
            self.passes += 1
        else:
            entry = replace(entry, kind="play" if self.table else "lead")
            self.table = SetView(entry.cards, entry.value, entry.player)
            self.passes = 0
        self.entries.append(entry)
        if self.passes == self.seats - 1:
            self.close(self.table)
        return entry

    def close(self, won: SetView | None) -> None:
        if self.entries:
            self.rounds.append(Round(len(self.rounds) + 1, tuple(reversed(self.entries)), won))
        self.entries, self.table, self.passes = [], None, 0


def log_rounds(game: Game, log: Log, seat_history: SeatHistory, *, over: bool) -> tuple[Round, ...]:
    """The rounds, newest first; `over`: the last turn ended the hand."""
    walk, standing = _Walk(len(seat_history.players)), log.standing
    events = _events_by_turn(game, log, seat_history, [move.number for move in standing])
    reasons = turn_reasons(log.acts)
    walk.entries += events.get(0, [])
    for move in standing:
        walk.take(_turn_entry(game, move, seat_history, reasons.get(move.version, "")))
        walk.entries += events.get(move.number, [])
    if over and walk.entries:
        last = max(at for at, entry in enumerate(walk.entries) if entry.cards)
        walk.entries[last] = replace(walk.entries[last], kind="out")
    walk.close(None)
    return tuple(reversed(walk.rounds))


def _events_by_turn(game: Game, log: Log, seat_history: SeatHistory, numbers: Sequence[int]) -> dict[int, list[Entry]]:
    """Entries except turns, by the last of `numbers` (valid turns) before them, or 0."""
    told = versions_told(log.acts)
    events = [event for event in log.events if event.version not in told]
    lines = [(event.after_turn, _event_entry(event, seat_history)) for event in events]
    withdrawn = _withdrawn(game, log, seat_history)
    lines += [(row.last, _undo_entry(row, withdrawn[row.version])) for row in log.take_backs if row.version not in told]
    # Last, because an act that keeps the version comes after the event of that version.
    lines += act_entries(log.acts, seat_history, withdrawn)
    by_turn: dict[int, list[Entry]] = {}
    for after, entry in sorted(lines, key=lambda line: (line[0], line[1].version)):
        place = bisect_right(numbers, after)
        by_turn.setdefault(numbers[place - 1] if place else 0, []).append(entry)
    return by_turn


def _withdrawn(game: Game, log: Log, seat_history: SeatHistory) -> dict[int, list[Entry]]:
    """The turns taken back, by the version of the take-back."""
    gone = taken_back_among(log.moves, log.take_backs)
    lines: dict[int, list[Entry]] = {}
    for row in log.take_backs:
        # Whether a withdrawn turn led depends on the hand as it was then.
        walk = _Walk(len(seat_history.players))
        earlier = [other for other in log.take_backs if other.version < row.version]
        for move in valid_among((move for move in log.moves if move.number <= row.kept), earlier):
            walk.take(_turn_entry(game, move, seat_history, ""))
        lines[row.version] = [walk.take(_turn_entry(game, move, seat_history, "")) for move in gone[row.version]]
    return lines


def _undo_entry(row: TakeBack, withdrawn: Sequence[Entry]) -> Entry:
    player = withdrawn[0].player
    return Entry(kind="undo", player=player, version=row.version, at=row.created_at, withdrawn=tuple(withdrawn))


def _turn_entry(game: Game, move: Move, seat_history: SeatHistory, reason: str) -> Entry:
    turn, player = parse_turn(move.turn), seat_history.at(move.seat, move.version)
    return Entry(
        kind="pass" if turn.is_pass else "play",
        player=player,
        version=move.version,
        at=move.created_at,
        cards=tuple(map(str, turn.cards)),
        value=set_value(turn.cards),
        took=str(turn.pickup or ""),
        by=move.by if player.is_me else public_by(game, move.by),
        reason=reason,
    )


def _event_entry(event: GameEvent, seat_history: SeatHistory) -> Entry:
    kind = _EVENT_KINDS[GameEvent.Kind(event.kind)]
    player = seat_history.at(event.seat, event.version)
    return Entry(kind=kind, player=player, version=event.version, at=event.created_at)
