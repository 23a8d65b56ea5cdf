"""Push messages and webhooks: public facts of a game, never a card."""

from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from django.conf import settings
from django.utils import timezone, translation
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.lobby.selectors import waiting_count
from games.models import Deadline, Game, Notice, Webhook
from games.notices.subjects import ACT_WORDS, mention_line, notice_act, notice_path
from games.play.selectors import seat_names

WORDS: dict[str, Promise] = {
    Notice.Kind.TURN: gettext_lazy("It is your turn in %(title)s."),
    Notice.Kind.REMINDER: gettext_lazy("%(title)s still waits for your turn."),
    Notice.Kind.TIMEOUT: gettext_lazy("Your time ran out in %(title)s, and the site acted for you."),
    Notice.Kind.INVITATION: gettext_lazy("%(inviter)s invites you to %(title)s."),
    Notice.Kind.MENTION: gettext_lazy("%(namer)s named you in the chat of %(title)s."),
    Notice.Kind.JOINED: gettext_lazy("You have a seat in %(title)s."),
    Notice.Kind.STARTED: gettext_lazy("%(title)s has begun."),
    Notice.Kind.SANCTION: gettext_lazy("There is a decision about your account."),
    Notice.Kind.APPEAL: gettext_lazy("Your appeal has been answered."),
    Notice.Kind.REPORT: gettext_lazy("Your report has been dealt with."),
    Notice.Kind.MODERATION: gettext_lazy("The people who run this site acted on %(title)s."),
}
WITH_DEADLINE = (Notice.Kind.TURN, Notice.Kind.REMINDER)


@dataclass(frozen=True, slots=True)
class News:
    """`id`: the same at each attempt. `tag`: the same for all about one game. `game`, `title`: "" without a game.
    `words`: the whole message. `deadline_words`: when the turn is due. `waiting`: games that wait for the reader. Words
    and times are the reader's.
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
        return f"game-{self.game}" if self.game else self.id


def notice_news(notice: Notice) -> News:
    """At most five queries."""
    user, game = notice.user, notice.game
    with translation.override(user.language), timezone.override(ZoneInfo(user.time_zone)):
        deadline_at = _due_at(notice)
        return News(
            id=f"notice-{notice.pk}",
            kind=notice.kind,
            game=game.public_id if game is not None else "",
            title=game.title if game is not None else settings.SITE_NAME,
            words=_words(notice),
            address=settings.PUBLIC_URL + notice_path(notice),
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
        words=_("This is a test. News of your games will come here."),
        address=f"{settings.PUBLIC_URL}/",
        version=0,
        at=at,
    )


def _words(notice: Notice) -> str:
    if notice.game is None:
        return str(WORDS[notice.kind])
    match notice.kind:
        case Notice.Kind.OVER:
            return _over(notice.game)
        case Notice.Kind.PAUSE:
            return _wish(notice.game)
        case Notice.Kind.INVITATION:
            names = {"inviter": _inviter(notice)}
        case Notice.Kind.MENTION:
            names = {"namer": _namer(notice)}
        case Notice.Kind.MODERATION:
            return _act(notice)
        case _:
            names = {}
    return str(WORDS[notice.kind]) % {"title": notice.game.title, **names}


def _act(notice: Notice) -> str:
    """Without the reason: webhooks may have other readers."""
    act, title = notice_act(notice), {"title": notice.of_game.title}
    if act is None:
        return str(WORDS[Notice.Kind.MODERATION]) % title
    return f"{str(ACT_WORDS[act.kind]) % title}."


def _over(game: Game) -> str:
    if game.status == Game.Status.CANCELLED:
        return _("%(title)s was cancelled.") % {"title": game.title}
    seats = list(game.seats.select_related("user").order_by("number"))
    winners = [name for seat, name in zip(seats, seat_names(seats), strict=True) if seat.is_winner]
    if not winners:
        return _("%(title)s is over.") % {"title": game.title}
    names = {"title": game.title, "names": ", ".join(winners)}
    return _("%(title)s is over. The best: %(names)s.") % names


def _wish(game: Game) -> str:
    seats = list(game.seats.select_related("user").order_by("number"))
    names = [name for seat, name in zip(seats, seat_names(seats), strict=True) if seat.pause_wanted_at is not None]
    if game.status == Game.Status.PAUSED:
        words = ngettext("%(names)s wants %(title)s to go on.", "%(names)s want %(title)s to go on.", len(names))
    else:
        words = ngettext("%(names)s wants a pause in %(title)s.", "%(names)s want a pause in %(title)s.", len(names))
    return words % {"title": game.title, "names": ", ".join(names)}


def _inviter(notice: Notice) -> str:
    invitation = notice.of_game.invitations.select_related("invited_by").filter(user=notice.user_id).first()
    return invitation.invited_by.name if invitation is not None else _("Somebody")


def _namer(notice: Notice) -> str:
    line = mention_line(notice)
    return line.user.name if line is not None else _("Somebody")


def _due_at(notice: Notice) -> datetime | None:
    """None for other news and stopped clocks. Without a pace only reminders tell a time."""
    endless = notice.kind == Notice.Kind.TURN and notice.of_game.pace == Game.Pace.NONE
    if notice.kind not in WITH_DEADLINE or endless:
        return None
    return Deadline.objects.filter(game=notice.game_id, user=notice.user_id).values_list("due_at", flat=True).first()


def _when(deadline_at: datetime) -> str:
    return _("Due %(when)s.") % {"when": date_format(timezone.localtime(deadline_at), "DATETIME_FORMAT")}
