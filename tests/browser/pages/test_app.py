"""The installed app: its page without a network, notifications, the count of waiting games."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from time import monotonic
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, BrowserType, CDPSession, Page, expect

from games.lobby.services import NewGame, game_create
from games.models import Game, PushSubscription
from games.play.seats.resign import seat_resign
from tests.browser.axe import AXE
from tests.browser.conftest import ARGUMENTS, PHONE, REQUIRED, WHOLE_CHROMIUM, NewContext, ServiceWorkers
from tests.browser.pages.conftest import Enter
from tests.browser.pages.laid_tables import answering
from tests.factories import make_person
from tests.games_laid import lay_game
from tests.notices.outward.targets import make_browser, text_of

NEWS: dict[str, Any] = {
    "title": "Long night",
    "body": "It is your turn in Long night.",
    "address": "/rules/",
    "tag": "game-k3VbX9aQ2m",
    "waiting": 2,
    "at": 1793880000000,
}
# Frames until the worker's state reaches the page; seconds until a notification is taken back. Chromium itself takes it
# off the screen after 25.
FRAMES = 1000
PATIENCE_S = 15.0
NEXT_FRAME = "new Promise((done) => { requestAnimationFrame(done); })"
SHOWN = """async () => (await (await navigator.serviceWorker.ready).getNotifications())
    .map(({title, body, tag, data}) => ({title, body, tag, address: data.address}))"""
# `self.displayed` resolves once the worker's next notification is on the screen.
NEXT = """() => {
    self.displayed = new Promise((done) => {
        registration.showNotification = async (...all) => {
            delete registration.showNotification;
            await registration.showNotification(...all);
            done();
        };
    });
}"""
# Only a person's click focuses a window, so the browser's own two calls just record their target.
CLICK = """async (tag) => {
    const led = [];
    WindowClient.prototype.focus = async function () { led.push(`front ${new URL(this.url).pathname}`); };
    Clients.prototype.openWindow = async (href) => { led.push(`new ${href}`); };
    const [notification] = await registration.getNotifications({tag});
    const click = new NotificationEvent("notificationclick", {notification});
    const work = [];
    click.waitUntil = (promise) => work.push(promise);
    dispatchEvent(click);
    if (!work.length) throw new Error("Nobody heard the click.");
    await Promise.all(work);
    return led;
}"""


@pytest.fixture(scope="module")
def browser(browser_type: BrowserType) -> Iterator[Browser]:
    """A whole Chromium: the headless shell denies notifications before anyone asks."""
    if WHOLE_CHROMIUM is None and not os.environ.get(REQUIRED):
        pytest.skip("no whole Chromium here; on Debian: apt-get install chromium")
    assert WHOLE_CHROMIUM, f"{REQUIRED} is set and there is no whole Chromium."
    browser = browser_type.launch(executable_path=WHOLE_CHROMIUM, args=ARGUMENTS)
    yield browser
    browser.close()


# The worker's answers for a file that it keeps and the site does not have, and for one that neither has.
GONE = """async (address) => {
  const store = await caches.open(STORE);
  await store.put(address, new Response("kept"));
  const kept = await file(new Request(address));
  await store.delete(address);
  const gone = await file(new Request(address));
  return [await kept.text(), gone.status];
}"""


@pytest.fixture
def service_workers() -> ServiceWorkers:
    return "allow"


@pytest.fixture
def phone(browser: Browser, address: str) -> Iterator[BrowserContext]:
    """A browser whose console may complain, as it is cut off from the network."""
    context = browser.new_context(base_url=address, viewport={"width": 360, "height": 740})
    yield context
    context.close()


def served(page: Page) -> None:
    """Wait until the service worker controls the page."""
    page.evaluate("navigator.serviceWorker.ready")
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")


def deliver(context: BrowserContext, page: Page, origin: str, message: str) -> None:
    """Hand a message to the worker as a push service would."""
    session: CDPSession = context.new_cdp_session(page)
    registrations: list[dict[str, Any]] = []
    session.on("ServiceWorker.workerRegistrationUpdated", lambda told: registrations.extend(told["registrations"]))
    session.send("ServiceWorker.enable")
    for _frame in range(FRAMES):
        if registrations:
            break
        page.evaluate(NEXT_FRAME)
    else:
        pytest.fail("the browser tells of no worker")
    to = {"origin": origin, "registrationId": registrations[-1]["registrationId"], "data": message}
    session.send("ServiceWorker.deliverPushMessage", to)
    session.detach()


def tell(context: BrowserContext, page: Page, origin: str, message: str, notice: dict[str, str]) -> None:
    """Deliver a message, and check that the device shows this one notification of its tag. Asking before it is on the
    screen would make the browser forget it.
    """
    [worker] = context.service_workers
    worker.evaluate(NEXT)
    deliver(context, page, origin, message)
    worker.evaluate("() => self.displayed")
    assert [shown for shown in page.evaluate(SHOWN) if shown["tag"] == notice["tag"]] == [notice]


def wait_until(page: Page, is_so: str, arg: object = None) -> None:
    """Wait until the asynchronous function returns true. Playwright’s `wait_for_function` takes its promise for the
    answer.
    """
    end = monotonic() + PATIENCE_S
    while not page.evaluate(is_so, arg):
        if monotonic() > end:
            pytest.fail(f"not so after {PATIENCE_S:.0f} s: {is_so}, {arg}; the device shows {page.evaluate(SHOWN)}")
        page.wait_for_timeout(50)


def click(context: BrowserContext, page: Page, origin: str, message: str, notice: dict[str, str]) -> list[str]:
    """Deliver a message, click its notification and return the target."""
    tell(context, page, origin, message, notice)
    [worker] = context.service_workers
    led: list[str] = worker.evaluate(CLICK, notice["tag"])
    return led


def notice_of(news: dict[str, Any]) -> dict[str, str]:
    return {name: news[name] for name in ("title", "body", "tag", "address")}


def test_without_a_net_there_is_a_page_that_says_so(phone: BrowserContext) -> None:
    page = phone.new_page()
    page.goto("/rules/")
    served(page)
    phone.set_offline(offline=True)
    page.goto("/games/")
    expect(page.get_by_role("heading", name="No connection")).to_be_visible()
    assert page.evaluate("getComputedStyle(document.querySelector('.button-main')).borderRadius") != "0px"
    kept = page.evaluate(
        "caches.keys().then((names) => caches.open(names[0])).then((store) => store.keys())"
        ".then((requests) => requests.map((request) => new URL(request.url).pathname))"
    )
    assert "/offline/" in kept
    assert [path for path in kept if not path.startswith("/static/")] == ["/offline/"]
    phone.set_offline(offline=False)
    page.get_by_role("link", name="Try again").click()
    expect(page.get_by_role("heading", name="Games")).to_be_visible()


def test_the_worker_has_what_an_update_took_from_the_site(phone: BrowserContext) -> None:
    page = phone.new_page()
    page.goto("/rules/")
    served(page)
    [worker] = phone.service_workers
    assert worker.evaluate(GONE, "/static/odin/css/site/frame.0123456789ab.css") == ["kept", 404]


def test_a_message_is_shown_and_a_later_one_takes_its_place(visit: NewContext, address: str) -> None:
    context = visit()
    context.grant_permissions(["notifications"])
    page = context.new_page()
    page.goto("/games/")
    served(page)
    tell(context, page, address, json.dumps(NEWS), notice_of(NEWS))
    # A later one about the same game replaces it. An unreadable message shows a notification, too.
    later = {**NEWS, "body": "Long night is waiting for you."}
    tell(context, page, address, json.dumps(later), notice_of(later))
    unread = {"title": "Odin by web", "body": "There’s something new in your games.", "tag": "odin", "address": "/"}
    tell(context, page, address, "nonsense", unread)
    shown = page.evaluate(SHOWN)
    assert len(shown) == 2
    assert all(notice in shown for notice in (notice_of(later), unread))


def test_a_click_leads_to_the_game_and_nowhere_else(visit: NewContext, address: str) -> None:
    context = visit()
    context.grant_permissions(["notifications"])
    page = context.new_page()
    page.goto("/games/")
    served(page)
    for number, (path, led) in enumerate(
        [("/games/", ["front /games/"]), ("/rules/", [f"new {address}/rules/"]), ("", [f"new {address}/"])]
    ):
        news = {**NEWS, "tag": f"game-{number}", "address": path}
        assert click(context, page, address, json.dumps(news), notice_of({**news, "address": path or "/"})) == led
    astray = {**NEWS, "address": "https://evil.example/"}
    assert click(context, page, address, json.dumps(astray), notice_of(astray)) == []


def turn_notice(context: BrowserContext, page: Page, origin: str, game: Game) -> None:
    """Show a notification of a turn in the game."""
    address = f"/g/{game.public_id}/"
    news = {**NEWS, "tag": f"game-{game.public_id}", "address": address, "turn": True}
    tell(context, page, origin, json.dumps(news), notice_of(news))


NONE_SHOWN = "async () => (await (await navigator.serviceWorker.ready).getNotifications()).length === 0"


def test_notifications_go_away_where_their_game_is_seen(enter: Enter, address: str) -> None:
    player = enter("alice")
    context, page = player.context, player.page
    context.grant_permissions(["notifications"])
    page.goto("/rules/")
    served(page)
    game = answering(player.user)
    turn_notice(context, page, address, game)
    page.goto(f"/g/{game.public_id}/chat/")
    wait_until(page, NONE_SHOWN)


def test_notifications_go_away_once_the_turn_is_taken_elsewhere(enter: Enter, address: str) -> None:
    player = enter("alice")
    context, page = player.context, player.page
    context.grant_permissions(["notifications"])
    page.goto("/rules/")
    served(page)
    taken, waits = answering(player.user), answering(player.user)
    for game in (taken, waits):
        turn_notice(context, page, address, game)
    seat_resign(public_id=taken.public_id, user=player.user)
    # The games are asked for at the next look at any page.
    page.goto("/learn/")
    tags = "async () => (await (await navigator.serviceWorker.ready).getNotifications()).map(({tag}) => tag).join()"
    wait_until(page, f"async (tag) => (await ({tags})()) === tag", f"game-{waits.public_id}")


def test_a_logged_out_device_shows_nothing(enter: Enter, address: str) -> None:
    player = enter("alice")
    page = player.page
    player.context.grant_permissions(["notifications"])
    page.goto("/rules/")
    served(page)
    tell(player.context, page, address, json.dumps(NEWS), notice_of(NEWS))
    page.goto("/accounts/logout/")
    page.get_by_role("main").get_by_role("button", name="Log out").click()
    expect(page.get_by_role("link", name="Log in").first).to_be_visible()
    wait_until(page, NONE_SHOWN)


def test_title_and_favicon_say_that_games_wait(enter: Enter) -> None:
    player = enter("alice")
    page = player.page
    page.goto("/")
    calm = page.title()
    assert not calm.startswith("(")
    icon = page.locator('link[rel="icon"]')
    assert "favicon-waiting" not in (icon.get_attribute("href") or "")
    answering(player.user)
    page.goto("/rules/")
    expect(page).to_have_title(re.compile(r"^\(1\) "))
    assert "favicon-waiting" in (icon.get_attribute("href") or "")
    # The page's own words again, once the live lobby has updated title and pill.
    page.goto("/")
    expect(page).to_have_title(re.compile(r"^\(1\) Your games"))
    page.evaluate("document.getElementById('waiting-games').hidden = true")
    expect(page).to_have_title(re.compile(r"^Your games"))
    assert "favicon-waiting" not in (icon.get_attribute("href") or "")


def test_a_tab_in_the_background_hears_of_turns_elsewhere(enter: Enter) -> None:
    player = enter("alice")
    behind = player.context.new_page()
    behind.goto("/rules/")
    behind.evaluate("""() => {
        Object.defineProperty(document, "visibilityState", {value: "hidden", configurable: true});
        document.dispatchEvent(new Event("visibilitychange"));
    }""")
    game = answering(player.user)
    expect(behind).to_have_title(re.compile(r"^\(1\) "))
    expect(behind.locator("#waiting-games")).to_have_text("1 game is waiting for you")
    # Resigned elsewhere, it no longer waits; the tab asks once visible.
    seat_resign(public_id=game.public_id, user=player.user)
    behind.evaluate("""() => {
        delete document.visibilityState;
        document.dispatchEvent(new Event("visibilitychange"));
    }""")
    expect(behind).not_to_have_title(re.compile(r"^\("))


def test_logout_works_with_the_service_worker(enter: Enter) -> None:
    player = enter("alice")
    page = player.page
    page.goto("/")
    served(page)
    page.locator("summary", has=page.locator(".shield")).first.click()
    page.get_by_role("button", name="Log out").click()
    expect(page.get_by_role("link", name="Log in").first).to_be_visible()


# In place of the browser's push service: agrees at once and survives a reload.
AGREEING = """
const made = (keys) => keys && {
    endpoint: "https://push.example/send/secret-word",
    toJSON: () => ({endpoint: "https://push.example/send/secret-word", keys}),
    unsubscribe: async () => { localStorage.removeItem("push"); return true; },
};
PushManager.prototype.getSubscription = async () => made(JSON.parse(localStorage.getItem("push")));
PushManager.prototype.subscribe = async (options) => {
    if (!options.userVisibleOnly || options.applicationServerKey.length !== 65) throw new TypeError("not so");
    localStorage.setItem("push", JSON.stringify(KEYS));
    return made(KEYS);
};
"""


def test_notices_are_switched_on_and_off_for_this_device(enter: Enter) -> None:
    player = enter("alice", viewport=PHONE)
    page = player.page
    browser = make_browser()
    keys = {"p256dh": browser.p256dh, "auth": text_of(browser.auth)}
    page.add_init_script(AGREEING.replace("KEYS", json.dumps(keys)))
    page.goto("/settings/channels/")
    words = page.locator("#push-words")
    switch = page.get_by_role("button", name="Turn on push")
    expect(words).to_have_text("This device gets no notifications.")
    # Headless Chromium denies every permission.
    switch.click()
    expect(words).to_contain_text("Your browser blocks notifications from this site")
    player.context.grant_permissions(["notifications"])
    page.reload()
    switch.click()
    expect(words).to_have_text("This device gets notifications.")
    devices = page.get_by_role("main").get_by_role("listitem").filter(has_text="Chrome")
    expect(devices).to_have_count(1)
    # Removed from the list, it is off, and can be switched on again.
    devices.get_by_role("button", name="Remove").click()
    expect(words).to_have_text("This device gets no notifications.")
    switch.click()
    page.get_by_role("button", name="Turn off push").click()
    expect(words).to_have_text("This device gets no notifications.")
    expect(devices).to_have_count(0)


def test_a_slow_game_offers_push_once(enter: Enter) -> None:
    player = enter("alice", viewport=PHONE)
    page = player.page
    browser = make_browser()
    keys = {"p256dh": browser.p256dh, "auth": text_of(browser.auth)}
    page.add_init_script(AGREEING.replace("KEYS", json.dumps(keys)))
    player.context.grant_permissions(["notifications"])
    game = game_create(host=player.user, new=NewGame(seats=3))
    page.goto(f"/g/{game.public_id}/")
    offer = page.get_by_role("complementary", name="How you hear of your turn")
    expect(offer).to_contain_text("Get a notification on this device when it’s your turn.")
    assert AXE.run(page).response["violations"] == []
    offer.get_by_role("button", name="Turn on push").press("Enter")
    expect(offer).to_contain_text("This device gets notifications.")
    # A newer part has no offer, and leaves the answer where it is.
    page.evaluate("document.getElementById('live').dataset.old = ''")
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.locator("#live[data-old]")).to_have_count(0)
    expect(offer).to_contain_text("This device gets notifications.")
    assert PushSubscription.objects.get().user == player.user
    page.reload()
    expect(page.get_by_role("heading", name="Invite your friends")).to_be_visible()
    expect(offer).to_have_count(0)


def test_the_offer_of_push_is_closed_for_all_games(enter: Enter) -> None:
    player = enter("alice", viewport=PHONE)
    page = player.page
    player.context.grant_permissions(["notifications"])
    game = lay_game([player.user, make_person("bob")])
    page.goto(f"/g/{game.public_id}/")
    offer = page.get_by_role("complementary", name="How you hear of your turn")
    offer.get_by_role("button", name="Not now").click()
    expect(page.locator("#table")).to_be_visible()
    expect(offer).to_have_count(0)
    game_create(host=player.user, new=NewGame(seats=3))
    page.goto("/")
    expect(page.get_by_role("heading", name="Not started yet")).to_be_visible()
    expect(offer).to_have_count(0)
