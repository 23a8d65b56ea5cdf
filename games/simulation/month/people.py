"""People of a simulated month: time zones, habits, notification settings."""

import random
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from enum import StrEnum
from zoneinfo import ZoneInfo

from allauth.account.models import EmailAddress
from django.db import transaction

from accounts.models import User
from games.clocks import Hours
from games.models import Notice
from games.notices.levels import Level
from games.notices.links.unsubscribe import mails_stop
from games.notices.preferences import NoticeChoices, SimpleChoices, preferences_change, simple_choices_save
from games.people.preference_selectors import (
    CHOICE_KINDS,
    FALLS_BACK,
    MANDATORY_KINDS,
    ChannelChoice,
    MailChoice,
    choice_kind,
)
from games.people.preferences import waking_change
from games.play.clock.absences import absence_add

# Both clock changes happen in the month: Sydney's summer begins, Europe's ends.
ZONES = (
    "Europe/Berlin", "Europe/London", "America/New_York", "America/Sao_Paulo",
    "Asia/Kolkata", "Asia/Tokyo", "Australia/Sydney", "Pacific/Auckland",
)  # fmt: skip
DAY = timedelta(days=1)
SATURDAY = 5
DOMAIN = "month.example"


class Habit(StrEnum):
    PROMPT = "prompt"
    EVENINGS = "evenings"
    WEEKENDS = "weekends"
    VANISHING = "vanishing"
    VACATION = "vacation"


HABITS = (
    *(Habit.PROMPT, Habit.PROMPT, Habit.PROMPT, Habit.PROMPT, Habit.EVENINGS, Habit.EVENINGS, Habit.EVENINGS),
    *(Habit.WEEKENDS, Habit.VANISHING, Habit.VACATION),
)


class Removal(StrEnum):
    BAN = "ban"
    ERASE = "erase"


@dataclass
class SimulatedPerson:
    """A simulated person. `day`: active hours. `gone_at`: when they quit. `removal`: how their account ends then.
    `stops`: when they unsubscribed.
    """

    user: User
    zone: ZoneInfo
    habit: Habit
    day: Hours
    choices: NoticeChoices
    waking: Hours | None = None
    gone_at: datetime | None = None
    removal: Removal | None = None
    away: tuple[date, date] | None = None
    gives_orders: bool = False
    stops: dict[Notice.Kind, datetime] = field(default_factory=dict)

    def is_removed(self, at: datetime) -> bool:
        """Whether the account is banned or erased by then."""
        return self.removal is not None and self.gone_at is not None and self.gone_at <= at

    def local(self, at: datetime) -> datetime:
        return at.astimezone(self.zone)

    def free_from(self, at: datetime) -> datetime | None:
        """When they may next play; None if never."""
        for _day in range(40):
            if self.gone_at is not None and at >= self.gone_at:
                return None
            local = self.local(at)
            if self._plays_on(local.date()) and _within(self.day, local.time()):
                return at
            at = self._next_start(local).astimezone(at.tzinfo)
        return None

    def _next_start(self, local: datetime) -> datetime:
        start = local.replace(hour=self.day[0].hour, minute=self.day[0].minute, second=0, microsecond=0, fold=0)
        return start if start > local else (start + DAY)

    def _plays_on(self, day: date) -> bool:
        if self.away is not None and self.away[0] <= day <= self.away[1]:
            return False
        return self.habit != Habit.WEEKENDS or day.weekday() >= SATURDAY

    def answers_at(self, at: datetime, rng: random.Random) -> datetime | None:
        """When they react to an email of `at`, if they do."""
        if self.habit == Habit.WEEKENDS or rng.random() < 0.1:
            return None
        minutes = rng.expovariate(1 / (300 if self.habit == Habit.EVENINGS else 60))
        return self.free_from(at + timedelta(minutes=1 + minutes))

    def looks_in_at(self, after: datetime, rng: random.Random) -> datetime | None:
        hours = rng.uniform(1, 4) if self.habit == Habit.WEEKENDS else rng.uniform(4, 30)
        return self.free_from(after + timedelta(hours=hours))

    def mail_choice(self, kind: Notice.Kind, at: datetime) -> MailChoice:
        kind = choice_kind(kind)
        stopped = self.stops.get(kind)
        if stopped is not None and at >= stopped:
            return "off"
        choice = self.choices.channels.get(kind)
        if choice is not None:
            return choice.mail
        return self.mail_choice(FALLS_BACK[kind], at) if kind in FALLS_BACK else "now"

    def wants_quiet(self, kind: Notice.Kind, at: datetime) -> bool:
        quiet = self.choices.quiet
        if quiet is None or kind in MANDATORY_KINDS or choice_kind(kind) in self.choices.quiet_exempt:
            return False
        return _within(quiet, self.local(at).time())

    def stop_mails(self, kind: Notice.Kind, at: datetime) -> None:
        """Stop emails, as the link in them does."""
        mails_stop(user=self.user, what=kind)
        self.stops.setdefault(choice_kind(kind), at)


