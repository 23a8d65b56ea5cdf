"""A page delays emails only while its reader is active, not while its tab is open; the link in the email can be
played.
"""

import re
from datetime import timedelta

from django.core import mail
from django.db.models import F
from django.utils import timezone
from playwright.sync_api import expect

from games.models import Notice, Seat
from games.notices.due import due_rows
from games.tasks import notice_send
from tests.browser.axe import faults
from tests.browser.conftest import DESKTOP, PHONE, NewContext
from tests.browser.pages.conftest import Enter
from tests.browser.pages.laid_tables import answering
from tests.browser.pages.seated_player import SeatedPlayer
from tests.browser.pages.stopped_clock import QUIET_MS, quiet_passes, stop_clock
from tests.browser.used_browsers import page_of
from tests.embedded.running import wait_until

MINUTE_MS = 60_000
# Counts the sockets' messages that the page is looked at.
COUNT = """() => {
  window.said = 0;
  const send = WebSocket.prototype.send;
  WebSocket.prototype.send = function (text) {
    if (JSON.parse(text).type === "looking") window.said += 1;
    return send.call(this, text);
  };
}"""
SAID = "() => { const said = window.said; window.said = 0; return said; }"


class TimedPage:
    """A table at the person's turn; its socket is open. Its clock moves in `said_in` only."""

    def __init__(self, player: SeatedPlayer) -> None:
        self.page = player.page
        self.page.add_init_script(f"({COUNT})()")
        stop_clock(self.page)
        player.sit_at(answering(player.user))
        # An opened socket sends it at once.
        self.page.wait_for_function("() => window.said > 0")

    def said_in(self, minutes: int) -> int:
        """How often the page has reported that it is viewed, since the last call and in so many more minutes of its
        clock.
        """
        for _quiet in range(minutes * MINUTE_MS // QUIET_MS):
            quiet_passes(self.page)
        said: int = self.page.evaluate(SAID)
        return said


def time_passes(minutes: int) -> None:
    """Move the stored looks and notifications back by `minutes`."""
    past = timedelta(minutes=minutes)
    Seat.objects.update(looked_at=F("looked_at") - past, acted_at=F("acted_at") - past)
    Notice.objects.update(due_at=F("due_at") - past, created_at=F("created_at") - past)


def mailed_link() -> str:
    """The link in the turn's mail, once the look has expired."""

    def sent() -> bool:
        # The last message of a look may still be on its way.
        time_passes(10)
        for notice in due_rows(timezone.now()):
            notice_send(notice.pk)
        return len(mail.outbox) > 0

    wait_until(sent, "the mail about the turn")
    [letter] = mail.outbox
    assert "Your turn" in letter.subject
    found = re.search(r"/m/\S+", str(letter.body))
    assert found, letter.body
    return found[0]


def test_a_page_counts_as_looked_at_only_during_activity(enter: Enter) -> None:
    player = enter("alice", fresh=True)
    table = TimedPage(player)
    page = player.page
    page.mouse.move(200, 300)
    assert table.said_in(1) >= 2
    # Visible window, but no activity.
    table.said_in(2)
    assert page.evaluate("document.visibilityState") == "visible"
    assert table.said_in(5) == 0
    # Scrolling under a still pointer is no activity, though browsers report a pointer event.
    page.evaluate("scrollBy(0, 50)")
    page.mouse.move(200, 300)
    assert table.said_in(1) == 0
    # Active again: sent at once, then for two minutes.
    page.keyboard.press("Tab")
    assert page.evaluate("window.said") == 1
    assert 2 <= table.said_in(5) <= 3
    page.mouse.move(210, 310)
    assert page.evaluate("window.said") == 1
    assert 2 <= table.said_in(5) <= 3


def test_an_idle_tab_does_not_stop_the_mail_with_the_playing_link(enter: Enter, visit: NewContext) -> None:
    player = enter("alice", fresh=True)
    table = TimedPage(player)
    table.said_in(3)
    assert table.said_in(1) == 0
    link = mailed_link()

    page = page_of(visit())
    page.goto(link)
    assert not faults(page, "a turn from the mail", [DESKTOP])
    page.goto("/m/unknown/")
    assert not faults(page, "an unknown link")

    # A mail program's browser: not logged in, perhaps without scripts.
    reader = visit(java_script_enabled=False, viewport=PHONE)
    page = reader.new_page()
    page.goto(link)
    page.locator(".play-choice:has([name='play'])").first.click()
    for choice in page.locator(".play-choice:has([name='pickup'])").all()[:1]:
        choice.click()
    page.get_by_role("button", name="Play").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("You played")
    page.goto(link)
    expect(page.get_by_role("main")).to_contain_text("You’ve already taken this turn")
    assert reader.cookies() == []
