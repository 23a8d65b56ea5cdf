"""Chat lines, reactions, chats on or off, kid mode."""

import re
import unicodedata
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256

from django.conf import settings
from django.db import transaction
from django.db.models import Max, Q, QuerySet
from django.utils.translation import override

from accounts.models import User
from accounts.visible_text import text_shows
from games import on_commit
from games.chat.errors import ChatReason
from games.chat.parts import mentions
from games.chat.readers import is_member, member_accounts, read_save
from games.errors import NoSuchGame, Refused
from games.models import ChatLine, Game, Preferences, Reaction, Seat
from games.models.chat import LINE_MAX
from games.outbox.decisions import mention_notice_write
from games.people.acts import check_lately
from games.people.block_selectors import hidden_authors
from games.people.locking import locked_people, locked_preferences
from games.people.preference_selectors import preferences_of
from games.people.unread import unread_recount
from games.play.locking import lock_game
from games.play.selectors import visible_games

# Reactions are lines too.
MAX_LINES = 10
MAX_REACTIONS = 6
RATE_SPAN = timedelta(minutes=1)


@transaction.atomic(durable=True)
def chat_write(*, public_id: str, user: User, text: str, token: str = "") -> ChatLine:
    """Write a message. Players may write even after they resigned or the game ended; mentioned players get a
    notification. The same words with the same `token` return the message that they made before. Raises NoSuchGame,
    Refused(ACCOUNT_CLOSED, ChatReason).
    """
    writer = _writer(public_id, user)
    line = one_line(text)
    token = token_of(token, line)
    earlier = earlier_line(token)
    if earlier is not None:
        return earlier
    check_may_write(writer.user, writer.game, writer.at)
    check_text(line)
    written = _written(writer, line, token=token)
    _notify_mentioned(written, writer)
    return written


@transaction.atomic(durable=True)
def chat_react(*, public_id: str, user: User, reaction: Reaction, token: str = "") -> ChatLine:
    """Send a reaction, under the rules of `chat_write`, but not among bots alone, and fewer a minute. Raises
    NoSuchGame, Refused(ACCOUNT_CLOSED, ChatReason).
    """
    writer = _writer(public_id, user)
    token = token_of(token, reaction)
    earlier = earlier_line(token)
    if earlier is not None:
        return earlier
    check_may_write(writer.user, writer.game, writer.at)
    if not any(seat.kind == Seat.Kind.PERSON and seat.user_id != writer.user.pk for seat in writer.seats):
        raise Refused(ChatReason.ONLY_BOTS)
    _check_rate(_lines_since(writer.user, writer.at).exclude(reaction=""), MAX_REACTIONS, writer.at)
    with override(settings.LANGUAGE_CODE):
        text = reaction.picture or str(reaction.label)
    return _written(writer, text, reaction, token=token)


def token_of(token: str, said: str) -> str:
    """The token to store. It covers the text, too, so that other words from the same page are a new message."""
    return f"{token}:{sha256(said.encode()).hexdigest()[:16]}" if token else ""


def earlier_line(token: str) -> ChatLine | None:
    """The message that was stored with the token, or None. The author's account is locked, so that a second press
    waits. One query, none without a token.
    """
    return ChatLine.all_lines.filter(creation_token=token).first() if token else None


@dataclass(frozen=True, slots=True)
class _Writer:
    """A locked account with a seat in a locked game, or a membership of its table. `seats`: all of the game."""

    user: User
    game: Game
    seats: list[Seat]
    at: datetime


def _writer(public_id: str, user: User) -> _Writer:
    """The writing player, or member of the game's standing table, locked. Raises NoSuchGame, Refused(ACCOUNT_CLOSED,
    NOT_SEATED).
    """
    [account] = locked_people([user])
    locked = lock_game(public_id)
    seats = list(locked.game.seats.select_related("user__preferences").order_by("number"))
    if all(seat.user_id != account.pk for seat in seats) and not is_member(locked.game, account):
        _refuse_spectator(public_id, account)
    return _Writer(account, locked.game, seats, locked.now)


def _written(writer: _Writer, text: str, reaction: str = "", *, token: str) -> ChatLine:
    """Store a message, and record that its author has read the chat."""
    game, user = writer.game, writer.user
    line = ChatLine.objects.create(
        game=game, user=user, text=text, reaction=reaction, created_at=writer.at, creation_token=token
    )
    read_save(game.public_id, user, line.pk)
    on_commit.chat_line_changed(game, line)
    return line


