"""Ten minutes of live play on open tables: offered, agreed on and over without a reload."""

import re
from datetime import timedelta

from django.utils import timezone
from playwright.sync_api import expect

from games.models import Deadline, Game
from games.play.presence import presence_save
from games.play.timeouts import wait_attend
from tests.browser.pages.conftest import Enter
from tests.browser.pages.laid_tables import table_of


def test_a_sprint_is_agreed_on_and_ends_on_open_pages(enter: Enter) -> None:
    first, last = enter("alice"), enter("bob")
    game = table_of(first.user, last.user)
    first.sit_at(game)
    presence_save(public_id=game.public_id, user=first.user)
    last.sit_at(game)
    presence_save(public_id=game.public_id, user=last.user)
    expect(last.page.locator("#wish")).to_contain_text("Everyone’s here.")
    last.page.locator("#wish-answer").click()
    expect(last.page.locator("#sprint-form")).to_be_in_viewport()
    last.page.get_by_role("button", name="Ask to play live").click()
    expect(first.page.locator("#wish")).to_contain_text("bob wants to play live")
    expect(first.page.locator("#said")).to_contain_text("bob wants to play live.")
    first.page.get_by_role("button", name="Agree to play live").click()
    for player in (first, last):
        expect(player.page.locator("#clock-left")).to_have_text(re.compile(r"^(3:00|2:\d\d) left$"))
        expect(player.page.locator("#time")).to_contain_text("You play live until")
    over = timezone.now() - timedelta(seconds=1)
    Game.objects.filter(pk=game.pk).update(sprint_ends_at=over)
    Deadline.objects.filter(pk=game.pk).update(since=over - timedelta(minutes=1), due_at=over)
    wait_attend(game_id=game.pk)
    for player in (first, last):
        player.page.reload()
        expect(player.page.locator("#clock-left")).to_have_text(re.compile("h left$"))
