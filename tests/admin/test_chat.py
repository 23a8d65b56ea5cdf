"""Chats in the admin: lines found and read, hidden and shown again, chats locked, each with a reason."""

import pytest
from django.urls import reverse

from accounts.models import AuditEntry, User
from games.chat.services import chat_write
from games.models import ChatLine, Game, Intervention
from tests.admin.conftest import browser_of
from tests.factories import make_staff
from tests.games_laid import lay_game

pytestmark = pytest.mark.django_db
LIST = "admin:games_chatline_changelist"


def act(line: ChatLine, slug: str) -> str:
    return reverse("admin:games_chatline_act", args=[line.pk, slug])


def test_a_helper_finds_hides_and_shows_a_line(game: Game, alice: User, bob: User) -> None:
    line = chat_write(public_id=game.public_id, user=alice, text="<i>foul</i> words")
    chat_write(public_id=game.public_id, user=bob, text="What a thing to say")
    helper = browser_of(make_staff("hilda", "helper"))

    for search in ("ALICE", game.public_id):
        page = helper.get(reverse(LIST), {"q": search}).content.decode()
        assert "&lt;i&gt;foul&lt;/i&gt; words" in page
    assert "What a thing" not in helper.get(reverse(LIST), {"q": "alice"}).content.decode()
    page = helper.get(reverse("admin:games_chatline_change", args=[line.pk])).content.decode()
    assert act(line, "hide") in page
    assert act(line, "lock") in page
    assert act(line, "show") not in page
    assert helper.post(act(line, "hide"), {"reason": ""}).status_code == 422
    assert helper.post(act(line, "hide"), {"reason": "foul words"}).status_code == 302
    again = helper.post(act(line, "hide"), {"reason": "foul words"})
    assert (again.status_code, "already hidden" in again.content.decode()) == (422, True)
    assert act(line, "show") in helper.get(reverse("admin:games_chatline_change", args=[line.pk])).content.decode()
    hidden = helper.get(reverse(LIST), {"hidden_at__isempty": "0"}).content.decode()
    assert "words" in hidden
    assert "What a thing" not in hidden
    assert helper.post(act(line, "show"), {"reason": "a quotation"}).status_code == 302
    line.refresh_from_db()
    assert line.hidden_at is None
    assert list(AuditEntry.objects.order_by("pk").values_list("action", flat=True)) == ["chat.hide", "chat.show"]


def test_a_helper_locks_and_opens_a_chat_but_not_at_the_own_table(game: Game, alice: User, bob: User) -> None:
    line = chat_write(public_id=game.public_id, user=alice, text="and so on")
    hilda = make_staff("hilda", "helper")
    own = chat_write(public_id=lay_game([bob, hilda]).public_id, user=bob, text="here too")
    helper = browser_of(hilda)

    assert helper.post(act(line, "lock"), {"reason": "a quarrel"}).status_code == 302
    game.refresh_from_db()
    assert game.chat_locked_at is not None
    assert helper.post(act(line, "unlock"), {"reason": "they made up"}).status_code == 302
    kinds = Intervention.objects.filter(game=game).order_by("pk").values_list("kind", flat=True)
    assert list(kinds) == ["lock_chat", "unlock_chat"]
    for slug in ("hide", "lock"):
        refused = helper.post(act(own, slug), {"reason": "a quarrel"})
        assert (refused.status_code, "Someone else must decide." in refused.content.decode()) == (422, True)