def one_line(text: str) -> str:
    """Replace line breaks and control characters by spaces."""
    spaced = "".join(" " if unicodedata.category(letter) in ("Cc", "Zl", "Zp", "Cs") else letter for letter in text)
    return re.sub(r" {2,}", " ", spaced).strip()


def _refuse_spectator(public_id: str, user: User) -> None:
    """Raise Refused(NOT_SEATED) for spectators, NoSuchGame for others."""
    if not visible_games(user).filter(public_id=public_id).exists():
        raise NoSuchGame(public_id)
    raise Refused(ChatReason.NOT_SEATED)


def check_may_write(user: User, game: Game | None, at: datetime) -> None:
    """Check that a person with a seat in the game, or a friend, may write. The account is locked, so the count of
    messages is right. Raises Refused.
    """
    preferences = preferences_of(user)
    if preferences.kid_mode:
        raise Refused(ChatReason.KID)
    if not preferences.chat:
        raise Refused(ChatReason.OFF)
    if user.is_muted:
        raise Refused(ChatReason.MUTED)
    if game is not None and game.chat_locked_at is not None:
        raise Refused(ChatReason.LOCKED)
    _check_rate(_lines_since(user, at), MAX_LINES, at)


def _check_rate(lines: QuerySet[ChatLine], most: int, at: datetime) -> None:
    """One query. Raises Refused(TOO_FAST)."""
    written = lines.values_list("created_at", flat=True)
    check_lately(written, ChatReason.TOO_FAST, most=most, span=RATE_SPAN, at=at)


def _lines_since(user: User, at: datetime) -> QuerySet[ChatLine]:
    """The person's own of the last RATE_SPAN, in all games, with notes and messages to friends."""
    return ChatLine.all_lines.filter(user=user, created_at__gt=at - RATE_SPAN)


def check_text(line: str) -> None:
    """Check a message. Raises Refused(EMPTY, TOO_LONG)."""
    if not text_shows(line):
        raise Refused(ChatReason.EMPTY)
    if len(line) > LINE_MAX:
        raise Refused(ChatReason.TOO_LONG)


def _notify_mentioned(line: ChatLine, writer: _Writer) -> None:
    """Notify the players that the message mentions, unless they muted its author."""
    if "@" not in line.text:
        return
    seated = {seat.user for seat in writer.seats if seat.kind == Seat.Kind.PERSON}
    people = seated | member_accounts(writer.game)
    others = {user for user in people if user.pk != line.user_id}
    named = [user for user in others if mentions(line.text, user.handle) and user.can_log_in]
    for user in sorted(named, key=lambda user: user.pk):
        preferences = preferences_of(user)
        if preferences.chat and not preferences.kid_mode and line.user_id not in hidden_authors(user):
            mention_notice_write(line, user, writer.at)


@transaction.atomic(durable=True)
def chat_read(*, public_id: str, user: User, line_id: int) -> None:
    """Save how far a player has read."""
    here = Q(game__public_id=public_id) | Q(game__standing__table__games__game__public_id=public_id)
    newest = ChatLine.objects.filter(here).aggregate(newest=Max("pk"))["newest"] or 0
    read_save(public_id, user, min(line_id, newest))


@transaction.atomic(durable=True)
def chat_switch(*, user: User, on: bool) -> Preferences:
    """Switch chats on or off. Raises Refused(ACCOUNT_CLOSED, KID)."""
    preferences = locked_preferences(user)
    if preferences.kid_mode:
        raise Refused(ChatReason.KID)
    preferences.chat = on
    preferences.save(update_fields=["chat"])
    unread_recount(user)
    return preferences


@transaction.atomic(durable=True)
def kid_mode_start(*, user: User) -> Preferences:
    """Hide all chats until `kid_mode_end`. Raises Refused(ACCOUNT_CLOSED)."""
    preferences = locked_preferences(user)
    preferences.kid_mode = True
    preferences.save(update_fields=["kid_mode"])
    unread_recount(user)
    return preferences


@transaction.atomic(durable=True)
def kid_mode_end(*, user: User, password: str) -> Preferences:
    """Restore the earlier choice. The caller limits attempts. Raises Refused(ACCOUNT_CLOSED, WRONG_PASSWORD)."""
    preferences = locked_preferences(user)
    if not user.check_password(password):
        raise Refused(ChatReason.WRONG_PASSWORD)
    preferences.kid_mode = False
    preferences.save(update_fields=["kid_mode"])
    unread_recount(user)
    return preferences
