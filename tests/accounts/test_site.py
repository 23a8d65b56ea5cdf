"""Operators' pages, banner, and closed site."""

import re
from typing import Any

import pytest
from django.conf import settings
from django.core.cache import cache
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.urls import reverse

from accounts.errors import AccountReason, AccountRefused
from accounts.models import AuditEntry, SitePage, SiteState, User
from accounts.site import state
from accounts.site.services import banner_set, site_close, site_open, site_page_write
from accounts.site.state import KEY, SiteNow, site_keep, site_now
from accounts.site.texts import own_words, page_html
from tests.factories import log_in_with_code, make_staff

pytestmark = pytest.mark.django_db


@pytest.fixture
def boss(db: None) -> User:
    return make_staff("boss", "administrator")


@pytest.fixture
def commits(django_capture_on_commit_callbacks: Any) -> Any:
    return lambda: django_capture_on_commit_callbacks(execute=True)


@pytest.fixture
def old_copy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the process's copy of the state expire."""
    monkeypatch.setattr(state, "FRESH_S", 0.0)
    monkeypatch.setattr(state, "USABLE_S", 0.0)


@pytest.fixture
def lasting_copy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep the process's copy fresh on a busy machine."""
    monkeypatch.setattr(state, "FRESH_S", 3600.0)


def test_the_privacy_page_says_the_same_in_each_language() -> None:
    texts = [own_words("privacy", code) for code, _name in settings.LANGUAGES]
    parts = {(text.count("\n- "), text.count("\n## "), tuple(re.findall(r"\]\((\S+)\)", text))) for text in texts}
    assert parts == {(24, 5, ("/archive/", "/settings/", "/contact/"))}


@pytest.mark.parametrize("slug", SitePage.Slug.values)
def test_each_page_has_words_of_its_own_until_the_operator_writes_it(client: Client, boss: User, slug: str) -> None:
    page = client.get(f"/{slug}/")
    assert page.status_code == 200
    own = page.content.decode()
    assert "<h2>" in own or slug == "contact"
    assert "{" not in own_words(slug, "en")
    site_page_write(actor=boss, slug=slug, language="en", body="Ours: *read* it.\r\n\r\n# Well", reason="our lawyer")
    written = client.get(f"/{slug}/").content.decode()
    assert "<p>Ours: <em>read</em> it.</p>" in written
    assert SitePage.objects.get().body == "Ours: *read* it.\n\n# Well\n"
    site_page_write(actor=boss, slug=slug, language="en", body="  \n", reason="the site's own are better")
    assert client.get(f"/{slug}/").content.decode().count("<p>") == own.count("<p>")
    assert [entry.action for entry in AuditEntry.objects.order_by("id")] == ["site.page", "site.page"]


def test_every_link_in_our_own_words_leads_somewhere(client: Client) -> None:
    ways = {"/contact/", "/report/", "/settings/", "/rules/", "/archive/"}
    for slug in SitePage.Slug.values:
        text = own_words(slug, "en")
        linked = {part.split(")")[0] for part in text.split("](")[1:]}
        assert linked <= ways
    for way in ways:
        assert client.get(way).status_code in (200, 302)


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        "text <img src=x onerror=alert(1)> more",
        "[a](javascript:alert(1))",
        "[a](JaVaScRiPt:alert(1))",
        "[a](javascript&colon;alert(1))",
        "[a](&#x6A;avascript:alert(1))",
        "[a](java\\\nscript:alert(1))",
        "[a]( javascript:alert(1))",
        "[a](<java script:alert(1)>)",
        "[a](data:text/html;base64,PHNjcmlwdD4=)",
        "[a](vbscript:x)",
        "[a](file:///etc/passwd)",
        "[a](ftp://example.org/x)",
        "[a](//evil.example/x)",
        "[a](/\\evil.example/x)",
        "[a][r]\n\n[r]: javascript:alert(1)",
        "<javascript:alert(1)>",
        "![a](https://evil.example/x.png)",
        '[a](https://ok.example/ "x" onclick="alert(1))',
        "`<b>` and\n\n    <script>\n\n```<i>\n<script>\n```",
    ],
)
def test_markdown_lets_through_no_tag_and_no_other_link(text: str) -> None:
    page = page_html(text)
    assert "<script" not in page
    assert "<img" not in page
    assert "<b>" not in page
    assert 'onclick="' not in page
    for link in page.split('href="')[1:]:
        assert link.startswith(("https://evil.example/x.png", "https://ok.example/", "/%5Cevil"))


@pytest.mark.parametrize("link", ["https://a.example/x", "http://a.example", "mailto:us@a.example", "/report/?game=1"])
def test_markdown_links_to_the_web_to_mail_and_within_the_site(link: str) -> None:
    assert f'<a href="{link}">here</a>' in page_html(f"[here]({link})")


def test_an_administrator_writes_pages_in_the_admin(client: Client, boss: User) -> None:
    log_in_with_code(client, boss)
    overview = client.get("/admin/accounts/sitestate/", follow=True).content.decode()
    assert "/admin/accounts/sitestate/1/act/contact_en/" in overview
    form = client.get("/admin/accounts/sitestate/1/act/contact_en/").content.decode()
    assert "This site’s team hasn’t added an address yet" in form
    done = client.post(
        "/admin/accounts/sitestate/1/act/contact_en/", {"body": "Write to us@a.example.", "reason": "as asked"}
    )
    assert done.status_code == 302
    assert "us@a.example" in client.get("/contact/").content.decode()
    assert "us@a.example" in client.get("/admin/accounts/sitestate/1/act/contact_en/").content.decode()
    listed = client.get("/admin/accounts/sitepage/").content.decode()
    assert "boss" in listed


