"""Push messages and webhooks: public facts of a game, never a card."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from django.conf import settings
from django.utils import timezone, translation
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.lobby.selectors import waiting_count
from games.lobby.words import invitation_words
from games.models import Deadline, Game, Notice, Webhook
from games.notices.subjects import (
    CANCELLED,
    NOTICE_WORDS,
    act_words,
    asker_name,
    friend_message,
    friend_message_words,
    hand_title,
    mention_line,
    notice_act,
    notice_path,
    options_news,
    options_path,
    options_words,
    publication_asked,
    streak_words,
    table_invitation,
    table_invitation_words,
    winner_words,
    wish_words,
)
from games.play.selectors import seat_names

MESSAGE_WORDS: Mapping[str, Promise] = {
    Notice.Kind.SANCTION: gettext_lazy("We’ve made a decision about your account."),
    Notice.Kind.APPEAL: gettext_lazy("We’ve answered your appeal."),
    Notice.Kind.REPORT: gettext_lazy("We’ve answered your report."),
}
WITH_DEADLINE = (Notice.Kind.TURN, Notice.Kind.REMINDER)


@dataclass(frozen=True, slots=True)
class News:
    """A notification's facts. `id`: the same at each attempt. `tag`: the same for all about one game, and for each
    day's hand. `game`: "" without one. `title`: the game's, or a heading; "" for a test. `words`: the whole message.
    `deadline_words`: when the turn is due. `waiting`: games that wait for the reader. Words and times are the reader's.
    """

    id: str
    kind: str
    game: str
    title: str
    words: str
    address: str
    version: int
    at: datetime
    deadline_at: datetime | None = None
    deadline_words: str = ""
    waiting: int = 0

    @property
    def tag(self) -> str:
        if self.kind == Notice.Kind.HAND:
            return "hand"
        return f"game-{self.game}" if self.game else self.id


def notice_news(notice: Notice) -> News:
    """The facts of a notification, in its person's language and time zone. At most six queries."""
    user, game = notice.user, notice.game
    with translation.override(user.language), timezone.override(ZoneInfo(user.time_zone)):
        deadline_at, changes = _due_at(notice), options_news(notice)
        return News(
            id=f"notice-{notice.pk}",
            kind=notice.kind,
            game=game.public_id if game is not None else "",
            title=game.title if game is not None else settings.SITE_NAME,
            words=options_words(changes) if changes is not None else _words(notice),
            address=settings.PUBLIC_URL + (options_path(changes) if changes is not None else notice_path(notice)),
            version=notice.version,
            at=notice.created_at,
            deadline_at=deadline_at,
            deadline_words=_when(deadline_at) if deadline_at is not None else "",
            waiting=waiting_count(user),
        )


def trial_news(webhook: Webhook) -> News:
    at = webhook.tested_at or timezone.now()
    return News(
        id=f"test-{webhook.pk}-{int(at.timestamp())}",
        kind="test",
        game="",
        title="",
        words=_("This is a test. Notifications will appear here."),
        address=f"{settings.PUBLIC_URL}/",
        version=0,
        at=at,
    )


def _words_without_game(notice: Notice) -> str:
    if notice.kind == Notice.Kind.TABLE:
        return f"{table_invitation_words(table_invitation(notice))}."
    if notice.kind == Notice.Kind.HAND:
        return " ".join(filter(None, [f"{hand_title()}.", streak_words(notice)]))
    if notice.kind == Notice.Kind.MESSAGE:
        return f"{friend_message_words(friend_message(notice))}."
    return str(MESSAGE_WORDS[notice.kind])


def _words(notice: Notice) -> str:
    if notice.game is None:
        return _words_without_game(notice)
    match notice.kind:
        case Notice.Kind.OVER:
            return _over(notice.game)
        case Notice.Kind.PAUSE:
            return _wish(notice.game)
        case Notice.Kind.INVITATION:
            return _invitation(notice.game, _inviter(notice))
        case Notice.Kind.MENTION:
            names = {"namer": _namer(notice)}
        case Notice.Kind.PUBLISH:
            names = {"asker": asker_name(publication_asked(notice))}
        case Notice.Kind.MODERATION:
            return _act(notice)
        case _:
            names = {}
    return _sentence(NOTICE_WORDS[notice.kind], notice.game, **names)


def _invitation(game: Game, inviter: str) -> str:
    if game.rematch_of_id is not None:
        return f"{invitation_words(game, inviter)}."
    return _sentence(NOTICE_WORDS[Notice.Kind.INVITATION], game, inviter=inviter)


def _sentence(words: Promise, game: Game, **names: str) -> str:
    return f"{str(words) % {'title': game.title, **names}}."


def _act(notice: Notice) -> str:
    """A sentence about a moderator's act, without the reason, because webhooks may have other readers."""
    act, game = notice_act(notice), notice.of_game
    if act is None:
        return _sentence(NOTICE_WORDS[Notice.Kind.MODERATION], game)
    return f"{act_words(act.kind, game.title)}."


def _over(game: Game) -> str:
    if game.status == Game.Status.CANCELLED:
        return _sentence(CANCELLED, game)
    over = _sentence(NOTICE_WORDS[Notice.Kind.OVER], game)
    seats = list(game.seats.select_related("user").order_by("number"))
    winners = [name for seat, name in zip(seats, seat_names(seats), strict=True) if seat.is_winner]
    return f"{over} {winner_words(winners)}" if winners else over


def _wish(game: Game) -> str:
    seats = list(game.seats.select_related("user").order_by("number"))
    names = [name for seat, name in zip(seats, seat_names(seats), strict=True) if seat.pause_wanted_at is not None]
    return wish_words(game.title, names, paused=game.status == Game.Status.PAUSED)


def _inviter(notice: Notice) -> str:
    invitation = notice.of_game.invitations.select_related("invited_by").filter(user=notice.user_id).first()
    return invitation.invited_by.name if invitation is not None else _("Someone")


def _namer(notice: Notice) -> str:
    line = mention_line(notice)
    return line.user.name if line is not None else _("Someone")


def _due_at(notice: Notice) -> datetime | None:
    """When the turn is due. None for other notifications and stopped clocks; without a pace only reminders have
    a time.
    """
    endless = notice.kind == Notice.Kind.TURN and notice.of_game.pace == Game.Pace.NONE
    if notice.kind not in WITH_DEADLINE or endless:
        return None
    return Deadline.objects.filter(game=notice.game_id, user=notice.user_id).values_list("due_at", flat=True).first()


def _when(deadline_at: datetime) -> str:
    return _("Due %(when)s.") % {"when": date_format(timezone.localtime(deadline_at), "DATETIME_FORMAT")}
