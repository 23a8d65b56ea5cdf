"""Checks of a month's standing tables find each fault, planted once among faultless games."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from games.errors import Refused
from games.models import Game, Invitation, Move, Notice, Seat
from games.people.blocks import person_block
from games.simulation.month.mail_checks import MailedEvent
from games.simulation.month.mail_server import ReceivedMail
from games.simulation.month.tables.checks import LATE_AFTER, TableChecks, TableFigures
from games.simulation.month.tables.log import TableAct
from games.simulation.month.tables.seating import BegunGame, rotation_fault, sit_out_faults
from games.standing.errors import StandingReason
from games.standing.next_game import next_game_begin
from tests.factories import make_person
from tests.simulation.people import somebody
from tests.standing.tables import finished_at, game_over, make_table

HOUR = timedelta(hours=1)
NOON = datetime(2027, 10, 12, 12, tzinfo=UTC)


class Scene:
    """A table of alice, bob and charlie, as the log has it."""

    def __init__(self, *people: User) -> None:
        self.people = people
        self.table = make_table(people, goes_on=True)
        self.complaints: list[str] = []
        self.checks = TableChecks({person.pk: somebody(person) for person in people}, self.complaints.append)
        at = timezone.now() - timedelta(days=2)
        for person in people:
            self.checks.log.add(at, self.table.pk, person.pk, TableAct.JOIN)

    def log(self, person: User, act: TableAct) -> None:
        self.checks.log.add(timezone.now() - HOUR, self.table.pk, person.pk, act)

    def begin(self) -> Game:
        return next_game_begin(public_id=self.table.public_id, user=self.people[0])

    def mailed(self, person: User, game: Game, kind: str = "started", message_id: str = "<1@odin>") -> MailedEvent:
        mail = ReceivedMail(message_id=message_id, to="alice@example.org", subject="", at=timezone.now())
        return MailedEvent(person=person.pk, kind=kind, game=game.pk, occasion=(1,), mail=mail)


@pytest.fixture
def scene(alice: User, bob: User, charlie: User) -> Scene:
    return Scene(alice, bob, charlie)


@pytest.mark.django_db
def test_it_finds_nothing_where_all_is_well(scene: Scene) -> None:
    game = scene.begin()
    scene.checks.note()
    game_over(game)
    second = scene.begin()
    scene.checks.watch(timezone.now(), timezone.now() + HOUR)
    scene.checks.close([scene.mailed(person, each) for person in scene.people for each in (game, second)])
    assert scene.checks.figures == TableFigures(), scene.complaints
    assert scene.checks.count == 2


@pytest.mark.django_db
@pytest.mark.parametrize("act", [TableAct.LEAVE, TableAct.SIT_OUT, TableAct.ASKED])
def test_players_who_are_out_are_misseated(scene: Scene, act: TableAct) -> None:
    scene.log(scene.people[1], act)
    scene.begin()
    scene.checks.note()
    assert scene.checks.figures == TableFigures(misseated=1)


@pytest.mark.django_db
def test_members_who_came_back_may_be_seated(scene: Scene) -> None:
    for act in (TableAct.SIT_OUT, TableAct.ASKED, TableAct.COME_BACK, TableAct.LEAVE, TableAct.JOIN):
        scene.log(scene.people[1], act)
    scene.begin()
    scene.checks.note()
    assert scene.checks.figures == TableFigures()


@pytest.mark.django_db
def test_a_blocked_pair_is_misseated(scene: Scene) -> None:
    alice, bob, _charlie = scene.people
    scene.checks.log.blocks.add(timezone.now() - HOUR, alice.pk, bob.pk)
    scene.begin()
    scene.checks.note()
    assert scene.checks.figures == TableFigures(misseated=1)


@pytest.mark.django_db
def test_a_member_who_is_in_is_left_out_at_a_free_seat(scene: Scene) -> None:
    alice, bob, _charlie = scene.people
    person_block(user=alice, handle="bob")
    scene.begin()
    scene.checks.note()
    assert scene.checks.figures == TableFigures(left_out=1)
    assert not scene.checks.log.blocks.people() & {bob.pk}


@pytest.mark.django_db
def test_an_invitation_to_a_tables_game_is_one_too_many(scene: Scene) -> None:
    alice, bob, _charlie = scene.people
    game = scene.begin()
    Invitation.objects.create(game=game, user=bob, invited_by=alice, created_at=timezone.now())
    scene.checks.note()
    assert scene.checks.figures == TableFigures(doubled=1)
    scene.checks.close([scene.mailed(alice, game), scene.mailed(alice, game, message_id="<2@odin>")])
    assert scene.checks.figures == TableFigures(doubled=2)


@pytest.mark.django_db
def test_emails_to_others_than_the_players_are_misdirected(scene: Scene) -> None:
    game, dora = scene.begin(), make_person("dora")
    scene.checks.close([scene.mailed(dora, game, Notice.Kind.TURN), scene.mailed(scene.people[0], game, "invitation")])
    assert scene.checks.figures == TableFigures(misdirected=2)


@pytest.mark.django_db
def test_two_games_at_the_same_time_are_doubled(scene: Scene) -> None:
    first = scene.begin()
    scene.checks.pressed(scene.table, first, first)
    assert scene.checks.figures == TableFigures()
    Game.objects.filter(pk=first.pk).update(status="open", full_at=None)
    later = scene.begin()
    Game.objects.filter(pk=first.pk).update(ended_at=timezone.now() + HOUR)
    scene.checks.close([])
    assert scene.checks.figures == TableFigures(doubled=1)
    scene.checks.pressed(scene.table, first, later)
    assert scene.checks.figures == TableFigures(doubled=2)


@pytest.mark.django_db
def test_a_table_without_its_next_game_is_idle_once(scene: Scene) -> None:
    game_over(scene.begin())
    ends = timezone.now() + timedelta(days=9)
    for wait in (LATE_AFTER - HOUR, LATE_AFTER + HOUR, LATE_AFTER + 2 * HOUR):
        at = timezone.now() + wait
        scene.checks.watch(at, ends)
        assert scene.checks.figures == TableFigures(idle=int(wait > LATE_AFTER))


@pytest.mark.django_db
def test_a_table_waits_for_members_who_are_out(scene: Scene) -> None:
    game_over(scene.begin())
    scene.checks.note()
    for person in scene.people[1:]:
        scene.log(person, TableAct.SIT_OUT)
    scene.checks.watch(timezone.now() + LATE_AFTER + HOUR, timezone.now() + timedelta(days=9))
    too_few = Refused(StandingReason.TOO_FEW)
    scene.checks.refused(scene.table, timezone.now(), too_few)
    assert scene.checks.figures == TableFigures()
    for person in scene.people[1:]:
        scene.log(person, TableAct.COME_BACK)
    scene.checks.refused(scene.table, timezone.now(), too_few)
    assert scene.checks.figures == TableFigures(idle=1)


@pytest.mark.django_db
def test_the_pages_score_is_compared_with_the_records(scene: Scene) -> None:
    alice, bob, charlie = scene.people
    finished_at(scene.table, scene.people)
    scene.checks.watch_table(scene.table.pk)
    assert scene.checks.figures == TableFigures()
    finished_at(scene.table, [bob, charlie, alice])
    # The page counts the points of seats, the record those of hands.
    Seat.objects.update(points=3)
    scene.checks.watch_table(scene.table.pk)
    assert scene.checks.figures == TableFigures(miscounted=1)


@pytest.mark.django_db
def test_a_player_whose_time_ran_out_at_the_end_is_out_until_they_come_back(scene: Scene) -> None:
    game = finished_at(scene.table, scene.people)
    last = Move.objects.filter(hand__game=game).order_by("-version")[0]
    player = Seat.objects.get(game=game, number=last.seat).user
    game.refresh_from_db()
    assert game.ended_at is not None

    def willing(at: datetime) -> bool | None:
        return scene.checks.log.willing(scene.table.pk, player.pk, at, [game.pk])

    later = game.ended_at + 3 * HOUR
    assert willing(later)
    Move.objects.create(
        hand=last.hand, number=last.number + 1, seat=last.seat, actor=player, turn=last.turn, by=Move.By.TIMEOUT,
        version=last.version + 1, created_at=last.created_at,
    )  # fmt: skip
    assert willing(later) is False
    scene.checks.log.add(game.ended_at + HOUR, scene.table.pk, player.pk, TableAct.COME_BACK)
    assert willing(later)


def begun(pk: int, players: tuple[int, ...], willing: set[int], most: int = 2) -> BegunGame:
    return BegunGame(pk, NOON + pk * HOUR, players, frozenset(willing), most, is_live=False)


def test_members_sit_out_in_turn() -> None:
    def faults(*players: tuple[int, ...], blocked: set[int] | None = None) -> int:
        games = [begun(number, each, {1, 2, 3}) for number, each in enumerate(players)]
        return len(list(sit_out_faults(games, lambda *_: False, blocked or set())))

    assert faults((2, 3), (3, 1), (1, 2), (2, 3)) == 0
    assert faults((2, 3), (2, 3)) == 2
    assert faults((2, 3), (2, 3), blocked={1}) == 0
    assert faults((2, 3), (3, 1), (2, 3)) == 1


def test_a_member_who_came_back_begins_again_to_sit_out() -> None:
    games = [begun(number, (2, 3), {1, 2, 3}) for number in range(2)]
    back = NOON + HOUR / 2
    assert not list(sit_out_faults(games, lambda person, since, until: person == 1 and since <= back <= until, ()))
    games[1] = begun(1, (2, 3), {2, 3})
    assert not list(sit_out_faults(games, lambda *_: False, ()))


def test_the_same_players_move_by_one_seat() -> None:
    first = begun(1, (1, 2, 3), {1, 2, 3}, most=3)
    assert not list(rotation_fault([first], begun(2, (2, 3, 1), {1, 2, 3}, most=3)))
    assert not list(rotation_fault([first], begun(2, (1, 2, 4), {1, 2, 4}, most=3)))
    assert not list(rotation_fault([], first))
    assert len(list(rotation_fault([first], begun(2, (1, 2, 3), {1, 2, 3}, most=3)))) == 1
