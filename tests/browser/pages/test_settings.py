"""Settings by their accessible names, on a phone, and without scripts."""

from playwright.sync_api import expect

from accounts.models import User
from games.models import Webhook
from games.tasks import webhook_test
from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.pages.conftest import Enter
from tests.notices.choices import webhook_of

EDGE = "(field) => getComputedStyle(field).borderColor"
PAGES = (
    *("/settings/", "/settings/notices/", "/settings/notices/custom/", "/settings/hours/", "/settings/channels/"),
    *("/settings/sent/", "/settings/avatar/"),
)


def test_a_webhooks_test_tells_its_outcome_while_another_is_typed(enter: Enter) -> None:
    page = enter("alice", viewport=PHONE).page
    for path in PAGES:
        page.goto(path)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
    page.goto("/settings/channels/")
    page.get_by_label("Plain JSON").check()
    page.get_by_label("Address", exact=True).fill("https://hooks.example.invalid/odin/0123456789abcdef")
    page.get_by_role("button", name="Add webhook").click()
    assert len(page.get_by_label("Secret for signatures").input_value()) >= 32
    page.get_by_role("button", name="Test").click()
    page.get_by_label("Name").fill("Another")
    webhook_test(Webhook.objects.get().pk)
    expect(page.get_by_text("Tested on")).to_be_visible()
    expect(page.get_by_label("Name")).to_have_value("Another")
    expect(page.get_by_label("Secret for signatures")).to_have_count(0)


def test_settings_are_listed_on_their_first_page_with_ones_picture_and_lead_back_to_it(enter: Enter) -> None:
    page = enter("alice", viewport=PHONE).page
    nav = page.get_by_role("navigation", name="Settings")
    page.goto("/settings/")
    for section in nav.get_by_role("link").all():
        expect(section).to_be_in_viewport(ratio=1)
    page.get_by_role("link", name="Change picture").click()
    page.get_by_label("Orange").check()
    dye = page.evaluate("getComputedStyle(document.querySelector('.avatar-form .avatar')).backgroundColor")
    page.get_by_label("Fox").check()
    page.get_by_role("button", name="Save").click()
    expect(page.locator("header .avatar use")).to_have_attribute("href", "#a1")
    expect(page.locator("header .avatar")).to_have_css("background-color", dye)
    page.get_by_role("main").get_by_role("link", name="Settings").click()
    nav.get_by_role("link", name="Sent to you").click()
    expect(nav).to_have_count(0)
    page.get_by_role("main").get_by_role("link", name="Settings").click()
    expect(nav.get_by_role("link")).to_have_count(7)
    page.set_viewport_size(DESKTOP)
    page.goto("/settings/sent/")
    expect(nav.get_by_role("link")).to_have_count(8)
    expect(page.get_by_role("main").get_by_role("link", name="Settings")).to_have_count(0)


def test_a_refused_form_shows_what_is_wrong(enter: Enter) -> None:
    page = enter("alice", viewport=PHONE).page
    page.goto("/settings/notices/custom/")
    expect(page.get_by_role("button", name="Save")).to_be_in_viewport(ratio=1)
    page.get_by_label("From", exact=True).fill("22:00")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Not saved yet.")).to_be_attached()
    expect(page.get_by_label("To", exact=True)).to_be_focused()
    expect(page.get_by_label("To", exact=True)).to_be_in_viewport(ratio=1)
    edges = [page.get_by_label(name, exact=True).evaluate(EDGE) for name in ("From", "To")]
    assert edges[0] != edges[1]
    page.get_by_role("link", name="To", exact=True).click()
    page.get_by_label("To", exact=True).fill("07:00")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Saved.")).to_be_visible()


def test_choices_are_made_without_a_script(enter: Enter) -> None:
    page = enter("alice", viewport=PHONE, java_script_enabled=False).page
    webhook_of(User.objects.get())
    page.goto("/settings/notices/")
    page.get_by_label("One email a day").check()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Saved.")).to_be_visible()
    expect(page.get_by_label("One email a day")).to_be_checked()
    page.get_by_role("link", name="Customise").click()
    expect(page.get_by_label("Email: Your turn")).to_have_value("daily")
    page.get_by_role("group", name="Your turn").get_by_label("Email: Your turn").select_option("now")
    page.get_by_label("Webhook: Game over").check()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Saved.")).to_be_visible()
    expect(page.get_by_label("Email: Your turn")).to_have_value("now")
    expect(page.get_by_label("Webhook: Game over")).to_be_checked()
    page.get_by_role("link", name="Notifications", exact=True).click()
    expect(page.get_by_label("Custom")).to_be_checked()
    page.goto("/settings/channels/")
    page.get_by_role("button", name="Create address").click()
    assert page.get_by_label("Secret address").input_value().endswith(".ics")
