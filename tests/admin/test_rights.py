"""The way into the admin, and rows that it never changes."""

from urllib.parse import urlencode

import pytest
from allauth.usersessions.models import UserSession
from django.contrib import admin
from django.contrib.auth.models import Permission
from django.db.models import Model
from django.test import Client, RequestFactory
from django.utils import timezone

from accounts.models import User
from accounts.staff.staff_pages import StaffPages
from games.models import Game, Hand
from games.play.bot_accounts import bot_user
from tests.admin.asking import REFUSED, Asking
from tests.admin.conftest import Scene, browser_of
from tests.admin.every_page import OWNED, models, page_of, row_pages
from tests.factories import code_of, log_in_with_code, make_person
from tests.password import PASSWORD

pytestmark = pytest.mark.django_db


def rows(model: type[Model]) -> list[dict[str, object]]:
    return list(model._default_manager.order_by("pk").values())


def log_in(handle: str, password: str = PASSWORD, code: str = "") -> Client:
    client = Client()
    client.post("/accounts/login/", {"login": handle, "password": password})
    if code:
        client.post("/accounts/2fa/authenticate/", {"code": code})
    return client


def is_in(client: Client) -> bool:
    return client.get("/admin/").status_code == 200


def test_what_the_site_owns_is_neither_added_nor_changed_nor_deleted(scene: Scene, boss: Client) -> None:
    asking = Asking.of(boss)
    for model in OWNED:
        before = rows(model)
        key = before[0]["id"]
        form = {name: str(value) for name, value in before[0].items()} | {"post": "yes", "_save": "Save"}
        for path in (page_of(model, "add"), page_of(model, "change", key), page_of(model, "delete", key)):
            assert asking.post(path, form).status_code == REFUSED
        many = {"action": "delete_selected", "_selected_action": str(key), "post": "yes"}
        boss.post(page_of(model, "changelist"), many)
        assert rows(model) == before
        page = boss.get(page_of(model, "change", key)).content.decode()
        assert 'name="_save"' not in page
        assert "deletelink" not in page


def test_all_but_four_models_are_to_look_at_and_change_by_acts(superuser: User, rf: RequestFactory) -> None:
    request = rf.get("/admin/")
    request.user = superuser
    written = set()
    for model, pages in admin.site._registry.items():
        assert isinstance(pages, StaffPages), model
        if (
            pages.has_add_permission(request)
            or pages.has_change_permission(request)
            or pages.has_delete_permission(request)
        ):
            written.add(model._meta.label)
    assert written == {"accounts.AccessBan", "accounts.RegistrationLink", "games.CannedAnswer", "games.OperatorHook"}


def test_sessions_have_no_page(boss: Client) -> None:
    assert not admin.site.is_registered(UserSession)
    assert boss.get("/admin/usersessions/usersession/").status_code == 404


@pytest.mark.parametrize("logged_in", [False, True])
def test_a_visitor_is_led_to_the_login_and_a_person_refused(scene: Scene, logged_in: bool) -> None:  # noqa: FBT001 # a case
    client = browser_of(scene.people[0]) if logged_in else Client()
    for model in models():
        for path in [page_of(model, "changelist"), page_of(model, "add"), *list(row_pages(model))[:2]]:
            answer = client.get(path)
            way = f"/admin/login/?{urlencode({'next': path}, safe='/')}"
            assert answer.headers["Location"] == way
    answer = client.get(way, follow=True)
    assert answer.status_code == (403 if logged_in else 200)
    assert logged_in or answer.redirect_chain[-1][0].startswith("/accounts/login/")


def test_staff_without_permissions_see_nothing(scene: Scene, staff: User) -> None:
    client = browser_of(staff)
    index = client.get("/admin/")
    assert index.status_code == 200
    assert index.context["app_list"] == []
    asking = Asking.of(client)
    for model in models():
        for path in [page_of(model, "changelist"), page_of(model, "add"), *list(row_pages(model))[:2]]:
            assert asking.get(path).status_code == REFUSED
    assert client.get(path).status_code == REFUSED


def test_staff_see_what_they_may_view_and_no_more(scene: Scene, staff: User) -> None:
    staff.user_permissions.add(Permission.objects.get(codename="view_hand"))
    client = browser_of(staff)
    assert client.get(page_of(Hand, "changelist")).status_code == 200
    assert client.get(page_of(Game, "changelist")).status_code == 403


def test_permissions_to_write_do_not_write(scene: Scene, staff: User) -> None:
    staff.user_permissions.set(Permission.objects.all())
    client = browser_of(staff)
    game = scene.running
    for page in ("change", "delete"):
        assert client.post(page_of(Game, page, game.pk), {"name": "mine", "post": "yes"}).status_code == 403
    game.refresh_from_db()
    assert game.name == ""


def test_the_administrator_logs_in(superuser: User) -> None:
    assert not is_in(log_in("boss"))
    log_in_with_code(Client(), superuser)
    assert is_in(log_in("boss", code=code_of(superuser)))
    assert is_in(log_in("BOSS", code=code_of(superuser, 1)))
    assert not is_in(log_in("boss"))
    assert not is_in(log_in("boss", "wrong", code_of(superuser, -1)))
    assert not is_in(log_in("boss", code="000000"))


def test_a_person_does_not_log_in_here(db: None) -> None:
    make_person("alice")
    assert not is_in(log_in("alice"))


def test_a_bot_does_not_log_in_even_as_staff_with_a_password(db: None) -> None:
    bot = bot_user("berserker")
    bot.set_password(PASSWORD)
    bot.is_staff = bot.is_superuser = True
    bot.save()
    assert not is_in(log_in(bot.handle))


@pytest.mark.parametrize("closed", [{"is_active": False}, {"erased_at": timezone.now()}])
def test_a_closed_account_does_not_log_in_and_is_put_out(superuser: User, closed: dict[str, object]) -> None:
    inside = browser_of(superuser)
    assert is_in(inside)
    User.objects.filter(pk=superuser.pk).update(**closed)
    assert not is_in(inside)
    assert not is_in(log_in("boss", code=code_of(superuser)))


def test_the_admins_own_login_lets_no_one_in(superuser: User) -> None:
    client = Client()
    client.post("/admin/login/?next=/admin/", {"username": "boss", "password": PASSWORD})
    assert not is_in(client)
