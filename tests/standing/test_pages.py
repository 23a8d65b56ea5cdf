"""The pages of standing tables, as members, guests and strangers see them."""

from __future__ import annotations

import html
import re
from datetime import timedelta
from functools import partial

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games.lobby.expiry import contributions_close
from games.models import Game, Intervention, Seat, StandingTable
from games.people.blocks import person_block
from games.saga.selectors import saga
from games.standing.next_game import next_game_begin
from games.standing.services import member_sit_out
from tests.clients import ClientOf
from tests.factories import make_person
from tests.page_texts import main_of, queries_of, words_of
from tests.standing.tables import finished_at, make_table

pytestmark = pytest.mark.django_db


def address(name: str, table: StandingTable, *more: object) -> str:
    return reverse(f"games:{name}", args=[table.public_id, *more])


def started(table: StandingTable, user: User) -> Game:
    game = next_game_begin(public_id=table.public_id, user=user)
    Game.objects.filter(pk=game.pk).update(contributions_due_at=timezone.now())
    contributions_close(public_id=game.public_id)
    game.refresh_from_db()
    return game


def test_a_person_creates_a_table_and_starts_its_game_with_one_button(
    alice: User, bob: User, client_of: ClientOf
) -> None:
    hers, his = client_of(alice), client_of(bob)
    assert reverse("games:standing_new") in main_of(hers.get(reverse("games:create")))
    assert reverse("games:standing_tables") in main_of(hers.get("/"))
    page = hers.get(reverse("games:standing_new"))
    assert hers.post(reverse("games:standing_new"), {"seats": "9"}).status_code == 422
    sent = {
        name: page.context["form"][name].value() or ""
        for name in ("seats", "target", "pace", "timeout_action", "next_leader")
    }
    came = hers.post(reverse("games:standing_new"), sent | {"name": "Thursday"}, follow=True)
    table = StandingTable.objects.get()
    assert "A game needs two members who are in. Share the link with your friends." in words_of(came)
    link = re.search(r'readonly rows="2"[^>]*>([^<]+)<', main_of(came))
    assert link is not None
    joined = his.get(link[1].removeprefix("http://localhost:8000").partition("/j/")[2].join(["/j/", ""]))
    assert "alice invites you to a standing table" in words_of(joined)
    his.post(reverse("games:standing_join", args=[table.invite_token]), {"token": ""})
    begun = his.post(address("standing_next", table), {"script": ""})
    game = Game.objects.get()
    assert begun.headers["Location"] == reverse("games:table", args=[game.public_id])
    assert game.seats.get(user=bob).answered_at is not None, "his browser has no script"


def test_the_page_tells_who_plays_who_sits_out_and_whose_turn_it_is(
    alice: User, bob: User, charlie: User, client_of: ClientOf
) -> None:
    dora = make_person("dora")
    table = make_table([alice, bob, charlie, dora], seats=2)
    member_sit_out(public_id=table.public_id, user=dora)
    game = started(table, alice)
    Seat.objects.filter(game=game).update(looked_at=timezone.now())
    acting = game.seats.select_related("user").get(number=game.to_act or 0)
    waiting = next(user for user in (alice, bob, charlie) if not game.seats.filter(user=user).exists())
    page = words_of(client_of(acting.user).get(address("standing", table)))
    assert "Your turn" in page
    assert f"{waiting.handle} Sits out this game" in page.replace("Owner ", "")
    assert re.search(r"dora Sits out until \d", page)
    assert page.count("Online") == 1, "the other player"
    assert f"{acting.user.handle}’s turn" in words_of(client_of(waiting).get(address("standing", table))).replace(
        " ’", "’"
    )


def test_the_score_past_games_and_head_to_head_are_shown(alice: User, bob: User, client_of: ClientOf) -> None:
    table = make_table([alice, bob])
    game = finished_at(table, [alice, bob])
    page = client_of(bob).get(address("standing", table))
    said = words_of(page)
    for words in ("Running score", "All seasons", "Past games", "Head to head", "You finished ahead in"):
        assert words in said
    assert reverse("games:replay", args=[game.public_id]) in main_of(page)
    season = re.search(r"\?season=(\d+)", main_of(page))
    assert season is not None
    assert client_of(bob).get(address("standing", table), {"season": season[1]}).status_code == 200
    assert client_of(bob).get(reverse("games:replay", args=[game.public_id])).status_code == 200


