"""Builds a game's page from its rows and the engine's view."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TypedDict

from django.utils import timezone

from accounts.models import User
from games.chat.readers import reads_chats
from games.engine import (
    HandState,
    View,
    observe,
    state_from_json,
)
from games.models import Game, GameEvent, Hand, Intervention, Seat, TakeBack
from games.people.preference_selectors import preferences_of
from games.play.clock.selectors import turn_length
from games.play.hand_order import card_sort, hand_sorted
from games.play.move_log import valid_count
from games.play.seats.replaced_players import ReplacedPlayer, replaced_players
from games.play.selectors import game_deadline
from games.play.undo_rights import MAX_UNDOS_A_HAND, allows_undo, may_undo, undo_count
from games.ratings.selectors import GameRating, game_rating
from games.standing.selectors import after_game
from games.table.choices import Choices, viewer_choices
from games.table.clock import Absences, absences_at, table_clock, table_pause, table_sprint
from games.table.log import Log, hand_log, log_rounds
from games.table.missed import HandLog, begins_before, just_begun, missed_after
from games.table.moderator_acts import acts_read, card_openings
from games.table.planned.view import Orders, viewer_orders
from games.table.players import Player, SeatHistory, is_alone, replaced_player_view, table_players
from games.table.reading.rows import TableRows, rows_read
from games.table.reading.view_cache import may_cache, view_cache, view_key
from games.table.rematch import table_rematch
from games.table.results import game_ending, hand_results
from games.table.seen_cards import seen_cards
from games.table.turn_notes import TurnNotes, turn_notes
from games.table.view_model import HandResult, Missed, PastHand, Round, Rules, SeatView, SetView, TableView


@dataclass(frozen=True)
class _Rows:
    """Seats and hands in order; `log`: the newest hand's; `concerned`: the viewer has or had a seat."""

    game: Game
    seats: list[Seat]
    players: list[Player]
    hands: list[Hand]
    events: list[GameEvent]
    interventions: list[Intervention]
    take_backs: list[TakeBack]
    replaced: list[tuple[ReplacedPlayer, Player]]
    log: Log
    viewer: User | None
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
        return self.mine if self.acts else None

    @property
    def seat_history(self) -> SeatHistory:
        return SeatHistory(self.players, self.replaced)


def table_view(game: Game, user: User | None, *, past: int | None = None, missed_from: int | None = None) -> TableView:
    """The page of a started game. `past`: also that hand's log. `missed_from`: also the turns that the viewer missed
    since that version or later.

    Its rows come in one round trip. It makes one more query for each of: `past`, a rating, revealed cards, a missed end
    of a hand; two if a seat went to another person; one to three for a rematch, and as many for a standing table.
    Players who resigned see what spectators see; those whose seat a stand-in bot plays see their cards, too. `game` is
    refreshed if a turn was taken since.
    """
    sent = rows_read(game, user)
    # The rows are shown as they were, unless time alone changes it.
    key = view_key(game, user, sent.digest(), past=past, missed_from=missed_from)
    known = view_cache.get(key) if key is not None else None
    if known is not None:
        return known
    found = sent.fetch()
    rows = _page_rows(game, user, found)
    view = _table_view(rows, _derived(rows), past, missed_from)
    if key is not None and may_cache(view, found):
        view_cache.put(key, view)
    return view


@dataclass(frozen=True)
class _Derived:
    """Values for several parts of the page: the newest hand as the viewer may see it."""

    state: HandState
    view: View
    running: bool
    seats: tuple[SeatView, ...]
    to_act: Player | None
    my_turn: bool
    rounds: tuple[Round, ...]
    results: tuple[HandResult, ...]


def _derived(rows: _Rows) -> _Derived:
    game = rows.game
    state = state_from_json(rows.hand.state)
    view = observe(state, rows.mine.number if rows.mine is not None and rows.mine.resigned_at is None else None)
    running = game.ended_at is None and not view.over
    to_act = rows.players[game.to_act] if game.to_act is not None and running else None
    return _Derived(
        state=state,
        view=view,
        running=running,
        seats=_seat_views(rows, view, running=running),
        to_act=to_act,
        my_turn=rows.acts and to_act is not None and to_act.is_me and game.status == Game.Status.RUNNING,
        rounds=_rounds(rows, rows.hand, rows.log),
        results=hand_results(rows.hands, rows.players, rows.take_backs),
    )


