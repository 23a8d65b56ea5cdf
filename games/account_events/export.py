"""Data about a person in games, for export."""

from collections.abc import Iterator

from django.db.models import Case, Exists, F, OuterRef, QuerySet, When

from accounts.models import User
from accounts.privacy.export import Row, Sections, chunked, chunked_by, own_accounts
from games.events import shown_by
from games.models import (
    Absence,
    Challenge,
    ChatLine,
    DuplicateRating,
    Friendship,
    Game,
    GameNote,
    HandPlay,
    ImportedRecord,
    Invitation,
    LeagueMember,
    Move,
    Notice,
    OutsideBot,
    PersonMark,
    PositionAnswer,
    Preferences,
    Publication,
    PushSubscription,
    QueueEntry,
    Rating,
    RatingChange,
    Report,
    SeasonStanding,
    Seat,
    SeatFigures,
    SeatReview,
    StandingInvitation,
    StandingMember,
    Webhook,
    WeeklyResult,
)

GAME = {"in_game": F("game__public_id")}
_PREFERENCES = (
    *("channels", "waking", "quiet", "quiet_exempt", "digest_hour", "digest_weekday", "remind_share", "remind_repeat"),
    *("mail_cards", "mail_links", "vacation_days", "chat", "kid_mode", "confirm", "hand_sort", "sound", "text_table"),
    *("count_down", "pass_if_stuck", "show_online", "offer_standing", "table_marks", "push_answered_at"),
    *("messages", "hand_answered_at", "show_hours", "archive"),
)
_OUTSIDE_BOT = ("author", "seats", "targets", "goat", "paces", "ready", "created_at")
_WEBHOOK = ("kind", "name", "hint", "created_at", "stopped_at", "stopped_why")
_RATING = ("pool", "mu", "sigma")
_CHANGE = (*("pool", "season", "place"), *("mu_before", "sigma_before", "mu", "sigma", "at"))
_STANDING = ("pool", "season", "score", "best_score", "games", "wins", "opponents", "changed_at")
_FIGURES = (
    *("hands", "hands_out", "rounds", "rounds_won", "plays", "passes", "timeouts", "cards_played"),
    *("highest_value", "largest_set"),
)
_HAND = {"day": F("hand__daily__day"), "week": F("hand__weekly__week"), "number": F("hand__weekly__number")}
_WEEKLY_RESULT = ("week", "hands", "points", "compared", "margin", "finished_at", "removed_at")
_DUPLICATE = ("hands", "margin", "figure", "changed_at")
_HAND_PLAY = ("turns", "points", "streak", "counts", "begun_at", "finished_at")
# A record may have a megabyte.
_IMPORTED = ("title", "record", "imported_at", "shared_at", "withdrawn_at")
_ANSWER = ("turn", "right", "counts", "answered_at")
_SEAT = (
    *("number", "joined_at", "answered_at", "resigned_at", "absence_spent", "away_until", "pause_wanted_at"),
    *("points", "is_winner", "sprint_wanted_at", "sprint_declined_at"),
)
# Of a running game, these would reveal which turns were planned, or cards.
_SEAT_WATCHED = (
    *("looked_at", "acted_at", "timeouts", "turns_in_time", "turns_late"),
    *("chat_read", "seen_version", "hand_order"),
)


def export_sections(user: User, *, staff: User | None = None) -> Sections:
    """Seats, own turns, own texts, choices and notifications; no cards. `staff`: exports for the person, without
    private notes, marks, and reports about themselves, and no more of running games than everybody may know.
    """
    own = own_accounts(user)
    marks, reports = PersonMark.objects.filter(user__in=own), Report.objects.filter(reporter__in=own)
    notices, notes = Notice.objects.filter(user__in=own), GameNote.objects.filter(user__in=own)
    if staff is not None:
        marks, reports = marks.none(), reports.exclude(accused=staff)
        notices = notices.exclude(game__isnull=False, game__ended_at__isnull=True)
        notes = notes.none()
    return [
        *_choices(own),
        ("hosted_games", chunked(Game.objects.filter(host__in=own), "public_id", "name", "status", "created_at")),
        ("seats", _seats(own, staff)),
        ("turns", _turns(own, staff)),
        ("chat", _chat(own)),
        ("notes", chunked(notes, "text", "changed_at", **GAME)),
        ("shared_hands", chunked(HandPlay.objects.filter(user__in=own), *_HAND_PLAY, **_HAND)),
        ("weekly_results", chunked(WeeklyResult.objects.filter(user__in=own), *_WEEKLY_RESULT)),
        ("luck_adjusted_rating", chunked(DuplicateRating.objects.filter(user__in=own), *_DUPLICATE)),
        ("positions", chunked(PositionAnswer.objects.filter(user__in=own), *_ANSWER, day=F("position__day"))),
        ("challenges", chunked(Challenge.objects.filter(challenger__in=own), "public_id", "bot")),
        ("published_replays", chunked(_publications(own), "hand", "asked_at", "published_at", "ended_at", **GAME)),
        ("imported_games", chunked_by(1, ImportedRecord.objects.filter(owner__in=own), *_IMPORTED)),
        ("reviews", chunked(_reviews(own), "seat", "status", "bot", "asked_at", "done_at", **GAME)),
        ("friends", _friends(own)),
        ("marks", chunked(marks, "kind", "created_at", person=F("other__handle"))),
        ("reports", chunked(reports, *_report(), **GAME)),
        ("invitations", chunked(Invitation.objects.filter(user__in=own), "created_at", "declined_at", **GAME)),
        ("standing_tables", _standing_tables(own)),
        ("standing_invitations", _standing_invitations(own)),
        ("leagues", _leagues(own)),
        ("queue", chunked(QueueEntry.objects.filter(user__in=own), "seats_count", "pace", "created_at")),
        ("webhooks", chunked(Webhook.objects.filter(user__in=own), *_WEBHOOK)),
        ("devices", chunked(PushSubscription.objects.filter(user__in=own), "label", "created_at")),
        *_results(own),
        ("notices", chunked(notices, "kind", "channel", "status", "created_at", "sent_at", **GAME)),
    ]


