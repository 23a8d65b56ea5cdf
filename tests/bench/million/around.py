"""Rows around a game: notifications, chat, reports, signals and moderators' acts."""

import random
from datetime import timedelta
from typing import Any

from accounts.models import AuditEntry
from games.models import (
    ChatLine,
    Game,
    Intervention,
    Invitation,
    MailLink,
    Notice,
    Peek,
    Report,
    ReportNote,
    Signal,
)
from tests.bench.million.games import Made
from tests.bench.million.plan import LINES, NOTICES, OLDEST, Plan, one_in, public_id_of
from tests.bench.million.sheets import Sheet

WORDS = ("Well laid.", "Good luck to all of us!", "I did not see that coming.", "Back tonight.", "Once more?")
KINDS = ("game", "chat", "profile", "stalling", "collusion")
OUTCOMES = ("acted", "noted", "refused")
ACTS = ("pause", "resume", "extend", "pass", "bot", "replace", "take_back", "cancel", "lock_chat", "unlock_chat")
ACTIONS = ("game.extend", "game.pause", "report.claim", "report.judge", "chat.hide", "person.warn", "signal.aside")
# Evidence as written by games.moderation.signals, without ids.
SIGNALS: dict[str, dict[str, Any]] = {
    "network": {"games": 9, "partners": 40, "accounts": 3, "active": 5000, "days": 30},
    "dumping": {
        "games": 12, "lost": 12, "loser_met": 80, "loser_ahead": 41, "winner_met": 90, "winner_ahead": 44,
        "pairs": 900, "days": 90,
    },
    "stalling": {
        "games": 20, "let_down": 14, "left": 3, "late": 31, "turns": 400, "usual": 0.0412, "people": 900, "days": 90,
    },
    "mass": {"accounts": 2, "more": 0.5, "networks": 300, "days": 7},
}  # fmt: skip


