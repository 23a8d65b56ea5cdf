"""Standing tables on their members' home pages."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games.lobby.services import NewGame
from games.models import Absence, Game, PersonMark, Seat, StandingMember, StandingTable
from games.standing.next_game import next_game_begin
from games.standing.services import member_sit_out, table_change
from tests.clients import ClientOf
from tests.page_texts import main_of, queries_of, words_of
from tests.standing.tables import finished_at, game_over, make_table

START, CHANGED = "Start next game", "The pace, or whether games are rated, has changed."
HOME_QUERIES = 12


@pytest.fixture
def table(alice: User, bob: User) -> StandingTable:
    """A table whose last game is over."""
    table = make_table([alice, bob])
    finished_at(table, [alice, bob])
    return table


def home(client: Client) -> str:
    return words_of(client.get(reverse("home")))


def test_one_press_begins_the_next_game(table: StandingTable, alice: User, client_of: ClientOf) -> None:
    client = client_of(alice)
    page = main_of(client.get(reverse("home")))
    assert START in page
    begin = reverse("games:standing_next", args=[table.public_id])
    assert f'action="{begin}"' in page
    answer = client.post(begin, {"script": ""})
    game = Game.objects.get(standing__table=table, status=Game.Status.OPEN)
    assert answer.headers["Location"] == reverse("games:table", args=[game.public_id])
    assert START not in home(client)


def test_the_running_game_is_linked_instead(table: StandingTable, alice: User, bob: User, client_of: ClientOf) -> None:
    game = next_game_begin(public_id=table.public_id, user=alice)
    page = main_of(client_of(bob).get(reverse("home")))
    assert START not in page
    assert f'href="{reverse("games:table", args=[game.public_id])}"' in page


def test_a_cancelled_game_does_not_hold_the_table(table: StandingTable, alice: User, client_of: ClientOf) -> None:
    game_over(next_game_begin(public_id=table.public_id, user=alice))
    assert START in home(client_of(alice))


def test_a_table_that_never_played_is_not_shown(alice: User, bob: User, client_of: ClientOf) -> None:
    make_table([alice, bob])
    assert START not in home(client_of(alice))


def test_others_do_not_see_the_table(table: StandingTable, charlie: User, client_of: ClientOf) -> None:
    assert "Thursday" not in home(client_of(charlie))


def test_it_is_not_offered_to_a_member_who_sits_out(table: StandingTable, alice: User, client_of: ClientOf) -> None:
    member_sit_out(public_id=table.public_id, user=alice)
    assert START not in home(client_of(alice))
    StandingMember.objects.filter(user=alice).update(out_until=timezone.now() - timedelta(minutes=1))
    assert START in home(client_of(alice))


@pytest.mark.parametrize("why", ["out", "unasked", "barred", "suspended", "closed", "away", "vanished"])
def test_it_needs_another_member_who_is_in(
    table: StandingTable, alice: User, bob: User, client_of: ClientOf, why: str
) -> None:
    later, today = timezone.now() + timedelta(days=1), timezone.now().date()
    others, accounts = StandingMember.objects.filter(user=bob), User.objects.filter(pk=bob.pk)
    match why:
        case "out":
            others.update(out_until=later)
        case "unasked":
            others.update(unasked="left")
        case "barred":
            accounts.update(barred_until=later)
        case "suspended":
            accounts.update(suspended_until=later)
        case "closed":
            accounts.update(is_active=False)
        case "away":
            Absence.objects.create(user=bob, first=today, last=today, created_at=timezone.now())
        case _:
            others.update(in_since=table.created_at - timedelta(days=1))
            Seat.objects.filter(user=bob).update(timeouts=1)
    assert START not in home(client_of(alice))


def test_at_a_live_pace_it_needs_another_who_is_here(alice: User, bob: User, client_of: ClientOf) -> None:
    live = make_table([alice, bob], pace="3m")
    finished_at(live, [alice, bob])
    Seat.objects.update(looked_at=None)
    client = client_of(alice)
    assert START not in home(client)
    StandingMember.objects.filter(user=bob).update(looked_at=timezone.now())
    assert START in home(client)


def test_a_refused_game_leads_to_the_table(table: StandingTable, alice: User, bob: User, client_of: ClientOf) -> None:
    PersonMark.objects.create(user=bob, other=alice, kind="block", created_at=timezone.now())
    client = client_of(alice)
    answer = client.post(reverse("games:standing_next", args=[table.public_id]), {"script": ""}, follow=True)
    assert "A game needs two members who are in." in words_of(answer)


def test_a_member_who_must_agree_again_sees_it(
    table: StandingTable, alice: User, bob: User, client_of: ClientOf
) -> None:
    new = NewGame(seats=6, name="Thursday", pace="3d")
    table_change(public_id=table.public_id, user=alice, new=new, goes_on=False)
    client = client_of(bob)
    page = main_of(client.get(reverse("home")))
    assert CHANGED in page
    assert f'href="{reverse("games:standing", args=[table.public_id])}"' in page
    assert START not in page
    client.post(reverse("games:standing_act", args=[table.public_id]), {"act": "in"})
    assert CHANGED not in home(client)


def test_tables_take_no_query_more(
    table: StandingTable, alice: User, bob: User, charlie: User, client_of: ClientOf
) -> None:
    for number in range(3):
        finished_at(make_table([alice, bob], name=f"Club {number}"), [alice, bob])
    clients = [client_of(alice), client_of(charlie)]
    for client in clients:
        client.get(reverse("home"))
    first, other = clients
    assert queries_of(lambda: first.get(reverse("home"))) == HOME_QUERIES
    assert queries_of(lambda: other.get(reverse("home"))) == HOME_QUERIES - 1
