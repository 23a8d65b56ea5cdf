"""Where bots from outside play: rated with bots, unrated with people who ask for it, within their limits."""

from __future__ import annotations

import random
from dataclasses import asdict, replace
from datetime import UTC, datetime
from http import HTTPStatus
from typing import Any

import pytest
import time_machine
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games.errors import Refused
from games.lobby.challenges import game_challenge
from games.lobby.invitations import person_invite
from games.lobby.rematch import game_rematch
from games.lobby.services import NewGame, game_create, game_join, game_start
from games.models import Game, Invitation, MailLink, OutsideBot, Pool, RatingChange, Seat
from games.moderation.acts.seats import seat_to_person
from games.notices.links.turn import link_issue
from games.outside_bots import limits
from games.outside_bots.errors import OutsideBotReason
from games.outside_bots.services import TakenGames, bot_change
from games.people.errors import PersonReason
from games.ratings.profile import tallies
from games.ratings.settlement import game_settle
from games.standing.services import table_create, table_join
from games.weekly.calendar import this_week
from games.weekly.services import weekly_begin
from tests.api.programs import program_of
from tests.clients import ClientOf
from tests.factories import make_game, make_staff, play_out, seat_to_act
from tests.lobby.test_new_game import PLAIN
from tests.notices.links.turn_links import notice_of
from tests.outside_bots.conftest import make_bot
from tests.page_texts import words_of

pytestmark = pytest.mark.django_db
HAND = NewGame(seats=2, target=None)


def test_a_bot_joins_no_table_of_people_by_its_link(alice: User, mimir: User) -> None:
    """Its rated games could not begin with a bot."""
    table = table_create(owner=alice, new=replace(HAND, rated=True))
    with pytest.raises(Refused) as refused:
        table_join(token=table.invite_token, user=mimir)
    assert refused.value.code == PersonReason.OUTSIDE_BOT
    assert [member.user for member in table.members.all()] == [alice]


def test_bots_have_no_rank_among_the_people_of_a_week(mimir: User, client_of: ClientOf) -> None:
    with pytest.raises(Refused) as refused:
        weekly_begin(week=this_week(), number=1, user=mimir)
    assert refused.value.code == PersonReason.OUTSIDE_BOT
    page = words_of(client_of(mimir).get(reverse("games:weekly_week", args=[this_week()])))
    assert "Deal the cards" not in page


def takes(user: User, **changed: Any) -> None:
    known = OutsideBot.objects.get(user=user)
    facts = {name: getattr(known, name) for name in TakenGames.__dataclass_fields__}
    bot_change(user=user, takes=TakenGames(**facts | changed))


def refused_challenge(host: User, handle: str, new: NewGame = HAND) -> str:
    with pytest.raises(Refused) as refused:
        game_challenge(host=host, handle=handle, new=new)
    assert not Game.objects.filter(host=host).exists()
    return refused.value.code


def test_a_person_challenges_a_bot_to_an_unrated_game(alice: User, mimir: User) -> None:
    bot = program_of(mimir)
    game = program_of(alice).post("challenges/mimir", {"target": None})
    [challenge] = bot.get("challenges")["challenges"]
    joined = bot.post(f"challenges/{challenge['game']['id']}/accept")
    assert [seat["kind"] for seat in joined["seats"]] == ["person", "bot"]
    for program in (bot, program_of(alice)):
        program.post(f"games/{game['id']}/contribution", {"contribution": "00"})
    assert bot.get(f"games/{game['id']}")["status"] == "running"
    assert refused_challenge(User.objects.get(handle="mimir"), "alice") == OutsideBotReason.INVITES_PEOPLE