def test_strangers_get_neither_page_nor_acts(alice: User, bob: User, charlie: User, client_of: ClientOf) -> None:
    table = make_table([alice, bob])
    his = client_of(charlie)
    row = table.members.get(user=bob)
    assert his.get(address("standing", table)).status_code == 404
    assert his.get(address("standing_options", table)).status_code == 404
    for path, act in (
        (address("standing_next", table), ""),
        (address("standing_act", table), "out"),
        (address("standing_member", table, row.pk), "remove"),
    ):
        assert his.post(path, {"act": act}).status_code == 404
    assert table.members.count() == 2
    assert Client().get(address("standing", table)).status_code == 302
    assert words_of(client_of(alice).get(reverse("games:standing_tables"))).count("Thursday") == 1
    assert "not at a standing table yet" in words_of(his.get(reverse("games:standing_tables")))


def test_members_sit_out_come_back_and_leave(alice: User, bob: User, client_of: ClientOf) -> None:
    table = make_table([alice, bob])
    his, act = client_of(bob), address("standing_act", table)
    assert "I’m in" in words_of(his.post(act, {"act": "out"}, follow=True))
    assert "Not this week" in words_of(his.post(act, {"act": "in"}, follow=True))
    assert his.post(act, {"act": "other"}).status_code == 404
    assert "You left the standing table." in words_of(his.post(act, {"act": "leave"}, follow=True))
    alone = client_of(alice).post(address("standing_next", table), follow=True)
    assert "A game needs two members who are in." in words_of(alone)


def test_the_owner_manages_members_and_options(alice: User, bob: User, charlie: User, client_of: ClientOf) -> None:
    table = make_table([alice, bob, charlie])
    hers, his = client_of(alice), client_of(bob)
    assert "Manage" not in words_of(his.get(address("standing", table)))
    assert his.get(address("standing_options", table)).status_code == 302
    form = hers.get(address("standing_options", table)).context["form"]
    sent = {name: form[name].value() or "" for name in form.fields} | {"name": "Friday", "goes_on": "on"}
    sent = {name: value for name, value in sent.items() if value not in ("", False)}
    saved = hers.post(address("standing_options", table), sent, follow=True)
    assert "Saved." in words_of(saved)
    table.refresh_from_db()
    assert (table.name, table.goes_on, table.seats_count, table.target) == ("Friday", True, 6, 15)
    assert hers.post(address("standing_options", table), sent | {"seats": "1"}).status_code == 422
    hers.post(address("standing_member", table, table.members.get(user=charlie).pk), {"act": "remove"})
    hers.post(address("standing_member", table, table.members.get(user=bob).pk), {"act": "owner"})
    table.refresh_from_db()
    assert (table.owner, table.members.count()) == (bob, 2)


def test_a_visitor_joins_by_a_name_alone(alice: User, client: Client) -> None:
    table = make_table([alice])
    link = reverse("games:standing_invited", args=[table.invite_token])
    assert main_of(client.get(link)).count('name="handle"') == 1
    came = client.post(
        reverse("games:standing_guest", args=[table.invite_token]),
        {"handle": "Nina", "time_zone": "Europe/Oslo"},
        follow=True,
    )
    assert came.redirect_chain == [(address("standing", table), 302)]
    assert "Nina Guest You" in words_of(came)
    assert client.get(link).headers["Location"] == address("standing", table)
    assert client.get(reverse("games:standing_new")).status_code == 302


def test_a_block_shows_on_the_link_before_a_press(alice: User, bob: User, client_of: ClientOf) -> None:
    table = make_table([alice])
    person_block(user=alice, handle="bob")
    link = client_of(bob).get(reverse("games:standing_invited", args=[table.invite_token]))
    assert "You can’t join this standing table." in words_of(link)


