"""Words for a notice's channel and outcome."""

from __future__ import annotations

from datetime import datetime

from django import template
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext, ngettext

from games.models import Notice
from games.notices.subjects import notice_path

register = template.Library()


@register.filter
def way_words(notice: Notice) -> str:
    """Like "Mail", "Push to Firefox" or "Discord: The boathouse"."""
    match notice.channel:
        case Notice.Channel.PUSH:
            device = notice.subscription
            return (
                gettext("Push to {device}").format(device=device.label) if device and device.label else gettext("Push")
            )
        case Notice.Channel.WEBHOOK:
            hook = notice.webhook
            if hook is None:
                return gettext("Webhook")
            return f"{hook.get_kind_display()}: {hook.name or hook.hint}"
    return gettext("Mail")


@register.filter
def page_path(notice: Notice) -> str:
    return notice_path(notice)


@register.filter
def outcome_words(notice: Notice) -> str:
    """Without a full stop."""
    match notice.status:
        case Notice.Status.SENT:
            return _sent(notice)
        case Notice.Status.SENDING:
            return gettext("being sent")
        case Notice.Status.FAILED:
            return _why(gettext("given up"), notice.reason)
        case Notice.Status.DROPPED:
            what = gettext("sent or not, a fault came in between") if notice.uncertain else gettext("not sent")
            return _why(what, notice.reason)
    return _waiting(notice)


def _sent(notice: Notice) -> str:
    assert notice.sent_at is not None
    words = gettext("sent {at}").format(at=_moment(notice.sent_at))
    if not notice.uncertain:
        return words
    return gettext("{sent}; a fault in between, so it may have come twice").format(sent=words)


def _waiting(notice: Notice) -> str:
    at = _moment(notice.due_at)
    if notice.attempts:
        tries = ngettext("tried {count} time", "tried {count} times", notice.attempts).format(count=notice.attempts)
        return gettext("{tried}, again {at}").format(tried=_why(tries, notice.reason), at=at)
    if notice.digest:
        return gettext("goes into the collected mail of {at}").format(at=at)
    return gettext("waits until {at}").format(at=at)


def _why(what: str, reason: str) -> str:
    return gettext("{what}: {reason}").format(what=what, reason=gettext(reason)) if reason else what


def _moment(at: datetime) -> str:
    return date_format(timezone.localtime(at), "DATETIME_FORMAT")