@pytest.mark.parametrize(
    ("changed", "new", "reason"),
    [
        ({"seats": [2, 3]}, replace(HAND, seats=4), OutsideBotReason.SEATS),
        ({"targets": [None]}, replace(HAND, target=15), OutsideBotReason.TARGET),
        ({"targets": [15]}, HAND, OutsideBotReason.TARGET),
        ({"goat": False}, replace(HAND, goat=True), OutsideBotReason.GOAT),
        ({"paces": ["3m", "1h"]}, replace(HAND, pace="1d"), OutsideBotReason.PACE),
        ({}, replace(HAND, rated=True), OutsideBotReason.RATED),
    ],
)
def test_a_challenge_to_a_game_that_a_bot_does_not_take_is_refused(
    alice: User, mimir: User, client_of: ClientOf, changed: dict[str, Any], new: NewGame, reason: OutsideBotReason
) -> None:
    if changed:
        takes(mimir, **changed)
    assert refused_challenge(alice, "mimir", new) == reason
    chosen = {name: str(value) for name, value in asdict(new).items() if name in ("seats", "pace")}
    chosen |= {"target": "hand" if new.target is None else str(new.target)}
    chosen |= {name: "on" for name in ("goat", "rated") if getattr(new, name)}
    page = client_of(alice).post(f"{reverse('games:create')}?invite=mimir", PLAIN | chosen)
    assert str(reason.words) in words_of(page)
    assert not Game.objects.exists()
    game = game_create(host=alice, new=new)
    with pytest.raises(Refused, match=reason):
        person_invite(public_id=game.public_id, host=alice, handle="mimir")
    assert not Invitation.objects.exists()


def test_a_bot_joins_a_persons_game_only_if_invited(alice: User, mimir: User) -> None:
    game = game_create(host=alice, new=replace(HAND, seats=3))
    for token in ("", game.invite_token):
        with pytest.raises(Refused, match=OutsideBotReason.NOT_ASKED):
            game_join(public_id=game.public_id, user=mimir, token=token)
    person_invite(public_id=game.public_id, host=alice, handle="mimir")
    assert game_join(public_id=game.public_id, user=mimir).number == 1


def test_people_join_a_bots_game_unless_it_is_rated(alice: User, mimir: User, huginn: User) -> None:
    unrated, rated = (game_create(host=mimir, new=replace(HAND, rated=rated)) for rated in (False, True))
    assert game_join(public_id=unrated.public_id, user=alice).number == 1
    with pytest.raises(Refused, match=OutsideBotReason.RATED):
        game_join(public_id=rated.public_id, user=alice)
    assert game_join(public_id=rated.public_id, user=huginn).number == 1


def test_bots_of_one_author_play_no_rated_game(mimir: User, huginn: User) -> None:
    muninn = make_bot("muninn", author="ada")
    assert refused_challenge(mimir, "muninn", replace(HAND, rated=True)) == OutsideBotReason.RATED
    game = game_create(host=huginn, new=replace(HAND, seats=3, rated=True))
    game_join(public_id=game.public_id, user=mimir)
    with pytest.raises(Refused, match=OutsideBotReason.RATED):
        game_join(public_id=game.public_id, user=muninn)
    unrated = game_create(host=mimir, new=HAND)
    assert game_join(public_id=unrated.public_id, user=muninn).number == 1


def test_bots_play_rated_games_with_bots_from_outside_and_of_the_site(
    mimir: User, huginn: User, rng: random.Random
) -> None:
    among = make_game([mimir, huginn], replace(HAND, rated=True))
    house = game_create(host=mimir, new=replace(HAND, rated=True, bots=["skald"]))
    program_of(mimir).post(f"games/{house.public_id}/contribution", {"contribution": None})
    for game in (among, house):
        game.refresh_from_db()
        play_out(game, rng)
        game_settle(game_id=game.pk)
    assert set(RatingChange.objects.values_list("pool", flat=True)) == {Pool.BOTS}
    assert RatingChange.objects.filter(user=mimir).count() == 2
    assert [(tally.pool, tally.played) for tally in tallies(mimir)] == [(Pool.BOTS, 2)]


def test_the_tally_of_a_person_has_their_games_with_bots_apart(alice: User, mimir: User, rng: random.Random) -> None:
    game = make_game([mimir, alice], HAND)
    play_out(game, rng)
    game_settle(game_id=game.pk)
    assert [tally.pool for tally in tallies(alice)] == [Pool.BOTS]


def test_a_game_that_people_share_cannot_be_rated_with_a_bot(alice: User, bob: User, mimir: User) -> None:
    game = game_create(host=mimir, new=replace(HAND, seats=3, rated=True))
    with pytest.raises(Refused, match=OutsideBotReason.RATED):
        game_join(public_id=game.public_id, user=bob)
    assert game_start(public_id=game.public_id, host=mimir, bots=["skald", "jarl"]).status == Game.Status.OPEN