def test_blocked_people_learn_nothing_of_each_others_presence(
    alice: User, bob: User, charlie: User, client_of: ClientOf
) -> None:
    table = make_table([alice, bob, charlie], pace="3m")
    finished_at(table, [alice, bob])
    person_block(user=bob, handle="charlie")
    shown = [words_of(client_of(viewer).get(address("standing", table))) for viewer in (charlie, bob)]
    for page in shown:
        assert page.count("Not online") == 1, "alice alone"
    Seat.objects.filter(user=bob).update(looked_at=timezone.now())
    assert "bob Online" in words_of(client_of(alice).get(address("standing", table)))
    assert "bob Online" not in words_of(client_of(charlie).get(address("standing", table)))


def test_a_link_names_nobody_with_a_block_between_them_and_the_viewer(
    alice: User, bob: User, charlie: User, client_of: ClientOf
) -> None:
    table = make_table([alice, bob])
    link = reverse("games:standing_invited", args=[table.invite_token])
    assert "bob" in words_of(client_of(charlie).get(link))
    person_block(user=bob, handle="charlie")
    page = words_of(client_of(charlie).get(link))
    assert "bob" not in page
    assert "Join this table" in page


def test_the_page_says_why_a_member_sits_out(alice: User, bob: User, client_of: ClientOf) -> None:
    table = make_table([alice, bob], pace="60s")
    said = words_of(client_of(alice).get(address("standing", table)))
    assert "bob Not online" in said
    assert "At this pace only members who are online play" in said
    form = client_of(alice).get(address("standing_options", table)).context["form"]
    sent = {name: form[name].value() or "" for name in form.fields} | {"pace": "1h"}
    sent = {name: value for name, value in sent.items() if value not in ("", False)}
    saved = words_of(client_of(alice).post(address("standing_options", table), sent, follow=True))
    assert "The others sit out until they say that they’re in." in saved
    assert "bob Sits out for now" in saved
    assert "Sits out for now" in words_of(client_of(bob).get(reverse("games:standing_tables")))
    assert "Sits out for now" not in words_of(client_of(alice).get(reverse("games:standing_tables")))
    his = words_of(client_of(bob).get(address("standing", table)))
    assert "You sit out until you agree" in his
    assert "I’m in" in his


@pytest.mark.fast
def test_the_page_takes_as_many_queries_for_any_table(
    alice: User, bob: User, charlie: User, client_of: ClientOf
) -> None:
    small, large = (
        make_table([alice, bob]),
        make_table([alice, bob, charlie, *(make_person(f"p{n}") for n in range(5))]),
    )
    for days in range(4):
        game = finished_at(large, [alice, bob, charlie])
        Game.objects.filter(pk=game.pk).update(ended_at=timezone.now() - timedelta(days=40 * days))
    finished_at(small, [alice, bob])
    hers = client_of(alice)
    # Six queries read the facts of all sagas once.
    cold = [queries_of(partial(hers.get, address("standing", table))) for table in (small, large)]
    assert cold == [27, 27]
    counted = [queries_of(partial(hers.get, address("standing", table))) for table in (small, large)]
    assert counted == [21, 21]
    assert queries_of(lambda: hers.get(reverse("games:standing_tables"))) == 5


def test_past_games_tell_their_sagas_ready_to_send(alice: User, bob: User, client_of: ClientOf) -> None:
    table = make_table([alice, bob])
    games = [finished_at(table, [alice, bob]) for _game in range(2)]
    page = client_of(alice).get(address("standing", table))
    for game in games:
        told = saga(game)
        assert told is not None
        assert all(line in words_of(page) for line in told.lines)
        sent = html.unescape(main_of(page))
        assert f'data-text="{told.text}"' in sent
        assert f">{settings.PUBLIC_URL}{reverse('games:replay', args=[game.public_id])}</textarea>" in sent


def test_a_past_game_whose_seat_went_to_another_person_tells_none(
    alice: User, bob: User, charlie: User, client_of: ClientOf
) -> None:
    table = make_table([alice, bob])
    game = finished_at(table, [alice, bob])
    Intervention.objects.create(
        game=game, kind=Intervention.Kind.REPLACE, by=charlie, seat=0, version=1, created_at=timezone.now()
    )
    page = words_of(client_of(alice).get(address("standing", table)))
    assert "See result" in page
    assert "The saga" not in page
