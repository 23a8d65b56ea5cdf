"""Every role by every list, every page of a row and every act, over HTTP: who may, and who may not.

What stands here is what is meant. A page or an act that is not listed here fails the test until somebody has decided
who may open it.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib import admin
from django.db.models import Model
from django.forms import Form
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import (
    AccountMail,
    Appeal,
    AuditEntry,
    DoubleAccount,
    NetworkTrace,
    Sanction,
    SitePage,
    SiteState,
    User,
)
from accounts.staff.staff_actions import ActionPages
from games.models import (
    CannedAnswer,
    ChatLine,
    Game,
    GameEvent,
    Intervention,
    Invitation,
    Notice,
    Peek,
    QueueEntry,
    Rating,
    RatingChange,
    Report,
    SeasonStanding,
    Signal,
    TakeBack,
)
from games.play.bot_accounts import bot_user
from tests.admin.conftest import browser_of
from tests.admin.every_page import models, page_of
from tests.factories import make_person, make_staff, rng_of, take_turn
from tests.games_laid import lay_game

pytestmark = pytest.mark.django_db

REFUSED = 403
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

# Those to whom most pages open, which takes long. The others are refused by what refuses these.
LONG = "maps"

# Who is refused what nobody may do; others may do nothing that these may not.
STRONGEST = "as"

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
    "games.invitation": "maps",
    "games.queueentry": "hmaps",
    "games.botaccount": "maps",
    "games.chatline": "hmaps",
    "games.report": "hmaps",
    "games.signal": "maps",
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
    "games.chatline hide": "hmaps",
    "games.chatline show": "hmaps",
    "games.chatline lock": "hmaps",
    "games.chatline unlock": "hmaps",
    "games.report claim": "hmaps",
    "games.report release": "hmaps",
    "games.report note": "hmaps",
    "games.report judge": "hmaps",
    "games.signal aside": "maps",
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
    "accounts.sitestate open": "as",
    **{
        f"accounts.sitestate {page}_{language}": "as"
        for page in ("terms", "privacy", "contact")
        for language, _name in settings.LANGUAGES
    },
}

# Rows that may be added, and by whom.
ADDED = {"games.cannedanswer": "as"}

STALLED = {"games": 9, "let_down": 8, "days": 90, "late": 20, "turns": 90, "left": 2, "usual": 0.05}


def label(model: type[Model]) -> str:
    return f"{model._meta.app_label}.{model._meta.model_name}"


def acts() -> list[tuple[ActionPages, str]]:
    """Each act of the admin with its page, found in the registry."""
    pages = [page for page in admin.site._registry.values() if isinstance(page, ActionPages)]
    return [(page, action.slug) for page in pages for action in page.staff_actions]


def account_rows(alice: User, bob: User, mona: User, at: datetime) -> list[Model]:
    """What the accounts' pages show of three people, and the site's own pages."""
    sanction = Sanction.objects.create(
        user=bob, kind=Sanction.Kind.MUTE, reason="Words.", by=mona, created_at=at, ends_at=at + timedelta(days=1)
    )
    return [
        *(alice, EmailAddress.objects.get(user=alice), sanction),
        Appeal.objects.create(sanction=sanction, text="No.", created_at=at),
        DoubleAccount.objects.create(first=alice, second=bob, by=mona, created_at=at, reason="Same."),
        NetworkTrace.objects.create(user=bob, address="192.0.2.1", first_seen_at=at, last_seen_at=at),
        AccountMail.objects.create(user=bob, kind="account/email/password_changed", expires_at=at),
        AuditEntry.objects.create(at=at, actor=mona.pk, action="person.mute", person=bob.pk, reason="Words."),
        SitePage.objects.create(slug="terms", language="en", body="Play.", changed_at=at, changed_by=mona),
        SiteState.objects.create(changed_at=at),
    ]


def table_rows(game: Game, mona: User, at: datetime) -> list[Model]:
    """What a game's own tables hold once two turns are taken and a moderator has been there."""
    for _turn in range(2):
        take_turn(game, rng_of(1))
    hand = game.hands.get()
    return [
        *(game, game.seats.order_by("pk")[0], hand, hand.moves.order_by("pk")[0]),
        GameEvent.objects.create(
            game=game, kind="return", seat=0, hand_number=1, after_turn=0, version=1, created_at=at
        ),
        TakeBack.objects.create(hand=hand, kept=1, last=2, actor=mona, version=3, created_at=at),
        Intervention.objects.create(game=game, kind="extend", by=mona, version=3, reason="Late.", created_at=at),
        Peek.objects.create(game=game, by=mona, hand_number=1, after_turn=1, reason="Odd.", created_at=at),
    ]