def test_a_rematch_with_people_is_theirs_to_ask_for(alice: User, mimir: User, rng: random.Random) -> None:
    game = make_game([mimir, alice], HAND)
    play_out(game, rng)
    with pytest.raises(Refused, match=OutsideBotReason.INVITES_PEOPLE):
        game_rematch(public_id=game.public_id, user=mimir)
    rematch = game_rematch(public_id=game.public_id, user=alice)
    assert game_rematch(public_id=game.public_id, user=mimir) == rematch


def test_a_bot_has_few_games_and_few_turns_a_minute(alice: User, mimir: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.outside_bots.rules.MAX_GAMES", 1)
    monkeypatch.setattr("games.lobby.limits.MAX_GAMES_OF_BOT", 1)
    monkeypatch.setattr(limits, "TURNS", 2)
    cache.clear()
    bot = program_of(mimir)
    game = bot.post("games", {"seats": 2, "bots": ["skald"], "target": None})
    assert bot.post("games", {"seats": 2})["error"] == "bot_too_many_games"
    assert refused_challenge(alice, "mimir") == OutsideBotReason.BUSY
    wrong = {"version": 0, "turn": "B1"}
    # Counters begin again with each minute.
    with time_machine.travel(timezone.now(), tick=False):
        sent = [bot.post(f"games/{game['id']}/turns", wrong)["error"] for _number in range(3)]
    assert sent == ["hand_over", "hand_over", "bot_too_fast"]
    assert bot.status == 429


@pytest.mark.parametrize("note", ["", "Well played"])
def test_a_turn_of_a_bot_counts_on_the_page_too(
    mimir: User, huginn: User, client_of: ClientOf, monkeypatch: pytest.MonkeyPatch, note: str
) -> None:
    monkeypatch.setattr(limits, "TURNS", 1)
    game = make_game([mimir, huginn], HAND)
    client, form = client_of(seat_to_act(game).user), {"version": game.version - 1, "action": "pass", "note": note}
    address = reverse("games:turn", args=[game.public_id])
    with time_machine.travel(datetime(2026, 11, 20, tzinfo=UTC)):
        cache.clear()
        sent = [client.post(address, form) for _number in range(2)]
    assert [answer.status_code for answer in sent] == [HTTPStatus.CONFLICT, HTTPStatus.TOO_MANY_REQUESTS]
    assert str(OutsideBotReason.TOO_FAST.words) in words_of(sent[1])


def test_a_turn_of_a_bot_counts_by_an_emailed_link_too(
    mimir: User, huginn: User, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "TURNS", 0)
    cache.clear()
    link = link_issue(notice_of(make_game([mimir, huginn], HAND)))
    page = client.post(link, {"action": "pass"})
    assert (page.status_code, MailLink.objects.get().spent_at) == (HTTPStatus.TOO_MANY_REQUESTS, None)
    assert str(OutsideBotReason.TOO_FAST.words) in words_of(page)


def test_a_bot_is_never_a_stand_in(alice: User, bob: User, mimir: User) -> None:
    game = make_game([alice, bob], HAND)
    with pytest.raises(Refused, match="no_such_person"):
        seat_to_person(
            public_id=game.public_id, actor=make_staff("mod", "moderator"), seat=0, handle="mimir", reason="left"
        )
    assert set(Seat.objects.values_list("held_by__handle", flat=True)) == {"alice", "bob"}


def test_it_shows_as_a_bot(alice: User, mimir: User, client_of: ClientOf) -> None:
    client = client_of(alice)
    assert "mimir Bot" in words_of(client.get(reverse("games:profile", args=["mimir"])))
    offered = game_create(host=mimir, new=replace(HAND, seats=3))
    assert "mimir Host Bot" in words_of(client.get(reverse("games:table", args=[offered.public_id])))
    assert "mimir (bot)" in words_of(client.get(reverse("games:open")))
    game = make_game([mimir, alice], HAND)
    table = client.get(reverse("games:table", args=[game.public_id]))
    assert "mimir Bot" in words_of(table)
