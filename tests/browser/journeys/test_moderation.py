"""An insult from the table to the last email: reported, claimed, judged, appealed, answered."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE, NewContext, ServiceWorkers
from tests.browser.held_scripts import script_held
from tests.browser.journeys.registered_player import RegisteredPlayer
from tests.browser.moderator_at_browser import Moderator
from tests.browser.sent_mails import link_in, text_of, wait_for_mail
from tests.embedded.running import Running

INSULT = "Play on, you wooden goat"
WHY = "Insults have no place at a table."


@pytest.fixture
def service_workers() -> ServiceWorkers:
    """Blocks service workers: each of five browsers would fetch the site's files; the other journey allows them."""
    return "block"


def said_at_the_table(site: Running, visit: NewContext) -> tuple[RegisteredPlayer, RegisteredPlayer]:
    """The victim and the offender at their table."""
    hurt = RegisteredPlayer(site, visit(viewport=PHONE), "thorgerd")
    foul = RegisteredPlayer(site, visit(), "grim")
    for player in (hurt, foul):
        player.register()
    foul.open_game(seats=2, bots=0, target="30", private=True)
    hurt.join_by(foul.invitation_link())
    for player in (hurt, foul):
        player.at_table()
    foul.page.locator("#chat-text").fill(INSULT)
    foul.page.locator("#chat-text").press("Enter")
    return hurt, foul


def reported(hurt: RegisteredPlayer) -> None:
    """Report the message itself, on a phone."""
    page = hurt.page
    page.locator("#chat-open").click()
    chat = page.get_by_role("dialog", name="Chat")
    expect(chat.locator(".line-text")).to_have_text(INSULT)
    chat.get_by_label("Options for grim").click()
    chat.get_by_role("link", name="Report message").click()
    expect(page.get_by_role("heading", name="Report this message?")).to_be_visible()
    expect(page.locator(".reported-line")).to_contain_text(INSULT)
    page.get_by_label("What happened?").fill("He goes on like this in every game")
    page.get_by_role("button", name="Send report").click()
    page.wait_for_url("**/settings/reports/")
    expect(page.locator(".report-row")).to_contain_text("Waiting")


def two_moderators(site: Running, visit: NewContext) -> tuple[Moderator, Moderator]:
    """The administrator makes the first one, who sets up a code and logs in with it; the other was one before."""
    people = []
    for handle in ("mord", "njal"):
        context = visit()
        RegisteredPlayer(site, context, handle).register(moderates=handle == "njal")
        people.append(Moderator(context, handle))
    boss, mord = Moderator(visit(), "admin", site.password), people[0]
    boss.log_in()
    boss.set_up_two_factor()
    boss.give_role(mord.login, "moderator")
    mord.set_up_two_factor()
    mord.log_out()
    mord.log_in()
    return mord, people[1]


def judged(moderator: Moderator) -> None:
    """Claimed from the queue; judged with a canned answer and a decision in one act."""
    page = moderator.page
    page.goto("/admin/games/report/")
    row = page.locator("#result_list tbody tr").filter(has_text="thorgerd")
    row.get_by_role("link").first.click()
    expect(page.locator(".is-reported")).to_contain_text(INSULT)
    moderator.act("Claim")
    moderator.confirm("Claim")
    expect(page.get_by_text("It’s yours now.")).to_be_visible()
    choice, answer = page.get_by_label("Start from"), page.get_by_label("Answer to the reporter")
    # Chosen before the script is there, and changed after.
    with script_held(page, "**/admin/answers*.js"):
        moderator.act("Judge")
        page.get_by_label("We acted on it", exact=True).check()
        choice.select_option(label="Slow, but on time")
    expect(answer).to_have_value(re.compile("within this game’s time limit"))
    choice.select_option(label="We acted on it")
    expect(answer).to_have_value(re.compile("We looked into it and acted"))
    page.get_by_label("Decision").select_option("mute")
    page.get_by_label("Days").fill("7")
    page.get_by_label("Reason").fill(WHY)
    moderator.confirm("Judge")
    expect(page.get_by_text("Done.")).to_be_visible()


def appealed(site: Running, foul: RegisteredPlayer) -> None:
    """The offender reads the decision in an email and on every page, may not write, and appeals."""
    page = foul.page
    page.reload()
    expect(page.locator("#chat-note")).to_contain_text("A moderator muted you until")
    expect(page.locator("#chat-form")).to_be_hidden()
    mail = wait_for_mail(site.data, foul.address, "You can’t write in chats")
    assert WHY in text_of(mail)
    assert "thorgerd" not in text_of(mail)
    page.goto(link_in(mail, "/settings/decisions/"))
    expect(page.get_by_role("main")).to_contain_text(WHY)
    page.locator("details.appeal > summary").click()
    page.get_by_label("Why should we change this decision?").fill("It was a joke between cousins")
    page.get_by_role("button", name="Send appeal").click()
    expect(page.get_by_role("main")).to_contain_text("We’ll answer by email and here.")


def appeal_answered(decided: Moderator, other: Moderator) -> None:
    """Another moderator lifts it, not the one who decided."""
    for moderator in (decided, other):
        moderator.page.goto("/admin/accounts/appeal/")
        row = moderator.page.locator("#result_list tbody tr").filter(has_text="grim")
        row.get_by_role("link").first.click()
        expect(moderator.page.locator("#case-appeal ~ .report-text")).to_have_text("It was a joke between cousins")
    expect(decided.page.get_by_role("link", name="Answer", exact=True)).to_have_count(0)
    page = other.page
    other.act("Answer")
    # The message is shown next to the form; there is no second appeal.
    expect(page.locator(".is-reported")).to_contain_text(INSULT)
    page.locator("[name='outcome'][value='lifted']").check()
    page.get_by_label("Answer", exact=True).fill("Cousins it is. Keep it kind.")
    other.confirm("Answer")
    expect(page.get_by_text("Done.")).to_be_visible()


def test_a_report_from_the_table_to_the_answered_appeal(site: Running, visit: NewContext) -> None:
    hurt, foul = said_at_the_table(site, visit)
    reported(hurt)
    table = foul.page.url
    mord, njal = two_moderators(site, visit)
    judged(mord)

    # The reporter learns the outcome by email and on a page, but neither the moderator nor the decision.
    told = wait_for_mail(site.data, hurt.address, "Your report: we acted on it")
    assert "Thanks for your report." in text_of(told)
    for secret in ("mord", WHY, "7 days"):
        assert secret not in text_of(told)
    hurt.page.goto(link_in(told, "/settings/reports/"))
    row = hurt.page.locator(".report-row")
    expect(row).to_contain_text("We acted on it")
    expect(row).to_contain_text("Thanks for your report.")

    appealed(site, foul)
    appeal_answered(mord, njal)
    answer = wait_for_mail(site.data, foul.address, "Your appeal")
    assert "Cousins it is." in text_of(answer)
    foul.page.goto(table)
    foul.page.locator("#chat-text").fill("I am sorry, thorgerd")
    foul.page.locator("#chat-text").press("Enter")
    expect(foul.page.locator("#chat-lines .line-text").last).to_have_text("I am sorry, thorgerd")

    # The audit log names the actor of each act.
    njal.page.goto("/admin/accounts/auditentry/")
    book = njal.page.locator("#result_list")
    for action in ("claimed a report", "judged a report", "muted"):
        expect(book).to_contain_text(action)
