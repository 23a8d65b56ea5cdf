"""Two players chat: live, on a desktop and a phone, named, muted, hidden, and in kid mode."""

from axe_playwright_python.sync_playwright import Axe
from django.utils import timezone
from playwright.sync_api import Page, expect

from accounts.decisions.sanctions import sanction_impose
from accounts.models import Sanction
from games.chat.services import chat_write
from games.models import ChatLine, Game
from games.moderation.acts import chat_lock
from games.moderation.acts.chat_lines import chat_hide
from games.play.turn import turn_play
from tests.browser.conftest import PHONE, WINDOW
from tests.browser.pages.conftest import Enter
from tests.browser.pages.laid_tables import NINE, lay_hand, table_of
from tests.browser.pages.seated_player import SeatedPlayer, settled
from tests.factories import make_person, make_staff


def say(player: SeatedPlayer, text: str) -> None:
    player.page.locator("#chat-text").fill(text)
    player.page.locator("#chat-text").press("Enter")
    expect(player.page.locator("#chat-lines .line-text").last).to_have_text(text)


def axe_faults(page: Page, part: str) -> list[str]:
    """The faults of the part in this state; test_accessibility reads the whole table."""
    found = Axe().run(page, part).response["violations"]
    return [f"{fault['id']}: {[node['target'] for node in fault['nodes']]}" for fault in found]


def test_two_people_talk_and_part(enter: Enter) -> None:
    vigdis, ulfar = enter("vigdis"), enter("ulfar", viewport=PHONE)
    game = table_of(vigdis.user, ulfar.user)
    lay_hand(game, vigdis.user, NINE)
    for player in (vigdis, ulfar):
        player.sit_at(game)
    they_talk(vigdis, ulfar)
    what_is_typed_is_kept(vigdis, ulfar, game)
    for player in (vigdis, ulfar):
        assert player.stayed
    one_is_muted_by_the_other(ulfar)
    ulfar.sit_at(game)
    both_are_moderated(vigdis, ulfar, game)
    for player in (vigdis, ulfar):
        assert player.stayed
    kid_mode_leaves_no_chat(vigdis, game)


def they_talk(vigdis: SeatedPlayer, ulfar: SeatedPlayer) -> None:
    """Live, without a reload; on the phone a number counts until the drawer was open."""
    phone, desk = ulfar.page, vigdis.page
    expect(phone.locator("#chat")).to_be_hidden()
    # An empty chat gives its room to the turns until the first message.
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
    # What is typed goes into the field, not to the table's keys.
    expect(drawer.locator("#chat-text")).to_be_focused()
    expect(drawer.locator(".line-text")).to_have_text(["Hail & well met, @Ulfar <b>!</b>", "Shall we?"])
    expect(drawer.locator(".names-me")).to_have_count(1)
    assert axe_faults(phone, "#drawer") == []
    say(ulfar, "We shall")
    expect(desk.locator("#chat-lines .line-text").last).to_have_text("We shall")
    # A reaction closes the drawer and shows itself at the seat, there and here.
    drawer.get_by_role("button", name="Thanks").click()
    expect(drawer).to_be_hidden()
    expect(phone.locator(".seat-bubble.is-own")).to_have_text("Thanks")
    expect(desk.locator(".seat-bubble")).to_have_text("Thanks")
    expect(desk.locator("#chat-lines .line-text").last).to_have_text("Thanks")
    desk.locator("#reactions > summary").click()
    desk.get_by_role("button", name="Applause").click()
    expect(phone.locator(".seat-bubble:not(.is-own)")).to_have_text("👏")
    expect(phone.locator("#said")).to_contain_text("vigdis in the chat: Applause")
    expect(phone.locator("#chat-count")).to_be_hidden()


