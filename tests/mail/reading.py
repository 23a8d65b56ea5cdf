"""What a mail says, as its reader sees it."""

from __future__ import annotations

import re

from games.models import Game

CARD = re.compile(r"[BRPGKO][1-9]|X0")
LINK = re.compile(r"https?://[^\s\"<]+")


def codes_in(body: str, game: Game) -> set[str]:
    """The cards that a body names by their codes; what chance put into addresses and the game's id is none."""
    return set(CARD.findall(LINK.sub("", body).replace(game.public_id, "")))
