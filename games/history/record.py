"""A game as a record (RECORDS.md), for one account."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import NotRequired, TypedDict

from accounts.models import User
from games.engine import fairdeal
from games.events import public_by
from games.history.seen_hands import HandVisibility, all_seats, hand_versions
from games.models import Game, GameEvent, Hand, Move, Seat
from games.play.account_turns import account_turns
from games.play.move_log import valid_among
from games.play.seats.replaced_players import replaced_players

FORMAT = "odin-game/1"
DEALT = 9


class OptionsJson(TypedDict):
    seats: int
    target: int | None
    goat: bool
    two_player_deck: bool
    next_leader: str


class PlayerJson(TypedDict):
    seat: int
    name: str
    kind: str


class FairJson(TypedDict):
    """The facts that deals follow from, together with the hands' seeds; bytes as hex."""

    protocol: str
    anchor: str
    contributions: list[str]
    fingerprint: str | None
    removed: list[str]
    first_leader: int | None


class TurnJson(TypedDict):
    """A turn. `number`: in the log, only if turns were withdrawn."""

    seat: int
    turn: str
    by: str
    at: str | None
    number: NotRequired[int]


class HandJson(TypedDict):
    """A hand without cards that are hidden from the viewer; seed and undealt cards appear only after it."""

    number: int
    leader: int
    seed: str | None
    deals: list[list[str]]
    undealt: list[str] | None
    turns: list[TurnJson]
    points: list[int]
    voided: NotRequired[bool]
    withdrawn: NotRequired[list[TurnJson]]


class EventJson(TypedDict):
    kind: str
    seat: int
    hand: int
    after_turn: int
    at: str | None


class ResultJson(TypedDict):
    points: list[int]
    winners: list[int]
    end: str


class RecordJson(TypedDict):
    format: str
    id: str
    options: OptionsJson
    players: list[PlayerJson]
    started_at: str | None
    ended_at: str | None
    fair: FairJson
    hands: list[HandJson]
    events: list[EventJson]
    result: ResultJson | None


def game_record(game: Game, user: User | None) -> RecordJson:
    """The record that `user` may see; None means a spectator.

    A running hand has only the cards dealt to the viewer, unless a bot held the seat then. Five queries; for a person
    one more while the game runs, one if the seat was another account's, two if a seat went to another person.
    """
    return _record(_rows([game])[game.pk], user)


def ended_records(games: Iterable[Game]) -> dict[int, RecordJson]:
    """The records of ended games by key, as spectators see them. Five queries for any number of games."""
    return {key: _record(rows, None) for key, rows in _rows(games).items()}


@dataclass(frozen=True, slots=True)
class _Rows:
    game: Game
    seats: list[Seat]
    hands: list[Hand]
    events: list[GameEvent]


def _rows(games: Iterable[Game]) -> dict[int, _Rows]:
    """The games' rows by key: seats and hands by number, events in order. Five queries."""
    found = {game.pk: _Rows(game, [], [], []) for game in games}
    for seat in Seat.objects.filter(game__in=found).select_related("user").order_by("number"):
        found[seat.game_id].seats.append(seat)
    for hand in Hand.objects.filter(game__in=found).prefetch_related("moves", "take_backs").order_by("number"):
        found[hand.game_id].hands.append(hand)
    for event in GameEvent.objects.filter(game__in=found).order_by("pk"):
        found[event.game_id].events.append(event)
    return found


def _record(rows: _Rows, user: User | None) -> RecordJson:
    game, seats, hands, events = rows.game, rows.seats, rows.hands, rows.events
    mine = next((seat.number for seat in seats if user is not None and seat.user_id == user.pk), None)
    own = account_turns(None if user is None else user.pk, mine, [move for hand in hands for move in hand.moves.all()])
    return {
        "format": FORMAT,
        "id": game.public_id,
        "options": _options(game),
        "players": [{"seat": seat.number, "name": seat.user.name, "kind": seat.player_kind} for seat in seats],
        "started_at": _time(game.started_at),
        "ended_at": _time(game.ended_at),
        "fair": _fair(game, seats),
        "hands": [_hand(game, hand, _dealt_seen(game, user, seats, events, hands, hand), own) for hand in hands],
        "events": _events(events),
        "result": _result(game, seats),
    }


