"""Public events since the reader of an email last looked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial

from django.db.models import Q

from games.chat.readers import reads_chats
from games.engine import parse_turn
from games.models import Game, GameEvent, Hand, Intervention, Move, Seat
from games.notices.mail.lines import RecentEvent, RecentEvents, SeatLine
from games.play.seats.replaced_players import ReplacedPlayer, replaced_player_at, replaced_players
from games.table.moderator_acts import acts_read, versions_told

LINES = 12


def recent_events(game: Game, lines: Sequence[SeatLine], reader: Seat | None) -> RecentEvents:
    """Events since the reader's last look and last own turn, without turns taken back; [] without a seat. A replaced
    player's turns keep that player's name. Four queries, at most six.
    """
    if reader is None or game.started_at is None:
        return RecentEvents()
    looked = reader.looked_at
    # The first entries may have the time of the start.
    later = Q(created_at__gte=game.started_at) if looked is None else Q(created_at__gt=looked)
    taken = Move.objects.valid().filter(later, hand__game=game).select_related("hand")
    moves = list(taken.order_by("-version")[: LINES + 1])
    hands = Q(ended_at__gt=looked or game.started_at)
    own = next((move for move in moves if move.actor_id == reader.user_id and move.by == Move.By.PLAYER), None)
    if own is not None:
        # By version, because later entries have the time of this one if the clock went back.
        moves = [move for move in moves if move.version > own.version]
        later = Q(version__gte=own.version)
        hands = Q(number__gt=own.hand.number) | Q(pk=own.hand_id) & (Q(voided=True) | Q(turns_count__gt=own.number))
    done = list(game.interventions.filter(later).order_by("-pk")[:LINES])
    acts = acts_read(done, concerned=True, chats=reads_chats(reader.user))
    seat_then = partial(_seat_then, lines, replaced_players(game, acts))
    reasons = {act.version: act.reason for act in acts if act.kind == Intervention.Kind.PASS}
    found = [
        _move_event(move, seat_then(move.seat, move.version), reasons, over=game.ended_at is not None) for move in moves
    ]
    told = versions_told(acts)
    events = game.events.filter(later).order_by("-pk")[:LINES]
    found += [_seat_event(event, seat_then(event.seat, event.version)) for event in events if event.version not in told]
    # Last, because an act that keeps the version comes after the event of that version.
    found += [
        _act_event(act, None if act.seat is None else seat_then(act.seat, act.version))
        for act in reversed(acts)
        if act.kind != Intervention.Kind.PASS
    ]
    ended = game.hands.filter(hands, ended_at__isnull=False).order_by("-number")
    found += [_hand_event(hand, lines) for hand in ended[:LINES]]
    return RecentEvents(tuple(_in_order(found)[-LINES:]), earlier=len(found) > LINES)


def _in_order(found: list[RecentEvent]) -> list[RecentEvent]:
    """The events by version, since several may share a time; a hand's end comes after its last event."""
    last: dict[int, int] = {}
    for event in found:
        last[event.hand] = max(last.get(event.hand, 0), event.version)
    return sorted(found, key=lambda event: (event.version or last[event.hand], event.hand, event.kind == "hand"))


def _seat_then(lines: Sequence[SeatLine], replaced: Sequence[ReplacedPlayer], seat: int, version: int) -> SeatLine:
    """The seat, named after its player at that version."""
    former = replaced_player_at(replaced, seat, version)
    line = lines[seat]
    return line if former is None else replace(line, name=former.user.name, is_reader=False)


def _move_event(move: Move, seat: SeatLine, reasons: Mapping[int, str], *, over: bool) -> RecentEvent:
    turn = parse_turn(move.turn)
    by = "" if move.by == Move.By.PLAYER or (move.by == Move.By.BOT and seat.is_bot) else move.by
    if by == Move.By.AUTO and not seat.is_reader and not over:
        # Planned turns stay their owner's secret while the game runs.
        by = ""
    kind = "play" if turn.cards else "pass"
    reason = reasons.get(move.version, "")
    return RecentEvent(kind, move.version, move.hand.number, seat, turn.cards, turn.pickup, by, reason=reason)


def _seat_event(event: GameEvent, seat: SeatLine) -> RecentEvent:
    return RecentEvent(event.kind, event.version, event.hand_number, seat)


def _act_event(act: Intervention, seat: SeatLine | None) -> RecentEvent:
    return RecentEvent("act", act.version, act.hand_number, seat, act=act.kind, reason=act.reason)


def _hand_event(hand: Hand, lines: Sequence[SeatLine]) -> RecentEvent:
    points = () if hand.voided or hand.points is None else tuple(zip(lines, hand.points, strict=True))
    return RecentEvent("hand", 0, hand.number, points=points)