class AroundSheets:
    """The sheets that one block of games fills."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.notices = Sheet(
            Notice, "id", "kind", "channel", "game_id", "user_id", "version", "status", "reason", "attempts",
            "uncertain", "message_id", "due_at", "created_at", "sent_at", "digest",
        )  # fmt: skip
        self.invitations = Sheet(
            Invitation, "id", "game_id", "user_id", "invited_by_id", "created_at", "declined_at", "barred_at"
        )
        self.links = Sheet(
            MailLink, "id", "token_hash", "game_id", "user_id", "version", "account_mark", "created_at", "expires_at"
        )
        self.lines = Sheet(ChatLine, "id", "game_id", "user_id", "text", "created_at", "hidden_at", "hidden_by_id")
        self.reports = Sheet(
            Report, "id", "kind", "reporter_id", "accused_id", "game_id", "line_id", "text", "created_at", "status",
            "claimed_by_id", "claimed_at", "judged_at", "outcome", "answer",
        )  # fmt: skip
        self.notes = Sheet(ReportNote, "id", "report_id", "by_id", "text", "created_at")
        self.signals = Sheet(
            Signal, "id", "kind", "people", "game_id", "weight", "evidence", "first_seen_at", "last_seen_at",
            "looked_at", "looked_by_id",
        )  # fmt: skip
        self.interventions = Sheet(
            Intervention, "id", "game_id", "kind", "by_id", "seat", "version", "reason", "created_at"
        )
        self.peeks = Sheet(Peek, "id", "game_id", "by_id", "hand_number", "after_turn", "reason", "created_at")
        self.audit = Sheet(AuditEntry, "id", "at", "actor", "action", "person", "game", "about", "reason", "facts")

    def copy(self, cursor: Any) -> None:
        for sheet in vars(self).values():
            if isinstance(sheet, Sheet):
                sheet.copy(cursor)

    def add(self, game: Made, rng: random.Random) -> None:
        self._notices(game)
        if game.number % 5 == 0:
            self._invitation(game, rng)
        if game.number % 4 == 0:
            self._chat(game)
        if one_in(50, game.number, 20):
            self._report(game)
        if one_in(100, game.number, 5):
            self._signal(game, rng)
        self._acts(game)

    def _notices(self, game: Made) -> None:
        """Write emails and a few push messages: the start, the end, and the turn that the game waits for."""
        told = [("started", at, user) for at, user in enumerate(game.people) if not game.bots[at]]
        if game.over:
            cancelled = game.status == Game.Status.CANCELLED
            told += [("moderation" if cancelled else "over", at, user) for _kind, at, user in told]
        elif game.to_act is not None and not game.bots[game.to_act]:
            told.append(("turn", game.to_act, game.people[game.to_act]))
        for place, (kind, _seat, user) in enumerate(told):
            self._notice(game, game.pk * NOTICES + place, kind, user)

    def _notice(self, game: Made, pk: int, kind: str, user: int) -> None:
        at = game.turn_at(0) if kind == "started" else game.waits_since
        status, why, digest, channel = "sent", "", "", "mail"
        if kind == "turn" and game.number % 30 == 9:
            status, digest = "waiting", "daily"
        elif game.number % 300 == 17:
            status, why = "failed", "550 no such box"
        elif game.number % 90 == 11:
            status, why = "dropped", "the turn was played"
        if not digest and game.number % 12 == 2:
            channel = "push" if game.number % 24 == 2 else "webhook"
        version = len(game.people) + 1 if kind == "started" else game.version
        sent = at + timedelta(seconds=3) if status == "sent" else None
        mailed = f"<bulk-{pk}@example.org>" if sent and channel == "mail" else ""
        tries = 0 if status == "waiting" else 6 if status == "failed" else 2 if game.number % 80 == 1 else 1
        self.notices.add(
            pk, kind, channel, game.pk, user, version, status, why, tries, game.number % 2000 == 13, mailed,
            self.plan.now + timedelta(hours=5) if digest else at, at, sent, digest,
        )  # fmt: skip
        if kind == "turn" and status == "sent" and channel == "mail":
            ends = self.plan.now + timedelta(days=7)
            self.links.add(pk, f"{pk:064x}", game.pk, user, version, f"{user:064x}", at, ends)

    def _invitation(self, game: Made, rng: random.Random) -> None:
        guest = next(one for one in iter(lambda: self.plan.somebody(rng), None) if one not in game.people)
        declined = game.made_at + game.step / 2 if game.number % 15 == 0 else None
        barred = declined if game.number % 300 == 0 else None
        self.invitations.add(game.pk, game.pk, guest, game.people[0], game.made_at, declined, barred)

    def _chat(self, game: Made) -> None:
        people = [one for one, bot in zip(game.people, game.bots, strict=True) if not bot]
        for number in range(4):
            hidden = game.turn_at(number + 2) if game.number % 400 == 0 and number == 1 else None
            self.lines.add(
                game.pk * LINES + number, game.pk, people[number % len(people)], WORDS[(game.number + number) % 5],
                game.turn_at(number + 1), hidden, self.plan.moderator(game.number) if hidden else None,
            )  # fmt: skip

    def _report(self, game: Made) -> None:
        kind, at = KINDS[game.number // 50 % 5], game.waits_since
        by = self.plan.moderator(game.number)
        waits = game.number > self.plan.games * 98 // 100 or game.number < OLDEST
        status = ("open" if game.number % 4 == 0 else "claimed") if waits else "judged"
        judged = status == "judged"
        line = game.pk * LINES if kind == "chat" else None
        accused = None if kind == "game" else game.people[0]
        reporter = next(one for one in reversed(game.people) if one != self.plan.bot)
        self.reports.add(
            game.pk, kind, reporter, accused, game.pk, line if game.number % 4 == 0 else None,
            "This was no fair play.", at, status, None if status == "open" else by,
            None if status == "open" else at + timedelta(hours=1), at + timedelta(hours=2) if judged else None,
            OUTCOMES[game.number // 50 % 3] if judged else "", "Thank you, we have looked at it." if judged else "",
        )  # fmt: skip
        if status != "open":
            self.notes.add(game.pk, game.pk, by, "Seen the turns, asked both.", at + timedelta(hours=1))

    def _signal(self, game: Made, rng: random.Random) -> None:
        at = game.waits_since
        old = OLDEST <= game.number < self.plan.games * 95 // 100
        kind = list(SIGNALS)[game.number // 100 % len(SIGNALS)]
        people = sorted(game.people[: 1 if kind == "stalling" else 2])
        evidence = SIGNALS[kind] | ({"loser": people[0]} if kind == "dumping" else {})
        if kind in ("network", "dumping"):
            evidence = evidence | {"tables": [public_id_of(game.number)]}
        self.signals.add(
            game.pk, kind, people, game.pk, round(2 + rng.random() * 9, 2), evidence, at, at,
            at + timedelta(days=1) if old else None,
            self.plan.moderator(game.number) if old else None,
        )  # fmt: skip

    def _acts(self, game: Made) -> None:
        by, at = self.plan.moderator(game.number), game.turn_at(1)
        name = public_id_of(game.number)
        if one_in(100, game.number, 1):
            kind = ACTS[game.number // 100 % 10]
            self.interventions.add(game.pk, game.pk, kind, by, 0, game.version, "Asked for by both.", at)
        if one_in(1000, game.number, 2):
            self.peeks.add(game.pk, game.pk, by, 1, 1, "A report of marked cards.", at)
        if game.number % 5 == 2:
            opening = game.number % 1000 == 2
            action = "cards.open" if opening else ACTIONS[game.number // 5 % 7]
            of_game = opening or action.startswith("game")
            self.audit.add(
                game.pk, at, by, action, None if of_game else game.people[0], name if of_game else "", "",
                "Asked for by both.", {"version": game.version},
            )  # fmt: skip
