"""From a row of the outbox to a mail: text and HTML in the reader's language and time zone."""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext

from accounts.models import User
from games.emails.facts import facts_of, frame_of
from games.emails.headers import mail_headers
from games.emails.messages import message_facts
from games.models import Game, Notice
from games.selectors.mail_lines import SeatLine
from games.selectors.preferences import MANDATORY_KINDS, choice_kind
from games.selectors.told import ACT_WORDS

SUBJECTS: dict[str, Promise] = {
    Notice.Kind.TURN: _("Your turn in %(title)s"),
    Notice.Kind.REMINDER: _("%(title)s still waits for your turn"),
    Notice.Kind.TIMEOUT: _("Your time ran out in %(title)s"),
    Notice.Kind.PAUSE: _("A pause in %(title)s?"),
    Notice.Kind.INVITATION: _("%(inviter)s invites you to %(title)s"),
    Notice.Kind.JOINED: _("Your seat in %(title)s"),
    Notice.Kind.STARTED: _("%(title)s has begun: %(leader)s leads"),
    Notice.Kind.OVER: _("%(title)s is over"),
    Notice.Kind.MENTION: _("%(namer)s named you in %(title)s"),
    Notice.Kind.MODERATION: _("The site has acted on %(title)s"),
}
_BLANK_LINES = re.compile(r"\n\s*\n\s*\n+")


def compose(notice: Notice, address: str, *, turn_link: str = "") -> EmailMultiAlternatives:
    """The mail to `address` that a row asks for, as things are now. At most eleven queries.

    `turn_link`: an address at which the turn can be taken without a login, if there is one.
    """
    kind = Notice.Kind(notice.kind)
    with in_words_of(notice.user):
        if kind in MANDATORY_KINDS:
            facts = message_facts(notice) | frame_of(notice.user, None)
            return letter([notice], address, str(facts["title"]), kind.value, facts)
        facts = facts_of(notice, turn_link)
        frame = frame_of(notice.user, choice_kind(kind))
        return letter([notice], address, subject_of(notice, facts), kind.value, facts | frame)


def letter(
    notices: Sequence[Notice], address: str, subject: str, template: str, facts: Mapping[str, Any]
) -> EmailMultiAlternatives:
    """A mail from a template's text and HTML, inside `in_words_of` its reader."""
    message = EmailMultiAlternatives(
        subject=" ".join(subject.split()),  # in one line, whatever people call their games
        body=_text(render_to_string(f"emails/{template}.txt", {**facts})),
        to=[address],
        headers=mail_headers(notices, facts["stop_link"]),
    )
    message.attach_alternative(render_to_string(f"emails/{template}.html", {**facts}), "text/html")
    return message


@contextmanager
def in_words_of(user: User) -> Iterator[None]:
    """The reader's language and time zone."""
    with translation.override(user.language), timezone.override(ZoneInfo(user.time_zone)):
        yield


def subject_of(notice: Notice, facts: Mapping[str, Any]) -> str:
    """What a notice tells, in a few words."""
    leader = facts["leader"]
    names = {**facts, "leader": leader.name if leader is not None else "", "due": _moment(facts["until"])}
    return str(_subject_words(notice, facts, leader)) % names


def _subject_words(notice: Notice, facts: Mapping[str, Any], leader: SeatLine | None) -> Promise:
    game: Game = facts["game"]
    if facts["act"] is not None:
        return ACT_WORDS[facts["act"].kind]
    if notice.kind == Notice.Kind.STARTED and leader is not None and leader.is_reader:
        return _("%(title)s has begun: you lead")
    if notice.kind == Notice.Kind.REMINDER and facts["until"] is not None:
        return _("%(title)s waits for your turn until %(due)s")
    if notice.kind == Notice.Kind.MODERATION and game.status == Game.Status.CANCELLED:
        return _("The site has cancelled %(title)s")
    if notice.kind == Notice.Kind.PAUSE and game.status == Game.Status.PAUSED:
        return _("Shall %(title)s go on?")
    return SUBJECTS[notice.kind]


def _moment(due_at: datetime | None) -> str:
    """A day and a time in the reader's time zone, where there is one to tell."""
    return date_format(timezone.localtime(due_at), pgettext("date format", "D j M, H:i")) if due_at is not None else ""


def _text(rendered: str) -> str:
    """Without the blank lines that a template's tags leave behind."""
    return _BLANK_LINES.sub("\n\n", rendered).strip() + "\n"
