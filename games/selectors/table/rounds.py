"""The log of a hand's turns, by rounds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from games.engine import parse_turn, value_of
from games.events import public_by
from games.models import Game, GameEvent, Move
from games.selectors.table.shapes import Entry, EntryKind, Player, Round, SetView

_EVENT_KINDS: dict[GameEvent.Kind, EntryKind] = {
    GameEvent.Kind.RESIGN: "resign",
    GameEvent.Kind.HANDOVER: "handover",
    GameEvent.Kind.RETURN: "return",
}


@dataclass
class _Walk:
    """Follows the turns to see where a round begins and ends (RULES.md, 6)."""

    seats: int
    rounds: list[Round] = field(default_factory=list)
    entries: list[Entry] = field(default_factory=list)
    table: SetView | None = None
    passes: int = 0

    def take(self, entry: Entry) -> None:
        """Add one turn; all others having passed on a set ends the round."""
        if entry.kind == "pass":
            self.passes += 1
        else:
            entry = replace(entry, kind="play" if self.table else "lead")
            self.table = SetView(entry.cards, entry.value, entry.player)
            self.passes = 0
        self.entries.append(entry)
        if self.passes == self.seats - 1:
            self.close(self.table)

    def close(self, won: SetView | None) -> None:
        if self.entries:
            self.rounds.append(Round(len(self.rounds) + 1, tuple(reversed(self.entries)), won))
        self.entries, self.table, self.passes = [], None, 0


def rounds_of(
    game: Game, moves: Sequence[Move], events: Iterable[GameEvent], players: Sequence[Player], *, over: bool
) -> tuple[Round, ...]:
    """A hand's rounds, newest first; `over`: the last turn ended the hand. `events` are this hand's."""
    walk = _Walk(len(players))
    befell: dict[int, list[Entry]] = {}
    for event in events:
        befell.setdefault(event.after_turn, []).append(_event_entry(event, players))
    walk.entries += befell.get(0, [])
    for move in moves:
        walk.take(_turn_entry(game, move, players[move.seat]))
        walk.entries += befell.get(move.number, [])
    if over and walk.entries:
        last = max(at for at, entry in enumerate(walk.entries) if entry.cards)
        walk.entries[last] = replace(walk.entries[last], kind="out")
    walk.close(None)
    return tuple(reversed(walk.rounds))


def _turn_entry(game: Game, move: Move, player: Player) -> Entry:
    turn = parse_turn(move.turn)
    return Entry(
        kind="pass" if turn.is_pass else "play",
        player=player,
        version=move.version,
        at=move.created_at,
        cards=tuple(map(str, turn.cards)),
        value=value_of(turn.cards),
        took=str(turn.pickup or ""),
        by=move.by if player.is_me else public_by(game, move.by),
    )


def _event_entry(event: GameEvent, players: Sequence[Player]) -> Entry:
    kind = _EVENT_KINDS[GameEvent.Kind(event.kind)]
    return Entry(kind=kind, player=players[event.seat], version=event.version, at=event.created_at)
