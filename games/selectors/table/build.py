"""Puts a game's page together from its rows and from what the engine lets the viewer see."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.utils import timezone

from accounts.models import User
from games.engine import (
    COLOURS,
    Card,
    HandState,
    View,
    cards_text,
    legal_turns,
    observe,
    parse_cards,
    state_from_json,
    value_of,
)
from games.models import Game, GameEvent, Hand, Intervention, Move, Seat, TakeBack
from games.selectors.chat import reads_chats
from games.selectors.formers import Former, formers_of
from games.selectors.log import standing_count
from games.selectors.names import seat_names
from games.selectors.orders import order_is_due, ordered_turn, standing_of
from games.selectors.picking import pickup_of
from games.selectors.table.acts import acts_read, openings_of
from games.selectors.table.clocks import Absences, absences_at, clock_of, pause_of
from games.selectors.table.results import ending_of, fair_of, results_of
from games.selectors.table.rounds import Log, Sitters, log_of, rounds_of
from games.selectors.table.shapes import (
    Choices,
    HandCard,
    HandResult,
    Orders,
    PastHand,
    Player,
    Round,
    Rules,
    SeatView,
    SetView,
    Sort,
    TableView,
)

# A game in which turns are taken faster than this many reads is shown as the last read found it.
READS = 4


@dataclass(frozen=True)
class _Rows:
    """What was read: a game's seats and hands in order, its events, what staff did, who was replaced, the newest hand's
    log, the viewer's seat. `concerned`: the viewer has or had one."""

    game: Game
    seats: list[Seat]
    players: list[Player]
    hands: list[Hand]
    events: list[GameEvent]
    interventions: list[Intervention]
    take_backs: list[TakeBack]
    formers: list[tuple[Former, Player]]
    log: Log
    mine: Seat | None
    concerned: bool
    acts: bool
    at: datetime
    absences: Absences

    @property
    def hand(self) -> Hand:
        return self.hands[-1]

    @property
    def played(self) -> Seat | None:
        """The seat that the viewer plays."""
        return self.mine if self.acts else None

    @property
    def sitters(self) -> Sitters:
        return Sitters(self.players, self.formers)


def table_of(game: Game, user: User | None, *, sort: Sort = "number", past: int | None = None) -> TableView:
    """The page of a game that has started; `past` asks for the log of that earlier hand too.

    Seven queries, one more for who plays a running game, where people have been away, where turns were taken back, for
    `past`, for the rematch and for who opened cards, and two where a seat was given to another person.
    Who resigned sees what a spectator sees. `game` is read anew where a turn was taken meanwhile.
    """
    return _shown(_read_whole(game, user), sort, past)


def _shown(rows: _Rows, sort: Sort, past: int | None) -> TableView:
    """What is made of the rows for the one who reads the page."""
    game = rows.game
    state = state_from_json(rows.hand.state)
    view = observe(state, rows.mine.number if rows.mine is not None and rows.acts else None)
    running = game.ended_at is None and not view.over
    rims = _rims(rows, view, running=running)
    results = results_of(rows.hands, rows.players, rows.take_backs)
    to_act = rows.players[game.to_act] if game.to_act is not None and running else None
    return TableView(
        public_id=game.public_id,
        title=game.title,
        version=game.version,
        status=game.status,
        rules=_rules(game),
        hand=rows.hand.number,
        running=running,
        round=view.round,
        turns_count=standing_count(rows.hand, rows.take_backs),
        waiting_since=game.waiting_since,
        seats=rims,
        around=_around(rims, rows.mine),
        me=rims[rows.mine.number] if rows.mine is not None else None,
        acts=rows.acts,
        to_act=to_act,
        my_turn=rows.acts and to_act is not None and to_act.is_me and game.status == Game.Status.RUNNING,
        table=_set(view.table, view.table_seat, rows.players),
        beaten=_set(view.beaten, view.beaten_seat, rows.players),
        picked_up=str(view.picked_up or ""),
        choices=_choices(rows, state, view, sort) if running else None,
        orders=_orders(rows, state, view) if running else None,
        clock=clock_of(game, rows.seats, rows.players, rows.played, rows.absences, rows.at),
        pause=pause_of(game, rows.seats, rows.players, rows.played),
        rounds=_rounds(rows, rows.hand, rows.log),
        past=_past(rows, results, past),
        results=results,
        ending=ending_of(game, rows.seats, rows.players, rows.hands, rows.interventions),
        openings=openings_of(game, concerned=rows.concerned),
        fair=fair_of(game, rows.seats, rows.players, rows.hands),
        rematch=_rematch(game),
    )