def what_is_typed_is_kept(vigdis: SeatedPlayer, ulfar: SeatedPlayer, game: Game) -> None:
    """Typed text survives swaps of the table's part and refusals (ten messages a minute)."""
    desk = vigdis.page
    desk.locator("#chat-text").fill("half a thou")
    turn_play(public_id=game.public_id, user=vigdis.user, version=game.version, text="K1")
    for player in (vigdis, ulfar):
        player.sees(game.version + 1)
    expect(desk.locator("#chat-text")).to_have_value("half a thou")
    desk.locator("#chat-text").fill("")
    for number in range(7):
        chat_write(public_id=game.public_id, user=vigdis.user, text=f"More of it, {number}")
    expect(desk.locator("#chat-lines .line-text").last).to_have_text("More of it, 6")
    # All ten within a minute, also on a slow machine.
    ChatLine.objects.filter(game=game).update(created_at=timezone.now())
    desk.locator("#chat-text").fill("And more")
    desk.locator("#chat-send").click()
    expect(desk.locator("#chat-error")).to_contain_text("Wait a minute")
    expect(desk.locator("#chat-text")).to_have_value("And more")
    assert axe_faults(desk, "#chat") == []


def one_is_muted_by_the_other(ulfar: SeatedPlayer) -> None:
    """Hidden from then on; unmuted on the profile."""
    phone = ulfar.page
    phone.locator("#chat-open").click()
    phone.locator("#chat-lines > li").last.locator("summary").click()
    phone.get_by_role("button", name="Mute vigdis").last.click()
    expect(phone.locator(".messages")).to_contain_text("vigdis is muted")
    phone.locator("#chat-open").click()
    expect(phone.locator("#chat-lines .line-text")).to_have_text(["We shall", "Thanks"])
    phone.goto("/players/vigdis/")
    phone.get_by_role("button", name="Unmute").click()
    expect(phone.locator(".messages")).to_contain_text("vigdis is no longer muted")


def both_are_moderated(vigdis: SeatedPlayer, ulfar: SeatedPlayer, game: Game) -> None:
    """A moderator mutes, hides, and locks the chat; both see it without a reload."""
    phone, desk, moderator = ulfar.page, vigdis.page, make_staff("mona", "moderator")
    sanction_impose(actor=moderator, user=ulfar.user, kind=Sanction.Kind.MUTE, reason="foul words", days=3)
    first = game.chat_lines.order_by("pk")[0]
    chat_hide(actor=moderator, line_id=first.pk, reason="foul words")
    expect(desk.locator(f"#line-{first.pk}")).to_contain_text("Hidden by a moderator.")
    phone.locator("#chat-open").click()
    expect(phone.locator("#chat-note")).to_contain_text("A moderator muted you until")
    expect(phone.locator("#chat-form")).to_be_hidden()
    chat_lock(actor=moderator, public_id=game.public_id, reason="a quarrel")
    expect(desk.locator("#chat-note")).to_have_text("A moderator locked this chat.")
    expect(desk.locator("#chat-form")).to_be_hidden()
    expect(desk.locator("#turns-in")).to_contain_text("a quarrel")


def kid_mode_leaves_no_chat(vigdis: SeatedPlayer, game: Game) -> None:
    """Check that the page has no chat in kid mode."""
    desk = vigdis.page
    desk.goto("/settings/people/")
    desk.get_by_role("button", name="Turn kid mode on").click()
    expect(desk.locator(".messages")).to_contain_text("Kid mode is on")
    vigdis.sit_at(game)
    expect(desk.locator("#chat")).to_have_count(0)


def test_a_log_out_in_another_tab_leaves_the_table_without_its_chat(enter: Enter) -> None:
    """The chat's script goes on hearing of lines, sizes and drawers, and throws nothing; a line on its way is lost."""
    vigdis = enter("vigdis", fresh=True, viewport=PHONE)
    game = table_of(vigdis.user, make_person("ulfar"), visibility="public")
    page = vigdis.sit_at(game)
    settled(page)
    page.locator("#chat-open").click()
    page.locator("#chat-text").fill("I was about to say")
    other = vigdis.context.new_page()
    other.goto("/")
    other.get_by_label("Menu").or_(other.locator("details.menu > summary")).first.click()
    other.locator("form[data-logout] button").first.click()
    expect(page.locator("#hand")).to_have_count(0)
    expect(page.locator("#chat-in")).to_have_count(0)
    expect(page.locator("#chat-drawer")).to_be_hidden()
    other.close()
    page.set_viewport_size(WINDOW)
    page.evaluate("document.dispatchEvent(new CustomEvent('odin:chat', { detail: 1 }))")
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    page.evaluate("dispatchEvent(new Event('online'))")
    page.wait_for_load_state("networkidle")
    expect(page.locator("#chat-in")).to_have_count(0)
