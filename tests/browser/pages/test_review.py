"""A review's page follows its progress automatically, past an expired login, to its end."""

from __future__ import annotations

import re
from datetime import timedelta

from django.utils import timezone
from playwright.sync_api import Page, expect

from games.history.review import review_work
from games.models import SeatReview
from tests.browser.pages.conftest import Enter
from tests.browser.player_at_browser import MARK
from tests.factories import make_person
from tests.games_laid import finished_game

LOOK_MS = 45_000
# The page asks again after so long.
PAUSE_MS = 4000
ONE_DONE = [{"hand": 1, "number": 1, "place": 1, "turn": "B5", "best": "B5", "loss": 0.0, "options": 2}]


def looked(page: Page) -> None:
    """Wait until the page has asked for progress once more."""
    with page.expect_response(re.compile("/review/"), timeout=LOOK_MS):
        page.clock.run_for(PAUSE_MS)


def test_the_page_follows_the_work_and_shows_the_end_by_itself(enter: Enter) -> None:
    player = enter("alice", fresh=True)
    game = finished_game([player.user, make_person("bob")], recorded="single_hand_of_two")
    # A worker holds the review.
    now = timezone.now()
    review = SeatReview.objects.create(game=game, seat=0, bot="berserker", asked_at=now, begun_at=now, tries=1)
    page = player.page
    page.clock.install()
    page.goto(f"/g/{game.public_id}/review/")
    progress = page.locator(".review-progress")
    whole = int(progress.get_attribute("max") or 0)
    assert progress.get_attribute("value") == "0"
    assert whole > 1
    page.evaluate(MARK)
    # An expired login leaves the page as it is; a new one resumes it.
    kept = player.context.cookies()
    player.context.clear_cookies()
    looked(page)
    player.context.add_cookies(kept)  # type: ignore[arg-type]
    # All but the last turn.
    done = whole - 1
    SeatReview.objects.filter(pk=review.pk).update(turns=ONE_DONE * done)
    looked(page)
    expect(progress).to_have_js_property("value", done, timeout=LOOK_MS)
    expect(page.locator("#review-status")).to_contain_text(f"{done} of {whole} turns")
    assert player.stayed
    SeatReview.objects.filter(pk=review.pk).update(begun_at=now - timedelta(days=1))
    while review_work(review_id=review.pk, done=done):
        review.refresh_from_db()
        done = len(review.turns)
    expect(page.locator("#sure[open]")).to_be_visible(timeout=LOOK_MS)
    assert not player.stayed
    expect(progress).to_have_count(0)
