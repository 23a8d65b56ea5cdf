"""Two people talk at their table: live, on a desktop and in a phone's drawer, named, muted, hidden, and in kid mode."""

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, NewContext
from tests.browser.players import Player
from tests.embedded.running import Running

# What a moderator does in the admin.
ACTS = """
from accounts.models import User
from accounts.decisions.sanctions import sanction_impose
from games.moderation.acts.chat_lines import chat_hide
admin = User.objects.get(handle="admin")
sanction_impose(actor=admin, user=User.objects.get(handle="{handle}"), kind="mute", reason="foul words", days=3)
chat_hide(actor=admin, line_id={line}, reason="foul words")
"""
LOCK = """
from accounts.models import User
from games.moderation.acts import chat_lock
chat_lock(actor=User.objects.get(handle="admin"), public_id="{game}", reason="a quarrel")
"""


def say(player: Player, text: str) -> None:
    player.page.locator("#chat-text").fill(text)
    player.page.locator("#chat-text").press("Enter")
    expect(player.page.locator("#chat-lines .line-text").last).to_have_text(text)


def axe_faults(page: Page) -> list[str]:
    found = Axe().run(page).response["violations"]
    return [f"{fault['id']}: {[node['target'] for node in fault['nodes']]}" for fault in found]


def test_two_people_talk_and_part(site: Running, visit: NewContext) -> None:
    vigdis, ulfar = (
        Player(site, visit(), "vigdis"),
        Player(site, visit(viewport=PHONE, reduced_motion="reduce"), "ulfar"),
    )
    for player in (vigdis, ulfar):
        player.register()
    vigdis.open_game(seats=2, greedy=0, target="30", private=True)
    ulfar.join_by(vigdis.invitation_link())
    for player in (vigdis, ulfar):
        player.at_table()
    phone, desk = ulfar.page, vigdis.page
    table = phone.url

    # Live, without a reload; on the phone a number tells of it, and is gone once the drawer was open.
    expect(phone.locator("#chat")).to_be_hidden()
    # Where nothing was said the chat leaves room to the turns, and takes it back with the first line.
    unspoken = desk.locator("#chat").bounding_box()
    say(vigdis, "Hail & well met, @Ulfar <b>!</b>")
    spoken = desk.locator("#chat").bounding_box()
    assert unspoken
    assert spoken
    assert unspoken["height"] < spoken["height"]
    say(vigdis, "Shall we?")
    expect(phone.locator("#chat-count")).to_have_text("2")
    expect(phone.locator("#said")).to_contain_text("vigdis in the chat: Shall we?")
    phone.locator("#chat-open").click()
    drawer = phone.get_by_role("dialog", name="Chat")
    # What is typed at once goes into the line, not to the table's single keys.
    expect(drawer.locator("#chat-text")).to_be_focused()
    expect(drawer.locator(".line-text")).to_have_text(["Hail & well met, @Ulfar <b>!</b>", "Shall we?"])
    expect(drawer.locator(".names-me")).to_have_count(1)
    assert axe_faults(phone) == []
    say(ulfar, "We shall")
    expect(desk.locator("#chat-lines .line-text").last).to_have_text("We shall")
    phone.keyboard.press("Escape")
    expect(phone.locator("#chat-count")).to_be_hidden()

    # A turn swaps the table's part; what is being typed stays.
    desk.locator("#chat-text").fill("half a thou")
    actor = vigdis if vigdis.must_act else ulfar
    actor.take_turn()
    vigdis.sees(ulfar.version)
    expect(desk.locator("#chat-text")).to_have_value("half a thou")
    desk.locator("#chat-text").fill("")

    # Refusals keep the words; ten lines a minute are enough.
    for number in range(8):
        say(vigdis, f"More of it, {number}")
    desk.locator("#chat-text").fill("And more")
    desk.locator("#chat-send").click()
    expect(desk.locator("#chat-error")).to_contain_text("Wait a minute")
    expect(desk.locator("#chat-text")).to_have_value("And more")
    assert vigdis.stayed
    assert ulfar.stayed
    assert axe_faults(desk) == []

    # Muted by the reader: unseen from now on, and unmuted on the profile.
    phone.locator("#chat-open").click()
    phone.locator("#chat-lines > li").last.locator("summary").click()
    phone.get_by_role("button", name="Mute vigdis").last.click()
    expect(phone.locator(".messages")).to_contain_text("You no longer read what vigdis writes")
    phone.locator("#chat-open").click()
    expect(phone.locator("#chat-lines .line-text")).to_have_text(["We shall"])
    phone.goto("/players/vigdis/")
    phone.get_by_role("button", name="Unmute").click()
    expect(phone.locator(".messages")).to_contain_text("You read what vigdis writes again")
    phone.goto(table)

    # A moderator mutes and hides; both see it without a reload.
    ulfar.at_table()
    first = desk.locator("#chat-lines > li").first.get_attribute("id") or ""
    act = ACTS.format(line=first.removeprefix("line-"), handle="ulfar")
    site.do(act)
    expect(desk.locator(f"#{first}")).to_contain_text("Hidden by a moderator.")
    phone.locator("#chat-open").click()
    expect(phone.locator("#chat-note")).to_contain_text("A moderator has muted you until")
    expect(phone.locator("#chat-form")).to_be_hidden()
    site.do(LOCK.format(game=table.split("/")[-2]))
    expect(desk.locator("#chat-note")).to_have_text("A moderator has locked this chat.")
    expect(desk.locator("#chat-form")).to_be_hidden()
    expect(desk.locator("#turns-in")).to_contain_text("a quarrel")
    assert vigdis.stayed
    assert ulfar.stayed

    # Kid mode: nothing of a chat is left on the page.
    desk.goto("/settings/people/")
    desk.get_by_role("button", name="Switch kid mode on").click()
    expect(desk.locator(".messages")).to_contain_text("Kid mode is on")
    desk.goto(table)
    expect(desk.locator("#table")).to_be_visible()
    expect(desk.locator("#chat")).to_have_count(0)