def _table_view(rows: _Rows, derived: _Derived, past: int | None, missed_from: int | None) -> TableView:
    return TableView(
        public_id=rows.game.public_id,
        title=rows.game.title,
        version=rows.game.version,
        status=rows.game.status,
        rules=_rules(rows.game),
        hand=rows.hand.number,
        running=derived.running,
        round=derived.view.round,
        turns_count=valid_count(rows.hand, rows.take_backs),
        waiting_since=rows.game.waiting_since,
        seats=derived.seats,
        around=_around(derived.seats, rows.mine),
        me=derived.seats[rows.mine.number] if rows.mine is not None else None,
        acts=rows.acts,
        to_act=derived.to_act,
        my_turn=derived.my_turn,
        table=SetView.of(derived.view.table, derived.view.table_seat, rows.players),
        beaten=SetView.of(derived.view.beaten, derived.view.beaten_seat, rows.players),
        picked_up=str(derived.view.picked_up or ""),
        seen=seen_cards(derived.view, rows.players) if derived.running else None,
        clock=table_clock(rows.game, rows.seats, rows.players, rows.played, rows.absences, rows.at),
        pause=table_pause(rows.game, rows.seats, rows.players, rows.played),
        sprint=table_sprint(rows.game, rows.seats, rows.players, rows.played, rows.at),
        rounds=derived.rounds,
        missed=_missed(rows, derived.rounds, derived.results, missed_from),
        past=_past(rows, derived.results, past),
        results=derived.results,
        ending=game_ending(rows.game, rows.seats, rows.players, rows.hands, rows.interventions),
        openings=card_openings(rows.game, concerned=rows.concerned),
        removed=rows.game.removed,
        rematch=table_rematch(rows.game, rows.viewer, seated=rows.mine is not None),
        group=after_game(rows.game, rows.viewer, seated=rows.mine is not None),
        may_hint=not rows.game.rated or any(seat.kind == Seat.Kind.BOT for seat in rows.seats),
        **_own_parts(rows, derived),
    )


class _OwnParts(TypedDict):
    """Parts of the page that only the viewer has, as a player. Named as in TableView."""

    choices: Choices | None
    own: tuple[str, ...]
    orders: Orders | None
    may_undo: bool
    undos: int
    sound: bool | None
    as_text: bool
    rating: GameRating | None
    notes: TurnNotes


def _own_parts(rows: _Rows, derived: _Derived) -> _OwnParts:
    plays = derived.running and rows.acts
    preferences = preferences_of(rows.mine.user) if rows.mine is not None else None
    standing = rows.log.standing
    return {
        "choices": _choices(rows, derived) if plays else None,
        "own": _own(rows, derived.view) if derived.running and not rows.acts else (),
        "orders": _orders(rows, derived.state, derived.view) if plays else None,
        "may_undo": derived.running and _may_undo(rows),
        "undos": _undos_left(rows) if derived.running and allows_undo(rows.game) else 0,
        "sound": preferences.sound if preferences is not None else False,
        "as_text": preferences is not None and preferences.text_table,
        "rating": _rating(rows),
        "notes": turn_notes(rows.game, rows.played, rows.seats, rows.players, standing[-1] if standing else None),
    }


def _page_rows(game: Game, user: User | None, found: TableRows) -> _Rows:
    at = timezone.now()
    seats = found.seats
    mine = next((seat for seat in seats if user is not None and seat.user_id == user.pk), None)
    replaced = replaced_players(game, found.acts)
    concerned = mine is not None or any(user is not None and former.user.pk == user.pk for former in replaced)
    chats = mine is not None and reads_chats(mine.user)
    interventions = acts_read(found.acts, concerned=concerned, chats=chats)
    return _Rows(
        game=game,
        seats=seats,
        players=table_players(seats, mine),
        hands=found.hands,
        events=found.events,
        interventions=interventions,
        take_backs=found.take_backs,
        replaced=[(former, replaced_player_view(former, user)) for former in replaced],
        log=hand_log(found.hands[-1], found.moves, found.events, interventions, found.take_backs),
        viewer=user,
        mine=mine,
        concerned=concerned,
        acts=mine is not None and mine.held_by_id == mine.user_id,
        at=at,
        absences=absences_at(game, seats, at),
    )


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
        takes_back=allows_undo(game),
        rated=game.rated,
        is_live=game.plays_live,
        turn_length=turn_length(game),
    )


