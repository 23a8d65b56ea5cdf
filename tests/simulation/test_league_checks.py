"""Checks of a month's leagues find each fault, planted once among faultless games."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from accounts.models import User
from games.leagues.running import league_attend
from games.leagues.services import league_leave
from games.models import Game, Invitation, League, LeagueGame, LeagueMember, Notice, Seat
from games.simulation.month.blocks import Blocks
from games.simulation.month.leagues.checks import SLACK, LeagueChecks, LeagueFigures
from games.simulation.month.leagues.results import LeagueResult
from games.simulation.month.mail_checks import MailedEvent
from games.simulation.month.mail_server import ReceivedMail
from games.simulation.month.people import Removal
from tests.factories import make_person
from tests.leagues.leagues import all_over, attend, games_of, make_league
from tests.simulation.people import somebody

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)


class Scene:
    """A league of alice, bob, charlie and dora at tables of two, as the log has it."""

    def __init__(self, *people: User) -> None:
        self.people = people
        self.simulated = {person.pk: somebody(person) for person in people}
        self.blocks = Blocks()
        self.complaints: list[str] = []
        self.checks = LeagueChecks(self.simulated, self.blocks, self.complaints.append)
        self.league = make_league(people)
        for person in people:
            self.checks.log.join(timezone.now() - HOUR, self.league.pk, person.pk)

    def begin(self) -> list[Game]:
        League.objects.filter(pk=self.league.pk).update(signup_ends_at=timezone.now())
        attend(self.league)
        self.league.refresh_from_db()
        return games_of(self.league)

    def play(self) -> None:
        """Let all games end, until the league is over."""
        while League.objects.get(pk=self.league.pk).status != League.Status.OVER:
            all_over(self.league, 0, 0)
            attend(self.league)

    def found(self, **figures: int) -> bool:
        return self.checks.figures == LeagueFigures(**figures)


@pytest.fixture
def scene(alice: User, bob: User, charlie: User) -> Scene:
    return Scene(alice, bob, charlie, make_person("dora"))


def test_it_finds_nothing_where_all_is_well(scene: Scene) -> None:
    scene.begin()
    scene.checks.watch(timezone.now())
    scene.play()
    scene.checks.watch(timezone.now())
    games = games_of(scene.league)
    mails = [mailed(seat.user, game) for game in games for seat in game.seats.select_related("user")]
    scene.checks.close(mails, timezone.now())
    assert scene.found(), scene.complaints
    assert scene.checks.count == len(games) == 12


def mailed(person: User, game: Game, kind: str = "started", message_id: str = "<1@odin>") -> MailedEvent:
    mail = ReceivedMail(message_id=message_id, to=person.email, subject="", at=timezone.now())
    return MailedEvent(person=person.pk, kind=kind, game=game.pk, occasion=(1,), mail=mail)


def test_members_who_left_or_are_banned_are_misseated(scene: Scene) -> None:
    _alice, bob, charlie, _dora = scene.people
    scene.checks.log.leave(timezone.now() - HOUR / 2, scene.league.pk, bob.pk)
    banned = scene.simulated[charlie.pk]
    banned.removal, banned.gone_at = Removal.BAN, timezone.now() - HOUR / 2
    scene.begin()
    scene.checks.note()
    assert scene.found(misseated=4)


def test_a_blocked_pair_is_misseated(scene: Scene) -> None:
    alice, bob, _charlie, _dora = scene.people
    scene.blocks.add(timezone.now() - HOUR, alice.pk, bob.pk)
    scene.begin()
    scene.play()
    scene.checks.note()
    assert scene.found(misseated=2)


def test_a_member_whose_seat_a_bot_has_is_left_out(scene: Scene) -> None:
    scene.begin()
    member = LeagueMember.objects.filter(league=scene.league, user=scene.people[1])
    member.update(left_at=timezone.now())
    all_over(scene.league, 0, 0)
    attend(scene.league)
    scene.checks.note()
    assert scene.found(left_out=2)


def test_a_stand_in_sits_for_a_member_who_left(scene: Scene) -> None:
    scene.begin()
    scene.checks.log.leave(timezone.now() - HOUR / 2, scene.league.pk, scene.people[1].pk)
    scene.checks.note()
    assert scene.checks.figures.misseated == 2, "of the games that had begun"
    league_leave(public_id=scene.league.public_id, user=scene.people[1])
    scene.play()
    scene.checks.watch(timezone.now())
    assert scene.found(misseated=2), scene.complaints


def test_seats_that_are_not_reversed_are_misseated(scene: Scene) -> None:
    first, second = scene.begin()[1].seats.order_by("number")
    for seat, user in ((first, make_person("emil")), (second, first.user), (first, second.user)):
        Seat.objects.filter(pk=seat.pk).update(user=user)
    scene.checks.note()
    assert scene.found(misseated=1)


def test_an_invitation_to_a_leagues_game_is_one_too_many(scene: Scene) -> None:
    alice, bob, _charlie, _dora = scene.people
    game = scene.begin()[0]
    Invitation.objects.create(game=game, user=bob, invited_by=alice, created_at=timezone.now())
    scene.checks.note()
    assert scene.found(doubled=1)


def test_emails_to_others_than_the_players_are_misdirected(scene: Scene) -> None:
    game = scene.begin()[0]
    player = scene.people[0] if game.seats.filter(user=scene.people[0]).exists() else scene.people[1]
    emil = make_person("emil")
    scene.checks.close([mailed(emil, game), mailed(player, game, Notice.Kind.INVITATION)], timezone.now())
    assert scene.checks.figures.misdirected == 2


@pytest.mark.parametrize("watches", [1, 2])
def test_a_sign_up_that_does_not_end_is_idle(scene: Scene, watches: int) -> None:
    for _watch in range(watches):
        scene.checks.watch(scene.league.signup_ends_at + SLACK)
        assert scene.found()
    for _watch in range(watches):
        scene.checks.watch(scene.league.signup_ends_at + 2 * SLACK)
    assert scene.found(idle=1)


def test_tables_whose_members_are_free_are_idle(scene: Scene) -> None:
    scene.begin()
    scene.checks.watch(timezone.now() + SLACK + HOUR)
    assert scene.found(), "all play"
    all_over(scene.league, 0, 0)
    scene.checks.watch(timezone.now() + SLACK - HOUR)
    assert scene.found(), "they just ended"
    scene.checks.watch(timezone.now() + SLACK + HOUR)
    assert scene.found(idle=4), "those of two rounds"


def test_a_round_that_begins_after_its_date_is_idle(scene: Scene) -> None:
    scene.begin()
    with time_machine.travel(scene.league.ends_at - HOUR):
        league_attend(league_id=scene.league.pk)
    scene.checks.note()
    assert scene.found(idle=8)


def test_a_cancelled_league_with_members_is_idle(scene: Scene) -> None:
    League.objects.filter(pk=scene.league.pk).update(status=League.Status.CANCELLED)
    scene.checks.watch(timezone.now())
    assert scene.found(idle=1)


def test_a_league_that_runs_after_its_date_is_overdue(scene: Scene) -> None:
    scene.begin()
    for wait in (SLACK, 2 * SLACK, 3 * SLACK):
        scene.checks.watch(scene.league.ends_at + wait)
    scene.checks.close([], scene.league.ends_at + SLACK)
    assert scene.found(overdue=1), scene.complaints


def test_a_game_that_ends_after_the_date_is_overdue(scene: Scene) -> None:
    scene.begin()
    scene.play()
    Game.objects.filter(pk=games_of(scene.league)[0].pk).update(ended_at=scene.league.ends_at + SLACK)
    scene.checks.watch(timezone.now())
    assert scene.found(overdue=1)


def test_the_pages_standings_are_compared_with_the_records(scene: Scene) -> None:
    scene.begin()
    # The page counts the points of seats, the record those of hands.
    all_over(scene.league, 0, 7)
    scene.checks.watch(timezone.now())
    assert scene.found(miscounted=1)


def test_a_table_without_its_games_at_the_end_is_found(scene: Scene) -> None:
    scene.begin()
    scene.play()
    scene.checks.note()
    first = LeagueGame.objects.filter(league=scene.league, round=0, table=0)
    first.filter(game_number=0).delete()
    LeagueGame.objects.filter(league=scene.league, round=1, table=0).delete()
    scene.checks.watch(timezone.now())
    assert scene.found(miscounted=1, left_out=1), scene.complaints


def test_a_schedule_in_which_some_do_not_meet_is_found(scene: Scene) -> None:
    scene.begin()
    scene.play()
    scene.checks.note()
    rounds = [scene.league.rounds[0], *scene.league.rounds[:2]]
    League.objects.filter(pk=scene.league.pk).update(rounds=rounds)
    scene.checks.watch(timezone.now())
    assert scene.found(left_out=4), scene.complaints


def test_members_are_ranked_by_points_wins_and_cards_and_who_left_comes_last() -> None:
    best, wins, cards = (
        LeagueResult(1, points=9),
        LeagueResult(2, points=8, wins=3),
        LeagueResult(3, games=2, points=8, wins=2),
    )
    more_cards, left = LeagueResult(4, games=2, points=8, wins=2, card_points=5), LeagueResult(5, left=True, points=20)
    rows = [left, more_cards, cards, wins, best]
    assert sorted(rows, key=lambda row: row.rank) == rows[::-1]