def _options(game: Game) -> OptionsJson:
    return {
        "seats": game.seats_count,
        "target": game.target,
        "goat": game.goat,
        "two_player_deck": game.two_player_deck,
        "next_leader": game.next_leader,
    }


def _fair(game: Game, seats: Iterable[Seat]) -> FairJson:
    return {
        "protocol": fairdeal.PROTOCOL,
        "anchor": game.anchor,
        "contributions": [seat.contributed.hex() for seat in seats],
        "fingerprint": game.fingerprint or None,
        "removed": list(game.removed),
        "first_leader": game.first_leader,
    }


def _dealt_seen(
    game: Game, user: User | None, seats: Sequence[Seat], events: Sequence[GameEvent], hands: Sequence[Hand], hand: Hand
) -> frozenset[int]:
    """Seats whose dealt cards the viewer may see; the same as in a replay."""
    if hand.ended_at is not None:
        return all_seats(game)
    if user is None:
        return frozenset()
    acts = list(game.interventions.order_by("pk"))
    earlier = (move.version for other in hands if other.number < hand.number for move in other.moves.all())
    visibility = HandVisibility(user, seats, replaced_players(game, acts), events, acts)
    versions = hand_versions(game, hand, max(earlier, default=0), events)
    return visibility.dealt(hand.moves.all(), hand.take_backs.all(), versions)


def _hand(game: Game, hand: Hand, seen: Collection[int], own: Collection[int]) -> HandJson:
    over = hand.ended_at is not None
    moves = list(hand.moves.all())
    standing = valid_among(moves, hand.take_backs.all())
    deals = [hand.deck[DEALT * seat : DEALT * (seat + 1)] for seat in range(game.seats_count)]
    record: HandJson = {
        "number": hand.number,
        "leader": hand.leader,
        "seed": hand.seed if over else None,
        "deals": [deal if seat in seen else [] for seat, deal in enumerate(deals)],
        "undealt": hand.deck[DEALT * game.seats_count :] if over else None,
        "turns": [_turn(game, move, own) for move in standing],
        "points": hand.points if hand.points is not None else [],
    }
    if hand.voided:
        record["voided"] = True
    if len(standing) < len(moves):
        # Numbers in the log, as in an event's `after_turn`.
        stands = {move.number for move in standing}
        rows = [(move, _numbered_turn(game, move, own)) for move in moves]
        record["turns"] = [row for move, row in rows if move.number in stands]
        record["withdrawn"] = [row for move, row in rows if move.number not in stands]
    return record


def _turn(game: Game, move: Move, own: Collection[int]) -> TurnJson:
    by = move.by if move.pk in own else public_by(game, move.by)
    return {"seat": move.seat, "turn": move.turn, "by": by, "at": _time(move.created_at)}


def _numbered_turn(game: Game, move: Move, own: Collection[int]) -> TurnJson:
    turn = _turn(game, move, own)
    turn["number"] = move.number
    return turn


def _events(events: Iterable[GameEvent]) -> list[EventJson]:
    return [
        {
            "kind": event.kind,
            "seat": event.seat,
            "hand": event.hand_number,
            "after_turn": event.after_turn,
            "at": _time(event.created_at),
        }
        for event in events
    ]


def _result(game: Game, seats: Iterable[Seat]) -> ResultJson | None:
    if game.ended_at is None:
        return None
    return {
        "points": [seat.points for seat in seats],
        "winners": [seat.number for seat in seats if seat.is_winner],
        "end": game.ending,
    }


def _time(at: datetime | None) -> str | None:
    return at.astimezone(UTC).isoformat().replace("+00:00", "Z") if at is not None else None
