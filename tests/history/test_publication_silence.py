"""A replay is published a day after all players know of the request, unless one of them objects."""

from __future__ import annotations

import re
from datetime import timedelta
from functools import partial

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from accounts.models import User
from accounts.privacy.erasure import account_erase
from games.errors import Refused
from games.history.errors import PublicationReason
from games.history.publication.services import PublicationAnswer, publication_answer, publication_ask
from games.history.publication.upkeep import LAPSES_AFTER, OBJECT_WITHIN, publications_sweep
from games.models import Game, Notice, Publication
from tests.clients import ClientOf
from tests.games_laid import finished_game
from tests.page_texts import queries_of, words_of
from tests.table.tables import game_url, text_of

pytestmark = pytest.mark.django_db
MINUTE = timedelta(minutes=1)


@pytest.fixture
def over(travel: time_machine.Traveller, alice: User, bob: User, charlie: User) -> Game:
    return finished_game([alice, bob, charlie], recorded="three_with_goat", visibility="private")


@pytest.fixture
def row(travel: time_machine.Traveller, over: Game, alice: User) -> Publication:
    return publication_ask(public_id=over.public_id, user=alice, hand=None, hides_name=False)


def answer(row: Publication, user: User, act: PublicationAnswer) -> None:
    publication_answer(public_id=row.game.public_id, user=user, publication_id=row.pk, answer=act)


def told(row: Publication, *users: User, channel: str = "mail") -> None:
    """Their notifications were sent."""
    notices = Notice.objects.filter(kind=Notice.Kind.PUBLISH, about=row.pk, user__in=users)
    notices.update(status="sent", sent_at=timezone.now(), channel=channel)


def is_public(row: Publication) -> bool:
    publications_sweep()
    return bool(Client().get(f"/r/{row.token}/").status_code == 200)


def test_all_others_are_notified_and_nobody_else(row: Publication, over: Game, bob: User, charlie: User) -> None:
    notices = Notice.objects.filter(kind=Notice.Kind.PUBLISH)
    assert {(notice.user, notice.game, notice.about) for notice in notices} == {
        (bob, over, row.pk),
        (charlie, over, row.pk),
    }


def test_silence_publishes_a_day_after_all_were_told(
    row: Publication, bob: User, charlie: User, travel: time_machine.Traveller
) -> None:
    told(row, bob)
    travel.shift(OBJECT_WITHIN * 2)
    assert not is_public(row)
    told(row, charlie)
    assert not is_public(row)
    travel.shift(OBJECT_WITHIN - MINUTE)
    assert not is_public(row)
    travel.shift(MINUTE)
    assert is_public(row)
    page = text_of(Client().get(f"/r/{row.token}/"))
    assert "alice" in page
    assert not re.search(r"\b(bob|charlie)\b", page)


def test_it_is_public_at_once_when_all_agree(row: Publication, bob: User, charlie: User) -> None:
    answer(row, bob, PublicationAnswer.AGREE)
    assert Client().get(f"/r/{row.token}/").status_code == 404
    answer(row, charlie, PublicationAnswer.AGREE)
    assert Client().get(f"/r/{row.token}/").status_code == 200


def test_an_objection_ends_it_in_the_day_and_after(
    row: Publication, over: Game, alice: User, bob: User, charlie: User, travel: time_machine.Traveller
) -> None:
    told(row, bob, charlie)
    assert not is_public(row)
    travel.shift(OBJECT_WITHIN - MINUTE)
    answer(row, charlie, PublicationAnswer.END)
    travel.shift(OBJECT_WITHIN)
    assert not is_public(row)
    with pytest.raises(Refused) as refused:
        publication_ask(public_id=over.public_id, user=alice, hand=None, hides_name=False)
    assert refused.value.reason is PublicationReason.TOO_SOON
    travel.shift(timedelta(days=7))
    again = publication_ask(public_id=over.public_id, user=alice, hand=None, hides_name=False)
    told(again, bob, charlie)
    assert not is_public(again)
    travel.shift(OBJECT_WITHIN)
    assert is_public(again)
    answer(again, charlie, PublicationAnswer.END)
    assert not is_public(again)


def test_a_push_tells_and_a_webhook_does_not(
    row: Publication, bob: User, charlie: User, travel: time_machine.Traveller
) -> None:
    told(row, bob, channel="push")
    told(row, charlie, channel="webhook")
    for _day in range(3):
        assert not is_public(row)
        travel.shift(OBJECT_WITHIN)
    told(row, charlie, channel="push")
    assert not is_public(row)
    travel.shift(OBJECT_WITHIN)
    assert is_public(row)


