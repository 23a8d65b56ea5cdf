"""The table of the practice game, shaped for the real table's templates."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext

from accounts.models import User
from games.engine import HandState, View, cards_text, legal_turns, observe, parse_turn
from games.learning.log import rounds_of, set_view, since_own, turn_entries
from games.learning.practice import BOT, GENTLEST, ME, OPTIONS, Practice, turn_seats
from games.learning.progress import Sort
from games.play.hand_order import by_colour
from games.table import Entry, Player, SeatView, SetView
from games.table.choices import Choices, HandCard
from games.table.view_model import ResultRow, Round


@dataclass(frozen=True)
class Target:
    target: int | None


@dataclass(frozen=True)
class PracticeTable:
    """The practice game as its reader may see it, with the names of `TableView`.

    `rows`: last cards and points once the hand is over, fewest points first. `rounds`: newest first. `news`: lines
    since the reader's last turn, oldest first. `acted`: the seat of the last turn; `leads_next`: who leads the next
    hand, if there is one.
    """

    version: int
    hand: int
    round: int
    rules: Target
    me: SeatView
    around: tuple[SeatView, ...]
    running: bool
    over: bool
    shared: bool
    to_act: Player
    table: SetView | None
    beaten: SetView | None
    picked_up: str
    choices: Choices
    out: Player | None
    rows: tuple[ResultRow, ...]
    rounds: tuple[Round, ...]
    news: tuple[Entry, ...]
    acted: int | None
    leads_next: Player | None

    @property
    def acts(self) -> bool:
        return True

    @property
    def my_turn(self) -> bool:
        return self.running and self.to_act.is_me

    @property
    def turn_words(self) -> str:
        return gettext("Your turn") if self.my_turn else gettext("{name}’s turn").format(name=self.to_act.name)

    @property
    def last_round(self) -> Round | None:
        """The round that ended last, while no set is on the table."""
        return next((past for past in self.rounds if past.won is not None), None) if self.table is None else None

    @property
    def ended_round(self) -> Round | None:
        """The round that ended since the reader's last turn, or by it."""
        for past in self.rounds:
            if past.won is not None:
                return past
            if any(entry.player.is_me for entry in past.entries):
                return None
        return None

    @property
    def round_words(self) -> str:
        """A sentence about the end of a round and the leader of the next one, or ""."""
        ended = self.ended_round
        if ended is None or ended.won is None or not self.running:
            return ""
        if ended.won.owner.is_me:
            return gettext("Round {number} is over: you lead.").format(number=ended.number)
        words = gettext("Round {number} is over: {name} leads.")
        return words.format(number=ended.number, name=ended.won.owner.name)

    @property
    def next_words(self) -> str:
        """A sentence about the leader of the next hand, after this one."""
        if self.leads_next is None:
            return ""
        if self.leads_next.is_me:
            return gettext("You lead the next hand.")
        return gettext("{name} leads the next hand.").format(name=self.leads_next.name)

    @property
    def out_words(self) -> str:
        """A sentence about the end of this hand, after it."""
        if self.out is None:
            return ""
        if self.out.is_me:
            return gettext("You go out!")
        return gettext("{name} goes out!").format(name=self.out.name)

    def fits(self, codes: Iterable[str]) -> bool:
        chosen = set(codes)
        return any(chosen == set(map(str, parse_turn(play).cards)) for play in self.choices.plays)


def players(user: User | None) -> tuple[Player, Player]:
    """The reader and the bot. `user` sets the reader's picture; None for a visitor."""
    pk, avatar = (0, None) if user is None else (user.pk, user.avatar)
    me = Player(pk=pk, name=gettext("You"), handle="", seat=ME, is_me=True, is_bot=False, avatar=avatar)
    return me, Player(pk=-1, name=str(GENTLEST.label), handle="", seat=BOT, is_me=False, is_bot=True)


def practice_table(practice: Practice, user: User | None, sort: Sort = "number") -> PracticeTable:
    sitting = players(user)
    view = observe(practice.state, ME, points=practice.totals, target=OPTIONS.target)
    seats = tuple(seat_view(view, player) for player in sitting)
    log = turn_entries(practice.states, practice.turns, sitting, practice.hand * 1000)
    return PracticeTable(
        version=practice.version,
        hand=practice.hand,
        round=view.round,
        rules=Target(OPTIONS.target),
        me=seats[ME],
        around=(seats[BOT],),
        running=not view.over,
        over=practice.over,
        shared=len(practice.winners) > 1,
        to_act=sitting[view.to_act],
        table=set_view(view.table, view.table_seat, sitting),
        beaten=set_view(view.beaten, view.beaten_seat, sitting),
        picked_up=str(view.picked_up or ""),
        choices=own_choices(practice.state, view, _took(practice), sort),
        out=sitting[view.to_act] if view.over else None,
        rows=result_rows(view, sitting),
        rounds=rounds_of(practice.states, log, sitting),
        news=since_own(log),
        acted=log[-1].player.seat if log else None,
        leads_next=sitting[practice.next_leader] if view.over and not practice.over else None,
    )


def seat_view(view: View, player: Player) -> SeatView:
    return SeatView(
        player=player,
        place=player.seat,
        cards=view.sizes[player.seat],
        points=view.points[player.seat],
        to_act=not view.over and view.to_act == player.seat,
        passed=False,
        owns=not view.over and view.table_seat == player.seat,
        resigned=False,
        caretaker="",
        known=tuple(map(str, view.known[player.seat])),
        away_until=None,
    )


def _took(practice: Practice) -> str:
    return took_last(ME, turn_seats(practice.leader, practice.turns), practice.turns)


def own_choices(state: HandState, view: View, took: str, sort: Sort) -> Choices:
    """The choices of the view's seat. `took`: the card that it picked up last, or ""."""
    # The bot's legal plays stay hidden.
    legal = legal_turns(state) if view.to_act == view.seat else ()
    plays = dict.fromkeys(cards_text(turn.cards) for turn in legal if not turn.is_pass)
    held = by_colour(view.cards) if sort == "colour" else sorted(view.cards)
    return Choices(
        cards=tuple(HandCard(str(card), str(card) == took) for card in held),
        plays=tuple(plays),
        pickups=tuple(map(str, view.table)) if not view.over else (),
        picks=(),
        sort=sort,
    )


def took_last(seat: int, seats: Sequence[int], turns: Sequence[str]) -> str:
    """The card that the seat's last turn picked up, or "". `seats`: of the turns."""
    mine = [turn for acted, turn in zip(seats, turns, strict=True) if acted == seat]
    return mine[-1].partition("<")[2] if mine else ""


def result_rows(view: View, sitting: Sequence[Player]) -> tuple[ResultRow, ...]:
    if view.left is None or view.hand_points is None:
        return ()
    rows = [
        ResultRow(
            player, tuple(map(str, view.left[player.seat])), view.hand_points[player.seat], view.points[player.seat]
        )
        for player in sitting
    ]
    return tuple(sorted(rows, key=lambda row: (row.total, row.player.seat)))
