"""A view is built once while nothing that it shows changes. Outside a transaction, as pages are."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest
import time_machine

from accounts.models import User
from games.engine import state_from_json
from games.models import Absence, Game, Preferences
from games.play.hand_order import hand_order_save
from games.play.presence import presence_save
from games.play.selectors import visible_game
from games.play.turn import turn_play
from games.table import TableView, table_view
from games.table.missed import GAME_BEGINNING
from games.table.reading.known_views import known_views
from tests.factories import seat_to_act
from tests.games_laid import Place, game_at, lay_game, lay_slow_game

pytestmark = pytest.mark.django_db(transaction=True)
NOON = datetime(2027, 3, 1, 12, tzinfo=UTC)


def view(game: Game, user: User | None) -> TableView:
    """As built now, which is the one that is known if there is one."""
    found = table_view(visible_game(game.public_id, user), user)
    known = table_view(visible_game(game.public_id, user), user)
    known_views.clear()
    assert table_view(visible_game(game.public_id, user), user) == known == found
    return found


def test_each_viewer_has_their_own_and_it_is_the_same_object_until_something_changes(alice: User, bob: User) -> None:
    game = lay_game([alice, bob])
    views = [view(game, user) for user in (alice, bob, None)]
    assert len({one.me for one in views}) == 3
    assert views[0].choices != views[1].choices
    assert views[2].choices is None
    assert table_view(visible_game(game.public_id, alice), alice) is table_view(
        visible_game(game.public_id, alice), alice
    )
    known = table_view(visible_game(game.public_id, alice), alice)
    presence_save(public_id=game.public_id, user=bob)
    assert table_view(visible_game(game.public_id, alice), alice) is known


def test_what_changes_shows_at_once(alice: User, bob: User) -> None:
    game = lay_game([alice, bob])
    acts = game.to_act or 0
    player, other = (alice, bob) if game.seats.get(number=acts).user_id == alice.pk else (bob, alice)
    cards = state_from_json(game.hands.get().state).hands[acts]
    shown = [view(game, player)]
    hand_order_save(public_id=game.public_id, user=player, cards=[str(card) for card in reversed(cards)])
    shown.append(view(game, player))
    User.objects.filter(pk=other.pk).update(handle="someone")
    shown.append(view(game, player))
    assert "someone" in {seat.player.name for seat in shown[-1].seats}
    Preferences.objects.filter(user=player).update(sound=not shown[-1].sound)
    shown.append(view(game, player))
    turn_play(public_id=game.public_id, user=player, version=game.version, text=str(cards[0]))
    shown.append(view(game, player))
    assert shown[-1].to_act != shown[0].to_act
    assert all(before != after for before, after in pairwise(shown))


def test_what_a_player_missed_is_told_once_the_game_has_begun(alice: User, bob: User, charlie: User) -> None:
    with time_machine.travel(NOON, tick=False) as clock:
        game = game_at([alice, bob, charlie], Place(1, 1), recorded="three_with_goat")
        late = seat_to_act(game).user
        Game.objects.filter(pk=game.pk).update(started_at=NOON + timedelta(seconds=30))
        told = []
        # Within one minute.
        for seconds in (GAME_BEGINNING.seconds + 29, GAME_BEGINNING.seconds + 31):
            clock.move_to(NOON + timedelta(seconds=seconds))
            told.append(table_view(visible_game(game.public_id, late), late, missed_from=0).missed)
        assert [missed is None for missed in told] == [True, False]


def test_clocks_stop_in_time(alice: User, bob: User) -> None:
    with time_machine.travel(NOON, tick=False) as clock:
        game = lay_slow_game([alice, bob], weekends_off=True)
        assert view(game, alice).clock.halt is None
        clock.move_to(NOON + timedelta(days=5))
        halt = view(game, alice).clock.halt
        assert halt is not None
        assert halt.reason == "weekend"
        clock.move_to(NOON + timedelta(hours=1))
        person = game.seats.get(number=game.to_act or 0).user
        Preferences.objects.update_or_create(user=person, defaults={"vacation_counted_at": NOON})
        assert view(game, alice).clock.halt is None
        Absence.objects.create(user=person, first=NOON.date(), last=(NOON + timedelta(days=1)).date(), created_at=NOON)
        assert any(seat.away_until for seat in view(game, alice).seats)
