"""Publishing a private game's replay: all players agree, and anybody with the link sees it, and nothing else."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from django.utils import timezone, translation

from accounts.models import AuditEntry, User
from accounts.privacy.erasure import account_erase
from accounts.privacy.export import export_json
from games.errors import NoSuchGame, Refused
from games.history.errors import PublicationReason
from games.history.publication.public import published_replay
from games.history.publication.services import PublicationAnswer, publication_answer, publication_ask
from games.history.publication.upkeep import publications_sweep
from games.models import ChatLine, Game, Intervention, Publication
from games.moderation.acts.publications import publication_withdraw
from games.saga.selectors import saga
from tests.clients import ClientOf
from tests.factories import make_staff
from tests.games_laid import finished_game, game_before_end
from tests.page_texts import queries_of, words_of
from tests.table.tables import game_url, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def over(alice: User, bob: User) -> Game:
    return finished_game([alice, bob], recorded="target_10_of_two", visibility="private", name="bob's secret game")


def asked(game: Game, user: User, hand: int | None = None, *, hides_name: bool = False) -> Publication:
    return publication_ask(public_id=game.public_id, user=user, hand=hand, hides_name=hides_name)


def answered(row: Publication, user: User, answer: str, *, hides_name: bool = False) -> None:
    publication_answer(
        public_id=row.game.public_id,
        user=user,
        publication_id=row.pk,
        answer=PublicationAnswer(answer),
        hides_name=hides_name,
    )


def link(row: Publication) -> str:
    return f"/r/{row.token}/"


def status(row: Publication) -> int:
    return Client().get(link(row)).status_code


def reason(call: object, *args: object, **more: object) -> object:
    with pytest.raises(Refused) as caught:
        call(*args, **more)  # type: ignore[operator]
    return caught.value.reason


def test_it_is_public_once_all_agree_until_any_player_withdraws(over: Game, alice: User, bob: User) -> None:
    row = asked(over, alice)
    assert status(row) == 404
    answered(row, bob, "agree")
    page = Client().get(link(row))
    assert page.status_code == 200
    assert (page["X-Robots-Tag"], "no-store" in page["Cache-Control"]) == ("noindex", True)
    assert '<meta name="robots" content="noindex">' in text_of(page)
    assert Client().get(game_url("replay", over)).status_code == 302
    answered(row, bob, "end")
    assert status(row) == 404


def test_players_do_all_that_on_the_replays_page(over: Game, alice: User, bob: User, client_of: ClientOf) -> None:
    hers, his, page = client_of(alice), client_of(bob), game_url("replay", over)
    came = hers.post(game_url("publish", over), {"act": "ask", "hand": "0", "hides_name": "on"}, follow=True)
    assert "Still to agree: bob." in words_of(came)
    row = Publication.objects.get()
    assert "alice asked to publish all hands. Still to agree: bob." in words_of(his.get(page))
    his.post(game_url("publish", over), {"act": "agree", "publication": row.pk})
    assert link(row) in text_of(his.get(page))
    assert "Show my name" in words_of(hers.get(page))
    hers.post(game_url("publish", over), {"act": "end", "publication": row.pk})
    assert "You can ask again from" in words_of(his.get(page))
    assert "Publish replay" in words_of(hers.get(page))


def test_hidden_names_are_nowhere_on_the_page(over: Game, alice: User, bob: User) -> None:
    row = asked(over, alice, hides_name=True)
    answered(row, bob, "agree")
    shown = text_of(Client().get(link(row)))
    assert "alice" not in shown
    assert "Player 1" in shown
    answered(row, bob, "hide")
    for turn in ("0", "5", "last"):
        page = Client().get(f"{link(row)}?hand=2&turn={turn}")
        assert page.status_code == 200
        assert re.findall("alice|bob", text_of(page)) == []
        assert over.public_id not in text_of(page)
    told = saga(over, ["Player 1", "Player 2"])
    assert told is not None
    assert told.lines[0] in words_of(page)
    with translation.override("de"):
        assert set(published_replay(row.token).names) == {"Spieler 1", "Spieler 2"}
    answered(row, alice, "show")
    assert "alice" in text_of(Client().get(link(row)))


def test_one_published_hand_shows_no_other(over: Game, alice: User, bob: User) -> None:
    row = asked(over, alice, hand=2)
    answered(row, bob, "agree")
    page = Client().get(link(row))
    assert page.status_code == 200
    assert [line.number for line in page.context["replay"].hands] == [2]
    assert set(page.context["replay"].points) == {0}
    assert "The saga" not in words_of(page)
    assert not page.context["steps"]["hand_before"]
    assert not page.context["steps"]["hand_after"]
    for other in ("1", "3", "99"):
        assert Client().get(f"{link(row)}?hand={other}").status_code == 404


def test_the_chat_stays_private(over: Game, alice: User, bob: User) -> None:
    ChatLine.objects.create(game=over, user=alice, text="Unspeakable.", created_at=timezone.now())
    row = asked(over, alice)
    answered(row, bob, "agree")
    assert "Unspeakable" not in text_of(Client().get(link(row)))


def test_an_objection_ends_it_for_a_week(over: Game, alice: User, bob: User, travel: time_machine.Traveller) -> None:
    row = asked(over, alice)
    answered(row, bob, "end")
    assert status(row) == 404
    assert reason(asked, over, alice) is PublicationReason.TOO_SOON
    travel.shift(timedelta(days=7, seconds=1))
    again = asked(over, alice)
    assert again.token != row.token
    assert status(row) == 404


def test_only_players_of_finished_private_games_publish(
    over: Game, alice: User, bob: User, charlie: User, client_of: ClientOf
) -> None:
    for outsider in (charlie,):
        with pytest.raises(NoSuchGame):
            asked(over, outsider)
        assert client_of(outsider).post(game_url("publish", over), {"act": "ask"}).status_code == 404
    row = asked(over, alice)
    with pytest.raises(NoSuchGame):
        answered(row, charlie, "end")
    assert Client().post(game_url("publish", over), {"act": "ask"}).status_code == 302
    assert reason(asked, over, bob) is PublicationReason.ASKED_ALREADY
    running = game_before_end([alice, bob], recorded="target_10_of_two", visibility="private")
    public = finished_game([alice, bob], recorded="single_hand_of_two")
    for game in (running, public):
        assert reason(asked, game, alice) is PublicationReason.NOT_THIS_GAME
    assert "Publish replay" not in words_of(client_of(alice).get(game_url("replay", running)))


def test_no_hand_that_is_void_or_missing_and_no_game_whose_seat_moved(over: Game, alice: User, bob: User) -> None:
    over.hands.filter(number=2).update(voided=True)
    assert reason(asked, over, alice, 2) is PublicationReason.NO_SUCH_HAND
    assert reason(asked, over, alice, 99) is PublicationReason.NO_SUCH_HAND
    row = asked(over, alice)
    answered(row, bob, "agree")
    Intervention.objects.create(
        game=over, kind=Intervention.Kind.REPLACE, by=bob, seat=0, version=1, created_at=timezone.now()
    )
    assert status(row) == 404


def test_an_answer_to_another_request_is_refused(over: Game, alice: User, bob: User) -> None:
    row = asked(over, alice, hand=1)
    answered(row, alice, "end")
    asked(over, alice)
    assert reason(answered, row, bob, "agree") is PublicationReason.CHANGED


@pytest.mark.parametrize("gone", ["erased", "banned"])
def test_nobody_waits_for_people_who_are_gone_and_their_names_are_hidden(
    over: Game, alice: User, bob: User, gone: str
) -> None:
    row = asked(over, alice)
    if gone == "erased":
        account_erase(user=bob)
    else:
        User.objects.filter(pk=bob.pk).update(suspended_until=timezone.now() + timedelta(days=9999))
    assert publications_sweep() == 1
    page = Client().get(link(row))
    assert page.status_code == 200
    assert "Player 2" in text_of(page)
    assert not re.search(r"\bbob\b", text_of(page))


def test_moderators_withdraw_it(over: Game, alice: User, bob: User) -> None:
    row = asked(over, alice)
    answered(row, bob, "agree")
    publication_withdraw(actor=make_staff("mona", "moderator"), publication_id=row.pk, reason="Asked by mail.")
    assert status(row) == 404
    assert AuditEntry.objects.filter(action="replay.withdraw", game=over.public_id).exists()
    assert reason(asked, over, alice) is PublicationReason.TOO_SOON


def test_exports_name_ones_requests(over: Game, alice: User, bob: User) -> None:
    asked(over, alice, hand=1)
    for user, count in ((alice, 1), (bob, 0)):
        exported = "".join(export_json(user))
        section = exported.partition('"published_replays"')[2].partition("]")[0]
        assert section.count(over.public_id) == count


@pytest.mark.fast
def test_the_public_page_asks_little(over: Game, alice: User, bob: User) -> None:
    row = asked(over, alice)
    answered(row, bob, "agree")
    visitor = Client()
    visitor.get(link(row))
    assert queries_of(lambda: visitor.get(link(row))) == 10
