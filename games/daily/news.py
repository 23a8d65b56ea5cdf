"""News of today's hand, for people who asked for it."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from typing import Final

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from accounts.sweeps import sweep
from games.daily.calendar import today
from games.models import DailyHand, HandPlay, Notice, Preferences
from games.notices.preferences import hand_choose, wants_hand
from games.outbox.write import notice_write
from games.people.locking import locked_preferences
from games.people.preference_selectors import preferences_of

# People told in one transaction.
SLICE: Final = 500


@sweep(every=timedelta(minutes=1))
@transaction.atomic(durable=True)
def hand_news_sweep() -> int:
    """Request the news of the day's hand for the next SLICE people who want it and have not begun it. Returns how many
    were looked at.
    """
    hand = DailyHand.objects.select_for_update(of=("self",)).filter(day=today()).first()
    if hand is None:
        return 0
    wanting = Preferences.objects.filter(channels__has_key=Notice.Kind.HAND.value, user__gt=hand.told_to)
    people = [row.user for row in wanting.select_related("user").order_by("user")[:SLICE]]
    if not people:
        return 0
    begun = set(HandPlay.objects.filter(hand=hand.hand_id, user__in=people).values_list("user", flat=True))
    # A digest at midnight itself is the first of the day.
    at = datetime.combine(hand.day, time(), UTC) - timedelta(seconds=1)
    for person in people:
        if person.pk not in begun:
            notice_write(Notice.Kind.HAND, None, person, at, about=hand.pk)
    hand.told_to = people[-1].pk
    hand.save(update_fields=["told_to"])
    return len(people)


def offers_news(user: User | None, day: date) -> bool:
    """Whether to offer the news after the day's hand: until an answer, to people that an email can reach. No query if
    their preferences were fetched.
    """
    if user is None or not user.email or day != today():
        return False
    preferences = preferences_of(user)
    return preferences.hand_answered_at is None and not wants_hand(preferences)


@transaction.atomic(durable=True)
def hand_news_answer(*, user: User, on: bool) -> Preferences:
    """Turn news of the next hands on, or close their offer. Raises Refused if the account is closed."""
    preferences = locked_preferences(user)
    preferences.hand_answered_at = timezone.now()
    if on:
        hand_choose(preferences, on=True)
    preferences.save(update_fields=["hand_answered_at", "channels"])
    return preferences
