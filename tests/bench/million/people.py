"""Rows of accounts and their own data."""

import random
from datetime import datetime, timedelta
from typing import Any

from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession

from accounts.models import FOREVER, Appeal, DoubleAccount, NetworkTrace, Sanction, User
from accounts.secret_box import seal
from games.models import Absence, PersonMark, Preferences, QueueEntry, Webhook
from tests.bench.million.plan import AGE, FIRST_PEOPLE, PACES, Plan, handle_of, person_in
from tests.bench.million.sheets import Sheet

LANGUAGES = ("en",) * 6 + ("de", "de", "fr", "nl")
ZONES = ("UTC", "Europe/Berlin", "Europe/Oslo", "America/New_York", "Asia/Tokyo")
AGENT = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
KINDS = ("warn", "warn", "mute", "mute", "bar", "suspend", "ban")


class PeopleSheets:
    """The sheets that one block of accounts fills."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.users = Sheet(
            User, "id", "handle", "email", "password", "time_zone", "language", "is_active", "mail_stopped_at",
            "mail_stopped_why", "muted_until", "suspended_until", "date_joined", "last_login", "erased_at",
        )  # fmt: skip
        self.addresses = Sheet(EmailAddress, "id", "user_id", "email", "verified", "primary")
        self.preferences = Sheet(Preferences, "user_id", "chat", "kid_mode")
        self.traces = Sheet(NetworkTrace, "id", "user_id", "address", "first_seen_at", "last_seen_at")
        self.sessions = Sheet(
            UserSession, "id", "user_id", "created_at", "ip", "last_seen_at", "session_key", "user_agent"
        )
        self.queue = Sheet(QueueEntry, "id", "user_id", "seats_count", "pace", "created_at")
        self.marks = Sheet(PersonMark, "id", "user_id", "other_id", "kind", "created_at")
        self.absences = Sheet(Absence, "id", "user_id", "first", "last", "created_at")
        self.webhooks = Sheet(Webhook, "id", "user_id", "kind", "sealed_address", "hint", "created_at")
        self.sanctions = Sheet(
            Sanction, "id", "user_id", "kind", "reason", "by_id", "created_at", "ends_at", "lifted_at", "lifted_by_id",
            "lift_reason", "seen_at",
        )  # fmt: skip
        self.appeals = Sheet(
            Appeal, "sanction_id", "id", "text", "created_at", "answered_at", "answered_by_id", "answer", "outcome"
        )
        self.doubles = Sheet(DoubleAccount, "id", "first_id", "second_id", "by_id", "created_at", "reason")

    def add(self, number: int, rng: random.Random) -> None:
        plan = self.plan
        pk, joined = plan.first_person + number, plan.now - AGE * rng.random()
        self._account(number, pk, joined, rng)
        self._habits(number, pk, joined)
        self._ways_in(number, pk, rng)
        if person_in(100, number, 50):
            self._decision(number, pk, joined)
        if person_in(500, number, 1):
            at = joined + timedelta(days=1)
            self.doubles.add(pk, pk - 1, pk, plan.moderator(number), at, "the same home and the same hours")

    def copy(self, cursor: Any) -> None:
        for sheet in vars(self).values():
            if isinstance(sheet, Sheet):
                sheet.copy(cursor)

    def _account(self, number: int, pk: int, joined: datetime, rng: random.Random) -> None:
        erased = joined + timedelta(days=30) if number % 200 == 99 else None
        email = "" if erased else f"{handle_of(number)}@example.org"
        came_back = joined + timedelta(days=2) if number % 150 == 7 else None
        banned = FOREVER if number % 700 == 650 else None
        muted = self.plan.now + timedelta(days=3) if number % 1000 == 250 else None
        self.users.add(
            pk, handle_of(number), email, f"!{number}", ZONES[number % 5], LANGUAGES[number % 10], erased is None,
            came_back, "550 no such box" if came_back else "", muted, banned, joined,
            joined + (self.plan.now - joined) * rng.random(), erased,
        )  # fmt: skip
        if email:
            self.addresses.add(pk, pk, email, number % 20 != 3, True)

    def _habits(self, number: int, pk: int, joined: datetime) -> None:
        if number % 5 == 0:
            self.preferences.add(pk, number % 100 != 0, number % 250 == 0)
            other = self.plan.first_person + (number + 1) % self.plan.people
            self.marks.add(pk, pk, other, "block" if number % 2 else "mute", joined)
        if number % 100 == 20:
            day = (self.plan.now + timedelta(days=number % 30)).date()
            self.absences.add(pk, pk, day, day + timedelta(days=5), joined)
            self.webhooks.add(pk, pk, "json", seal(b"https://hooks.example.org/"), "hooks.example.org", joined)
        if person_in(250, number, 30):
            at = self.plan.now - timedelta(minutes=number % 90)
            self.queue.add(pk, pk, 2 + number % 5, PACES[number % len(PACES)], at)

    def _ways_in(self, number: int, pk: int, rng: random.Random) -> None:
        """Networks of the last thirty days, each shared by a few, and every third person's logins."""
        for place in range(2):
            home = number // 3 if place else int(rng.random() * self.plan.people)
            seen = self.plan.now - timedelta(days=30) * rng.random()
            own = f"10.{home >> 16 & 255}.{home >> 8 & 255}.{home & 255}"
            address = own if place else f"2001:db8:{home >> 16:x}:{home & 65535:x}::"
            self.traces.add(pk * 2 + place, pk, address, seen - timedelta(days=1), seen)
        if number % 3 == 0:
            at = self.plan.now - timedelta(days=30) * rng.random()
            self.sessions.add(pk, pk, at, "192.0.2.7", at, f"bulk{number:028d}", AGENT)

    def _decision(self, number: int, pk: int, joined: datetime) -> None:
        """Write an expired decision, except for bans and those in the account's columns."""
        kind = (
            "ban"
            if number % 700 == 650
            else "mute"
            if number % 1000 == 250
            else KINDS[(number // 2 + number // 100) % 6]
        )
        by, at = self.plan.moderator(number), joined + (self.plan.now - joined) / 2
        ends = None
        if kind not in ("warn", "ban"):
            ends = self.plan.now + timedelta(days=3) if number % 1000 == 250 else at + timedelta(seconds=60)
        lifted = at + timedelta(seconds=30) if number % 300 == 150 and kind != "ban" else None
        self.sanctions.add(
            pk, pk, kind, "Insults in a chat, after a warning.", by, at, ends, lifted, by if lifted else None,
            "A mistake." if lifted else "", at + timedelta(seconds=20),
        )  # fmt: skip
        if number % 300 == 250 or number < FIRST_PEOPLE:
            done = number < self.plan.people * 9 // 10
            answer = at + timedelta(seconds=50) if done else None
            self.appeals.add(
                pk, pk, "That was not meant so.", at + timedelta(seconds=40), answer,
                self.plan.moderator(number + 1) if done else None, "It was read so." if done else "",
                "upheld" if done else "",
            )  # fmt: skip