def _within(hours: Hours, at: time) -> bool:
    start, end = hours
    return start <= at < end if start < end else at >= start or at < end


def people_make(count: int, begins: datetime, days: int, rng: random.Random) -> list[SimulatedPerson]:
    return [_person(number, begins, days, rng) for number in range(count)]


def _person(number: int, begins: datetime, days: int, rng: random.Random) -> SimulatedPerson:
    zone = ZONES[number % len(ZONES)]
    # Shift by one a round, so that ten habits and eight zones all combine.
    habit = HABITS[(number + number // len(ZONES)) % len(HABITS)]
    with transaction.atomic():
        handle = f"month-{number}"
        user = User.objects.create_user(handle=handle, email=f"{handle}@{DOMAIN}", time_zone=zone)
        EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=True)
    up = time(rng.randrange(6, 10)), time(rng.randrange(20, 24), rng.choice([0, 30]))
    person = SimulatedPerson(user, ZoneInfo(zone), habit, up, _choices(rng))
    emails = SimpleChoices(Level.CUSTOM, mail_cards=rng.random() < 0.3, mail_links=rng.random() < 0.7)
    person.gives_orders = rng.random() < 0.25
    if habit == Habit.VANISHING:
        person.gone_at = begins + timedelta(days=rng.uniform(0.1, 0.8) * days)
    preferences_change(user=user, choices=person.choices)
    simple_choices_save(user=user, choices=emails)
    if rng.random() < 0.5:
        person.waking = up
        waking_change(user=user, waking=up)
    if habit == Habit.VACATION:
        first = person.local(begins).date() + timedelta(days=rng.randrange(2, max(days // 2, 3)))
        person.away = first, first + timedelta(days=rng.randrange(3, 13))
        absence_add(user=user, first=person.away[0], last=person.away[1])
    return person


def _choices(rng: random.Random) -> NoticeChoices:
    """Random notification settings. Half of the people keep the default."""
    style = rng.choice(["now", "now", "now", "digest", "some off", "mixed"])
    quiet = rng.choice([None, None, (time(22), time(7)), (time(23, 30), time(6, 30)), (time(12), time(14))])
    return NoticeChoices(
        channels={kind: ChannelChoice(_mail(style, rng), push=False, webhook=False) for kind in CHOICE_KINDS},
        digest_hour=rng.randrange(7, 22),
        digest_weekday=rng.randrange(7),
        quiet=quiet,
        quiet_exempt=rng.choice([[], [], [Notice.Kind.TURN], [Notice.Kind.REMINDER, Notice.Kind.OVER]]),
        remind_share=rng.choice([10, 25, 25, 50]),
        remind_repeat=rng.random() < 0.3,
    )


def _mail(style: str, rng: random.Random) -> MailChoice:
    match style:
        case "digest":
            return rng.choice(["hourly", "daily", "daily", "weekly"])
        case "some off":
            return rng.choice(["now", "off"])
        case "mixed":
            return rng.choice(["now", "hourly", "daily", "weekly", "off"])
        case _:
            return "now"
