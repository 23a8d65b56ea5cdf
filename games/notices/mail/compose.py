"""Emails from notifications: text and HTML in the reader's language and time zone."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from zoneinfo import ZoneInfo

from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext

from accounts.models import User
from games.lobby.words import invitation_words
from games.models import Game, Notice
from games.notices.mail.decision_mails import (
    HandMail,
    MessageMail,
    OptionsMail,
    TableMail,
    decision_mail,
    hand_mail,
    message_mail,
    options_mail,
    table_mail,
)
from games.notices.mail.facts import GameMail, MailFacts, MailFrame, game_mail, mail_frame
from games.notices.mail.headers import mail_headers
from games.notices.subjects import CANCELLED, NOTICE_WORDS, act_words
from games.people.preference_selectors import MANDATORY_KINDS, choice_kind

SUBJECTS: dict[str, Promise] = {
    **NOTICE_WORDS,
    Notice.Kind.PAUSE: _("Pause %(title)s?"),
}
GAMELESS: Mapping[Notice.Kind, Callable[[Notice], TableMail | OptionsMail | HandMail | MessageMail]] = {
    Notice.Kind.TABLE: table_mail,
    Notice.Kind.OPTIONS: options_mail,
    Notice.Kind.HAND: hand_mail,
    Notice.Kind.MESSAGE: message_mail,
}
"""The emails without a game that people can stop."""

_BLANK_LINES = re.compile(r"\n\s*\n\s*\n+")


def compose(notice: Notice, address: str, *, turn_link: str = "") -> EmailMultiAlternatives:
    """The email for a notification. `turn_link`: plays the turn without a login, or "". At most eleven queries."""
    kind = Notice.Kind(notice.kind)
    with in_language_of(notice.user):
        if kind in MANDATORY_KINDS:
            decision = decision_mail(notice)
            return build_mail([notice], address, decision.title, kind.value, decision, mail_frame(notice.user, None))
        frame = mail_frame(notice.user, choice_kind(kind))
        if kind in GAMELESS:
            news = GAMELESS[kind](notice)
            return build_mail([notice], address, news.title, kind.value, news, frame)
        mail = game_mail(notice, turn_link)
        return build_mail([notice], address, subject_line(notice, mail), kind.value, mail, frame)


def build_mail(
    notices: Sequence[Notice], address: str, subject: str, template: str, facts: MailFacts, frame: MailFrame
) -> EmailMultiAlternatives:
    """Render the email. Call this inside `in_language_of` the reader."""
    subject = " ".join(subject.split())  # a game's name may have line breaks
    context = facts.context() | frame.context() | {"subject": subject}
    message = EmailMultiAlternatives(
        subject=subject,
        body=_text(render_to_string(f"games/notices/mail/text/{template}.txt", context)),
        to=[address],
        headers=mail_headers(notices, frame.stop_link),
    )
    message.attach_alternative(render_to_string(f"games/notices/mail/html/{template}.html", context), "text/html")
    return message


@contextmanager
def in_language_of(user: User) -> Iterator[None]:
    with translation.override(user.language), timezone.override(ZoneInfo(user.time_zone)):
        yield


def subject_line(notice: Notice, mail: GameMail) -> str:
    if mail.act is not None:
        return act_words(mail.act.kind, mail.title)
    if notice.kind == Notice.Kind.INVITATION and mail.game.rematch_of_id is not None:
        return invitation_words(mail.game, mail.inviter)
    names = {
        "title": mail.title,
        "inviter": mail.inviter,
        "namer": mail.namer,
        "asker": mail.asker,
        "leader": mail.leader.name if mail.leader is not None else "",
        "due": _moment(mail.until),
    }
    return str(_subject_words(notice, mail)) % names


def _subject_words(notice: Notice, mail: GameMail) -> Promise:
    if notice.kind == Notice.Kind.STARTED and mail.leader is not None:
        you, other = _("%(title)s has started: you lead"), _("%(title)s has started: %(leader)s leads")
        return you if mail.leader.is_reader else other
    if notice.kind == Notice.Kind.REMINDER and mail.until is not None:
        return _("Play in %(title)s by %(due)s")
    if notice.kind == Notice.Kind.MODERATION and mail.game.status == Game.Status.CANCELLED:
        return CANCELLED
    if notice.kind == Notice.Kind.PAUSE and mail.game.status == Game.Status.PAUSED:
        return _("Resume %(title)s?")
    return SUBJECTS[notice.kind]


def _moment(due_at: datetime | None) -> str:
    return date_format(timezone.localtime(due_at), pgettext("date format", "D j M, H:i")) if due_at is not None else ""


def _text(rendered: str) -> str:
    """Collapse the blank lines that template tags leave."""
    return _BLANK_LINES.sub("\n\n", rendered).strip() + "\n"