def people_rows(game: Game, alice: User, bob: User, mona: User, at: datetime) -> list[Model]:
    """What people wrote and were told, and what waits for moderators."""
    line = ChatLine.objects.create(game=game, user=bob, text="Words.", created_at=at)
    return [
        line,
        Notice.objects.create(game=game, user=bob, kind="turn", version=99, due_at=at, created_at=at),
        Invitation.objects.create(game=game, user=mona, invited_by=alice, created_at=at),
        QueueEntry.objects.create(user=alice, seats_count=2, created_at=at),
        Report.objects.create(reporter=alice, accused=bob, game=game, line=line, kind="chat", created_at=at),
        Signal.objects.create(
            kind="stalling", people=[bob.pk], weight=3.0, evidence=STALLED, first_seen_at=at, last_seen_at=at
        ),
        CannedAnswer.objects.create(title="Thanks", text="Thank you.", changed_at=at),
    ]


def rating_rows(game: Game, bob: User, at: datetime) -> list[Model]:
    rated = {"user": bob, "pool": "people"}
    change = {"place": 1, "mu_before": 25, "sigma_before": 8, "mu": 26, "sigma": 7}
    return [
        Rating.objects.create(**rated, mu=25, sigma=8, games=1, changed_at=at),
        SeasonStanding.objects.create(**rated, season=20264, score=1000, best_score=1000, changed_at=at),
        RatingChange.objects.create(**rated, **change, game=game, season=20264, at=at),
    ]


@pytest.fixture
def rows(db: None) -> dict[str, Model]:
    """One row of each model that has pages."""
    at = timezone.now()
    alice, bob, mona = make_person("alice"), make_person("bob"), make_staff("mona", "moderator")
    game = lay_game([alice, bob])
    made = [
        *account_rows(alice, bob, mona, at),
        *table_rows(game, mona, at),
        *people_rows(game, alice, bob, mona, at),
        *rating_rows(game, bob, at),
    ]
    return {label(type(row)): row for row in made}


@pytest.fixture
def bot_row(rows: dict[str, Model]) -> dict[str, Model]:
    """With a bot at a table there is an account of it."""
    rows["games.botaccount"] = bot_user("greedy").bot_account
    return rows


def browser_with(role: str) -> Client:
    if role == "s":
        return browser_of(User.objects.create_superuser("root-s", "root@example.org"))
    return browser_of(make_staff(f"staff-{role}", *ROLES[role]))


def test_all_pages_and_acts_have_somebody_decided_about() -> None:
    assert {label(model) for model in models()} == set(PAGES)
    assert {f"{label(page.model)} {slug}" for page, slug in acts()} == set(ACTS)


@pytest.mark.parametrize(
    "role", [pytest.param(role, marks=pytest.mark.whole) if role in LONG else role for role in ROLES]
)
def test_each_role_sees_and_does_what_stands_here(role: str, bot_row: dict[str, Model]) -> None:
    """In one test a role, as making the rows takes longer than asking."""
    browser = browser_with(role)
    assert browser.get(reverse("admin:index")).status_code == 200
    for model in models():
        _check_pages(browser, role, bot_row[label(model)])
        if role in STRONGEST:
            _check_nothing_else_writes(browser, role, bot_row[label(model)])
    for page, slug in acts():
        _check_act(browser, role, page, bot_row[label(page.model)], slug)
    _check_export(browser, role)


