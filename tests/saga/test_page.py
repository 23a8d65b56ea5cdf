"""The saga on pages: at the end of the game and on its replay, in seven languages, ready to send."""

from __future__ import annotations

import html
import re

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone, translation

from accounts.models import User
from games.models import Game, Notice
from games.notices.mail import compose, compose_digest
from games.saga.facts import BoldPass, BreakingSet, Hoard, SagaFacts, TurningPoint
from games.saga.selectors import saga
from games.saga.words import saga_lines
from tests.clients import ClientOf
from tests.games_laid import finished_game
from tests.page_texts import queries_of, words_of
from tests.table.tables import game_url, text_of

pytestmark = pytest.mark.django_db

HOARD = Hoard(seat=1, hand=2, cards=7)
PASS = BoldPass(seat=1, hand=1, value=77, ways=3)
BROKE = BreakingSet(seat=0, hand=2, cards=("B9", "R9", "G9"), value=999, victim=1, beaten=98)


@pytest.fixture
def over(alice: User, bob: User) -> Game:
    return finished_game([alice, bob], recorded="target_10_of_two")


def lines_of(game: Game) -> tuple[str, ...]:
    told = saga(game)
    assert told is not None
    return told.lines


def test_the_end_of_the_game_and_its_replay_tell_it(over: Game, alice: User, client_of: ClientOf) -> None:
    lines = lines_of(over)
    assert len(lines) == 4
    for client in (client_of(alice), Client()):
        for name in ("table", "text_table", "replay"):
            words = words_of(client.get(game_url(name, over)))
            assert [line in words for line in lines] == [True] * 4, name


def test_share_sends_it_with_the_link(over: Game) -> None:
    page = html.unescape(text_of(Client().get(game_url("table", over))))
    assert f'data-text="{" ".join(lines_of(over))}"' in page


def test_games_that_run_have_none(game: Game) -> None:
    assert saga(game) is None
    assert 'id="saga"' not in text_of(Client().get(game_url("replay", game)))


def test_a_cancelled_game_has_none(over: Game) -> None:
    over.ending = Game.Ending.CANCELLED
    assert saga(over) is None


@pytest.mark.parametrize("digest", ["", "daily"])
def test_the_mail_of_the_games_end_tells_it(over: Game, alice: User, digest: str) -> None:
    at = timezone.now()
    row = Notice(
        game=over, user=alice, kind=Notice.Kind.OVER, digest=digest, version=over.version, due_at=at, created_at=at
    )
    message = compose_digest([row], "a@example.org") if digest else compose(row, "a@example.org")
    page = html.unescape(str(message.alternatives[0][0]))
    assert [(line in message.body, line in page) for line in lines_of(over)] == [(True, True)] * 4


@pytest.mark.fast
def test_a_second_reading_takes_one_query(over: Game) -> None:
    assert queries_of(lambda: saga(over)) <= 7
    assert queries_of(lambda: saga(over)) == 1


def test_deleted_accounts_are_not_named(over: Game, bob: User) -> None:
    assert "bob" in " ".join(lines_of(over))
    User.objects.filter(pk=bob.pk).update(erased_at=over.ended_at)
    assert "bob" not in " ".join(lines_of(over))


@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
def test_each_line_is_told_in_each_language(language: str) -> None:
    endings = [
        TurningPoint((0,), resigned=False, hand=2, hands=3, from_start=False, in_last=False),
        TurningPoint((0,), resigned=False, hand=1, hands=3, from_start=True, in_last=False),
        TurningPoint((0,), resigned=False, hand=1, hands=1, from_start=True, in_last=True),
        TurningPoint((0,), resigned=False, hand=3, hands=3, from_start=False, in_last=True),
        TurningPoint((0, 1), resigned=False, hand=0, hands=3, from_start=False, in_last=False),
        TurningPoint((0,), resigned=True, hand=0, hands=3, from_start=False, in_last=False),
    ]
    with translation.override(language):
        told = [saga_lines(SagaFacts(ending, HOARD, PASS, BROKE), ("anna", "ben")) for ending in endings]
        bare = saga_lines(SagaFacts(endings[0], HOARD, None, None), ("anna", "ben"))
    assert len({lines[0] for lines in told}) == len(endings)
    for lines in told:
        assert all("anna" in line for line in (lines[0], lines[3]))
        assert [fact in lines[1] for fact in ("ben", "7")] == [True] * 2
        assert [fact in lines[2] for fact in ("ben", "77", "3")] == [True] * 3
        assert [fact in lines[3] for fact in ("ben", "999", "98")] == [True] * 3
    assert len(bare) == 3
    assert not any("{" in line for lines in told for line in lines)


@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
def test_a_sole_opponent_who_gave_up_is_named(language: str) -> None:
    resigned = TurningPoint((0,), resigned=True, hand=0, hands=3, from_start=False, in_last=False)
    with translation.override(language):
        of_two = saga_lines(SagaFacts(resigned, HOARD, None, None), ("kim", "zoe"))
        of_three = saga_lines(SagaFacts(resigned, HOARD, None, None), ("kim", "zoe", "cleo"))
    assert "zoe" in of_two[0]
    assert "zoe" not in of_three[0]


@pytest.mark.parametrize(("language", "wrong"), [("fr", r"\bde [aeiouéè]"), ("ca", r"\bde [aeiouéè]")])
def test_no_preposition_has_to_be_cut_before_a_name(language: str, wrong: str) -> None:
    endings = [
        TurningPoint((0,), resigned=resigned, hand=hand, hands=hands, from_start=hand == 1, in_last=hand == hands)
        for resigned, hand, hands in ((True, 0, 3), (False, 1, 1), (False, 1, 3), (False, 2, 3), (False, 3, 3))
    ]
    with translation.override(language):
        told = [saga_lines(SagaFacts(ending, HOARD, PASS, BROKE), ("Émile", "Ada")) for ending in endings]
    assert [line for lines in told for line in lines if re.search(wrong, line, re.IGNORECASE)] == []
