"""Drawing a position for each day, answering it once, and passing answers on."""

from __future__ import annotations

import threading
from datetime import timedelta
from itertools import pairwise
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied

from accounts.models import AuditEntry, User
from accounts.privacy.erasure import account_erase
from accounts.privacy.export import export_json
from games.daily.calendar import DAY, DAYS_BACK
from games.daily.owner import Owner
from games.engine import Refusal
from games.errors import Refused
from games.models import Game, Position, PositionAnswer
from games.moderation.errors import WithdrawalReason
from games.moderation.positions import position_withdraw
from games.play.errors import TurnRefused
from games.positions.selectors import chosen, positions_left
from games.positions.services import answer_give, answers_claim, answers_merge, day_position
from games.positions.stock import stock
from games.positions.upkeep import positions_sweep
from tests.factories import make_staff
from tests.games_laid import finished_game
from tests.positions.conftest import NOON, TODAY, moment_of, other_turn
from tests.threads import at_once

VISITOR = Owner(None, "a" * 32)
pytestmark = pytest.mark.django_db


def give(position: Position, owner: Owner, text: str = "") -> PositionAnswer:
    assert position.day is not None
    return answer_give(day=position.day, seen=position.pk, owner=owner, text=text or moment_of(position).best)


def test_a_day_keeps_its_position_and_tomorrow_has_none(position: Position) -> None:
    assert day_position(TODAY) == position
    assert day_position(TODAY + DAY) is None
    assert day_position(TODAY - DAY) is None


def test_days_in_a_row_are_not_alike(noon: Any) -> None:
    shown = []
    for number in range(20):
        noon.move_to(NOON + number * DAY)
        drawn = day_position(TODAY + number * DAY)
        assert drawn is not None
        shown.append((drawn.kind, drawn.cards))
    assert all(one != other for one, other in pairwise(shown))
    assert Position.objects.values("origin").distinct().count() == len(shown)


@pytest.mark.django_db(transaction=True)
def test_requests_at_the_same_time_draw_one() -> None:
    gate = threading.Barrier(2)

    def draw() -> Position | None:
        gate.wait()
        return day_position(TODAY)

    first, second = at_once(draw, draw)
    assert first is not None
    assert first == second


def test_peoples_positions_come_first_and_leave_with_their_game(position: Position, noon: Any, over: Game) -> None:
    mine = Position.objects.create(
        origin="game:x", game=over, moment=position.moment, kind="lead", cards=99, created_at=NOON
    )
    noon.move_to(NOON + DAY)
    assert day_position(TODAY + DAY) == mine
    Game.objects.update(visibility=Game.Visibility.PRIVATE)
    replaced = day_position(TODAY + DAY)
    assert replaced is not None
    assert replaced != mine


def test_an_answer_is_the_turn_as_the_engine_writes_it(position: Position, alice: User) -> None:
    best = moment_of(position).best
    assert give(position, Owner(alice), best.lower()).turn == best
    assert not give(position, VISITOR, other_turn(moment_of(position))).right
    assert chosen(position) == {best: 1}, "visitors do not count"


def test_an_answer_to_another_position_or_no_turn_is_refused(position: Position) -> None:
    with pytest.raises(TurnRefused) as stale:
        answer_give(day=TODAY, seen=position.pk + 1, owner=VISITOR, text="pass")
    assert stale.value.reason == Refusal.STALE_VERSION
    with pytest.raises(TurnRefused) as malformed:
        give(position, VISITOR, "queen of hearts")
    assert malformed.value.reason == Refusal.MALFORMED
    with pytest.raises(Refused):
        answer_give(day=TODAY + DAY, seen=position.pk, owner=VISITOR, text="pass")
    assert not PositionAnswer.objects.exists()


@pytest.mark.parametrize("move", ["claim", "merge"])
def test_answers_move_to_an_account_that_has_none_of_its_own(
    position: Position, noon: Any, alice: User, bob: User, move: str
) -> None:
    noon.move_to(NOON + DAY)
    second = day_position(TODAY + DAY)
    assert second is not None
    from_owner = VISITOR if move == "claim" else Owner(bob)
    for one in (position, second):
        give(one, from_owner)
    own = give(position, Owner(alice), other_turn(moment_of(position)))
    if move == "claim":
        answers_claim(user=alice, visitor=VISITOR.visitor)
    else:
        answers_merge(first=alice, second=bob)
    assert PositionAnswer.objects.filter(user=alice).count() == 2
    assert PositionAnswer.objects.get(user=alice, position=position) == own


def test_answers_are_exported_and_erased(position: Position, alice: User) -> None:
    give(position, Owner(alice))
    assert '"day": "2026-11-28"' in "".join(export_json(alice))
    account_erase(user=alice)
    assert not PositionAnswer.objects.exists()


def test_the_sweep_draws_and_forgets_visitors(noon: Any, caplog: pytest.LogCaptureFixture) -> None:
    assert positions_sweep() == 0
    drawn = Position.objects.get(day=TODAY)
    give(drawn, VISITOR)
    noon.shift(timedelta(days=DAYS_BACK, hours=1))
    assert positions_sweep() == 1
    assert not caplog.records


def test_the_sweep_warns_of_few_positions(caplog: pytest.LogCaptureFixture) -> None:
    Position.objects.bulk_create(
        Position(origin=origin, moment=line, kind="lead", cards=4, created_at=NOON, withdrawn_at=NOON)
        for origin, line in list(stock().items())[3:]
    )
    positions_sweep()
    assert "2 positions of the day are left" in caplog.text
    assert positions_left() == 2


def test_a_withdrawn_position_is_replaced(position: Position, alice: User) -> None:
    mona = make_staff("mona", "moderator")
    with pytest.raises(PermissionDenied):
        position_withdraw(actor=make_staff("hal", "helper"), position_id=position.pk, reason="Odd.")
    position_withdraw(actor=mona, position_id=position.pk, reason="Odd.")
    assert AuditEntry.objects.get(action="position.withdraw").about == f"position {position.pk}"
    replaced = day_position(TODAY)
    assert replaced is not None
    assert replaced != position
    for known, reason in ((position.pk, WithdrawalReason.WITHDRAWN), (0, WithdrawalReason.NO_SUCH_POSITION)):
        with pytest.raises(Refused) as refused:
            position_withdraw(actor=mona, position_id=known, reason="Odd.")
        assert refused.value.reason == reason


@pytest.fixture
def over(alice: User, bob: User) -> Game:
    return finished_game([alice, bob], recorded="single_hand_of_two")
