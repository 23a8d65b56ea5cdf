"""The pages of leagues, as members, guests and strangers see them."""

from __future__ import annotations

import re
from functools import partial

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.leagues.services import league_leave
from games.models import League
from games.people.blocks import person_block
from tests.clients import ClientOf
from tests.factories import make_person
from tests.leagues.leagues import all_over, attend, begun_league, game_over, games_of, make_league
from tests.page_texts import main_of, queries_of, words_of
from tests.standing.tables import make_table

pytestmark = pytest.mark.django_db
CHOSEN = ("seats", "target", "pace", "timeout_action", "next_leader", "signup_days", "weeks", "away_days")


def address(league: League) -> str:
    return reverse("games:league", args=[league.public_id])


def test_a_member_of_a_table_makes_a_league_that_the_others_find_on_its_page(
    alice: User, bob: User, client_of: ClientOf
) -> None:
    table = make_table([alice, bob], target=20)
    hers, his = client_of(alice), client_of(bob)
    tables_page = reverse("games:standing", args=[table.public_id])
    new = re.search(r'href="(/leagues/new/[^"]+)"', main_of(hers.get(tables_page)))
    assert new is not None
    form = hers.get(new[1]).context["form"]
    sent = {name: form[name].value() for name in CHOSEN}
    assert sent["target"] == "20", "the table's options"
    assert hers.post(new[1], sent | {"weeks": "99"}).status_code == 422
    came = hers.post(new[1], sent | {"name": "Winter league"}, follow=True)
    league = League.objects.get()
    assert (league.table, league.founder) == (table, alice)
    assert "Sign-up ends on" in words_of(came)
    link = re.search(r'href="(/lj/[^"]+)"', main_of(his.get(tables_page)))
    assert link is not None
    asked = his.get(link[1])
    assert "alice invites you to a league" in words_of(asked)
    assert "5 away days stop your clocks." in words_of(asked)
    his.post(reverse("games:league_join", args=[league.invite_token]))
    assert his.get(link[1])["Location"] == address(league)
    assert "Winter league" in words_of(his.get(reverse("games:leagues")))
    assert reverse("games:leagues") in main_of(his.get("/"))


def test_the_founder_begins_early_with_three(alice: User, bob: User, charlie: User, client_of: ClientOf) -> None:
    league = make_league([alice, bob])
    hers = client_of(alice)
    assert "Start league" not in words_of(hers.get(address(league)))
    begin = partial(hers.post, reverse("games:league_act", args=[league.public_id]), {"act": "begin"}, follow=True)
    assert "A league needs at least three members." in words_of(begin())
    client_of(charlie).post(reverse("games:league_join", args=[league.invite_token]))
    assert "Start league" in words_of(hers.get(address(league)))
    assert "Start league" not in words_of(client_of(bob).get(address(league)))
    assert "The league has started." in words_of(begin())
    assert hers.post(reverse("games:league_act", args=[league.public_id]), {"act": "fly"}).status_code == 404


def test_the_page_shows_standings_rounds_and_the_members_own_games(
    alice: User, bob: User, charlie: User, client_of: ClientOf
) -> None:
    league = begun_league([alice, bob, charlie])
    first, second = games_of(league)
    players = [seat.user for seat in first.seats.order_by("number").select_related("user")]
    game_over(first, [0, 15])
    shown = client_of(players[0]).get(address(league))
    text = words_of(shown)
    assert f"{players[0].handle} won with 0 points" in text
    assert "It ends on" in text
    table = shown.context["page"].standings
    assert (table[0].user, table[0].tally.points, table[0].tally.place) == (players[0], 2, 1)
    assert [row.game for row in shown.context["page"].mine] == [second]
    assert "Next: " in text
    out = next(user for user in (alice, bob, charlie) if user not in players)
    watching = main_of(client_of(out).get(address(league)))
    assert second.public_id not in watching, "others cannot open a private game"
    assert "running" in watching


def test_the_winner_stands_first_when_it_is_over(alice: User, bob: User, charlie: User, client_of: ClientOf) -> None:
    league = begun_league([alice, bob, charlie], seats=3)
    league_leave(public_id=league.public_id, user=charlie)
    all_over(league)
    attend(league)
    shown = client_of(bob).get(address(league))
    assert "This league is over." in words_of(shown)
    assert "You have no more games in this league." in words_of(shown)
    assert "Leave league" not in words_of(shown)
    assert shown.context["page"].standings[-1].user == charlie
    assert "Left" in words_of(shown)


def test_a_member_leaves(alice: User, bob: User, charlie: User, client_of: ClientOf) -> None:
    league = begun_league([alice, bob, charlie])
    act = reverse("games:league_act", args=[league.public_id])
    gone = client_of(bob).post(act, {"act": "leave"}, follow=True)
    assert "You left the league." in words_of(gone)
    assert league.members.get(user=bob).left_at is not None


def test_strangers_see_the_invitation_alone(alice: User, bob: User, client: Client, client_of: ClientOf) -> None:
    league = make_league([alice])
    assert client_of(bob).get(address(league)).status_code == 404
    assert client.get(address(league)).status_code == 302
    invited = reverse("games:league_invited", args=[league.invite_token])
    assert reverse("account_signup") in main_of(client.get(invited))
    assert client.get(reverse("games:league_invited", args=["nothing"])).status_code == 404
    person_block(user=alice, handle="bob")
    blocked = words_of(client_of(bob).get(invited))
    assert "You can’t join this league." in blocked
    assert "Members alice" not in blocked
    joined = client_of(bob).post(reverse("games:league_join", args=[league.invite_token]))
    assert joined.status_code == 409


def test_guests_are_asked_for_an_account(alice: User, bob: User, client_of: ClientOf) -> None:
    league = make_league([alice])
    User.objects.filter(pk=bob.pk).update(is_guest=True)
    bob.refresh_from_db()
    his = client_of(bob)
    refused = his.post(reverse("games:league_join", args=[league.invite_token]))
    assert refused.status_code == 403
    assert "New league" not in words_of(his.get(reverse("games:leagues")))


@pytest.mark.fast
def test_the_page_takes_as_many_queries_for_any_league(
    alice: User, bob: User, charlie: User, client_of: ClientOf
) -> None:
    small = begun_league([alice, bob, charlie])
    large = begun_league([alice, bob, charlie, *(make_person(f"p{number}") for number in range(5))], seats=3)
    for _round in range(3):
        all_over(large)
        attend(large)
    hers = client_of(alice)
    counted = [queries_of(partial(hers.get, address(league))) for league in (small, large)]
    assert counted == [8, 8]
    assert queries_of(lambda: hers.get(reverse("games:leagues"))) == 4


def test_a_value_that_the_database_refuses_is_no_table(alice: User, client_of: ClientOf) -> None:
    hers = client_of(alice)
    assert hers.get(reverse("games:league_new"), {"table": "\x00"}).status_code == 404
    assert hers.post(f"{reverse('games:league_new')}?table=%00").status_code == 404
