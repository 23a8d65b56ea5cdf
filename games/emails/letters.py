"""From a row of the outbox to a mail: text and HTML in the reader's language and time zone."""

import re
from typing import Any
from zoneinfo import ZoneInfo

from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.emails.facts import SeatLine, facts_of
from games.emails.headers import mail_headers
from games.models import Notice

SUBJECTS: dict[str, Promise] = {
    Notice.Kind.TURN: _("Your turn in %(title)s"),
    Notice.Kind.INVITATION: _("%(inviter)s invites you to %(title)s"),
    Notice.Kind.JOINED: _("Your seat in %(title)s"),
    Notice.Kind.STARTED: _("%(title)s has begun: %(leader)s leads"),
}
_BLANK_LINES = re.compile(r"\n\s*\n\s*\n+")


def compose(mail: Notice, address: str) -> EmailMultiAlternatives:
    """The mail to `address` that a row asks for, about the game as it is now. At most six queries."""
    with translation.override(mail.user.language), timezone.override(ZoneInfo(mail.user.time_zone)):
        facts = facts_of(mail)
        message = EmailMultiAlternatives(
            subject=_subject(mail, facts),
            body=_text(render_to_string(f"emails/{mail.kind}.txt", facts)),
            to=[address],
            headers=mail_headers(mail),
        )
        message.attach_alternative(render_to_string(f"emails/{mail.kind}.html", facts), "text/html")
        return message


def _subject(mail: Notice, facts: dict[str, Any]) -> str:
    """In one line, whatever people call their games."""
    leader = facts["leader"]
    names = facts | {"leader": leader.name if leader is not None else ""}
    return " ".join((str(_subject_words(mail, leader)) % names).split())


def _subject_words(mail: Notice, leader: SeatLine | None) -> Promise:
    if mail.kind == Notice.Kind.STARTED and leader is not None and leader.is_reader:
        return _("%(title)s has begun: you lead")
    return SUBJECTS[mail.kind]


def _text(rendered: str) -> str:
    """Without the blank lines that a template's tags leave behind."""
    return _BLANK_LINES.sub("\n\n", rendered).strip() + "\n"
