"""A page's clock that moves by the test's hand only, so that no limit passes on a slow machine."""

from datetime import timedelta
from time import sleep

from django.utils import timezone
from playwright.sync_api import Page

from games.live.frames import PER_SECOND

# As in site/socket.js.
QUIET_MS = 15_000
# How many pings the page has sent and heard no answer to.
_COUNT = """() => {
  window.unanswered = 0;
  window.WebSocket = class extends WebSocket {
    constructor(...address) {
      super(...address);
      this.addEventListener("message", ({ data }) => (window.unanswered -= JSON.parse(data).type === "pong"));
    }
    send(text) {
      window.unanswered += JSON.parse(text).type === "ping";
      super.send(text);
    }
  };
}"""
_ANSWERED = "() => window.unanswered === 0"


def stop_clock(page: Page) -> None:
    """Stop it from the next page on, in a `fresh` browser, until `page.clock.resume()`."""
    page.add_init_script(f"({_COUNT})()")
    now = timezone.now()
    # In the page that is open it runs from the first call to the second, and is never set back.
    page.clock.install(time=now - timedelta(hours=1))
    page.clock.pause_at(now)


def quiet_passes(page: Page) -> None:
    """Move the clock until the page pings over its quiet socket, and wait for the answer."""
    page.wait_for_function(_ANSWERED)
    # Pings that follow each other faster than the site allows are dropped.
    sleep(1 / PER_SECOND)
    page.clock.run_for(QUIET_MS)
    page.wait_for_function(_ANSWERED)
