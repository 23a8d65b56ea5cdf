"""Emails without a game: decisions, answers, news of standing tables and today's hand, and messages of friends."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.conf import settings
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.decisions.appeals import decider_is_alone
from accounts.models import Appeal, Sanction
from games.models import Notice, Report, StandingMember, StandingTable
from games.notices.mail.facts import MailFacts
from games.notices.subjects import (
    SANCTION_EFFECTS,
    SANCTION_WORDS,
    friend_message,
    friend_message_words,
    hand_title,
    notice_path,
    notice_subject,
    options_news,
    options_path,
    options_title,
    streak_words,
    table_invitation,
    table_invitation_words,
)
from games.standing.change_words import option_lines
from games.web.sentences import listed


@dataclass(frozen=True)
class SanctionMail(MailFacts):
    """An email about a decision. `changed`: an earlier email was about it. `effect`: the consequences while it holds.
    `alone`: only the moderator who decided can answer an appeal.
    """

    title: str
    address: str
    sanction: Sanction
    effect: str
    changed: bool
    alone: bool
    turn_link: str = ""


@dataclass(frozen=True)
class AppealMail(MailFacts):
    title: str
    address: str
    sanction: Sanction
    appeal: Appeal
    turn_link: str = ""


@dataclass(frozen=True)
class ReportMail(MailFacts):
    """An email about a report. `about`: its object and person, and the game's title."""

    title: str
    address: str
    report: Report
    about: str
    turn_link: str = ""


@dataclass(frozen=True)
class TableMail(MailFacts):
    """An email about an invitation to a standing table."""

    title: str
    address: str
    table: StandingTable
    turn_link: str = ""


def table_mail(notice: Notice) -> TableMail:
    """The email about an invitation to a standing table. Three queries. Raises LookupError without an open one; the
    outbox checks before.
    """
    invitation = table_invitation(notice)
    if invitation is None:
        raise LookupError(f"notice {notice.pk} tells of no open invitation")
    address = settings.PUBLIC_URL + notice_path(notice)
    return TableMail(table_invitation_words(invitation), address, invitation.table)


@dataclass(frozen=True)
class OptionsMail(MailFacts):
    """An email about changed options of a standing table. `asks`: the reader sits out until they agree."""

    title: str
    address: str
    lines: Sequence[str]
    asks: bool
    turn_link: str = ""


def options_mail(notice: Notice) -> OptionsMail:
    """The email about changed options. Two queries. Raises LookupError without news; the outbox checks before."""
    news = options_news(notice)
    if news is None:
        raise LookupError(f"notice {notice.pk} tells of no change")
    asks = news.member.unasked == StandingMember.Unasked.CHANGED
    address = settings.PUBLIC_URL + options_path(news)
    return OptionsMail(options_title(news), address, option_lines(news.changed), asks)


@dataclass(frozen=True)
class HandMail(MailFacts):
    """An email about the day's hand. `streak`: a sentence about the days in a row, or ""."""

    title: str
    address: str
    streak: str
    turn_link: str = ""


def hand_mail(notice: Notice) -> HandMail:
    """The email about the day's hand. Two queries."""
    return HandMail(hand_title(), settings.PUBLIC_URL + notice_path(notice), streak_words(notice))


@dataclass(frozen=True)
class MessageMail(MailFacts):
    """An email about a friend's message, without its text: staff can hide that, but not call an email back."""

    title: str
    address: str
    turn_link: str = ""


def message_mail(notice: Notice) -> MessageMail:
    """The email about a friend's message. Two queries."""
    return MessageMail(friend_message_words(friend_message(notice)), settings.PUBLIC_URL + notice_path(notice))


def decision_mail(notice: Notice) -> SanctionMail | AppealMail | ReportMail:
    """The email about a decision. Four queries. Raises LookupError without its row; the outbox checks before."""
    address = settings.PUBLIC_URL + notice_path(notice)
    match notice_subject(notice):
        case Sanction() as sanction:
            effect = "" if sanction.lifted_at is not None else str(SANCTION_EFFECTS.get(sanction.kind, ""))
            title = str(_sanction_subject(sanction, notice))
            alone = decider_is_alone(sanction)
            return SanctionMail(title, address, sanction, effect, changed=notice.number > 0, alone=alone)
        case Appeal() as appeal:
            title = _("Your appeal: %(outcome)s") % {"outcome": appeal.get_outcome_display()}
            return AppealMail(title, address, appeal.sanction, appeal)
        case Report() as report:
            title = _("Your report: %(outcome)s") % {"outcome": report.get_outcome_display()}
            return ReportMail(title, address, report, _about(report))
        case _:
            raise LookupError(f"notice {notice.pk} tells of nothing that is there")


def _about(report: Report) -> str:
    facts = [report.get_kind_display()]
    if report.accused is not None:
        facts.append(report.accused.name)
    if report.game is not None:
        facts.append(report.game.title)
    return listed(facts)


def _sanction_subject(sanction: Sanction, notice: Notice) -> Promise:
    if sanction.lifted_at is not None:
        return _("A decision about your account was lifted")
    return _("A decision about your account was shortened") if notice.number else SANCTION_WORDS[sanction.kind]
