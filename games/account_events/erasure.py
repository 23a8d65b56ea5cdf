"""Erases a person's texts, and their username in texts of others."""

import re
from collections.abc import Collection

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from accounts.models import User
from accounts.privacy.unnaming import rows_unname
from games.chat.parts import mention_pattern
from games.messages.services import messages_recount
from games.models import (
    CannedAnswer,
    ChatLine,
    Game,
    GameNote,
    HandPlay,
    ImportedRecord,
    OutsideBot,
    PersonMark,
    PositionAnswer,
    Report,
    ReportNote,
    Seat,
    StandingInvitation,
)
from games.play.locking import lock_games
from games.ratings.services import ratings_forget
from games.ratings.totals.services import totals_forget
from games.records.archive.writing import months_outdate
from games.weekly.services import weeks_erase


@transaction.atomic
def games_lock_to_erase(*, user: User) -> list[int]:
    """Lock, in order, all games that closing and erasing will change, because chat messages and reports come after
    games in the order of locks. The account is already locked. Returns the games that are named after the person:
    closing frees seats.
    """
    seats = Seat.objects.filter(user=user, game__ended_at__isnull=True).values_list("game", flat=True)
    named = list(_named_games(user).values_list("pk", flat=True))
    lock_games(Game.objects.filter(pk__in={*seats, *named}))
    return named


def _named_games(user: User) -> QuerySet[Game]:
    """Games named after the person: those that they host with the username in the name, and others where they have a
    seat with the username as a word, such as "Beat anna" or "Annas table". Games of a merged account are the other
    account's.
    """
    theirs = (user.pk, user.merged_into_id)
    word = rf"(^|[^a-z0-9_-]){re.escape(user.handle)}(['’]?s)?($|[^a-z0-9_-])"
    seated = Exists(Seat.objects.filter(game=OuterRef("pk"), user__in=theirs))
    own = Q(host__in=theirs, name__icontains=user.handle)
    return Game.objects.filter(own | Q(seated, name__iregex=word))


@transaction.atomic
def person_erase(*, user: User, named_games: Collection[int]) -> None:
    """Erase messages in chats and to friends, notes, plays of shared hands and their results, answers to positions,
    imported games, invitations to standing tables, what a bot plays, texts of own reports and marks by and on the
    person; leave leaderboards. Rows of messages and reports stay.

    In staff's texts and others' reports the id replaces the username, in others' messages "@…" a mention; games named
    after it lose their name. Runs in the erasing transaction, with the result of `games_lock_to_erase`, before the
    username changes.
    """
    lines = ChatLine.all_lines.filter(user=user, erased_at__isnull=True)
    lines.update(text="", reaction="", erased_at=timezone.now())
    messages_recount(user)
    Report.objects.filter(reporter=user).update(text="")
    PersonMark.objects.filter(Q(user=user) | Q(other=user)).delete()
    GameNote.objects.filter(user=user).delete()
    HandPlay.objects.filter(user=user).delete()
    PositionAnswer.objects.filter(user=user).delete()
    ImportedRecord.objects.filter(owner=user).delete()
    StandingInvitation.objects.filter(user=user).delete()
    OutsideBot.objects.filter(user=user).delete()
    weeks_erase(user=user)
    months_outdate(user)
    Game.objects.filter(pk__in=named_games).update(name="")
    _mentions_erase(user)
    ratings_forget(user=user)
    totals_forget(user=user)
    rows_unname(user, Report.objects.all(), "text", "answer")
    rows_unname(user, ReportNote.objects.all(), "text")
    rows_unname(user, CannedAnswer.objects.all(), "text")


def _mentions_erase(user: User) -> None:
    """Replace mentions of the person in chat messages. Locks the changed messages by id; scans the whole table."""
    mention = mention_pattern(user.handle)
    lines = ChatLine.all_lines.filter(text__icontains=f"@{user.handle}")
    for line in lines.select_for_update(no_key=True).order_by("pk"):
        line.text = mention.sub("@…", line.text)
        line.save(update_fields=["text"])
