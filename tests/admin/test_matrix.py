"""Every role by every list, every page of a row and every act: allowed or refused.

A page or an act that is missing here fails the test until someone has decided who may open it.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.contrib import admin
from django.db.models import Model
from django.forms import Form
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import AuditEntry, User
from accounts.staff.staff_actions import ActionPages
from games.models import Game
from games.play.bot_accounts import bot_user
from tests.admin.asking import REFUSED, Asking, words
from tests.admin.conftest import browser_of
from tests.admin.every_page import models, page_of
from tests.admin.one_row_each import one_row_each
from tests.factories import make_person, make_staff

pytestmark = pytest.mark.django_db

REASON = {"reason": "Because.", "seat": "0", "days": "1"}
# h: helper, m: moderator, a: administrator, p: a moderator who may also open cards, s: superuser,
# c: the second permission alone, n: on the staff without a role.
ROLES = {
    "h": ("helper",),
    "m": ("moderator",),
    "a": ("administrator",),
    "p": ("moderator", "cards"),
    "c": ("cards",),
    "n": (),
    "s": (),
}

# These roles may do everything that any role may, so what they are refused is refused to all.
STRONGEST = "as"

# Sees every page; they are rendered for this role.
FULL = "s"

# Their acts on the site's pages are made by one function and need one permission, so the English ones are tried.
OTHER_LANGUAGES = tuple(f"_{language}" for language, _name in settings.LANGUAGES if language != "en")

PAGES = {
    "games.game": "hmaps",
    "games.seat": "hmaps",
    "games.hand": "hmaps",
    "games.move": "hmaps",
    "games.gameevent": "hmaps",
    "games.takeback": "hmaps",
    "games.intervention": "hmaps",
    "games.peek": "maps",
    "games.notice": "maps",
    "games.operatorhook": "as",
    "games.hookdelivery": "as",
    "games.invitation": "maps",
    "games.queueentry": "hmaps",
    "games.botaccount": "maps",
    "games.standingtable": "hmaps",
    "games.publication": "hmaps",
    "games.importedrecord": "hmaps",
    "games.standingmember": "hmaps",
    "games.league": "hmaps",
    "games.leaguemember": "hmaps",
    "games.chatline": "hmaps",
    "games.report": "hmaps",
    "games.signal": "maps",
    "games.position": "maps",
    "games.weeklyhand": "maps",
    "games.weeklyresult": "maps",
    "games.cannedanswer": "hmaps",
    "games.rating": "hmaps",
    "games.seasonstanding": "hmaps",
    "games.ratingchange": "hmaps",
    "accounts.user": "hmaps",
    "accounts.sanction": "hmaps",
    "accounts.appeal": "hmaps",
    "accounts.doubleaccount": "maps",
    "accounts.networktrace": "maps",
    "accounts.auditentry": "maps",
    "accounts.sitepage": "as",
    "accounts.registrationlink": "as",
    "accounts.accessban": "as",
    "accounts.waitingaccount": "maps",
    "accounts.sitestate": "as",
    "account.emailaddress": "as",
    "accounts.accountmail": "as",
}

ACTS = {
    "games.game pause": "maps",
    "games.game resume": "maps",
    "games.game extend": "maps",
    "games.game pass": "maps",
    "games.game bot": "maps",
    "games.game replace": "maps",
    "games.game take_back": "maps",
    "games.game cancel": "maps",
    "games.game rebuild": "maps",
    "games.game unrate": "maps",
    "games.game rate": "maps",
    "games.game lock_chat": "hmaps",
    "games.game unlock_chat": "hmaps",
    "games.game open": "ps",
    "games.publication withdraw": "maps",
    "games.importedrecord withdraw": "maps",
    "games.chatline hide": "hmaps",
    "games.chatline show": "hmaps",
    "games.chatline lock": "hmaps",
    "games.chatline unlock": "hmaps",
    "games.report claim": "hmaps",
    "games.report release": "hmaps",
    "games.report note": "hmaps",
    "games.report judge": "hmaps",
    "games.signal aside": "maps",
    "games.position withdraw": "maps",
    "games.operatorhook events": "as",
    "games.operatorhook test": "as",
    "games.operatorhook stop": "as",
    "games.operatorhook start": "as",
    "games.operatorhook remove": "as",
    "games.hookdelivery again": "as",
    "games.weeklyresult remove": "maps",
    "games.weeklyresult restore": "maps",
    "games.cannedanswer write": "as",
    "games.cannedanswer remove": "as",
    "accounts.user warn": "hmaps",
    "accounts.user mute": "hmaps",
    "accounts.user bar": "maps",
    "accounts.user suspend": "maps",
    "accounts.user ban": "maps",
    "accounts.user mark": "maps",
    "accounts.user merge": "as",
    "accounts.user role_give": "as",
    "accounts.user role_take": "as",
    "accounts.user close": "as",
    "accounts.user open": "as",
    "accounts.user sessions_end": "as",
    "accounts.user second_factor_off": "as",
    "accounts.user export": "as",
    "accounts.user erase": "as",
    "accounts.sanction lift": "maps",
    "accounts.sanction shorten": "maps",
    "accounts.appeal answer": "maps",
    "accounts.doubleaccount unmark": "maps",
    "accounts.sitestate banner": "as",
    "accounts.sitestate close": "as",
    "accounts.sitestate registration": "as",
    "accounts.registrationlink end": "as",
    "accounts.accessban end": "as",
    "accounts.waitingaccount approve": "maps",
    "accounts.waitingaccount refuse": "maps",
    "accounts.sitestate open": "as",
    **{
        f"accounts.sitestate {page}_{language}": "as"
        for page in ("terms", "privacy", "contact")
        for language, _name in settings.LANGUAGES
    },
}

# Rows that may be added, and by which roles.
ADDED = {
    "games.cannedanswer": "as",
    "games.operatorhook": "as",
    "accounts.registrationlink": "as",
    "accounts.accessban": "as",
}


def label(model: type[Model]) -> str:
    return f"{model._meta.app_label}.{model._meta.model_name}"


def acting() -> list[ActionPages]:
    """Pages with acts, found in the registry."""
    return [page for page in admin.site._registry.values() if isinstance(page, ActionPages)]


def acts() -> list[tuple[ActionPages, str]]:
    """Each act of the admin with its page."""
    return [(page, action.slug) for page in acting() for action in page.staff_actions]


def acts_tried() -> list[tuple[ActionPages, str]]:
    return [(page, slug) for page, slug in acts() if not slug.endswith(OTHER_LANGUAGES)]


def may(role: str, page: ActionPages, slug: str) -> bool:
    return role in ACTS[f"{label(page.model)} {slug}"]


@pytest.fixture
def rows(db: None) -> dict[str, Model]:
    """A row of each model that has pages."""
    return {label(type(row)): row for row in one_row_each()}


@pytest.fixture
def bot_row(rows: dict[str, Model]) -> dict[str, Model]:
    """The rows with a bot at a table, and so with its account."""
    rows["games.botaccount"] = bot_user("berserker").bot_account
    return rows


def browser_with(role: str) -> Client:
    if role == "s":
        return browser_of(User.objects.create_superuser("root-s", "root@example.org"))
    return browser_of(make_staff(f"staff-{role}", *ROLES[role]))


def test_someone_has_decided_about_each_page_and_act() -> None:
    assert {label(model) for model in models()} == set(PAGES)
    assert {f"{label(page.model)} {slug}" for page, slug in acts()} == set(ACTS)


def test_acts_on_the_sites_pages_need_the_same_permission_in_each_language() -> None:
    needed = {action.slug: action.permission for page in acting() for action in page.staff_actions}
    others = [slug for slug in needed if slug.endswith(OTHER_LANGUAGES)]
    assert len(others) == 3 * len(OTHER_LANGUAGES)
    assert [slug for slug in others if needed[slug] != needed[f"{slug.rpartition('_')[0]}_en"]] == []


# Rendering every page takes seconds.
@pytest.mark.parametrize(
    "role", [pytest.param(role, marks=pytest.mark.whole if role == FULL else ()) for role in ROLES]
)
def test_each_role_sees_and_does_what_is_listed(role: str, bot_row: dict[str, Model]) -> None:
    """Calls the view of every page and act. The way to them is the same for all, so only a few are requested
    over HTTP.
    """
    browser = browser_with(role)
    assert browser.get(reverse("admin:index")).status_code == 200
    asking = Asking.of(browser)
    for row in (bot_row[label(model)] for model in models()):
        _check_pages(asking, role, row)
        if role in STRONGEST:
            _check_nothing_else_writes(asking, role, row)
    _check_refused_acts(asking, role, bot_row)
    _check_acts(asking, role, bot_row)
    _check_refused_over_http(browser, role, bot_row)
    _check_export(browser, role)


def test_each_act_gives_its_service_what_it_takes(rows: dict[str, Model]) -> None:
    """An act passes the actor, the page's facts about its row, and the form's values, under the names of the service's
    arguments.
    """
    boss = User.objects.create_superuser("root-s", "root@example.org")
    for page, slug in acts():
        [action] = [action for action in page.staff_actions if action.slug == slug]
        row = rows[label(page.model)]
        form = action.form(row, {}, actor=boss)
        form.full_clean()
        # Forms with a `clean` of their own return the values that they pass on.
        given = form.fields if type(form).clean is Form.clean else form.cleaned_data
        about = (action.subject or page.subject)(row)
        inspect.signature(action.service).bind(actor=boss, **about, **dict.fromkeys(given))


def _check_pages(asking: Asking, role: str, row: Model) -> None:
    """The list and the row's page open to the roles that may see them, rendered for FULL; the page offers no act that
    is not permitted.
    """
    name, model = label(type(row)), type(row)
    wanted = 200 if role in PAGES[name] else REFUSED
    pages = [asking.get(page_of(model, page, *keys)) for page, keys in (("changelist", ()), ("change", (row.pk,)))]
    assert [page.status_code for page in pages] == [wanted, wanted], (role, name)
    denied = [page.act_url(row, slug) for page, slug in acts() if page.model is model and not may(role, page, slug)]
    text = words(pages[-1]) if denied and wanted == 200 else ""
    assert [path for path in denied if f'{path}"' in text] == [], (role, name)
    if role == FULL:
        assert all(words(page) for page in pages), name


def _check_nothing_else_writes(asking: Asking, role: str, row: Model) -> None:
    model = type(row)
    adding = [] if role in ADDED.get(label(model), "") else [page_of(model, "add")]
    for path in (*adding, page_of(model, "change", row.pk), page_of(model, "delete", row.pk)):
        assert asking.post(path, {"post": "yes"}).status_code == REFUSED, (role, path)
    assert model._default_manager.filter(pk=row.pk).exists()


def _check_refused_acts(asking: Asking, role: str, rows: dict[str, Model]) -> None:
    written = AuditEntry.objects.count()
    for page, slug in acts_tried():
        if not may(role, page, slug):
            path = page.act_url(rows[label(page.model)], slug)
            assert asking.get(path).status_code == REFUSED, (role, path)
            assert asking.post(path, REASON).status_code == REFUSED, (role, path)
    assert AuditEntry.objects.count() == written


def _check_acts(asking: Asking, role: str, rows: dict[str, Model]) -> None:
    """Try acts without a reason and a choice, which stop at their form; some need neither, and are done."""
    for page, slug in acts_tried():
        if may(role, page, slug):
            path = page.act_url(rows[label(page.model)], slug)
            answer = asking.post(path)
            assert answer.status_code in (302, 422), (role, path)
            assert role != FULL or answer.status_code == 302 or "<form" in words(answer), path


def _check_refused_over_http(browser: Client, role: str, rows: dict[str, Model]) -> None:
    lists = [page_of(model, "changelist") for model in models() if role not in PAGES[label(model)]]
    denied = [page.act_url(rows[label(page.model)], slug) for page, slug in acts() if not may(role, page, slug)]
    for path in lists[:1] + denied[:1]:
        assert browser.get(path).status_code == REFUSED, (role, path)
    for path in denied[:1]:
        assert browser.post(path, REASON).status_code == REFUSED, (role, path)


def _check_export(browser: Client, role: str) -> None:
    path, wanted = reverse("admin:accounts_auditentry_export"), 200 if role in "as" else REFUSED
    assert browser.get(path).status_code == wanted
    assert browser.post(path, {"reason": "For the board."}).status_code == wanted
    assert AuditEntry.objects.filter(action="audit.export").exists() == (wanted == 200)


def _player() -> Client:
    return browser_of(make_person("plain"))


def _without_two_factor() -> Client:
    client = Client()
    client.force_login(make_staff("hasty", "administrator"))
    return client


def _suspended() -> Client:
    user = make_staff("gone", "administrator")
    user.suspended_until = timezone.now() + timedelta(days=1)
    user.save(update_fields=["suspended_until"])
    return browser_of(user)


def _visitor() -> Client:
    return Client()


@pytest.mark.parametrize("login", [_visitor, _player, _without_two_factor, _suspended])
def test_no_one_else_gets_past_the_door(login: Callable[[], Client], bot_row: dict[str, Model]) -> None:
    browser = login()
    seen = [reverse("admin:index"), *(page_of(model, "changelist") for model in models())]
    done = [page.act_url(bot_row[label(page.model)], slug) for page, slug in acts_tried()]
    done.append(reverse("admin:accounts_auditentry_export"))
    answers: list[Any] = [*map(browser.get, seen), *(browser.post(path, {"reason": "Because."}) for path in done)]
    assert {answer.status_code for answer in answers} <= {302, REFUSED}
    assert AuditEntry.objects.count() == 1
    assert not Game.objects.exclude(status=Game.Status.RUNNING).exists()
