"""What the games know about a person, for the file that the person may take along."""

from django.db.models import F

from accounts.export import Sections, own_accounts, rows_of
from accounts.models import User
from games.models import (
    Absence,
    ChatLine,
    Game,
    Invitation,
    Move,
    Notice,
    PersonMark,
    Preferences,
    PushSubscription,
    QueueEntry,
    Report,
    Seat,
    Webhook,
)

GAME = {"in_game": F("game__public_id")}
_PREFERENCES = (
    *("channels", "waking", "quiet", "quiet_exempt", "digest_hour", "digest_weekday", "remind_share", "remind_repeat"),
    *("mail_cards", "mail_links", "vacation_days", "chat", "kid_mode"),
)
_SEAT = (
    *("number", "joined_at", "answered_at", "resigned_at", "looked_at", "acted_at", "turns_in_time", "turns_late"),
    *("points", "is_winner"),
)


def sections_of(user: User) -> Sections:
    """Seats, own turns, own words, choices, and what was told. No cards: of a running game no seat is in it."""
    own = own_accounts(user)
    moves = Move.objects.filter(actor__in=own)
    return [
        ("preferences", rows_of(Preferences.objects.filter(user__in=own), *_PREFERENCES)),
        ("absences", rows_of(Absence.objects.filter(user__in=own), "first", "last", "created_at")),
        ("hosted_games", rows_of(Game.objects.filter(host__in=own), "public_id", "name", "status", "created_at")),
        ("seats", rows_of(Seat.objects.filter(user__in=own), *_SEAT, game_name=F("game__name"), **GAME)),
        (
            "turns",
            rows_of(
                moves,
                *("number", "seat", "turn", "by", "created_at"),
                in_game=F("hand__game__public_id"),
                hand_number=F("hand__number"),
            ),
        ),
        ("chat", rows_of(ChatLine.objects.filter(user__in=own), "text", "created_at", "hidden_at", **GAME)),
        ("marks", rows_of(PersonMark.objects.filter(user__in=own), "kind", "created_at", person=F("other__handle"))),
        ("reports", rows_of(Report.objects.filter(reporter__in=own), *_report(), **GAME)),
        ("invitations", rows_of(Invitation.objects.filter(user__in=own), "created_at", "declined_at", **GAME)),
        ("queue", rows_of(QueueEntry.objects.filter(user__in=own), "seats_count", "pace", "created_at")),
        ("webhooks", rows_of(Webhook.objects.filter(user__in=own), "kind", "name", "hint", "created_at", "stopped_at")),
        ("devices", rows_of(PushSubscription.objects.filter(user__in=own), "label", "created_at")),
        (
            "notices",
            rows_of(Notice.objects.filter(user__in=own), "kind", "channel", "status", "created_at", "sent_at", **GAME),
        ),
    ]


def _report() -> tuple[str, ...]:
    return ("kind", "text", "created_at", "status", "judged_at", "outcome", "answer")
