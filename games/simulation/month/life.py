"""Acts of the people of a simulated month: join, visit, play, plan turns, give more time, return."""

import random
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from functools import partial

from django.db.models import F, Q, QuerySet

from games.clocks import Pace
from games.engine import Turn, legal_turns, own_cards, state_from_json
from games.errors import GameError
from games.lobby.invitations import person_invite
from games.lobby.services import game_contribute, game_create, game_join, game_start
from games.models import Game, Hand, Notice, Seat
from games.notices.errors import LinkRefused
from games.notices.links.turn import link_open, link_play
from games.play.orders.planned_set import RULES
from games.play.presence import presence_save
from games.play.seats.resign import seat_resign
from games.play.seats.services import seat_return
from games.play.standing_orders import Order, OrderKind, orders_set
from games.play.turn import turn_play
from games.play.undo.services import turn_undo
from games.play.waits.extra_time import time_grant
from games.play.waits.pauses import pause_want
from games.simulation.month.clockwork import Agenda, SimulatedClock
from games.simulation.month.people import SimulatedPerson
from games.simulation.month.plans import PlannedGame

# After this a bot takes a free seat.
PATIENCE = timedelta(hours=30)
# Notifications that bring people to the game.
CALLS = frozenset({Notice.Kind.TURN, Notice.Kind.REMINDER, Notice.Kind.STARTED, Notice.Kind.TIMEOUT})


