"""Emails with all notifications of an hour, a day or a week."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.utils.translation import ngettext

from games.models import Notice
from games.notices.mail.compose import build_mail, in_language_of, subject_line
from games.notices.mail.facts import GameMail, MailFacts, game_mail, mail_frame

# Notifications that ask for an act come first; a game is sorted by its most urgent one.
URGENCY = (
    Notice.Kind.REMINDER,
    Notice.Kind.TURN,
    Notice.Kind.TIMEOUT,
    Notice.Kind.PAUSE,
    Notice.Kind.INVITATION,
    Notice.Kind.PUBLISH,
    Notice.Kind.MODERATION,
    Notice.Kind.MENTION,
    Notice.Kind.OVER,
    Notice.Kind.STARTED,
    Notice.Kind.JOINED,
)


@dataclass(frozen=True)
class GameNews:
    """A game in a digest. `mail`, `subject`: of the most urgent notification. `lines`: one for each notification."""

    mail: GameMail
    subject: str
    lines: tuple[str, ...]

    @property
    def text(self) -> str:
        return self._rendered("games/notices/mail/parts/digest_game.txt")

    @property
    def html(self) -> str:
        return self._rendered("games/notices/mail/parts/digest_game.html")

    def _rendered(self, template: str) -> str:
        return render_to_string(template, self.mail.context() | {"lines": self.lines})


@dataclass(frozen=True)
class DigestMail(MailFacts):
    """An email with several notifications. `waiting`: the reader's waiting games. `linked`: links play turns without a
    login. `every`: how often.
    """

    title: str
    games: tuple[GameNews, ...]
    waiting: int
    linked: bool
    every: str


def compose_digest(
    notices: Sequence[Notice], address: str, *, turn_links: Mapping[int, str] | None = None
) -> EmailMultiAlternatives:
    """The email for several notifications. `turn_links`: by their ids. At most nine queries a notification."""
    user = notices[0].user
    with in_language_of(user):
        games = _games(notices, turn_links or {})
        words = ngettext("Updates from %(count)s game", "Updates from %(count)s games", len(games))
        words %= {"count": len(games)}
        digest = DigestMail(
            title=words,
            games=games,
            waiting=sum(news.mail.deadline is not None for news in games),
            linked=any(news.mail.turn_link for news in games),
            every=notices[0].get_digest_display(),
        )
        subject = games[0].subject if len(games) == 1 else words
        frame = mail_frame(user, Notice.Digest(notices[0].digest))
        return build_mail(notices, address, subject, "digest", digest, frame)


def _games(notices: Sequence[Notice], turn_links: Mapping[int, str]) -> tuple[GameNews, ...]:
    by_game: dict[int, list[tuple[Notice, GameMail]]] = {}
    for notice in sorted(notices, key=lambda notice: (URGENCY.index(Notice.Kind(notice.kind)), notice.pk)):
        mail = game_mail(notice, turn_links.get(notice.pk, ""))
        by_game.setdefault(notice.of_game.pk, []).append((notice, mail))
    return tuple(_news(mails) for mails in by_game.values())


def _news(mails: Sequence[tuple[Notice, GameMail]]) -> GameNews:
    """Merge a game's emails, sorted by urgency."""
    notice, first = mails[0]
    mail = replace(
        first,
        proof=next((mail.proof for _notice, mail in mails if mail.proof), ""),
        turn_link=next((mail.turn_link for _notice, mail in mails if mail.turn_link), ""),
    )
    lines = dict.fromkeys(_notice_text(notice, mail) for notice, mail in mails)
    return GameNews(mail, subject_line(notice, first), tuple(lines))


def _notice_text(notice: Notice, mail: GameMail) -> str:
    subject = subject_line(notice, mail)
    return f"{subject}: {mail.act.reason}" if mail.act is not None else subject