def _read_whole(game: Game, user: User | None) -> _Rows:
    """Rows that are all of one version: each change of a game raises it, so an unchanged one proves it."""
    for _attempt in range(READS):
        rows = _read(game, user)
        if Game.objects.filter(pk=game.pk, version=game.version).exists():
            break
        game.refresh_from_db()
    return rows


def _read(game: Game, user: User | None) -> _Rows:
    seats = list(game.seats.select_related("user__preferences", "held_by").order_by("number"))
    at = timezone.now()
    hands = list(game.hands.defer("deck").order_by("number"))
    mine = next((seat for seat in seats if user is not None and seat.user_id == user.pk), None)
    events, acts = list(game.events.order_by("pk")), list(game.interventions.order_by("pk"))
    formers = formers_of(game, acts)
    concerned = mine is not None or any(user is not None and former.user.pk == user.pk for former in formers)
    chats = mine is not None and reads_chats(mine.user)
    takes_back = any(act.kind == Intervention.Kind.TAKE_BACK for act in acts)
    take_backs = list(TakeBack.objects.filter(hand__game=game).order_by("pk")) if takes_back else []
    interventions = acts_read(acts, concerned=concerned, chats=chats)
    return _Rows(
        game=game,
        seats=seats,
        players=_players(seats, mine),
        hands=hands,
        events=events,
        interventions=interventions,
        take_backs=take_backs,
        formers=[(former, _former(former, user)) for former in formers],
        log=log_of(hands[-1], events, interventions, take_backs),
        mine=mine,
        concerned=concerned,
        acts=mine is not None and mine.held_by_id == mine.user_id,
        at=at,
        absences=absences_at(game, seats, at),
    )


def _players(seats: Sequence[Seat], mine: Seat | None) -> list[Player]:
    return [_player(seat, name, mine) for seat, name in zip(seats, seat_names(seats), strict=True)]


def _player(seat: Seat, name: str, mine: Seat | None) -> Player:
    linked = not seat.user.is_bot and seat.user.erased_at is None
    return Player(
        pk=seat.user_id,
        name=name,
        handle=seat.user.handle if linked else "",
        seat=seat.number,
        is_me=mine is not None and seat.number == mine.number,
        is_bot=seat.kind == Seat.Kind.BOT,
    )


def _former(former: Former, user: User | None) -> Player:
    """Who had the seat; of their turns the one who had it is told as of own ones, wherever they look from."""
    person = former.user
    handle = "" if person.erased_at is not None else person.handle
    is_me = user is not None and user.pk == person.pk
    return Player(pk=person.pk, name=person.name, handle=handle, seat=former.seat, is_me=is_me, is_bot=False)


def _rules(game: Game) -> Rules:
    return Rules(
        seats=game.seats_count,
        target=game.target,
        goat=game.goat,
        two_player_deck=game.two_player_deck,
        next_leader=game.next_leader,
        visibility=game.visibility,
        pace=game.pace,
        timeout_action=game.timeout_action,
        weekends_off=game.weekends_off,
    )


def _rims(rows: _Rows, view: View, *, running: bool) -> tuple[SeatView, ...]:
    bottom = rows.mine.number if rows.mine is not None else 0
    return tuple(
        SeatView(
            player=rows.players[seat.number],
            place=(seat.number - bottom) % len(rows.seats),
            cards=view.sizes[seat.number],
            points=seat.points,
            to_act=running and rows.game.to_act == seat.number,
            passed=running and seat.number in view.passes,
            owns=running and view.table_seat == seat.number,
            resigned=seat.resigned_at is not None,
            caretaker=seat.held_by.name if seat.held_by_id != seat.user_id else "",
            known=tuple(map(str, view.known[seat.number])),
            away_until=rows.absences.away.get(seat.user_id) if running and seat.resigned_at is None else None,
        )
        for seat in rows.seats
    )