def test_each_act_gives_its_service_what_it_takes(rows: dict[str, Model]) -> None:
    """Who acts, what the page says of its row, and the form's values, under the names of the service's arguments."""
    boss = User.objects.create_superuser("root-s", "root@example.org")
    for page, slug in acts():
        [action] = [action for action in page.staff_actions if action.slug == slug]
        row = rows[label(page.model)]
        form = action.form(row, {}, actor=boss)
        form.full_clean()
        # Forms with a `clean` of their own say by it what they give.
        given = form.fields if type(form).clean is Form.clean else form.cleaned_data
        about = (action.subject or page.subject)(row)
        inspect.signature(action.service).bind(actor=boss, **about, **dict.fromkeys(given))


def _check_pages(browser: Client, role: str, row: Model) -> None:
    """The list and the row's page open for who may see them; the page offers no act that its reader may not do."""
    name, model = label(type(row)), type(row)
    wanted = 200 if role in PAGES[name] else REFUSED
    assert browser.get(page_of(model, "changelist"), follow=True).status_code == wanted, (role, name)
    shown = browser.get(page_of(model, "change", row.pk))
    assert shown.status_code == wanted, (role, name)
    for page, slug in acts():
        if page.model is model and role not in ACTS[f"{name} {slug}"]:
            assert f'{page.act_url(row, slug)}"' not in shown.content.decode(), (role, name, slug)


def _check_nothing_else_writes(browser: Client, role: str, row: Model) -> None:
    model = type(row)
    adding = [] if role in ADDED.get(label(model), "") else [page_of(model, "add")]
    for path in (*adding, page_of(model, "change", row.pk), page_of(model, "delete", row.pk)):
        assert browser.post(path, {"post": "yes"}).status_code == REFUSED, (role, path)
    assert model._default_manager.filter(pk=row.pk).exists()


def _check_act(browser: Client, role: str, page: ActionPages, row: Model, slug: str) -> None:
    path, written = page.act_url(row, slug), AuditEntry.objects.count()
    if role in ACTS[f"{label(page.model)} {slug}"]:
        assert browser.get(path).status_code == 200, (role, path)
        # Without a reason and a choice an act goes no further than its form; some ask for neither.
        assert browser.post(path).status_code in (302, 422), (role, path)
        return
    assert browser.get(path).status_code == REFUSED, (role, path)
    assert browser.post(path, {"reason": "Because.", "seat": "0", "days": "1"}).status_code == REFUSED, (role, path)
    assert AuditEntry.objects.count() == written


def _check_export(browser: Client, role: str) -> None:
    path, wanted = reverse("admin:accounts_auditentry_export"), 200 if role in "as" else REFUSED
    assert browser.get(path).status_code == wanted
    assert browser.post(path, {"reason": "For the board."}).status_code == wanted
    assert AuditEntry.objects.filter(action="audit.export").exists() == (wanted == 200)


def _player() -> Client:
    return browser_of(make_person("plain"))


def _without_second_factor() -> Client:
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


@pytest.mark.parametrize("who", [_visitor, _player, _without_second_factor, _suspended])
def test_nobody_else_gets_past_the_door(who: Callable[[], Client], bot_row: dict[str, Model]) -> None:
    browser = who()
    seen = [reverse("admin:index"), *(page_of(model, "changelist") for model in models())]
    done = [page.act_url(bot_row[label(page.model)], slug) for page, slug in acts()]
    done.append(reverse("admin:accounts_auditentry_export"))
    answers: list[Any] = [*map(browser.get, seen), *(browser.post(path, {"reason": "Because."}) for path in done)]
    assert {answer.status_code for answer in answers} <= {302, REFUSED}
    assert AuditEntry.objects.count() == 1
    assert not Game.objects.exclude(status=Game.Status.RUNNING).exists()