def test_an_email_that_bounced_told_nothing(
    row: Publication, bob: User, charlie: User, travel: time_machine.Traveller
) -> None:
    told(row, bob, charlie)
    assert not is_public(row)
    User.objects.filter(pk=bob.pk).update(mail_stopped_at=timezone.now(), mail_stopped_why="bounce")
    travel.shift(OBJECT_WITHIN * 2)
    assert not is_public(row)
    # The day begins again.
    User.objects.filter(pk=bob.pk).update(mail_stopped_at=None, mail_stopped_why="")
    assert not is_public(row)
    travel.shift(OBJECT_WITHIN)
    assert is_public(row)


def test_the_page_tells_a_person_whom_nothing_reaches(
    row: Publication, over: Game, bob: User, charlie: User, client_of: ClientOf, travel: time_machine.Traveller
) -> None:
    Notice.objects.filter(user=bob).delete()
    told(row, charlie)
    travel.shift(OBJECT_WITHIN * 2)
    assert not is_public(row)
    client_of(charlie).get(game_url("replay", over))
    for _time in range(2):
        page = words_of(client_of(bob).get(game_url("replay", over)))
    assert "a day after all players know of it. Players we can’t reach must agree." in page
    assert "If you don’t answer, your name is hidden." in page
    row.refresh_from_db()
    assert sorted(row.seen) == [over.seats.get(user=user).number for user in (bob, charlie)]
    assert not is_public(row)
    assert "Without an objection it’s published on " in words_of(client_of(bob).get(game_url("replay", over)))
    travel.shift(OBJECT_WITHIN)
    assert is_public(row)
    page = words_of(client_of(bob).get(game_url("replay", over)))
    assert "Withdraw replay" in page
    assert "Still to agree" not in page


def test_other_pages_and_people_tell_nobody(
    row: Publication, over: Game, bob: User, alice: User, client_of: ClientOf
) -> None:
    client_of(bob).get(game_url("table", over))
    client_of(bob).head(game_url("replay", over))
    client_of(alice).get(game_url("replay", over))
    row.refresh_from_db()
    assert row.seen == []


def test_gone_people_stop_nothing(row: Publication, bob: User, charlie: User, travel: time_machine.Traveller) -> None:
    account_erase(user=bob)
    told(row, charlie)
    assert not is_public(row)
    travel.shift(OBJECT_WITHIN)
    assert is_public(row)


def test_a_clock_that_was_wrong_delays_it_by_a_day_at_most(
    row: Publication, bob: User, charlie: User, travel: time_machine.Traveller
) -> None:
    told(row, bob, charlie)
    Publication.objects.filter(pk=row.pk).update(told_at=timezone.now() + timedelta(days=300))
    assert not is_public(row)
    travel.shift(OBJECT_WITHIN)
    assert is_public(row)


def test_a_request_that_nothing_comes_of_lapses(
    row: Publication, over: Game, bob: User, travel: time_machine.Traveller
) -> None:
    told(row, bob)
    travel.shift(LAPSES_AFTER - MINUTE)
    publications_sweep()
    row.refresh_from_db()
    assert row.ended_at is None
    travel.shift(MINUTE)
    assert not is_public(row)
    assert publication_ask(public_id=over.public_id, user=bob, hand=1, hides_name=False)


def test_many_requests_that_only_wait_hold_no_other_up(
    row: Publication, alice: User, bob: User, travel: time_machine.Traveller, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.history.publication.upkeep.BATCH", 1)
    travel.shift(MINUTE)
    game = finished_game([alice, bob], recorded="single_hand_of_two", visibility="private")
    later = publication_ask(public_id=game.public_id, user=alice, hand=None, hides_name=False)
    told(later, bob)
    for _day in range(2):
        for _time in range(50):
            publications_sweep()
        travel.shift(OBJECT_WITHIN)
    assert is_public(later)
    assert not is_public(row)


def test_the_games_page_shows_a_request_to_those_who_have_yet_to_answer(
    row: Publication, over: Game, alice: User, bob: User, charlie: User, client_of: ClientOf
) -> None:
    answer(row, charlie, PublicationAnswer.AGREE)
    for page in ("table", "text_table"):
        for user, shows in ((alice, False), (bob, True), (charlie, False)):
            shown = text_of(client_of(user).get(game_url(page, over)))
            assert ("alice asked to publish all hands." in shown) is shows, (page, user)
            assert (f"/g/{over.public_id}/replay/#publication" in shown) is shows
    answer(row, bob, PublicationAnswer.AGREE)
    assert "asked to publish" not in text_of(client_of(bob).get(game_url("table", over)))


def test_only_finished_private_games_ask_for_it(alice: User, bob: User, client_of: ClientOf) -> None:
    hers, queries = client_of(alice), []
    for visibility in ("public", "private"):
        game = finished_game([alice, bob], recorded="single_hand_of_two", visibility=visibility)
        page = game_url("table", game)
        hers.get(page)
        queries.append(queries_of(partial(hers.get, page)))
    assert queries[1] <= queries[0] + 1


def test_a_sweep_without_requests_asks_once(over: Game) -> None:
    assert queries_of(publications_sweep) == 1
