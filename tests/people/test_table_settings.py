"""The settings "At the table" and "Your picture", and the page of keys."""

import pytest
from django.test import Client

from accounts.models import User
from games.models import Preferences
from tests.clients import ClientOf
from tests.page_texts import main_of, words_of

TABLE = "/settings/table/"


def test_choices_for_every_table_are_kept_and_shown(alice: User, client_of: ClientOf) -> None:
    client = client_of(alice)
    first = main_of(client.get(TABLE))
    # Two of several, and sounds.
    assert first.count(" checked") == 3
    answer = client.post(
        TABLE,
        {"confirm": "always", "hand_sort": "colour", "sound": "on", "text_table": "on", "pass_if_stuck": "on"},
        follow=True,
    )
    assert "Saved for all games." in words_of(answer)
    kept = Preferences.objects.get(user=alice)
    assert (kept.confirm, kept.hand_sort, kept.text_table) == ("always", "colour", True)
    assert kept.pass_if_stuck
    page = main_of(answer)
    for value in ("always", "colour"):
        assert f'value="{value}"' in page
    assert page.count(" checked") == 5
    client.post(TABLE, {"confirm": "never", "hand_sort": "own"})
    kept.refresh_from_db()
    assert (kept.confirm, kept.hand_sort, kept.sound, kept.text_table) == ("never", "own", False, False)
    assert not kept.pass_if_stuck


@pytest.mark.parametrize(
    "sent", [{}, {"confirm": "x", "hand_sort": "number"}, {"confirm": "slow", "hand_sort": "\x00"}]
)
def test_what_is_no_choice_is_refused_in_words(alice: User, client_of: ClientOf, sent: dict[str, str]) -> None:
    answer = client_of(alice).post(TABLE, sent)
    assert answer.status_code == 422
    assert 'class="errors"' in main_of(answer)
    assert not Preferences.objects.filter(user=alice).exists()


def test_it_requires_a_login() -> None:
    assert Client().get(TABLE)["Location"] == f"/accounts/login/?next={TABLE}"


def test_the_keys_are_a_page_and_a_sheet() -> None:
    page = words_of(Client().get("/shortcuts/"))
    assert "Keys" in page
    sheet = Client().get("/shortcuts/", headers={"X-Requested-With": "fetch"}).content.decode()
    assert "<html" not in sheet
    assert 'id="keys-title"' in sheet


def test_a_picture_is_chosen_and_shown(client_of: ClientOf) -> None:
    nina = User.objects.create_user(handle="Nina", is_guest=True)
    client = client_of(nina)
    assert main_of(client.get("/settings/avatar/")).count(" checked") == 2
    answer = client.post("/settings/avatar/", {"figure": "4", "colour": "1"}, follow=True)
    assert "Picture saved." in words_of(answer)
    nina.refresh_from_db()
    assert nina.avatar == 25
    assert '<use href="#a4"/></svg></summary>' in answer.content.decode()
    assert client.post("/settings/avatar/", {"figure": "12", "colour": "1"}).status_code == 422