class Life:
    """Everyone's actions. `looks`: the times when a person had a game in view."""

    def __init__(
        self, people: Sequence[SimulatedPerson], clock: SimulatedClock, agenda: Agenda, rng: random.Random
    ) -> None:
        self.people = people
        self.clock = clock
        self.agenda = agenda
        self.rng = rng
        self.by_mail = 0
        self.refusals: Counter[str] = Counter()
        self.looks: dict[tuple[int, int], list[datetime]] = defaultdict(list)

    def begin(self, plans: Sequence[PlannedGame]) -> None:
        for person in self.people:
            self.look_in_later(person)
            if person.removal is not None:
                continue
            if person.gone_at is not None and self.rng.random() < 0.5:
                self.agenda.add(person.gone_at + timedelta(days=1), partial(self._unsubscribe, person))
            elif self.rng.random() < 0.1:
                at = self.clock.now + timedelta(days=self.rng.uniform(3, 20))
                self.agenda.add(at, partial(self._unsubscribe, person))
        for plan in plans:
            self.agenda.add(plan.opens_at, partial(self._open, plan))

    def react_to_mail(
        self, person: SimulatedPerson, kind: Notice.Kind, game_id: int | None, links: Sequence[str]
    ) -> None:
        """React to an email, whose `links` play turns of that game or others."""
        at = person.answers_at(self.clock.now, self.rng)
        if at is None or game_id is None or kind not in CALLS:
            return
        if links and self.rng.random() < 0.3:
            self.agenda.add(at, partial(self._answer, person, game_id, links))
        else:
            self.agenda.add(at, partial(self._come, person, game_id))

    def look_in_later(self, person: SimulatedPerson) -> None:
        at = person.looks_in_at(self.clock.now, self.rng)
        if at is not None:
            self.agenda.add(at, partial(self._look_in, person))

    def _unsubscribe(self, person: SimulatedPerson) -> None:
        for kind in (Notice.Kind.TURN, Notice.Kind.REMINDER):
            person.stop_mails(kind, self.clock.now)

    # Before the play

    def _open(self, plan: PlannedGame) -> None:
        host = plan.people[0]
        game = game_create(host=host.user, new=plan.new)
        self.contribute(host, game)
        for person in plan.people[1:]:
            if game.visibility == Game.Visibility.PRIVATE or self.rng.random() < 0.5:
                invite = partial(person_invite, public_id=game.public_id, host=host.user, handle=person.user.handle)
                self._ask(invite)
            wait = timedelta(minutes=self.rng.uniform(1, 10) if plan.is_live else self.rng.uniform(5, 24 * 60))
            at = self.clock.now + wait if plan.is_live else person.free_from(self.clock.now + wait)
            if at is not None:
                self.agenda.add(at, partial(self._join, person, game))
        self.agenda.add(self.clock.now + PATIENCE, partial(self._fill, game.pk))
        if plan.is_live:
            for person in plan.people:
                self.sit_by(person, game.pk)

    def _join(self, person: SimulatedPerson, game: Game) -> None:
        game.refresh_from_db()
        if game.status == Game.Status.OPEN and game.full_at is None and not person.is_removed(self.clock.now):
            try:
                game_join(public_id=game.public_id, user=person.user, token=game.invite_token)
            except GameError as refused:
                # A block keeps the person from one at the table.
                self.refusals[str(refused)] += 1
                return
            self.contribute(person, game)

    def contribute(self, person: SimulatedPerson, game: Game) -> None:
        """Contribute to the deal. Some people leave first, and the site's time runs out."""
        if Pace(game.pace).is_live or self.rng.random() < 0.9:
            game_contribute(public_id=game.public_id, user=person.user, contribution=self.rng.randbytes(32))

    def _fill(self, pk: int) -> None:
        """Seat bots on free seats. The host may be another by then, and a banned player's seat becomes free later."""
        game = Game.objects.select_related("host").filter(pk=pk, status=Game.Status.OPEN).first()
        if game is None:
            return
        if free := game.seats_count - game.seats.count():
            game_start(public_id=game.public_id, host=game.host, bots=["hirdman"] * free)
        self.agenda.add(self.clock.now + PATIENCE, partial(self._fill, pk))

    # At the table

    def _look_in(self, person: SimulatedPerson) -> None:
        """Visit most of the games that wait for the person."""
        calls = Q(game__to_act=F("number")) | ~Q(held_by=person.user) | Q(game__status=Game.Status.PAUSED)
        for seat in list(_seats(person).filter(calls).order_by("game_id")):
            if self.rng.random() < 0.9:
                self._sit_down(person, seat)
        self.look_in_later(person)

    def _come(self, person: SimulatedPerson, game_id: int) -> None:
        seat = _seats(person).filter(game_id=game_id).first()
        if seat is not None:
            self._sit_down(person, seat)

    def _answer(self, person: SimulatedPerson, game_id: int, links: Sequence[str]) -> None:
        """Play from an email; if its links have lapsed, visit the game."""
        for link in links:
            try:
                opened = link_open(token=link)
            except LinkRefused as refused:
                self.refusals[refused.reason] += 1
                continue
            if opened.game.pk == game_id:
                link_play(token=link, text=str(self._turn(opened.game)))
                self.by_mail += 1
                return
        self._come(person, game_id)

    def sit_by(self, person: SimulatedPerson, game_id: int) -> None:
        """Stay at a live game to its end, with rare interruptions."""
        if not Game.objects.filter(pk=game_id, ended_at__isnull=True).exists() or self.rng.random() < 0.005:
            return
        seat = _seats(person).filter(game_id=game_id).first()
        if seat is not None:
            self._sit_down(person, seat)
        pause = timedelta(seconds=self.rng.uniform(10, 40) if seat is not None else self.rng.uniform(60, 600))
        self.agenda.add(self.clock.now + pause, partial(self.sit_by, person, game_id))

    def _sit_down(self, person: SimulatedPerson, seat: Seat) -> None:
        game = seat.game
        presence_save(public_id=game.public_id, user=person.user)
        self.looks[person.user.pk, game.pk].append(self.clock.now)
        if seat.held_by_id != person.user.pk:
            if self.rng.random() < 0.7:
                seat_return(public_id=game.public_id, user=person.user, version=game.version)
        elif game.status == Game.Status.PAUSED:
            if self.rng.random() < 0.3:
                pause_want(public_id=game.public_id, user=person.user, want=True)
        elif game.to_act == seat.number:
            self._act(person, game)
        else:
            self._wait(person, game)

    def _ask(self, request: Callable[[], object]) -> None:
        """Call a service that may refuse, such as more time for a seat that has had some."""
        try:
            request()
        except GameError as refused:
            self.refusals[str(refused)] += 1

    def _act(self, person: SimulatedPerson, game: Game) -> None:
        dice = self.rng.random()
        if dice < 0.1:
            at = person.free_from(self.clock.now + timedelta(hours=self.rng.uniform(0.1, 3)))
            if at is not None:
                self.agenda.add(at, partial(self._come, person, game.pk))
            return
        if dice < 0.101:
            seat_resign(public_id=game.public_id, user=person.user)
            return
        turn_play(public_id=game.public_id, user=person.user, version=game.version, text=str(self._turn(game)))
        if person.gives_orders:
            self._order(person, game)
        if self.rng.random() < 0.05:
            at = self.clock.now + timedelta(seconds=self.rng.uniform(5, 300))
            self.agenda.add(at, partial(self._ask, partial(self._play_another, person, game)))

    def _play_another(self, person: SimulatedPerson, game: Game) -> None:
        """Take a turn back and immediately take another."""
        again = turn_undo(public_id=game.public_id, user=person.user)
        turn_play(public_id=game.public_id, user=person.user, version=again.version, text=str(self._turn(again)))

    def _turn(self, game: Game) -> Turn:
        """A random legal turn. One in three is the largest, because otherwise a hand would last a hundred turns."""
        hand = Hand.objects.get(game=game, ended_at__isnull=True)
        legal = legal_turns(state_from_json(hand.state))
        return self.rng.choice(legal) if self.rng.randrange(3) else max(legal, key=lambda turn: len(turn.cards))

    def _order(self, person: SimulatedPerson, game: Game) -> None:
        dice = self.rng.random()
        if dice < 0.2:
            order = Order(OrderKind.STUCK)
        elif dice < 0.3:
            order = Order(OrderKind.GO_OUT)
        elif dice < 0.4:
            hand = game.hands.order_by("-number")[0]
            order = Order(OrderKind.ROUND, hand=hand.number, round=state_from_json(hand.state).round)
        elif dice < 0.6:
            self._plan_sets(person, game)
            return
        else:
            return
        self._ask(partial(orders_set, public_id=game.public_id, user=person.user, order=order))

    def _plan_sets(self, person: SimulatedPerson, game: Game) -> None:
        """Plan two of the cards for the next turn, then to pass or to choose."""
        hand, seat = game.hands.order_by("-number")[0], game.seats.get(user=person.user)
        held = own_cards(state_from_json(hand.state), seat.number)
        orders = [
            Order(OrderKind.SET, hand=hand.number, cards=str(card), pickup=self.rng.choice(RULES))
            for card in self.rng.sample(held, min(2, len(held)))
        ]
        for order in orders + [Order(OrderKind.OTHERWISE)] * self.rng.randrange(2):
            self._ask(partial(orders_set, public_id=game.public_id, user=person.user, order=order))

    def _wait(self, person: SimulatedPerson, game: Game) -> None:
        dice = self.rng.random()
        if dice < 0.02 and Pace(game.pace).may_stop:
            self._ask(partial(time_grant, public_id=game.public_id, user=person.user, version=game.version))
        elif dice < 0.04 and not Pace(game.pace).is_live:
            # Games of leagues refuse.
            self._ask(partial(pause_want, public_id=game.public_id, user=person.user, want=True))


def _seats(person: SimulatedPerson) -> QuerySet[Seat]:
    own = Seat.objects.filter(user=person.user, kind=Seat.Kind.PERSON, resigned_at__isnull=True)
    return own.filter(game__status__in=(Game.Status.RUNNING, Game.Status.PAUSED)).select_related("game")
