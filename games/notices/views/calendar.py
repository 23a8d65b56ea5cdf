"""A person's deadlines as a calendar feed."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import TYPE_CHECKING

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from accounts.models import User
from games.models import Deadline
from games.notices.calendar_feed import calendar_deadlines, calendar_owner
from games.web.etags import content_etag

if TYPE_CHECKING:
    from icalendar import Calendar, Event

# Calendars show events without length as half an hour, or not at all.
LENGTH = timedelta(minutes=15)
REFRESH = timedelta(hours=1)


@require_safe
def calendar(request: HttpRequest, token: str) -> HttpResponse:
    """An event for each turn that waits for the person, at its deadline. 304 if the program has these already."""
    owner = calendar_owner(token)
    if owner is None:
        raise Http404
    rows = list(calendar_deadlines(owner))
    shown = [(row.game.public_id, row.game.title, row.version, row.due_at) for row in rows]
    etag = content_etag(owner.language, _host(), shown)
    response = get_conditional_response(request, etag=etag) or _calendar(owner, rows)
    response["ETag"] = etag
    response["X-Robots-Tag"] = "noindex"
    # The address is the only secret, and a renewed address must end the old one immediately.
    patch_cache_control(response, private=True, no_cache=True)
    return response


def _calendar(owner: User, rows: Sequence[Deadline]) -> HttpResponse:
    with translation.override(owner.language):
        feed = _feed(rows)
    response = HttpResponse(feed.to_ical(), content_type="text/calendar; charset=utf-8")
    response["Content-Disposition"] = 'inline; filename="odin.ics"'
    return response


def _feed(rows: Sequence[Deadline]) -> Calendar:
    # Imported late, as below: 2 MB in each process, of which few ever show a calendar.
    from icalendar import Calendar, vDuration

    name = gettext("Odin: my turns")
    feed = Calendar()
    feed.add("prodid", "-//Odin by web//Deadlines//EN")
    feed.add("version", "2.0")
    feed.add("calscale", "GREGORIAN")
    feed.add("method", "PUBLISH")
    feed.add("name", name)
    feed.add("x-wr-calname", name)
    # The standard's name, and one for older programs.
    feed.add("refresh-interval", vDuration(REFRESH), parameters={"VALUE": "DURATION"})
    feed.add("x-published-ttl", vDuration(REFRESH))
    for row in rows:
        feed.add_component(_event(row))
    return feed


def _event(row: Deadline) -> Event:
    """The calendar event of a deadline. It has no cards, because calendars are shared and stored elsewhere."""
    from icalendar import Event

    due = row.due_at
    assert due is not None  # calendar_deadlines selects no others
    event = Event()
    # Stable while the turn waits, even if its clock is stopped and restarted.
    event.add("uid", f"odin-{row.game.public_id}-{row.version}@{_host()}")
    event.add("dtstamp", timezone.now())
    event.add("dtstart", due)
    event.add("dtend", due + LENGTH)
    event.add("summary", gettext("Odin: your turn in {title}").format(title=row.game.title))
    event.add("description", gettext("Your time for this turn ends."))
    event.add("url", settings.PUBLIC_URL + reverse("games:table", args=[row.game.public_id]))
    event.add("status", "CONFIRMED")
    # Does not block the person's time.
    event.add("transp", "TRANSPARENT")
    return event


def _host() -> str:
    return settings.PUBLIC_URL.partition("://")[2]
