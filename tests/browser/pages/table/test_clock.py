"""Clocks on open tables: counted down, announced rarely, at zero; and pauses by agreement."""

import re
from datetime import timedelta

from django.utils import timezone
from playwright.sync_api import Page, expect

from games.models import Deadline, Game
from games.play.timeouts import wait_attend
from tests.browser.pages.conftest import Enter
from tests.browser.pages.laid_tables import answering, table_of
from tests.browser.pages.seated_player import SeatedPlayer
from tests.browser.pages.stopped_clock import stop_clock


def live_game(enter: Enter, pace: str, *, frozen: bool = False) -> tuple[SeatedPlayer, Game]:
    """A live table with a bot, at the person's turn."""
    player = enter("alice", fresh=frozen)
    if frozen:
        stop_clock(player.page)
    game = answering(player.user, pace=pace)
    player.sit_at(game)
    return player, game


def said(page: Page) -> list[str]:
    """Announcements about time."""
    return [words for words in page.locator("#said p").all_inner_texts() if "left" in words]


def test_the_time_is_counted_down_and_said_aloud_only_when_little_is_left(enter: Enter) -> None:
    page = live_game(enter, "3m", frozen=True)[0].page
    left, clasp = page.locator("#clock-left"), page.locator("#clock")
    expect(left).to_have_text(re.compile(r"^(3:00|2:\d\d) left$"))
    page.clock.fast_forward("01:30")
    expect(left).to_have_text(re.compile(r"^1:[0-3]\d left$"))
    expect(clasp).not_to_have_class(re.compile("is-urgent"))
    assert said(page) == []
    page.clock.fast_forward("00:50")
    expect(clasp).to_have_class(re.compile("is-urgent"))
    expect(page.locator("#said")).to_contain_text(re.compile(r"Your turn: 0:[0-4]\d left\."))
    for _second in range(5):
        page.clock.fast_forward("00:01")
    assert len(said(page)) == 1
    page.clock.fast_forward("00:40")
    expect(left).to_have_text("time is up")
    assert len(said(page)) <= 2


def test_the_page_follows_when_time_runs_out(enter: Enter) -> None:
    player, game = live_game(enter, "60s")
    page, before = player.page, player.version
    expect(page.locator("#clock-left")).to_have_text(re.compile(r"^(1:00|0:\d\d) left$"))
    past = timezone.now() - timedelta(seconds=1)
    Deadline.objects.filter(game=game).update(due_at=past, next_at=past)
    wait_attend(game_id=game.pk)
    player.sees(before + 1)
    expect(page.locator("#turns-in")).to_contain_text("You: time ran out")
    assert player.stayed


def test_a_pause_is_agreed_on_and_ended_on_open_pages(enter: Enter) -> None:
    asks, agrees = enter("alice"), enter("bob")
    game = table_of(asks.user, agrees.user)
    for player in (asks, agrees):
        player.sit_at(game)
    asks.page.get_by_role("button", name="Ask for a pause").click()
    expect(agrees.page.locator("#wish")).to_contain_text("alice wants a pause")
    expect(agrees.page.locator("#said")).to_contain_text("alice wants a pause.")
    expect(asks.page.locator("#wish")).to_contain_text("You want a pause. Still to agree: bob.")
    agrees.page.locator("#wish-answer").click()
    expect(agrees.page.locator("#pause-form")).to_be_in_viewport()
    agrees.page.get_by_role("button", name="Agree to pause").click()
    for player in (asks, agrees):
        expect(player.page.locator("#clock")).to_contain_text("paused until")
        expect(player.page.locator("#hand input").first).to_be_disabled()
    agrees.page.locator("#end-pause").click()
    expect(asks.page.locator("#wish")).to_contain_text("bob wants to resume")
    asks.page.locator("#end-pause").click()
    for player in (asks, agrees):
        expect(player.page.locator("#clock-left")).to_have_text("23 h left")
        assert player.stayed
