"""A person's settings, and logging out other devices."""

from typing import Any

import pytest
from allauth.usersessions.models import UserSession
from django.forms import Select
from django.test import Client
from django.urls import reverse
from pytest_django.fixtures import Settings

from accounts.forms import LongSelect, SettingsForm
from accounts.models import User
from accounts.templatetags.devices import device
from accounts.time_zones import choices_with, known_zones, zone_choices
from tests.accounts.conftest import Login, is_in
from tests.password import PASSWORD

pytestmark = pytest.mark.django_db

SETTINGS = "/settings/"


def save(client: Client, **changed: str) -> Any:
    return client.post(SETTINGS, {"time_zone": "UTC", "language": "en"} | changed, follow=True)


def test_a_visitor_logs_in_first(client: Client) -> None:
    for name in ("settings", "delete"):
        here = reverse(f"accounts:{name}")
        assert client.get(here).headers["Location"] == f"{reverse('account_login')}?next={here}"
    assert client.post(reverse("accounts:sessions_end")).status_code == 302


def test_the_page_shows_the_account_and_leads_to_its_parts(alice: User, login: Login) -> None:
    page = login("alice").get(SETTINGS).content.decode()
    for text in ("alice", "alice@example.org", reverse("account_email"), reverse("account_change_password")):
        assert text in page


def test_the_choices_are_kept_and_times_follow_them(alice: User, login: Login) -> None:
    client = login("alice")
    assert "Saved." in save(client, time_zone="Asia/Kathmandu").content.decode()
    alice.refresh_from_db()
    assert alice.time_zone == "Asia/Kathmandu"
    assert 'value="Asia/Kathmandu" selected' in client.get(SETTINGS).content.decode()


@pytest.mark.parametrize("chosen", ["UTC", "Europe/Vienna", "Asia/Calcutta", "Nowhere/City"])
def test_a_long_list_of_choices_is_written_as_django_does(chosen: str) -> None:
    hostile = [("\"'>", "<b>&"), ("<i>", [("'\"", "&amp;</option>"), ("Nowhere/City", "\n")])]
    choices, attrs = [*choices_with("Asia/Calcutta"), *hostile], {"id": "zone", "required": True, "title": '<"'}
    expected = Select(choices=choices).render("time_zone", chosen, attrs)
    assert LongSelect(choices=choices).render("time_zone", chosen, attrs) == expected
    assert expected.count(" selected>") == 1


@pytest.mark.parametrize("wrong", [{"time_zone": "Nowhere/City"}, {"time_zone": ""}])
def test_what_is_no_choice_is_refused(alice: User, login: Login, wrong: dict[str, str]) -> None:
    answer = save(login("alice"), **wrong)
    assert answer.status_code == 422
    alice.refresh_from_db()
    assert (alice.time_zone, alice.language) == ("UTC", "en")


def test_a_language_is_asked_for_only_where_there_is_a_choice(alice: User, login: Login, settings: Settings) -> None:
    client = login("alice")
    assert save(client, language="de").status_code == 200
    alice.refresh_from_db()
    assert alice.language == "de"
    assert "Sprache" in client.get(SETTINGS).content.decode()
    assert save(client, language="xx").status_code == 422
    settings.LANGUAGES = [("en", "English")]
    assert "language" not in SettingsForm(alice).fields


def test_extra_form_fields_change_no_account(alice: User, login: Login) -> None:
    save(login("alice"), handle="bob", email="x@example.org", is_staff="on", is_superuser="on")
    alice.refresh_from_db()
    assert (alice.handle, alice.email, alice.is_staff, alice.is_superuser) == (
        "alice",
        "alice@example.org",
        False,
        False,
    )


def test_the_zones_have_places_and_are_all_known() -> None:
    names = [name for _area, zones in zone_choices() if isinstance(zones, list) for name, _place in zones]
    assert {"Europe/Oslo", "America/Argentina/Buenos_Aires", "Asia/Kolkata"} <= set(names)
    assert set(names) <= known_zones()
    assert not {"Asia/Calcutta", "America/Buenos_Aires", "Europe/Kiev", "Europe/Nicosia"} & set(names)
    assert all("/" in name and not name.startswith(("Etc/", "US/")) for name in names)
    assert len(set(names)) == len(names) > 300


def test_another_name_of_a_zone_can_stay_chosen(alice: User, login: Login) -> None:
    User.objects.filter(pk=alice.pk).update(time_zone="US/Eastern")
    assert choices_with("US/Eastern")[0] == ("US/Eastern", "US/Eastern")
    assert save(login("alice"), time_zone="US/Eastern").status_code == 200


def test_other_devices_are_logged_out_and_this_one_stays(alice: User, bob: User, login: Login) -> None:
    here, there, bobs = login("alice"), login("alice"), login("bob")
    assert "You’re logged in on 1 other device." in here.get(SETTINGS).content.decode()
    answer = here.post(reverse("accounts:sessions_end"), follow=True)
    assert "You’re logged out everywhere else." in answer.content.decode()
    assert "You’re only logged in here." in answer.content.decode()
    assert [is_in(client) for client in (here, there, bobs)] == [True, False, True]


def test_the_list_of_devices_can_log_the_others_out_too(alice: User, login: Login) -> None:
    here, there = login("alice"), login("alice")
    page = here.get("/accounts/sessions/").content.decode()
    assert "Your devices" in page
    assert page.count("Unknown browser") == 2
    told = here.post("/accounts/sessions/", follow=True).content.decode()
    assert "You’re logged out everywhere else." in told
    assert [is_in(client) for client in (here, there)] == [True, False]


def test_logging_out_a_device_touches_no_other_person(alice: User, bob: User, login: Login) -> None:
    here, there, third, bobs = login("alice"), login("alice"), login("alice"), login("bob")
    page = here.get("/accounts/sessions/").content.decode()
    assert page.count('<button class="button button-small">Log out</button>') == 2
    sessions = UserSession.objects.order_by("pk")
    other, foreign = sessions.filter(user=alice)[1], sessions.get(user=bob)
    for session in (other, foreign):
        answer = here.post(reverse("accounts:session_end", args=[session.pk]), follow=True)
        assert "That device is logged out." in answer.content.decode()
    assert [is_in(client) for client in (here, there, third, bobs)] == [True, False, True, True]
    assert Client().post(reverse("accounts:session_end", args=[foreign.pk])).status_code == 302
    assert is_in(bobs)


def test_a_changed_password_ends_other_logins_and_leads_back(alice: User, login: Login) -> None:
    here, there = login("alice"), login("alice")
    new = {"oldpassword": PASSWORD, "password1": "another-sound-one", "password2": "another-sound-one"}
    assert here.post("/accounts/password/change/", new).headers["Location"] == SETTINGS
    assert [is_in(client) for client in (here, there)] == [True, False]
    assert "You’re only logged in here." in here.get(SETTINGS).content.decode()


@pytest.mark.parametrize(
    ("claimed", "words"),
    [
        ("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox, Linux"),
        ("Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0", "Edge, Windows"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Safari/604.1", "Safari, iPhone"),
        ("Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36", "Chrome, Android"),
        ("curl/8", "Unknown browser"),
    ],
)
def test_browsers_are_named_for_people(claimed: str, words: str) -> None:
    assert device(claimed) == words