def _choices(own: list[int]) -> Sections:
    return [
        ("preferences", chunked(Preferences.objects.filter(user__in=own), *_PREFERENCES)),
        ("outside_bot", chunked(OutsideBot.objects.filter(user__in=own), *_OUTSIDE_BOT)),
        ("absences", chunked(Absence.objects.filter(user__in=own), "first", "last", "created_at")),
    ]


def _results(own: list[int]) -> Sections:
    figures = SeatFigures.objects.filter(seat__user__in=own)
    return [
        ("ratings", chunked(Rating.objects.filter(user__in=own), *_RATING, "games", "changed_at")),
        ("rating_changes", chunked(RatingChange.objects.filter(user__in=own), *_CHANGE, **GAME)),
        ("seasons", chunked(SeasonStanding.objects.filter(user__in=own), *_STANDING)),
        ("figures", chunked(figures, *_FIGURES, in_game=F("seat__game__public_id"))),
    ]


def _chat(own: list[int]) -> Iterator[Row]:
    """Own messages, in chats and to friends, and own notes."""
    lines, reader = ChatLine.all_lines.filter(user__in=own), F("reader__handle")
    readers = {
        "note_to": Case(When(game__isnull=False, then=reader)),
        "message_to": Case(When(game__isnull=True, then=reader)),
    }
    return chunked(lines, "text", "reaction", "created_at", "hidden_at", **GAME, **readers)


def _friends(own: list[int]) -> Iterator[Row]:
    """The person's friendships, without what the other person has not told them: that they declined, or withdrew."""
    asked = Friendship.objects.filter(asker__in=own)
    yield from chunked(asked, "asked_at", "accepted_at", "withdrawn_at", person=F("asked__handle"))
    asks = Friendship.objects.filter(asked__in=own, withdrawn_at__isnull=True)
    yield from chunked(asks, "asked_at", "accepted_at", "declined_at", person=F("asker__handle"))


def _standing_tables(own: list[int]) -> Iterator[Row]:
    """The person's memberships. The link would let others in."""
    table = {"at_table": F("table__public_id"), "table_name": F("table__name"), "owner": F("table__owner__handle")}
    members = StandingMember.objects.filter(user__in=own)
    columns = ("joined_at", "in_since", "out_until", "unasked", "looked_at", "sat_out_at", "chat_read")
    yield from chunked(members, *columns, **table)


def _standing_invitations(own: list[int]) -> Iterator[Row]:
    """Invitations to the person. A removal by an owner is the owner's."""
    table = {"to_table": F("table__public_id"), "table_name": F("table__name")}
    asked = StandingInvitation.objects.filter(user__in=own, barred_at__isnull=True)
    yield from chunked(asked, "created_at", "declined_at", **table)


def _leagues(own: list[int]) -> Iterator[Row]:
    """The person's memberships. The link would let others in."""
    league = {
        "in_league": F("league__public_id"),
        "league_name": F("league__name"),
        "founded_by": F("league__founder__handle"),
    }
    yield from chunked(LeagueMember.objects.filter(user__in=own), "number", "joined_at", "left_at", **league)


def _seats(own: list[int], staff: User | None) -> Iterator[Row]:
    seats = Seat.objects.filter(user__in=own)
    for row in chunked(seats, *_SEAT, *_SEAT_WATCHED, game_name=F("game__name"), ended=F("game__ended_at"), **GAME):
        told = dict(row)
        if told.pop("ended") is None and staff is not None:
            told = {name: value for name, value in told.items() if name not in _SEAT_WATCHED}
        yield told


def _reviews(own: list[int]) -> QuerySet[SeatReview]:
    """The requests for reviews; the site shows the reviews themselves."""
    seats = Seat.objects.filter(game=OuterRef("game"), number=OuterRef("seat"), user__in=own)
    return SeatReview.objects.filter(Exists(seats))


def _publications(own: list[int]) -> QuerySet[Publication]:
    """The person's requests to publish replays."""
    seats = Seat.objects.filter(game=OuterRef("game"), number=OuterRef("asked_by"), user__in=own)
    return Publication.objects.filter(Exists(seats))


def _turns(own: list[int], staff: User | None) -> Iterator[Row]:
    moves, game = Move.objects.filter(actor__in=own), "hand__game"
    named = {"in_game": F(f"{game}__public_id"), "hand_number": F("hand__number"), "ended": F(f"{game}__ended_at")}
    for row in chunked(moves, "number", "seat", "turn", "by", "created_at", **named):
        told = dict(row)
        over = told.pop("ended") is not None
        yield told if staff is None else told | {"by": shown_by(told["by"], over=over)}


def _report() -> tuple[str, ...]:
    return ("kind", "text", "created_at", "status", "judged_at", "outcome", "answer")
