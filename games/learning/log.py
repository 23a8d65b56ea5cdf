"""The log of a hand that is no game's, from its turns."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils import timezone

from games.engine import HandState, parse_turn, set_value
from games.table import Entry, Player, SetView
from games.table.view_model import Round


def turn_entries(
    states: Sequence[HandState], turns: Sequence[str], sitting: Sequence[Player], version: int
) -> list[Entry]:
    """The turns as lines of the log, oldest first. `states`: the one before the first turn, then the one after each.
    `version`: the hand's before its first turn.
    """
    at = timezone.now()
    entries = []
    for number, text in enumerate(turns):
        before, turn = states[number], parse_turn(text)
        out, leads = states[number + 1].over, before.table_seat is None
        entries.append(
            Entry(
                kind="pass" if turn.is_pass else "out" if out else "lead" if leads else "play",
                player=sitting[before.to_act],
                version=version + number + 1,
                at=at,
                cards=tuple(map(str, turn.cards)),
                value=set_value(turn.cards),
                took=str(turn.pickup or ""),
            )
        )
    return entries


def rounds_of(states: Sequence[HandState], entries: Sequence[Entry], sitting: Sequence[Player]) -> tuple[Round, ...]:
    """The rounds, newest first."""
    rounds: list[Round] = []
    lines: list[Entry] = []
    for number, entry in enumerate(entries):
        lines.append(entry)
        before, after = states[number], states[number + 1]
        if after.round > before.round and before.table_seat is not None:
            won = set_view(before.table, before.table_seat, sitting)
            rounds.append(Round(before.round, tuple(reversed(lines)), won))
            lines = []
    if lines:
        rounds.append(Round(len(rounds) + 1, tuple(reversed(lines)), None))
    return tuple(reversed(rounds))


def set_view(cards: Sequence[object], owner: int | None, sitting: Sequence[Player]) -> SetView | None:
    if not cards or owner is None:
        return None
    codes = tuple(map(str, cards))
    return SetView(codes, set_value(parse_turn("".join(codes)).cards), sitting[owner])


def since_own(entries: Sequence[Entry]) -> tuple[Entry, ...]:
    """The lines after the reader's last turn."""
    last = max((number for number, entry in enumerate(entries) if entry.player.is_me), default=-1)
    return tuple(entries[last + 1 :])
