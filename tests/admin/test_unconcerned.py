"""Texts that staff may not read: reports, notes and signals about themselves or a game of theirs, on any page."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.db.models import Model
from django.template.response import TemplateResponse
from django.utils import timezone

from accounts.models import User
from games.lobby.services import NewGame
from games.models import Game, Report, Signal
from games.moderation.acts import seat_to_person
from games.moderation.reports import report_make, report_note
from tests.admin.asking import UNKNOWN, Asking
from tests.admin.conftest import browser_of
from tests.admin.every_page import page_of, text_of
from tests.factories import make_person, make_staff
from tests.games_laid import lay_game

pytestmark = pytest.mark.django_db

SECRET = "cheats, and I fear them"


@pytest.fixture
def mona(db: None) -> User:
    """A moderator who reads reports and signals, and plays."""
    return make_staff("mona", "moderator")


@pytest.fixture
def judge(db: None) -> User:
    return make_staff("judge", "moderator")


def signal(people: list[User], game: Game | None) -> Signal:
    at = timezone.now()
    evidence = {"games": 3, "partners": 7, "accounts": 2, "active": 300, "days": 30, "tables": []}
    ids = sorted(person.pk for person in people)
    return Signal.objects.create(
        kind="network", people=ids, game=game, weight=3, evidence=evidence, first_seen_at=at, last_seen_at=at
    )


def hidden_from_mona(alice: User, bob: User, mona: User, judge: User) -> Iterator[Report | Signal]:
    """Reports and signals: about her, by her, about her game, about the game where she was replaced, about no game."""
    charlie = make_person("charlie")
    own, former = (lay_game([alice, bob, mona], NewGame(seats=3)) for _twice in range(2))
    seat = former.seats.get(user=mona).number
    seat_to_person(actor=judge, public_id=former.public_id, reason="Away", seat=seat, handle=charlie.handle)
    yield report_make(user=alice, kind="profile", accused="mona", text=f"mona {SECRET}")
    yield report_make(user=mona, kind="profile", accused="bob", text="Rude")
    for game in (own, former):
        yield report_make(user=alice, kind="collusion", public_id=game.public_id, accused="bob", text=f"bob {SECRET}")
        yield signal([alice, bob], game)
    yield signal([mona, alice], None)


def page(row: Report | Signal) -> str:
    return f"/admin/games/{row._meta.model_name}/{row.pk}/"


def listed(asking: Asking, kind: type[Model], query: str) -> list[int]:
    return [row.pk for row in asking.listed(kind, page_of(kind, "changelist") + query)]


def overview_of(asking: Asking) -> dict[str, Any]:
    answer = asking.get("/admin/")
    assert isinstance(answer, TemplateResponse)
    assert answer.context_data is not None
    return answer.context_data


def test_what_concerns_the_reader_is_not_there(alice: User, bob: User, mona: User, judge: User) -> None:
    concerning = list(hidden_from_mona(alice, bob, mona, judge))
    for row in concerning:
        if isinstance(row, Report) and row.reporter_id != mona.pk:
            report_note(actor=judge, report_id=row.pk, text=f"She {SECRET}")
    other = [report_make(user=alice, kind="profile", accused="bob", text="Odd name"), signal([alice, bob], None)]
    hers, his = Asking.of(browser_of(mona)), Asking.of(browser_of(judge))
    for row in concerning:
        acts = ("claim", "judge", "note") if isinstance(row, Report) else ("aside",)
        paths = [f"{page(row)}change/", *(f"{page(row)}act/{act}/" for act in acts)]
        assert [hers.get(path).status_code for path in paths] == [UNKNOWN] * len(paths)
        assert [his.get(path).status_code for path in paths] == [200] * len(paths)
    for kind, shown in zip((Report, Signal), other, strict=True):
        for query in ("?state=all", "?q=alice", "?q=bob", "?state=all&q=alice"):
            assert listed(hers, kind, query) == [shown.pk]
            assert len(listed(his, kind, query)) > 1
    assert listed(hers, Report, "?q=mona") == listed(hers, Signal, "?q=mona") == []


@pytest.mark.whole
def test_no_other_page_shows_the_readers_own_cases(alice: User, bob: User, mona: User, judge: User) -> None:
    concerning = list(hidden_from_mona(alice, bob, mona, judge))
    other = report_make(user=alice, kind="profile", accused="bob", text="Odd name")
    hers, his = Asking.of(browser_of(mona)), Asking.of(browser_of(judge))
    games = Game.objects.values_list("pk", flat=True)
    pages = [
        *(f"/admin/accounts/user/{user.pk}/change/" for user in (alice, bob, mona)),
        *(f"/admin/games/game/{pk}/change/" for pk in games),
        f"/admin/games/report/{other.pk}/change/",
        f"/admin/games/report/{other.pk}/act/judge/",
    ]
    links = {f"{page(row)}change/" for row in concerning}
    for path in pages:
        words = text_of(hers.get(path), path)
        assert SECRET not in words, path
        assert not any(link in words for link in links), path
        assert any(link in text_of(his.get(path), path) for link in links), path
        last = words
    assert "0 waiting" in last
    for asking, reports, signals in ((hers, 1, 0), (his, 5, 3)):
        tiles = [tile for _title, tiles in overview_of(asking)["groups"] for tile in tiles]
        counts = {str(tile.label): tile.figure.count for tile in tiles}
        assert (counts["open reports"], counts["new signals"]) == (reports, signals)
