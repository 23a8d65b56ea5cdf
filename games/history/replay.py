"""Replay of a hand: all cards of ended games, else those that the viewer saw at the time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from accounts.models import User
from games.chat.readers import reads_chats
from games.engine import Card, HandState, apply, deal, observe, parse_turn
from games.history.errors import NoSuchHand
from games.history.seen_hands import HandVisibility, Snapshot, all_seats, hand_snapshots, hand_versions
from games.models import Game, GameEvent, Hand, Intervention, Move, Seat, TakeBack
from games.play.seats.replaced_players import ReplacedPlayer, replaced_players
from games.table.log import Log, log_rounds
from games.table.moderator_acts import acts_read
from games.table.players import Player, SeatHistory, replaced_player_view, table_players
from games.table.view_model import TURN_KINDS, Entry, SetView


@dataclass(frozen=True, slots=True)
class SeatFrame:
    """A seat in a frame. `cards`: None if hidden; `known`: cards seen picked up."""

    player: Player
    size: int
    cards: tuple[str, ...] | None
    known: tuple[str, ...]
    to_act: bool
    passed: bool
    owns: bool

    @property
    def backs(self) -> int:
        return 0 if self.cards is not None else self.size - len(self.known)


@dataclass(frozen=True, slots=True)
class ReplayFrame:
    """A hand after its turn number `turn` (0: as dealt). `entry`: that turn's line; `then`: other events before the
    next.

    `over`: the turn ended the hand, with points `scored`. `swept`: the pass ended the round, whose table the frame
    still shows; `to_act` leads the next one.
    """

    turn: int
    round: int
    swept: bool
    seats: tuple[SeatFrame, ...]
    table: SetView | None
    beaten: SetView | None
    picked_up: str
    to_act: Player
    entry: Entry | None
    then: tuple[Entry, ...]
    over: bool
    scored: tuple[int, ...] | None


@dataclass(frozen=True, slots=True)
class HandLine:
    """A hand in the list of hands. `scored` and `totals`: None without points."""

    number: int
    scored: tuple[int, ...] | None
    totals: tuple[int, ...] | None
    voided: bool


@dataclass(frozen=True, slots=True)
class Replay:
    """A hand to replay. `open`: the game is over, and all cards may be shown, or with `seat` that seat's. `points`:
    before the hand.
    """

    public_id: str
    title: str
    target: int | None
    open: bool
    seat: int | None
    players: tuple[Player, ...]
    hands: tuple[HandLine, ...]
    hand: int
    leader: Player
    voided: bool
    points: tuple[int, ...]
    frames: tuple[ReplayFrame, ...]

    @property
    def last(self) -> int:
        return len(self.frames) - 1


@dataclass(frozen=True)
class ReplayRows:
    """Rows of a game. Later turns and changes are left out by version, so that all agree; the players of the seats
    depend on them too.
    """

    game: Game
    user: User | None
    hands: list[Hand]
    hand: Hand
    begin: int
    moves: list[Move]
    take_backs: list[TakeBack]
    seats: list[Seat]
    events: list[GameEvent]
    acts: list[Intervention]
    replaced: tuple[ReplacedPlayer, ...]

    @property
    def mine(self) -> Seat | None:
        return next((seat for seat in self.seats if self.user is not None and seat.user_id == self.user.pk), None)

    @property
    def over(self) -> bool:
        return self.game.ended_at is not None


def hand_replay(
    game: Game,
    user: User | None,
    *,
    hand: int | None = None,
    seat: int | None = None,
    aliases: Mapping[int, str] | None = None,
) -> Replay:
    """A hand (None: the newest) of a started game that `user` may see.

    `seat`: show that seat's view of an ended game. `aliases`: names, by seat, of players who stay unknown. Eight
    queries, two more if a seat went to another person. Raises NoSuchHand.
    """
    rows = _read(game, user, hand)
    players = tuple(_unknown(player, aliases or {}) for player in table_players(rows.seats, rows.mine))
    shown = seat if rows.over and seat is not None and seat < len(players) else None
    return replay_of(rows, players, shown)


def replay_of(rows: ReplayRows, players: tuple[Player, ...], shown: int | None = None) -> Replay:
    """The replay of rows that the caller has read or made. `shown`: the seat whose view it is. No query."""
    game = rows.game
    lines = tuple(_lines(rows))
    before = [line.totals for line in lines if line.number < rows.hand.number and line.totals is not None]
    return Replay(
        public_id=game.public_id,
        title=game.title,
        target=game.target,
        open=rows.over,
        seat=shown,
        players=players,
        hands=lines,
        hand=rows.hand.number,
        leader=players[rows.hand.leader],
        voided=rows.over and rows.hand.voided,
        points=before[-1] if before else (0,) * len(players),
        frames=tuple(_frames(rows, players, shown)),
    )


def _unknown(player: Player, aliases: Mapping[int, str]) -> Player:
    """The player under their alias, if they have one, with the picture of their seat."""
    if player.seat not in aliases:
        return player
    name = aliases[player.seat]
    return replace(player, pk=0, name=name, handle="", avatar=player.seat, is_me=False, is_guest=False)


def _read(game: Game, user: User | None, number: int | None) -> ReplayRows:
    hands = list(game.hands.order_by("number"))
    hand, begin = _chosen(game, hands, number)
    moves = list(hand.moves.order_by("number"))
    take_backs = list(hand.take_backs.order_by("pk"))
    seats = list(game.seats.select_related("user__preferences").order_by("number"))
    acts = list(game.interventions.order_by("pk"))
    return ReplayRows(
        game=game,
        user=user,
        hands=hands,
        hand=hand,
        begin=begin,
        moves=moves,
        take_backs=take_backs,
        seats=seats,
        events=list(game.events.order_by("pk")),
        acts=acts,
        replaced=replaced_players(game, acts),
    )


def _chosen(game: Game, hands: Sequence[Hand], number: int | None) -> tuple[Hand, int]:
    """The hand and the version of its deal. One query, two if it was dealt after `game` was read."""
    for hand in reversed(hands):
        if number is None or hand.number == number:
            begin = _dealt_at(game, hand)
            if begin <= game.version:
                return hand, begin
    raise NoSuchHand(number or 0)


def _dealt_at(game: Game, hand: Hand) -> int:
    """The version of the turn that ended the hand before; 0 for the first."""
    before = Move.objects.filter(hand__game=game, hand__number__lt=hand.number).order_by("-version")
    return before.values_list("version", flat=True).first() or 0


def _lines(rows: ReplayRows) -> Iterator[HandLine]:
    totals = [0] * len(rows.seats)
    for hand in rows.hands:
        scored = None if hand.points is None else tuple(hand.points)
        if scored is not None:
            totals = [have + more for have, more in zip(totals, scored, strict=True)]
        yield HandLine(hand.number, scored, None if scored is None else tuple(totals), hand.voided)


def _frames(rows: ReplayRows, players: Sequence[Player], shown: int | None) -> Iterator[ReplayFrame]:
    game = rows.game
    visibility = HandVisibility(rows.user, rows.seats, rows.replaced, rows.events, rows.acts)
    seat_history = SeatHistory(players, [(former, replaced_player_view(former, rows.user)) for former in rows.replaced])
    everybody = all_seats(game) if shown is None else frozenset({shown})
    snapshots = hand_snapshots(rows.moves, rows.take_backs, hand_versions(game, rows.hand, rows.begin, rows.events))
    states = _states(rows, snapshots)
    lines = _lines_of_turns(rows, seat_history, over=states[-1].over)
    befores = [states[0], *states]
    for turn, (snapshot, state, (entry, then)) in enumerate(zip(snapshots, states, lines, strict=True)):
        version = rows.begin if snapshot.move is None else snapshot.move.version
        yield _frame(
            turn=turn,
            before=befores[turn],
            state=state,
            seen=everybody if rows.over else visibility.seen(snapshot),
            players=players,
            sitting=[seat_history.at(player.seat, version) for player in players],
            entry=entry,
            then=then,
        )


def _states(rows: ReplayRows, snapshots: Sequence[Snapshot]) -> list[HandState]:
    """The hand's states, with hidden cards."""
    states = [deal([Card.parse(card) for card in rows.hand.deck], rows.game.seats_count, rows.hand.leader)]
    for snapshot in snapshots:
        if snapshot.move is not None:
            states.append(apply(states[-1], parse_turn(snapshot.move.turn)))
    return states


