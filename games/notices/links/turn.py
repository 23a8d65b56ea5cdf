"""Links in emails that play one turn of one person.

The address is a secret of 256 bits, stored as a hash; it opens no session. It lapses with the turn, after a week, when
the account closes or changes its password, address or setting, or when the seat changes hands.
"""

from base64 import urlsafe_b64encode
from dataclasses import dataclass
from datetime import timedelta
from hashlib import sha256

from django.conf import settings
from django.db import transaction
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac

from accounts.models import User
from accounts.transactions.slices import rows_delete
from games.models import Deadline, Game, MailLink, Notice
from games.notices.errors import LinkRefused, TurnLinkReason
from games.outside_bots.limits import turn_count
from games.people.preference_selectors import preferences_of
from games.play.locking import ENDED, lock_game
from games.play.turn import TurnResult, turn_take

LINK_LIFETIME = timedelta(days=7)
# Lapsed links are stored to explain why they do nothing.
LAPSED_RETENTION = timedelta(days=60)
KINDS = (Notice.Kind.TURN, Notice.Kind.REMINDER)


@dataclass(frozen=True)
class OpenedTurnLink:
    link: MailLink
    game: Game
    user: User
    deadline: Deadline


@transaction.atomic
def link_issue(notice: Notice) -> str:
    """The address that plays the turn of an email, the same for retries until it lapses; "" if links are off or the
    turn no longer waits.
    """
    if notice.kind not in KINDS or notice.channel != Notice.Channel.MAIL:
        return ""
    deadline = Deadline.objects.select_related("game", "user__preferences").filter(pk=notice.game_id).first()
    if deadline is None or deadline.user is None or deadline.user_id != notice.user_id:
        return ""
    at, token = timezone.now(), _token(notice)
    link, _made = MailLink.objects.get_or_create(
        token_hash=_hash(token),
        defaults={
            "game": deadline.game,
            "user": deadline.user,
            "version": deadline.version,
            "account_mark": _account_mark(deadline.user),
            "created_at": at,
            "expires_at": at + LINK_LIFETIME,
        },
    )
    if _lapsed(link, deadline.game, deadline.user, deadline) is not None:
        return ""
    return settings.PUBLIC_URL + reverse("games:mail_turn", args=[token])


def link_open(*, token: str) -> OpenedTurnLink:
    """The turn that the link may play. Two queries, no writes. Raises LinkRefused."""
    link = _link(token)
    return _opened(link, link.game)


@transaction.atomic(durable=True)
def link_play(*, token: str, text: str) -> tuple[OpenedTurnLink, TurnResult]:
    """Play the turn. The link is spent unless the turn is refused. Raises LinkRefused, TurnRefused, Refused."""
    link = _link(token)
    turn_count(link.user)
    locked = lock_game(link.game.public_id)
    # Read again under the lock: another request may have spent it.
    opened = _opened(_link(token), locked.game)
    seat = locked.admit(opened.user, holds=True)
    made = turn_take(locked, seat, locked.game.version, text)
    opened.link.spent_at = locked.now
    opened.link.save(update_fields=["spent_at"])
    return opened, made


def links_tidy() -> int:
    """Delete links that lapsed long ago, in slices; return how many."""
    return rows_delete(MailLink.objects.filter(expires_at__lt=timezone.now() - LAPSED_RETENTION))


def _link(token: str) -> MailLink:
    rows = MailLink.objects.select_related("game", "user__preferences")
    link = rows.filter(token_hash=_hash(token)).first()
    if link is None:
        raise LinkRefused(TurnLinkReason.UNKNOWN)
    return link


def _opened(link: MailLink, game: Game) -> OpenedTurnLink:
    deadline = Deadline.objects.filter(pk=game.pk).first()
    reason = _lapsed(link, game, link.user, deadline)
    if reason is not None or deadline is None:
        raise LinkRefused(reason or TurnLinkReason.TURN_OVER, game.public_id)
    return OpenedTurnLink(link, game, link.user, deadline)


def _lapsed(link: MailLink, game: Game, user: User, deadline: Deadline | None) -> TurnLinkReason | None:
    """Why the link plays nothing, or None. Of several reasons it is the one that reveals least to strangers."""
    if not user.can_log_in:
        return TurnLinkReason.ACCOUNT_CLOSED
    if user.is_suspended:
        return TurnLinkReason.SUSPENDED
    if not constant_time_compare(link.account_mark, _account_mark(user)):
        return TurnLinkReason.ACCOUNT_CHANGED
    if not preferences_of(user).mail_links:
        return TurnLinkReason.SWITCHED_OFF
    if link.spent_at is not None:
        return TurnLinkReason.SPENT
    if game.status in ENDED:
        return TurnLinkReason.GAME_OVER
    if not game.seats.filter(user=user, held_by=user).exists():
        return TurnLinkReason.HANDED_OVER
    # Not the game's version: it also rises when another seat resigns, while the turn still waits.
    if deadline is None or (deadline.version, deadline.user_id) != (link.version, user.pk):
        return TurnLinkReason.TURN_OVER
    if link.expires_at <= timezone.now():
        return TurnLinkReason.EXPIRED
    return TurnLinkReason.PAUSED if game.status == Game.Status.PAUSED else None


def _token(notice: Notice) -> str:
    """The token, derived, so that a retry repeats it without storing it."""
    parts = f"{notice.pk}/{notice.created_at.isoformat()}"
    digest = salted_hmac("games.mail_links.token", parts, algorithm="sha256").digest()
    return urlsafe_b64encode(digest).decode().rstrip("=")


def _hash(token: str) -> str:
    return sha256(token.encode()).hexdigest()


def _account_mark(user: User) -> str:
    """A mark that changes with the account's password and address."""
    parts = f"{user.pk}/{user.password_mark}/{user.email.casefold()}"
    return salted_hmac("games.mail_links.account", parts, algorithm="sha256").hexdigest()
