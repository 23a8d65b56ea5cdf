"""The page of a review follows the work on it by itself: how far it is, through a login that ran out, to its end."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import NewContext
from tests.browser.players import MARK, Player
from tests.embedded.running import Running

LOOK_MS = 45_000
# A review at which somebody is working just now, and no message about it. They are at it until tomorrow: then the site
# itself takes nobody for lost, however long this test lasts.
BEGUN = """
from datetime import timedelta
from django.utils import timezone
from games.models import SeatReview, Seat
seat = Seat.objects.get(game__public_id="{game}", user__handle="{handle}")
now = timezone.now()
SeatReview.objects.create(
    game=seat.game, seat=seat.number, bot="greedy", asked_at=now, begun_at=now + timedelta(days=1), tries=1
)
"""
ON = """
from games.models import SeatReview
row = SeatReview.objects.get(game__public_id="{game}")
row.turns = [{{"hand": 1, "number": 1, "place": 1, "turn": "B5", "best": "B5", "loss": 0.0, "options": 2}}]
row.save()
"""
QUEUED = """
from django.db import transaction
from games.models import SeatReview
from games.on_commit import review_is_due
with transaction.atomic():
    review_is_due(SeatReview.objects.get(game__public_id="{game}").pk, 1)
"""


def looked(page: Page) -> None:
    """Wait until the page has asked once more how far it is."""
    with page.expect_response(re.compile("/review/"), timeout=LOOK_MS):
        pass


def test_the_page_follows_the_work_and_shows_the_end_by_itself(site: Running, visit: NewContext) -> None:
    player = Player(site, visit(), "reviewer")
    player.register()
    player.open_game(seats=3, greedy=2, target="hand")
    player.at_table()
    page = player.page
    for _turn in range(2):
        page.locator("#table[data-my-turn]").wait_for()
        player.take_turn()
    player.leave_to_bots()
    game = page.url.split("/g/")[1].split("/")[0]
    site.do(BEGUN.format(game=game, handle="reviewer"))
    page.goto(f"/g/{game}/review/")
    progress = page.locator(".review-progress")
    assert (progress.get_attribute("value"), progress.get_attribute("max")) == ("0", "2")
    page.evaluate(MARK)
    # A login that ran out leaves the page as it is; once there is one again it goes on.
    kept = player.context.cookies()
    player.context.clear_cookies()
    looked(page)
    player.context.add_cookies(kept)  # type: ignore[arg-type]
    site.do(ON.format(game=game))
    expect(progress).to_have_js_property("value", 1, timeout=LOOK_MS)
    expect(page.locator("#review-status")).to_contain_text("1 of 2 turns")
    assert player.stayed
    site.do(QUEUED.format(game=game))
    expect(page.locator("#sure[open]")).to_be_visible(timeout=LOOK_MS)
    assert not player.stayed
    expect(progress).to_have_count(0)