def test_a_banner_shows_on_every_page_without_a_query(
    client: Client, boss: User, commits: Any, django_assert_num_queries: Any
) -> None:
    with commits():
        banner_set(actor=boss, text=" Closed\ntonight: <b>bring</b> tea, see https://a.example/x ", reason="works")
    with django_assert_num_queries(0):
        page = client.get(reverse("games:rules")).content.decode()
    assert "Closed tonight: &lt;b&gt;bring&lt;/b&gt; tea" in page
    assert '<a href="https://a.example/x" rel="nofollow">' in page
    with commits():
        banner_set(actor=boss, text="", reason="over")
    assert 'class="banner"' not in client.get(reverse("games:rules")).content.decode()


def test_a_closed_site_lets_staff_in_alone(client: Client, boss: User, alice: User, commits: Any) -> None:
    with commits():
        site_close(actor=boss, words="Back at <nine>.", reason="new disk")
    answer = client.get("/")
    assert answer.status_code == 503
    assert answer.headers["Retry-After"] == "300"
    assert "Back at &lt;nine&gt;." in answer.content.decode()
    assert reverse("account_login") in answer.content.decode()
    person = Client()
    person.force_login(alice, backend="accounts.sign_in.backends.PersonBackend")
    for way in ("/", "/settings/", "/games/", "/rules/"):
        assert person.get(way).status_code == 503
        assert person.post(way).status_code == 503
    for way in ("/healthz", "/manifest.webmanifest", "/sw.js", "/terms/", "/accounts/login/"):
        assert client.get(way).status_code == 200
    staff = Client()
    log_in_with_code(staff, boss)
    for way in ("/", "/rules/", "/admin/"):
        assert staff.get(way).status_code == 200
    with commits():
        site_open(actor=boss, reason="done")
    assert client.get("/").status_code == 200
    assert [row.action for row in AuditEntry.objects.order_by("id")] == ["site.close", "site.open"]


def test_people_without_permission_change_nothing(alice: User) -> None:
    helper = make_staff("hilda", "moderator")
    for actor in (alice, helper):
        with pytest.raises(PermissionDenied):
            banner_set(actor=actor, text="x", reason="y")
        with pytest.raises(PermissionDenied):
            site_close(actor=actor, words="", reason="y")
        with pytest.raises(PermissionDenied):
            site_open(actor=actor, reason="y")
        with pytest.raises(PermissionDenied):
            site_page_write(actor=actor, slug="terms", language="en", body="x", reason="y")
    assert not SiteState.objects.exists()
    assert not AuditEntry.objects.exists()


def test_what_makes_no_sense_is_refused(boss: User) -> None:
    def why(act: Any, **values: Any) -> AccountReason:
        with pytest.raises(AccountRefused) as refused:
            act(actor=boss, **values)
        return refused.value.reason

    assert why(site_open, reason="x") == AccountReason.SITE_OPEN
    assert why(banner_set, text="x", reason=" \u2800") == AccountReason.REASON_MISSING
    assert why(site_page_write, slug="imprint", language="en", body="x", reason="x") == AccountReason.NO_SUCH_PAGE
    assert why(site_page_write, slug="terms", language="tlh", body="x", reason="x") == AccountReason.NO_SUCH_PAGE
    site_close(actor=boss, words="", reason="x")
    assert why(site_close, words="", reason="x") == AccountReason.SITE_CLOSED


def test_a_state_that_the_cache_lost_is_read_once(boss: User, old_copy: None, django_assert_num_queries: Any) -> None:
    banner_set(actor=boss, text="Hello", reason="x")
    cache.delete(KEY)
    with django_assert_num_queries(1):
        assert site_now() == SiteNow("Hello")
    with django_assert_num_queries(0):
        assert site_now() == SiteNow("Hello")


def test_the_state_is_read_from_the_database_where_redis_is_away(boss: User, old_copy: None, settings: Any) -> None:
    banner_set(actor=boss, text="Hello", reason="x")
    settings.CACHES = {"default": {**settings.CACHES["default"], "LOCATION": "redis://127.0.0.1:9/0"}}
    assert site_now() == SiteNow("Hello")


def test_a_change_holds_at_once_where_it_was_made(lasting_copy: None) -> None:
    assert site_now() == SiteNow()
    site_keep(SiteNow(closed=True))
    assert site_now() == SiteNow(closed=True)


def test_a_change_made_elsewhere_holds_once_the_copy_is_old(old_copy: None) -> None:
    cache.set(KEY, SiteNow("Told by another process"))
    assert site_now() == SiteNow("Told by another process")


def test_a_change_is_kept_where_redis_is_away(lasting_copy: None, settings: Any) -> None:
    settings.CACHES = {"default": {**settings.CACHES["default"], "LOCATION": "redis://127.0.0.1:9/0"}}
    site_keep(SiteNow(closed=True))
    assert site_now() == SiteNow(closed=True)


def test_a_fresh_copy_asks_neither_redis_nor_the_database(
    lasting_copy: None, settings: Any, django_assert_num_queries: Any
) -> None:
    settings.CACHES = {"default": {**settings.CACHES["default"], "LOCATION": "redis://127.0.0.1:9/0"}}
    with django_assert_num_queries(0):
        assert site_now() == SiteNow()