def _seat_views(rows: _Rows, view: View, *, running: bool) -> tuple[SeatView, ...]:
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


def _around(seats: Sequence[SeatView], mine: Seat | None) -> tuple[SeatView, ...]:
    """The seats clockwise from the viewer's left; for spectators all seats, seat 0 last (at the bottom)."""
    ordered = sorted(seats, key=lambda seat: seat.place or len(seats))
    return tuple(seat for seat in ordered if mine is None or seat.place)


def _choices(rows: _Rows, derived: _Derived) -> Choices | None:
    return viewer_choices(rows.seats, rows.mine, rows.hand, rows.log.standing, derived.state, derived.view)


def _own(rows: _Rows, view: View) -> tuple[str, ...]:
    """The viewer's cards while a stand-in plays their seat, which they may take back at any time."""
    if view.seat is None or rows.mine is None:
        return ()
    return tuple(map(str, hand_sorted(view.cards, card_sort(rows.mine), rows.mine, rows.hand.number)))


def _orders(rows: _Rows, state: HandState, view: View) -> Orders | None:
    """The viewer's plans. None against bots alone, which play immediately, unless a plan is in force. One more query if
    a plan may act now.
    """
    if view.seat is None or rows.mine is None:
        return None
    orders = viewer_orders(rows.game, rows.mine, rows.hand, state, view)
    return None if is_alone(rows.players) and not orders.count else orders


def _may_undo(rows: _Rows) -> bool:
    if rows.played is None or not _undos_left(rows):
        return False
    standing = rows.log.standing
    return may_undo(rows.game, rows.played, standing[-1] if standing else None, game_deadline(rows.game))


def _undos_left(rows: _Rows) -> int:
    return 0 if rows.played is None else max(0, MAX_UNDOS_A_HAND - undo_count(rows.log.take_backs, rows.played))


def _rounds(rows: _Rows, hand: Hand, log: Log) -> tuple[Round, ...]:
    over = hand.ended_at is not None and not hand.voided
    return log_rounds(rows.game, log, rows.seat_history, over=over)


def _past(rows: _Rows, results: Sequence[HandResult], number: int | None) -> PastHand | None:
    hand = next((hand for hand in rows.hands if hand.number == number and hand.ended_at is not None), None)
    if hand is None:
        return None
    result = next(result for result in results if result.number == hand.number)
    return PastHand(
        result,
        _rounds(
            rows, hand, hand_log(hand, hand.moves.order_by("number"), rows.events, rows.interventions, rows.take_backs)
        ),
    )


def _missed(rows: _Rows, rounds: tuple[Round, ...], results: Sequence[HandResult], seen: int | None) -> Missed | None:
    """The missed turns of the newest hand and, if it has begun since, of the one before."""
    if seen is None or rows.mine is None:
        return None
    seen = max(seen, rows.mine.seen_version)
    if seen >= rows.game.version:
        return None
    told = {result.number: result for result in results}
    hands = [HandLog(rounds, told.get(rows.hand.number))]
    if len(rows.hands) > 1 and begins_before(seen, rounds):
        before = rows.hands[-2]
        log = hand_log(before, before.moves.order_by("number"), rows.events, rows.interventions, rows.take_backs)
        hands.insert(0, HandLog(_rounds(rows, before, log), told.get(before.number)))
    missed = missed_after(seen, hands)
    return None if missed is not None and just_begun(rows.game, missed, rows.at) else missed


def _rating(rows: _Rows) -> GameRating | None:
    if rows.mine is None or rows.game.ended_at is None or not rows.game.rated:
        return None
    return game_rating(rows.game, rows.mine.user)
