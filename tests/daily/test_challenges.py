"""Challenges: a hand of a finished public game, played by others from the same seat."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.daily.challenges import (
    MAX_A_DAY,
    challenge_begin,
    challenge_make,
    challenge_named,
    challenge_results,
    challenge_turn,
    challenges_merge,
)
from games.daily.errors import ChallengeReason
from games.daily.owner import Owner
from games.errors import NoSuchGame, Refused
from games.lobby.services import NewGame
from games.models import Challenge, Game, Hand, HandPlay, LimitedAct
from games.people.blocks import person_block
from tests.daily.conftest import NOON, first_turn, hand_of
from tests.games_laid import finished_game, lay_game
from tests.page_texts import main_of, queries_of, words_of

VISITOR = Owner(None, "b" * 32)


@pytest.fixture
def over(alice: User, bob: User) -> Game:
    return finished_game([alice, bob], recorded="single_hand_of_two")


def make(user: User, game: Game, bot: str = "hirdman", number: int = 1) -> Challenge:
    return challenge_make(user=user, public_id=game.public_id, number=number, bot=bot)


def play(challenge: Challenge, owner: Owner) -> HandPlay:
    found = challenge_begin(challenge=challenge, owner=owner)
    while found.finished_at is None:
        hand = hand_of(found)
        text = str(first_turn(hand))
        found = challenge_turn(challenge=challenge, owner=owner, turns=len(hand.turns), text=text)
    return found


def test_others_get_the_same_cards_from_the_same_seat(over: Game, alice: User, bob: User, charlie: User) -> None:
    hand = Hand.objects.get(game=over)
    for user, seat in ((alice, 0), (bob, 1)):
        found = challenge_begin(challenge=make(user, over), owner=Owner(charlie))
        dealt = hand_of(found).states[0].hands[seat]
        assert set(map(str, dealt)) == set(hand.deck[9 * seat : 9 * seat + 9])
        assert (found.hand.seat, found.hand.leader, found.hand.bots) == (seat, hand.leader, ["hirdman"])


def test_the_sheet_compares_all_who_have_finished(over: Game, alice: User, charlie: User) -> None:
    challenge = make(alice, over)
    challenge_begin(challenge=challenge, owner=Owner(charlie))
    points = (Hand.objects.get(game=over).points or [])[0]
    assert [(row.user, row.points) for row in challenge_results(challenge, charlie)] == [(alice, points)]
    theirs, visitors = play(challenge, Owner(charlie)), play(challenge, VISITOR)
    rows = challenge_results(challenge, charlie)
    expected = {(alice, points, True), (charlie, theirs.points, False), (None, visitors.points, False)}
    assert {(row.user, row.points, row.first) for row in rows} == expected
    assert [row.points for row in rows] == sorted(row.points for row in rows)


def test_two_people_who_play_the_same_turns_meet_the_same_answers(over: Game, alice: User, charlie: User) -> None:
    challenge = make(alice, over, "jarl")
    assert play(challenge, Owner(charlie)).turns == play(challenge, VISITOR).turns


def test_the_same_hand_and_bot_again_are_the_same_challenge(over: Game, alice: User) -> None:
    assert make(alice, over) == make(alice, over) != make(alice, over, "skald")


@pytest.mark.parametrize("visibility", list(Game.Visibility))
def test_no_hand_of_a_running_game_is_sent_on(alice: User, bob: User, visibility: Game.Visibility) -> None:
    running = lay_game([alice, bob], NewGame(seats=2, visibility=visibility))
    with pytest.raises(NoSuchGame):
        make(alice, running)
    assert not Challenge.objects.exists()


def test_a_private_or_cancelled_game_is_not_sent_on(over: Game, alice: User) -> None:
    challenge = make(alice, over)
    for change in ({"visibility": Game.Visibility.PRIVATE}, {"status": Game.Status.CANCELLED}):
        Game.objects.filter(pk=over.pk).update(visibility="public", status="finished")
        Game.objects.filter(pk=over.pk).update(**change)
        with pytest.raises(NoSuchGame):
            make(alice, over, "skald")
        with pytest.raises(NoSuchGame):
            challenge_named(challenge.public_id)


def test_only_players_of_the_game_send_its_hands(over: Game, charlie: User) -> None:
    with pytest.raises(NoSuchGame):
        make(charlie, over)


@pytest.mark.parametrize(
    ("bot", "number", "reason"),
    [("nobody", 1, ChallengeReason.NO_SUCH_BOT), ("skald", 9, ChallengeReason.NO_SUCH_HAND)],
)
def test_a_bot_or_hand_that_does_not_exist_is_refused(
    over: Game, alice: User, bot: str, number: int, reason: ChallengeReason
) -> None:
    with pytest.raises(Refused) as refused:
        make(alice, over, bot, number)
    assert refused.value.reason == reason


def test_a_day_has_a_limit(over: Game, alice: User) -> None:
    LimitedAct.objects.bulk_create(LimitedAct(user=alice, kind="challenge", at=NOON) for _ in range(MAX_A_DAY))
    with pytest.raises(Refused) as refused:
        make(alice, over)
    assert refused.value.reason == ChallengeReason.TOO_MANY


def test_the_challenger_does_not_play_their_own_hand_again(over: Game, alice: User) -> None:
    with pytest.raises(Refused) as refused:
        challenge_begin(challenge=make(alice, over), owner=Owner(alice))
    assert refused.value.reason == ChallengeReason.OWN


def test_blocked_people_do_not_see_each_others_results(over: Game, alice: User, bob: User, charlie: User) -> None:
    challenge = make(alice, over)
    play(challenge, Owner(charlie))
    play(challenge, Owner(bob))
    person_block(user=bob, handle="charlie")
    assert [row.user for row in challenge_results(challenge, charlie)].count(bob) == 0


def test_merged_accounts_keep_their_challenges(over: Game, alice: User, charlie: User) -> None:
    challenge = make(alice, over)
    challenges_merge(first=charlie, second=alice)
    challenge.refresh_from_db()
    assert challenge.challenger == charlie


def test_from_the_replay_to_the_sheet(client_of: Any, client: Client, over: Game, alice: User) -> None:
    challenger = client_of(alice)
    replay = reverse("games:replay", args=[over.public_id])
    assert "Challenge friends" in words_of(challenger.get(replay))
    assert "Challenge friends" not in words_of(client.get(replay))
    made = challenger.post(reverse("games:challenge_new", args=[over.public_id]), {"hand": "1", "bot": "hirdman"})
    address = made.headers["Location"]
    assert address in main_of(challenger.get(address)), "the link to share"
    assert challenger.post(address, {"action": "begin"}).headers["Location"] == address, "they have played it"
    before = words_of(client.get(address))
    assert "alice challenges you" in before
    assert "How it was played" not in before
    assert client.post(address, {"action": "begin"}).status_code == 302
    found = HandPlay.objects.get()
    table = main_of(client.get(address))
    assert "How it was played" not in table
    while found.finished_at is None:
        hand = hand_of(found)
        turn = first_turn(hand)
        form: dict[str, Any] = {"version": 1000 + len(hand.turns), "action": "pass" if turn.is_pass else "play"}
        form |= {"card": list(map(str, turn.cards))} | ({"pickup": str(turn.pickup)} if turn.pickup else {})
        assert client.post(address, form).status_code == 302
        found.refresh_from_db()
    sheet = words_of(client.get(address))
    assert "Visitor" in sheet
    assert "How it was played" in sheet
    assert queries_of(lambda: challenger.get(address)) == 6


def test_an_unknown_challenge_does_not_exist(client: Client) -> None:
    assert client.get("/challenges/abcdefghij/").status_code == 404
