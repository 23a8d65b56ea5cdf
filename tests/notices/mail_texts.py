"""The text of an email for its reader."""

from __future__ import annotations

import re

from django.utils import timezone

from accounts.models import User
from games.models import Game, Notice
from games.notices.mail import compose
from tests.notices.told_rows import WITHOUT_GAME

Kind = Notice.Kind
CARD = re.compile(r"[BRPGKO][1-9]|X0")
LINK = re.compile(r"https?://[^\s\"<]+")


def codes_in(body: str, game: Game) -> set[str]:
    """Random codes in addresses and the game's id don't count."""
    return set(CARD.findall(LINK.sub("", body).replace(game.public_id, "")))


def row_of(kind: Notice.Kind, game: Game, user: User, about: int = 0) -> Notice:
    own = None if kind in WITHOUT_GAME else game
    return Notice(kind=kind, game=own, user=user, version=game.version, about=about, created_at=timezone.now(), pk=1)


def texts(row: Notice, turn_link: str = "") -> tuple[str, str]:
    """The email's text and HTML, without addresses."""
    message = compose(row, "somebody@example.org", turn_link=turn_link)
    html = str(message.alternatives[0][0])
    return str(message.body), html


def words(html: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())
