"""A moderator gives seats to bots or other people."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import time_machine

from accounts.models import AuditEntry, User
from games.errors import NoSuchGame, Reason
from games.lobby.services import NewGame
from games.models import Game, GameEvent, Notice, PersonMark, Seat, StandingOrders
from games.moderation.acts import game_pause, seat_to_bot, seat_to_person
from games.moderation.errors import ActReason, ConflictReason
from games.notices.errors import LinkRefused, TurnLinkReason
from games.notices.links.turn import link_issue, link_open
from games.people.errors import PersonReason
from games.play.errors import PlayReason
from games.play.seats.resign import seat_resign
from games.play.seats.services import seat_return
from games.play.selectors import visible_game
from games.play.standing_orders import Order, OrderKind, orders_set
from games.play.turn import turn_play
from games.table import table_view
from tests.factories import any_turn, make_person, make_staff, rng_of, seat_to_act, state_of
from tests.games_laid import lay_game
from tests.moderation.moderator_acts import WHY, act, check_sound, log_of, play_turns, refusal, told_of
from tests.notices.links.turn_links import notice_of, token_of
from tests.play.slow_games import DAY, HOUR, START, clock_of, seat_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def travel() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(START, tick=False) as traveller:
        yield traveller


@pytest.fixture
def moderator(db: None) -> User:
    return make_staff("moderator", "moderator")


@pytest.fixture
def dora(db: None) -> User:
    return make_person("dora")


@pytest.fixture
def game(alice: User, bob: User, charlie: User) -> Game:
    return lay_game([alice, bob, charlie], NewGame(seats=3, target=30, pace="1d"))


def test_a_bot_holds_a_seat_until_its_person_is_back(game: Game, alice: User, moderator: User) -> None:
    seat = seat_of(game, alice)
    row = act(game, seat_to_bot, actor=moderator, seat=seat.number, bot="skald")
    seat.refresh_from_db()
    assert (seat.user, seat.held_by.bot_account.name) == (alice, "skald")
    assert told_of(row) == {"alice", "bob", "charlie"}
    given = {"actor": moderator, "seat": seat.number}
    assert refusal(game, seat_to_bot, bot="skald", **given) == ActReason.ALREADY
    assert refusal(game, seat_to_bot, bot="nobody", **given) == PlayReason.NO_SUCH_BOT
    assert log_of(game) == [("bot", WHY)]
    kinds = {entry.kind for past in table_view(game, None).rounds for entry in past.entries}
    assert kinds == {"act"}
    play_turns(game, 4)
    seat_return(public_id=game.public_id, user=alice)
    check_sound(game)
    seat_resign(public_id=game.public_id, user=alice)
    game.refresh_from_db()
    assert refusal(game, seat_to_bot, **given) == ActReason.SEAT_RESIGNED


def test_another_person_gets_the_seat_with_all_that_is_its(
    game: Game, alice: User, dora: User, moderator: User
) -> None:
    play_turns(game, 4)
    seat = seat_of(game, alice)
    cards, contribution = state_of(game).hands[seat.number], seat.contributed
    orders_set(public_id=game.public_id, user=alice, order=Order(OrderKind.STUCK))
    token = token_of(link_issue(notice_of(game))) if seat_to_act(game).user == alice else ""
    Seat.objects.filter(pk=seat.pk).update(seen_version=game.version, hand_order="1:R1")
    row = act(game, seat_to_person, actor=moderator, seat=seat.number, handle=" DORA ")
    seat.refresh_from_db()
    assert (seat.user, seat.held_by, seat.kind, seat.contributed) == (dora, dora, Seat.Kind.PERSON, contribution)
    assert (seat.turns_in_time, seat.timeouts, seat.looked_at, seat.acted_at) == (0, 0, None, None)
    assert (seat.seen_version, seat.hand_order) == (0, "")
    assert state_of(game).hands[seat.number] == cards
    assert not StandingOrders.objects.exists()
    assert told_of(row) == {"alice", "bob", "charlie", "dora"}
    event = GameEvent.objects.get()
    assert (event.kind, event.seat, event.version) == ("handover", seat.number, game.version)
    assert log_of(game, alice) == [("replace", WHY)]
    entry = AuditEntry.objects.get(action="game.replace")
    assert (entry.person, entry.facts["to"], entry.facts["seat"]) == (alice.pk, dora.pk, seat.number)
    with pytest.raises(NoSuchGame):
        turn_play(public_id=game.public_id, user=alice, version=game.version, text="pass")
    if token:
        with pytest.raises(LinkRefused) as lapsed:
            link_open(token=token)
        assert lapsed.value.reason == TurnLinkReason.HANDED_OVER
    assert table_view(game, dora).me is not None
    play_turns(game, 6)
    check_sound(game)


def test_replaced_players_have_no_access_to_a_private_game(alice: User, bob: User, dora: User, moderator: User) -> None:
    game = lay_game([alice, bob], NewGame(seats=2, target=30, visibility=Game.Visibility.PRIVATE))
    seat = seat_of(game, bob)
    act(game, seat_to_person, actor=moderator, seat=seat.number, handle="dora")
    with pytest.raises(NoSuchGame):
        visible_game(game.public_id, bob)
    assert visible_game(game.public_id, dora) == game
    # Bob has seen cards, so he may only have his own seat back.
    number = seat_of(game, alice).number
    given = {"actor": moderator, "handle": "bob"}
    assert refusal(game, seat_to_person, seat=number, **given) == ConflictReason.CARDS_SEEN
    act(game, seat_to_person, seat=seat.number, **given)
    assert seat_of(game, bob).number == seat.number
    User.objects.filter(pk=dora.pk).update(is_staff=True, is_superuser=True)
    assert refusal(game, game_pause, actor=User.objects.get(pk=dora.pk)) == ConflictReason.OWN_GAME


def test_the_wait_is_the_new_persons_where_it_was_the_old_ones(
    game: Game, dora: User, moderator: User, travel: time_machine.Traveller
) -> None:
    travel.shift(20 * HOUR)
    act(game, seat_to_person, actor=moderator, seat=game.to_act, handle="dora")
    row = clock_of(game)
    assert (row.user, row.left, row.due_at, row.version) == (dora, DAY, START + 44 * HOUR, game.version)
    assert Notice.objects.filter(kind="turn", user=dora, version=game.version).exists()
    turn_play(public_id=game.public_id, user=dora, version=game.version, text=str(any_turn(game, rng_of(2))))


def test_not_everybody_may_have_the_seat(game: Game, alice: User, bob: User, dora: User, moderator: User) -> None:
    seat = seat_of(game, alice).number

    def refused(handle: str, number: int = seat) -> Reason:
        return refusal(game, seat_to_person, actor=moderator, seat=number, handle=handle)

    assert refused("bob") == ActReason.SITS_HERE
    assert refused("alice") == ActReason.SITS_HERE
    assert refused("moderator") == ActReason.OWN_SEAT
    assert refused("nobody") == PersonReason.NO_SUCH_PERSON
    assert refused("dora", 3) == ActReason.NO_SEAT
    mark = PersonMark.objects.create(user=bob, other=dora, kind="block", created_at=START)
    assert refused("dora") == ActReason.CANNOT_SIT
    mark.delete()
    PersonMark.objects.create(user=dora, other=alice, kind="block", created_at=START)
    for column in ("barred_until", "suspended_until"):
        User.objects.filter(pk=dora.pk).update(**{column: START + DAY})
        assert refused("dora") == ActReason.CANNOT_SIT
        User.objects.filter(pk=dora.pk).update(**{column: None})
    User.objects.filter(pk=dora.pk).update(is_active=False)
    assert refused("dora") == PersonReason.NO_SUCH_PERSON
    User.objects.filter(pk=dora.pk).update(is_active=True)
    seat_resign(public_id=game.public_id, user=alice)
    assert refused("dora") == ActReason.SEAT_RESIGNED
    # Resigned players may watch and chat.
    assert refused("dora", seat_of(game, bob).number) == ActReason.CANNOT_SIT
    PersonMark.objects.all().delete()
    act(game, seat_to_person, actor=moderator, seat=seat_of(game, bob).number, handle="dora")


def test_a_bots_seat_stays_a_bots(alice: User, bob: User, dora: User, moderator: User) -> None:
    game = lay_game([alice, bob], NewGame(seats=3, bots=["skald"]))
    number = game.seats.get(kind="bot").number
    given = {"actor": moderator, "seat": number}
    assert refusal(game, seat_to_person, handle="dora", **given) == ActReason.SEAT_OF_BOT
    assert refusal(game, seat_to_bot, **given) == ActReason.SEAT_OF_BOT