def _frame(
    *,
    turn: int,
    before: HandState,
    state: HandState,
    seen: frozenset[int],
    players: Sequence[Player],
    sitting: Sequence[Player],
    entry: Entry | None,
    then: tuple[Entry, ...],
) -> ReplayFrame:
    """A frame of the replay. `before`: the state before the turn. `sitting`: players then; `players`: now; `seen`:
    seats shown face up.
    """
    view = observe(state, None)
    swept = before.round < state.round
    lay = observe(before, None) if swept else view
    return ReplayFrame(
        turn=turn,
        round=lay.round,
        swept=swept,
        seats=tuple(_seat(state, player, seen=player.seat in seen) for player in players),
        table=SetView.of(lay.table, lay.table_seat, sitting),
        beaten=SetView.of(lay.beaten, lay.beaten_seat, sitting),
        picked_up=str(lay.picked_up or ""),
        to_act=sitting[view.to_act],
        entry=entry,
        then=then,
        over=view.over,
        scored=view.hand_points,
    )


def _seat(state: HandState, player: Player, *, seen: bool) -> SeatFrame:
    number = player.seat
    view = observe(state, number if seen else None)
    # After a hand all cards left are open.
    cards = view.cards if seen else (None if view.left is None else view.left[number])
    return SeatFrame(
        player=player,
        size=view.sizes[number],
        cards=None if cards is None else tuple(map(str, sorted(cards))),
        known=tuple(map(str, view.known[number])),
        to_act=not view.over and view.to_act == number,
        passed=not view.over and number in view.passes,
        owns=view.table_seat == number,
    )


def _lines_of_turns(
    rows: ReplayRows, seat_history: SeatHistory, *, over: bool
) -> list[tuple[Entry | None, tuple[Entry, ...]]]:
    """The deal (None), then by turn: its line and those of other events before the next."""
    game, hand, mine, last = rows.game, rows.hand, rows.mine, rows.game.version
    concerned = mine is not None or any(rows.user is not None and it.user.pk == rows.user.pk for it in rows.replaced)
    own = [act for act in rows.acts if max(act.hand_number, 1) == hand.number and act.version <= last]
    log = Log(
        moves=[move for move in rows.moves if move.version <= last],
        take_backs=[row for row in rows.take_backs if row.version <= last],
        events=[event for event in rows.events if event.hand_number == hand.number and event.version <= last],
        acts=acts_read(own, concerned=concerned, chats=mine is not None and reads_chats(mine.user)),
    )
    lines: list[tuple[Entry | None, list[Entry]]] = [(None, [])]
    for entry in (
        entry for row in reversed(log_rounds(game, log, seat_history, over=over)) for entry in reversed(row.entries)
    ):
        if entry.kind in TURN_KINDS:
            lines.append((entry, []))
        else:
            lines[-1][1].append(entry)
    return [(entry, tuple(then)) for entry, then in lines]
