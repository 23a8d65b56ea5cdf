"""Turns that links in emails allow, their players, and how often."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import partial
from hashlib import sha256

import pytest
import time_machine

from accounts.models import User
from games.models import Deadline, Game, MailLink, Move, Notice, Preferences
from games.notices.errors import LinkRefused, TurnLinkReason
from games.notices.links.turn import LAPSED_RETENTION, LINK_LIFETIME, link_issue, link_open, link_play, links_tidy
from games.play.clock.deadline import deadline_stop
from games.play.errors import TurnRefused
from games.play.locking import LockedGame
from games.play.seats.resign import seat_resign
from games.play.turn import turn_play
from tests.factories import any_turn, make_game, make_person, rng_of, seat_to_act, take_turn
from tests.notices.links.turn_links import notice_of, token_of
from tests.threads import at_once

NOW = datetime(2026, 11, 20, 12, tzinfo=UTC)


def a_turn(game: Game) -> str:
    return str(any_turn(game, rng_of(3)))


def reason_of(token: str, game: Game) -> TurnLinkReason:
    """Looking and playing are refused for the same reason, and nothing is played."""
    before = Move.objects.count()
    with pytest.raises(LinkRefused) as looked:
        link_open(token=token)
    with pytest.raises(LinkRefused) as played:
        link_play(token=token, text=a_turn(game))
    assert looked.value.reason == played.value.reason
    assert Move.objects.count() == before
    return looked.value.reason


@pytest.fixture
def game(alice: User, bob: User, charlie: User) -> Game:
    return make_game([alice, bob, charlie])


@pytest.mark.django_db
def test_it_gives_a_notice_the_same_link_each_time_and_stores_its_hash_alone(game: Game) -> None:
    notice = notice_of(game)
    address = link_issue(notice)
    token = token_of(address)
    assert address.startswith("http")
    assert len(token) == 43
    assert link_issue(notice) == address
    link = MailLink.objects.get()
    assert link.token_hash == sha256(token.encode()).hexdigest()
    assert token not in str(list(MailLink.objects.values()))
    reminder = link_issue(notice_of(game, Notice.Kind.REMINDER))
    assert reminder
    assert reminder != address


@pytest.mark.django_db
def test_it_plays_one_turn_and_is_spent(game: Game) -> None:
    acting = seat_to_act(game)
    token = token_of(link_issue(notice_of(game)))
    reminder = token_of(link_issue(notice_of(game, Notice.Kind.REMINDER)))
    opened, made = link_play(token=token, text=a_turn(game))
    move = Move.objects.get()
    assert opened.user == acting.user
    assert (move.seat, move.by, move.actor_id, made.move) == (acting.number, "player", acting.user_id, move)
    assert MailLink.objects.get(token_hash=sha256(token.encode()).hexdigest()).spent_at is not None
    game.refresh_from_db()
    assert reason_of(token, game) == TurnLinkReason.SPENT
    assert reason_of(reminder, game) == TurnLinkReason.TURN_OVER


@pytest.mark.django_db
def test_a_refused_turn_spends_nothing(game: Game) -> None:
    token = token_of(link_issue(notice_of(game)))
    for text in ("pass", "nonsense", ""):
        with pytest.raises(TurnRefused):
            link_play(token=token, text=text)
    assert MailLink.objects.get().spent_at is None
    link_play(token=token, text=a_turn(game))


@pytest.mark.django_db
def test_it_is_good_for_its_wait_though_the_version_rises(game: Game) -> None:
    token = token_of(link_issue(notice_of(game)))
    acting = seat_to_act(game)
    other = next(seat.user for seat in game.seats.select_related("user") if seat.pk != acting.pk)
    seat_resign(public_id=game.public_id, user=other)
    game.refresh_from_db()
    assert link_open(token=token).link.version < game.version
    link_play(token=token, text=a_turn(game))


@pytest.mark.django_db
def test_it_lapses_when_the_turn_is_played_elsewhere_and_stays_so(game: Game) -> None:
    acting = seat_to_act(game)
    token = token_of(link_issue(notice_of(game)))
    turn_play(public_id=game.public_id, user=acting.user, version=game.version, text=a_turn(game))
    game.refresh_from_db()
    assert reason_of(token, game) == TurnLinkReason.TURN_OVER
    while seat_to_act(game).user != acting.user:
        take_turn(game, rng_of(1))
    assert reason_of(token, game) == TurnLinkReason.TURN_OVER


def _new_password(user: User) -> None:
    user.set_password("another-horse-battery")
    user.save()


def _new_address(user: User) -> None:
    user.email = "elsewhere@example.org"
    user.save()


def _suspend(user: User) -> None:
    user.is_active = False
    user.save()


def _switch_off(user: User) -> None:
    Preferences.objects.create(user=user, mail_links=False)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (_new_password, TurnLinkReason.ACCOUNT_CHANGED),
        (_new_address, TurnLinkReason.ACCOUNT_CHANGED),
        (_suspend, TurnLinkReason.ACCOUNT_CLOSED),
        (_switch_off, TurnLinkReason.SWITCHED_OFF),
    ],
)
def test_it_lapses_with_the_account_and_is_not_given_again(
    game: Game, change: Callable[[User], None], reason: TurnLinkReason
) -> None:
    notice = notice_of(game)
    token = token_of(link_issue(notice))
    change(seat_to_act(game).user)
    assert reason_of(token, game) == reason
    assert link_issue(notice) == ""


@pytest.mark.django_db
def test_it_lapses_when_the_seat_is_another_s(game: Game) -> None:
    seat = seat_to_act(game)
    token = token_of(link_issue(notice_of(game)))
    seat_resign(public_id=game.public_id, user=seat.user)
    game.refresh_from_db()
    assert reason_of(token, game) == TurnLinkReason.HANDED_OVER


@pytest.mark.django_db
def test_it_lapses_with_the_game(game: Game, alice: User, bob: User, charlie: User) -> None:
    seat = seat_to_act(game)
    token = token_of(link_issue(notice_of(game)))
    for user in {alice, bob, charlie} - {seat.user}:
        seat_resign(public_id=game.public_id, user=user)
    with pytest.raises(LinkRefused) as refused:
        link_open(token=token)
    assert (refused.value.reason, refused.value.public_id) == (TurnLinkReason.GAME_OVER, game.public_id)


@pytest.mark.django_db
def test_it_lapses_after_seven_days_and_is_forgotten_much_later() -> None:
    with time_machine.travel(NOW, tick=False) as clock:
        game = make_game([make_person("alice"), make_person("bob")])
        notice = notice_of(game)
        token = token_of(link_issue(notice))
        clock.shift(LINK_LIFETIME - timedelta(seconds=1))
        link_open(token=token)
        clock.shift(timedelta(seconds=1))
        assert reason_of(token, game) == TurnLinkReason.EXPIRED
        assert link_issue(notice) == ""
        clock.shift(LAPSED_RETENTION)
        assert links_tidy() == 0
        clock.shift(timedelta(seconds=1))
        assert links_tidy() == 1
        assert reason_of(token, game) == TurnLinkReason.UNKNOWN


@pytest.mark.django_db
def test_it_rests_while_the_game_is_paused(game: Game) -> None:
    token = token_of(link_issue(notice_of(game)))
    Game.objects.filter(pk=game.pk).update(status=Game.Status.PAUSED)
    deadline_stop(LockedGame(game), until=None)
    assert reason_of(token, game) == TurnLinkReason.PAUSED
    Game.objects.filter(pk=game.pk).update(status=Game.Status.RUNNING)
    link_open(token=token)


@pytest.mark.django_db
def test_it_is_only_in_turn_mails_of_players_with_the_option(game: Game, alice: User, bob: User) -> None:
    turn = notice_of(game)
    waiting = next(user for user in (alice, bob) if user != turn.user)
    started = Notice(kind=Notice.Kind.STARTED, game=game, user=turn.user, pk=901, created_at=NOW)
    push = Notice(kind=Notice.Kind.TURN, channel=Notice.Channel.PUSH, game=game, user=turn.user, pk=902, created_at=NOW)
    other = Notice(kind=Notice.Kind.TURN, game=game, user=waiting, pk=903, created_at=NOW)
    assert [link_issue(notice) for notice in (started, push, other)] == ["", "", ""]
    Preferences.objects.create(user=turn.user, mail_links=False)
    assert link_issue(turn) == ""
    Deadline.objects.all().delete()
    assert link_issue(turn) == ""


@pytest.mark.django_db(transaction=True)
def test_of_two_turns_by_one_link_at_once_one_is_played() -> None:
    people = [make_person("alice"), make_person("bob")]
    for _round in range(5):
        game = make_game(people)
        play = partial(link_play, token=token_of(link_issue(notice_of(game))), text=a_turn(game))
        assert sorted(at_once(play, play)) == ["accepted", TurnLinkReason.SPENT]
        assert Move.objects.filter(hand__game=game).count() == 1
