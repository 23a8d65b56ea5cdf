"""One mail for all that was collected of an hour, a day or a week."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.core.mail import EmailMultiAlternatives
from django.utils.translation import ngettext

from games.emails.facts import facts_of, frame_of
from games.emails.letters import in_words_of, letter, subject_of
from games.models import Notice

# What is asked of the reader comes first; each game stands where its most urgent news does.
URGENCY = (
    Notice.Kind.REMINDER,
    Notice.Kind.TURN,
    Notice.Kind.TIMEOUT,
    Notice.Kind.PAUSE,
    Notice.Kind.INVITATION,
    Notice.Kind.MODERATION,
    Notice.Kind.MENTION,
    Notice.Kind.OVER,
    Notice.Kind.STARTED,
    Notice.Kind.JOINED,
)


@dataclass
class GameNews:
    """A game's part of the mail: facts and subject of its most urgent notice, and what each notice tells in a line."""

    facts: dict[str, Any]
    subject: str
    lines: list[str] = field(default_factory=list)


def compose_digest(
    notices: Sequence[Notice], address: str, *, turn_links: Mapping[int, str] | None = None
) -> EmailMultiAlternatives:
    """The mail to `address` of all these rows, which are one person's. At most nine queries for each of them.

    `turn_links`: by row, an address at which its turn can be taken without a login, if there is one.
    """
    user = notices[0].user
    with in_words_of(user):
        games = _games(notices, turn_links or {})
        words = ngettext("News of %(count)s game", "News of %(count)s games", len(games)) % {"count": len(games)}
        waiting = sum(news.facts["deadline"] is not None for news in games)
        linked = any(news.facts["turn_link"] for news in games)
        facts = {"title": words, "games": games, "waiting": waiting, "linked": linked, "every": notices[0].digest}
        frame = frame_of(user, Notice.Digest(notices[0].digest))
        return letter(notices, address, _subject(words, games), "digest", facts | frame)


def _games(notices: Sequence[Notice], turn_links: Mapping[int, str]) -> list[GameNews]:
    games: dict[int, GameNews] = {}
    for notice in sorted(notices, key=lambda notice: (URGENCY.index(Notice.Kind(notice.kind)), notice.pk)):
        facts = facts_of(notice, turn_links.get(notice.pk, ""))
        news = games.setdefault(notice.of_game.pk, GameNews(facts, subject_of(notice, facts)))
        news.facts["opening"] = news.facts["opening"] or facts["opening"]
        news.facts["turn_link"] = news.facts["turn_link"] or facts["turn_link"]
        line = _line(notice, facts)
        if line not in news.lines:
            news.lines.append(line)
    return list(games.values())


def _line(notice: Notice, facts: Mapping[str, Any]) -> str:
    """What a notice tells; where a moderator acted, also why."""
    told = subject_of(notice, facts)
    return f"{told}: {facts['act'].reason}" if facts["act"] is not None else told


def _subject(words: str, games: Sequence[GameNews]) -> str:
    """One game is named; of more their number is."""
    return games[0].subject if len(games) == 1 else words
