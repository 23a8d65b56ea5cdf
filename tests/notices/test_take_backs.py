"""A turn is notified once, however often the turn before it is taken back."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from accounts.models import User
from games.lobby.services import NewGame
from games.models import Deadline, Game, Notice, Seat
from games.moderation.acts import turns_take_back
from games.outbox.schedule import UNDO_WAIT
from games.play.presence import presence_save
from games.play.timeouts import wait_attend
from games.play.undo.services import turn_undo
from tests.factories import make_staff, seat_to_act
from tests.games_laid import Place, game_at, lay_game, lay_slow_game, turn_next
from tests.moderation.moderator_acts import act
from tests.notices.mail_server import Server
from tests.notices.outbox import send, turn_mail
from tests.play.slow_games import DAY, HOUR, actor_and_other, clock_of, person_acts

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("travel")]

MINUTE = timedelta(minutes=1)
TOLD = "an earlier notification covers it"


@pytest.fixture
def game(server: Server, alice: User, bob: User, travel: time_machine.Traveller) -> Game:
    """A game of two; one of them got an email about the first turn, took it an hour later, and may take it back."""
    game = lay_slow_game([alice, bob], "3d")
    pass_time(travel, game, HOUR)
    assert turn_mail(game).status == Notice.Status.SENT
    person_acts(game)
    return game


def pass_time(travel: time_machine.Traveller, game: Game, time: timedelta) -> None:
    """Move the clock, then do what is due."""
    travel.shift(time)
    clock = Deadline.objects.filter(pk=game.pk, next_at__lte=timezone.now())
    if clock.exists():
        wait_attend(game_id=game.pk)
    for row in Notice.objects.filter(status=Notice.Status.WAITING, due_at__lte=timezone.now()).order_by("pk"):
        send(row)


def undo(game: Game) -> None:
    turn_undo(public_id=game.public_id, user=actor_and_other(game)[1], version=game.version)
    game.refresh_from_db()


def told(server: Server) -> list[str]:
    """The people whose turn emails announced, without the first turn's."""
    mails = [mail for mail in server.mails if mail["Subject"].startswith("Your turn")]
    return [mail["To"].partition("@")[0] for mail in mails[1:]]


def test_a_notice_waits_while_the_turn_may_be_taken_back(
    server: Server, game: Game, travel: time_machine.Traveller
) -> None:
    waits = actor_and_other(game)[0]
    assert clock_of(game).notice_at == timezone.now() + UNDO_WAIT
    pass_time(travel, game, UNDO_WAIT - timedelta(seconds=1))
    assert told(server) == []
    pass_time(travel, game, timedelta(seconds=1))
    assert told(server) == [waits.handle]


def test_play_and_take_back_mail_once(server: Server, game: Game, travel: time_machine.Traveller) -> None:
    """An earlier version sent four emails in four minutes."""
    waits = actor_and_other(game)[0]
    for _undo in range(3):
        pass_time(travel, game, MINUTE)
        undo(game)
        pass_time(travel, game, timedelta(seconds=5))
        person_acts(game)
    pass_time(travel, game, HOUR)
    assert told(server) == [waits.handle]
    assert turn_mail(game).reason == TOLD
    person_acts(game)
    pass_time(travel, game, HOUR)
    person_acts(game)
    pass_time(travel, game, HOUR)
    assert told(server)[2:] == [waits.handle]


@pytest.mark.parametrize(
    "options", [{"pace": "60s"}, {"pace": "3m"}, {"undo": False}, {"rated": True, "target": 30, "pace": "1d"}]
)
def test_it_goes_out_at_once_where_turns_cannot_be_taken_back(
    alice: User, bob: User, options: dict[str, object]
) -> None:
    game = lay_game([alice, bob], NewGame(**({"seats": 2} | options)))  # type: ignore[arg-type]
    person_acts(game)
    assert clock_of(game).notice_at is None
    assert turn_mail(game).due_at == timezone.now()


def test_it_goes_out_at_once_after_a_hand(alice: User, bob: User, charlie: User) -> None:
    game = game_at([alice, bob, charlie], Place(1, -1), recorded="target_10_of_three", pace="1d")
    Seat.objects.filter(game=game).update(acted_at=None, looked_at=None)
    leads = seat_to_act(game)
    turn_next(game)
    row = turn_mail(game)
    due = clock_of(game).notice_at if row.version != game.version else row.due_at
    assert due is not None
    wait = MINUTE if seat_to_act(game) == leads else timedelta()
    assert due - timezone.now() <= wait


def test_nobody_is_mailed_of_a_turn_that_they_took_back(
    server: Server, game: Game, travel: time_machine.Traveller
) -> None:
    undo(game)
    pass_time(travel, game, HOUR)
    assert told(server) == []
    assert turn_mail(game).reason == TOLD


def test_people_who_were_present_are_mailed_of_a_turn_that_they_took_back(
    server: Server, alice: User, bob: User, travel: time_machine.Traveller
) -> None:
    game = lay_slow_game([alice, bob], "3d")
    actor = actor_and_other(game)[0]
    presence_save(public_id=game.public_id, user=actor)
    person_acts(game)
    undo(game)
    pass_time(travel, game, HOUR)
    assert [mail["To"].partition("@")[0] for mail in server.mails if "turn" in mail["Subject"]] == [actor.handle]


def test_people_who_saw_that_it_is_not_their_turn_are_mailed_again(
    server: Server, game: Game, travel: time_machine.Traveller
) -> None:
    waits, actor = actor_and_other(game)
    pass_time(travel, game, HOUR)
    undo(game)
    pass_time(travel, game, MINUTE)
    presence_save(public_id=game.public_id, user=waits)
    pass_time(travel, game, HOUR)
    person_acts(game)
    pass_time(travel, game, HOUR)
    assert told(server) == [waits.handle, waits.handle]
    # Not those who saw it while it was.
    undo(game)
    person_acts(game)
    presence_save(public_id=game.public_id, user=waits)
    pass_time(travel, game, HOUR)
    assert told(server) == [waits.handle, waits.handle]
    assert actor.handle not in told(server)


def test_a_moderators_take_back_begins_another_turn(server: Server, game: Game, travel: time_machine.Traveller) -> None:
    waits = actor_and_other(game)[0]
    pass_time(travel, game, HOUR)
    assert told(server) == [waits.handle]
    act(game, turns_take_back, actor=make_staff("judge", "moderator"), hand=1, keep=0)
    person_acts(game)
    pass_time(travel, game, HOUR)
    # After the email about the take-back.
    pass_time(travel, game, MINUTE)
    rows = Notice.objects.filter(kind=Notice.Kind.TURN, user=waits, status=Notice.Status.SENT)
    assert rows.count() == 2


def test_after_a_day_it_is_mailed_again(server: Server, game: Game, travel: time_machine.Traveller) -> None:
    waits = actor_and_other(game)[0]
    pass_time(travel, game, HOUR)
    pass_time(travel, game, DAY)
    undo(game)
    person_acts(game)
    pass_time(travel, game, HOUR)
    assert told(server) == [waits.handle, waits.handle]


def test_each_channel_counts_for_itself(server: Server, game: Game, travel: time_machine.Traveller) -> None:
    waits = actor_and_other(game)[0]
    pass_time(travel, game, HOUR)
    undo(game)
    person_acts(game)
    Notice.objects.filter(user=waits, kind=Notice.Kind.TURN).update(channel=Notice.Channel.PUSH, target=7)
    pass_time(travel, game, HOUR)
    assert told(server) == [waits.handle, waits.handle]