def _around(rims: Sequence[SeatView], mine: Seat | None) -> tuple[SeatView, ...]:
    """Clockwise from the viewer's left; who only watches sees all seats, seat 0 last, at the bottom."""
    ordered = sorted(rims, key=lambda rim: rim.place or len(rims))
    return tuple(rim for rim in ordered if mine is None or rim.place)


def _set(cards: Sequence[Card], owner: int | None, players: Sequence[Player]) -> SetView | None:
    if not cards or owner is None:
        return None
    return SetView(tuple(map(str, cards)), value_of(cards), players[owner])


def _choices(rows: _Rows, state: HandState, view: View, sort: Sort) -> Choices | None:
    """What the viewer may do now, or could do if it were their turn over the table as it lies."""
    seat = view.seat
    if seat is None or rows.mine is None:
        return None
    leads = view.table_seat in (None, seat)
    asked = replace(state, to_act=seat)
    if leads:
        asked = replace(asked, table_mask=0, table_seat=None)
    plays = dict.fromkeys(cards_text(turn.cards) for turn in legal_turns(asked) if not turn.is_pass)
    took = _last_pickup(rows.log.standing, seat)
    return Choices(
        cards=tuple(HandCard(str(card), str(card) == took) for card in _sorted(view.cards, sort)),
        plays=tuple(plays),
        pickups=() if leads else tuple(map(str, view.table)),
        picks=tuple(str(pickup_of(rows.mine, asked, parse_cards(play)) or "") for play in plays),
    )


def _orders(rows: _Rows, state: HandState, view: View) -> Orders | None:
    """The viewer's own standing orders; None for who does not play. One more query where an order may act now."""
    if view.seat is None or rows.mine is None:
        return None
    standing = standing_of(rows.mine, rows.hand.number, view.round)
    acts = view.to_act == view.seat
    others = view.table_seat not in (None, view.seat)
    return Orders(
        standing=standing,
        may_pass=not standing.passes and not (acts and not others),
        may_arm=others and not acts,
        armed_lapses=bool(standing.armed_turn) and standing.armed_table != cards_text(view.table),
        acts_soon=acts and ordered_turn(standing, state) is not None and order_is_due(rows.game),
        colours=view.colours,
    )


def _sorted(cards: Iterable[Card], sort: Sort) -> list[Card]:
    """By number as the rules write a set, or by colour and then number, the goat last."""
    if sort == "number":
        return sorted(cards)
    order = f"{COLOURS}X"
    return sorted(cards, key=lambda card: (order.index(card.colour), -card.number))


def _last_pickup(moves: Sequence[Move], seat: int) -> str:
    """The card that a seat took with its last turn of the hand, or nothing."""
    last = next((move.turn for move in reversed(moves) if move.seat == seat), "")
    return last.partition("<")[2]


def _rounds(rows: _Rows, hand: Hand, log: Log) -> tuple[Round, ...]:
    over = hand.ended_at is not None and not hand.voided
    return rounds_of(rows.game, log, rows.sitters, over=over)


def _past(rows: _Rows, results: Sequence[HandResult], number: int | None) -> PastHand | None:
    hand = next((hand for hand in rows.hands if hand.number == number and hand.ended_at is not None), None)
    if hand is None:
        return None
    result = next(result for result in results if result.number == hand.number)
    return PastHand(result, _rounds(rows, hand, log_of(hand, rows.events, rows.interventions, rows.take_backs)))


def _rematch(game: Game) -> str:
    """The id of the game that a finished one was opened again as, or nothing."""
    if game.status != Game.Status.FINISHED:
        return ""
    return Game.objects.filter(rematch_of=game).values_list("public_id", flat=True).first() or ""
