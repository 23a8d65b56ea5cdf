"""Words for a notification's channel and outcome."""

from __future__ import annotations

from typing import Final

from django import template
from django.utils.translation import gettext, ngettext, pgettext
from django.utils.translation import gettext_lazy as _

from accounts.templatetags.dated import on_moment, until_moment
from games.models import Notice
from games.notices.subjects import conversation_path, notice_path
from games.web.sentences import labelled

register = template.Library()
_TO_DECISION: Final = _("Read decision")
_TO_PAGE: Final = {
    Notice.Kind.REPORT: _("See your reports"),
    Notice.Kind.TABLE: _("Join or decline"),
    Notice.Kind.HAND: _("Play today’s hand"),
    Notice.Kind.OPTIONS: _("Go to table"),
    Notice.Kind.MESSAGE: _("Read message"),
}


@register.filter
def way_words(notice: Notice) -> str:
    """Words like "Email", "Push: Firefox" or "Discord: The boathouse"."""
    match notice.channel:
        case Notice.Channel.PUSH:
            device = notice.subscription
            push = gettext("Push")
            return labelled(push, device.label) if device and device.label else push
        case Notice.Channel.WEBHOOK:
            hook = notice.webhook
            if hook is None:
                return gettext("Webhook")
            return labelled(hook.get_kind_display(), hook.name or hook.hint)
    return gettext("Email")


@register.filter
def page_path(notice: Notice) -> str:
    """The path of a notification's page, of a row of the lists (games.notices.sent). No query."""
    if notice.kind == Notice.Kind.MESSAGE:
        return conversation_path(getattr(notice, "friend", None))
    return notice_path(notice)


@register.filter
def page_words(notice: Notice) -> str:
    """The words of a link to the page of a notification without a game."""
    return str(_TO_PAGE.get(Notice.Kind(notice.kind), _TO_DECISION))


@register.filter
def outcome_words(notice: Notice) -> str:
    """The outcome in words, without a full stop."""
    match notice.status:
        case Notice.Status.SENT:
            return _sent(notice)
        case Notice.Status.SENDING:
            return gettext("being sent")
        case Notice.Status.FAILED:
            return _why(gettext("failed"), notice.reason)
        case Notice.Status.DROPPED:
            what = gettext("maybe sent") if notice.uncertain else gettext("not sent")
            return _why(what, notice.reason)
    return _waiting(notice)


def _sent(notice: Notice) -> str:
    assert notice.sent_at is not None
    words = gettext("sent {on}, maybe twice") if notice.uncertain else gettext("sent {on}")
    return words.format(on=on_moment(notice.sent_at))


def _waiting(notice: Notice) -> str:
    if notice.attempts:
        tries = ngettext("tried {count} time, again {on}", "tried {count} times, again {on}", notice.attempts)
        return _why(tries.format(count=notice.attempts, on=on_moment(notice.due_at)), notice.reason)
    if notice.digest:
        return gettext("in the digest {on}").format(on=on_moment(notice.due_at))
    return pgettext("a notification", "waiting {until}").format(until=until_moment(notice.due_at))


def _why(what: str, reason: str) -> str:
    return labelled(what, reason_words(reason)) if reason else what


def reason_words(reason: str) -> str:
    """A stored reason in the reader's language."""
    return gettext(reason)
